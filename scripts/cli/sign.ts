/** `permafrost sign`. @module */
import { relative, resolve } from "node:path";
import { PermafrostError } from "../../kernel/error.ts";
import { SIGNATURE_ENDS } from "../signing/signature_files.ts";
import { NAMESPACE } from "../signing/ssh_signature.ts";
import { signBySsh } from "../signing/ssh_sign.ts";
import type { Call, Io } from "./command.ts";
import { findingsText } from "./findings_text.ts";
import { chooseSignaturePlace, inspectSigned, locateSigned, writeSignature } from "./signing_place.ts";
import { colors, labelled, printableLines, printJson } from "./terminal.ts";

/** Signs a manifest, or a file such as an archive, by SSH. Exit 1 when the experiment drifted: nothing is signed. */
export async function runSign({ operands: [operand = ""], values, flags, io }: Call): Promise<0 | 1> {
  const place = locateSigned(operand, io.cwd);
  const keyPath = resolve(io.cwd, requireKey(values["key"], "sign"));
  const path = chooseSignaturePlace(place, { end: SIGNATURE_ENDS.ssh, output: values["output"], cwd: io.cwd });
  const { subject, sha256, name, findings } = await inspectSigned(place);
  const shown = relative(io.cwd, path);
  if (findings.length > 0) {
    if (flags.has("json")) printJson(io, { signature: null, findings });
    io.err(`${findingsText(findings, io)}${colors(io).red("NOT SIGNED")}: the bytes are not those that were frozen\n`);
    return 1;
  }
  const onWords = (text: string): void => io.err(`${printableLines(text.trimEnd())}\n`);
  const { text, fingerprint, keyType } = await signBySsh({
    path: subject,
    sha256,
    keyPath,
    onWords,
    signal: io.signal,
  });
  writeSignature(path, text);
  if (flags.has("json")) printJson(io, { signature: shown, namespace: NAMESPACE, keyType, fingerprint, findings });
  else io.out(`${shown}\n`);
  io.err(labelled(io, "Signed", { text: `${name}, for the namespace ${NAMESPACE}` }));
  io.err(labelled(io, "Key", { text: `${keyType} ${fingerprint}` }));
  return 0;
}

/**
 * The path that `--key` names.
 *
 * @throws {PermafrostError} usage when it was not given.
 */
export function requireKey(key: string | undefined, verb: string): string {
  if (key !== undefined) return key;
  const message = `Cannot ${verb}: no key was given; add --key FILE; see permafrost ${verb} --help`;
  throw new PermafrostError("usage", message, { at: "--key" });
}

/** What is said of a key that signed a statement, for people. */
export function keyText(io: Io, id: string): string {
  return labelled(io, "Key", { text: `Ed25519, SHA-256 of its DER ${id}` });
}
