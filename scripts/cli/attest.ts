/** `permafrost attest`, and the receipts of `permafrost reproduce --attest`. @module */
import { basename, relative, resolve } from "node:path";
import { PermafrostError } from "../../kernel/error.ts";
import type { ReproduceReport } from "../../kernel/reproduce.ts";
import { signStatement, statementOf } from "../signing/dsse.ts";
import { signReceipt } from "../signing/receipt.ts";
import { decisionStatement, readResultFile, testResultStatement } from "../signing/result_statement.ts";
import { SIGNATURE_ENDS } from "../signing/signature_files.ts";
import { openSigner, type Signer } from "../signing/signing_key.ts";
import type { Call, Io } from "./command.ts";
import { keyText, requireKey } from "./sign.ts";
import { chooseSignaturePlace, writeSignature } from "./signing_place.ts";
import { labelled, printJson } from "./terminal.ts";

/** Signs a statement about a result: its decision, or with `--test-result` that the frozen checks ran. */
export async function runAttest({ operands: [operand = ""], values, flags, io }: Call): Promise<0> {
  const resultPath = resolve(io.cwd, operand);
  const signer = signerOf(requireKey(values["key"], "attest"), io);
  const file = readResultFile(resultPath, { name: basename(resultPath) });
  const isTest = flags.has("test-result"), end = `${isTest ? ".test-result" : ""}${SIGNATURE_ENDS.dsse}`;
  const place = { kind: "file", path: resultPath } as const;
  const path = chooseSignaturePlace(place, { end, output: values["output"], cwd: io.cwd });
  const statement = isTest ? testResultStatement(file) : decisionStatement(file);
  writeSignature(path, await signStatement(statementOf(statement), signer));
  const shown = relative(io.cwd, path), { id: keyId, pem: publicKey } = signer.key;
  const { decision: { met }, id } = file.result, { predicateType } = statement;
  if (flags.has("json")) {
    printJson(io, { attestation: shown, predicateType, subjectSha256: file.sha256, keyId, publicKey });
  } else io.out(`${shown}\n`);
  const what = isTest ? "the frozen checks ran" : `the decision is ${met ? "met" : "not met"}`;
  io.err(labelled(io, "Attested", { text: `${what}: ${file.name} of ${id}` }) + keyText(io, keyId));
  return 0;
}

/** What `reproduce --attest` needs before it runs: a key that can be opened, and a place where nothing is. */
export interface ReceiptRequest {
  /** Where the receipt goes. */
  readonly path: string;
  /** What signs it. */
  readonly signer: Signer;
  /** The result's path. */
  readonly resultPath: string;
  /** Whether a draft's result was refused, and the bytes read: what the receipt names. */
  readonly file: ReturnType<typeof readResultFile>;
}

/**
 * Reads `--attest FILE` and `--key FILE` of a reproduction, before anything runs; null when neither was given.
 *
 * @param resultPath The path of the result that is reproduced.
 * @throws {PermafrostError} usage for one without the other; `signature-invalid` for the key; file-*; `result-invalid`;
 * `manifest-missing` for the result of a draft.
 */
export function receiptRequest({ values, io }: Pick<Call, "values" | "io">, resultPath: string): ReceiptRequest | null {
  const { attest: output, key } = values;
  if (output === undefined && key === undefined) return null;
  if (output === undefined) {
    throw new PermafrostError("usage", "Cannot reproduce: --key signs what --attest FILE names; give both");
  }
  const signer = signerOf(requireKey(key, "reproduce"), io);
  const file = readResultFile(resultPath, { name: basename(resultPath) });
  const path = chooseSignaturePlace({ kind: "file", path: resultPath }, {
    end: SIGNATURE_ENDS.dsse,
    output,
    cwd: io.cwd,
  });
  return { path, signer, resultPath, file };
}

/**
 * Signs and writes the receipt of a reproduction, and says so. Gives its path from the present folder on, or null when
 * nothing was compared.
 *
 * @throws {PermafrostError} `file-changed` when the result is no longer the one that was read; what signing and
 * writing can throw.
 */
export async function writeReceipt(
  { path, signer, file, resultPath }: ReceiptRequest,
  { report, io }: { report: ReproduceReport; io: Io },
): Promise<string | null> {
  if (readResultFile(resultPath, { name: file.name }).sha256 !== file.sha256) {
    throw new PermafrostError("file-changed", "Cannot sign the receipt: the result changed during the run", {
      at: file.name,
    });
  }
  const bytes = await signReceipt(file, { report, signer });
  const shown = relative(io.cwd, path);
  if (bytes === null) {
    io.err(labelled(io, "Receipt", { text: "none, since nothing was compared" }));
    return null;
  }
  writeSignature(path, bytes);
  io.err(labelled(io, "Receipt", { text: shown }) + keyText(io, signer.key.id));
  return shown;
}

function signerOf(key: string, io: Io): Signer {
  return openSigner(resolve(io.cwd, key), { agentSocket: Deno.env.get("SSH_AUTH_SOCK") ?? null });
}
