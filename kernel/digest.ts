/** SHA-256 of bytes, text and files. @module */
import { createHash, type Hash, hash as hashWhole } from "node:crypto";
import { setImmediate } from "node:timers";
import { type ErrorCode, PermafrostError } from "./error.ts";
import { streamFile, toFileError } from "./file_read.ts";

/** A SHA-256 digest as 64 lower-case hexadecimal digits. */
export type Sha256 = string & { readonly __brand: "sha256" };

/** The digest and size of a file. */
export type FileDigest = Readonly<{ sha256: Sha256; bytes: number }>;

/** What became of one file: its digest and size, or the code of the error that kept it from being read. */
export type DigestOutcome = FileDigest | Readonly<{ error: ErrorCode }>;

/** What hashes files as {@linkcode digestFiles} does, perhaps in another way. */
export type DigestFiles = typeof digestFiles;

/** The SHA-256 of data: bytes, or a text's UTF-8. A text with half of a surrogate pair has no UTF-8 and is refused.
 * @throws {PermafrostError} canonical-lone-surrogate. */
export function sha256Hex(data: Uint8Array | string): Sha256 {
  if (typeof data === "string" && !data.isWellFormed()) {
    throw new PermafrostError("canonical-lone-surrogate", "Cannot hash a text: it holds half of a surrogate pair");
  }
  return hashWhole("sha256", data, "hex") as Sha256;
}

/** The SHA-256 and size of the plain file at a path. Refuses, and throws, what {@linkcode streamFile} does. */
export function sha256File(path: string, options: { at?: string; maxBytes?: number } = {}): FileDigest {
  let hash = null as Hash | null, whole = "";
  const take = (chunk: Uint8Array, _offset: number, fileBytes: number): void => {
    if (chunk.length === fileBytes) whole = sha256Hex(chunk); // cheaper than the three steps of a Hash
    else hash = (hash ?? createHash("sha256")).update(chunk);
  };
  const bytes = streamFile(path, { ...options, take });
  return { sha256: (whole || (hash ?? createHash("sha256")).digest("hex")) as Sha256, bytes };
}

/** Hashes files by their paths from `root` on and their likely sizes; an outcome for each path, in their order. Lets
 * other tasks run after each 4 MiB. What lies in a linked folder is refused. */
export async function digestFiles(
  root: string,
  files: readonly Readonly<{ path: string; bytes: number }>[],
): Promise<Map<string, DigestOutcome>> {
  const outcomes = new Map<string, DigestOutcome>(), linked = new Map([["", false]]);
  const isBehindLink = (path: string): boolean => {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    const answer = linked.get(folder) ?? (isBehindLink(folder) || Deno.lstatSync(`${root}/${folder}`).isSymlink);
    linked.set(folder, answer);
    return answer;
  };
  let cost = 0;
  for (const { path: at, bytes } of files) {
    try {
      outcomes.set(at, isBehindLink(at) ? { error: "file-kind" } : sha256File(`${root}/${at}`, { at }));
    } catch (error) {
      outcomes.set(at, { error: toFileError(error, { verb: "hash", at, otherwise: "file-unreadable" }).code });
    }
    cost += bytes + 20_000; // opening a file costs about as much as hashing so many bytes
    if (cost < 4 * 2 ** 20) continue;
    cost = 0;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return outcomes;
}
