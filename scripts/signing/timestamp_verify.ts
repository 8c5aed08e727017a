/** Verifies timestamps against the authority roots that the user gives, through OpenSSL. @module */
import { resolve } from "node:path";
import { sha256File } from "../../kernel/digest.ts";
import { PermafrostError } from "../../kernel/error.ts";
import { readBounded } from "../../kernel/file_read.ts";
import { runProgram, withPrivateFolder } from "./outside_program.ts";
import { refusal, type Verdict } from "./signature_finding.ts";
import { parseTimestamp, type TimestampToken } from "./timestamp_token.ts";

/** A verdict on a timestamp, with what the token says. */
export type TimestampVerdict = Verdict & { readonly token: TimestampToken };

const MAX_ROOTS_BYTES = 1_048_576;

/**
 * Reads a file of authority roots: certificates as PEM, nothing else of a PEM kind.
 *
 * @param path Its path; `at` is its name in messages.
 * @throws {PermafrostError} `timestamp-invalid` when it holds none; file-*.
 */
export function readRoots(path: string, { at }: { at: string }): Uint8Array<ArrayBuffer> {
  const bytes = readBounded(path, { maxBytes: MAX_ROOTS_BYTES, at });
  const labels = [...new TextDecoder().decode(bytes).matchAll(/^-----BEGIN ([^-]*)-----\r?$/gm)].map(([, label]) =>
    label
  );
  if (labels.length > 0 && labels.every((label) => label === "CERTIFICATE")) return bytes;
  throw new PermafrostError("timestamp-invalid", `Cannot use ${at}: it holds no certificates as PEM, or other things`, {
    at,
  });
}

/**
 * Verifies that a token was signed by an authority that one of the roots vouches for, over the bytes of a file.
 * Certificates count as of the time that the token states, so that it outlives them. OpenSSL verifies the signature,
 * the chain, that the certificate is for timestamps alone, and that the token names it.
 *
 * @param answer The authority's whole answer.
 * @param options `path` is the file that it should cover, `roots` the PEM of {@linkcode readRoots}.
 * @throws {PermafrostError} `timestamp-invalid` for an answer that cannot be read; `unavailable` without openssl; file-*.
 */
export async function verifyTimestamp(
  answer: Uint8Array<ArrayBuffer>,
  options: { path: string; roots: Uint8Array<ArrayBuffer> },
): Promise<TimestampVerdict> {
  const token = parseTimestamp(answer), { sha256 } = sha256File(resolve(options.path));
  if (token.sha256 !== sha256) return { ...refusal("imprint", "it is for another file"), token };
  return await withPrivateFolder(async (folder) => {
    const [answerPath, rootsPath] = [`${folder}/answer.tsr`, `${folder}/roots.pem`];
    Deno.writeFileSync(answerPath, answer);
    Deno.writeFileSync(rootsPath, options.roots);
    const atSeconds = String(Math.floor(token.timeMs / 1_000));
    const args = ["ts", "-verify", "-digest", sha256, "-in", answerPath, "-CAfile", rootsPath, "-attime", atSeconds];
    const { success, words } = await runProgram("openssl", { args });
    if (success) return { ok: true, by: `${token.authority ?? "an authority"}, serial ${token.serial}`, token };
    const says = /Verify error:([^\n]*)/i.exec(words)?.[1] ?? /time stamp routines:[^:]*:([^:\n]*)/.exec(words)?.[1];
    return { ...refusal("authority", `OpenSSL does not verify it${says ? `: ${says.trim()}` : ""}`), token };
  });
}
