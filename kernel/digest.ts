/** SHA-256 of bytes, text and files. @module */
import { createHash } from "node:crypto";
import { PermafrostError } from "./error.ts";
import { type FileReadOptions, streamFile } from "./file_read.ts";

/** A SHA-256 digest as 64 lower-case hexadecimal digits. */
export type Sha256 = string & { readonly __brand: "sha256" };

/** The digest of a file's bytes, and their number. */
export type FileDigest = { readonly sha256: Sha256; readonly bytes: number };

/** Tells whether a text is 64 lower-case hexadecimal digits, and so may stand for a digest. */
export function isSha256(text: string): text is Sha256 {
  return /^[0-9a-f]{64}$/.test(text);
}

/**
 * The SHA-256 of bytes, or of a text's UTF-8. A text with half of a surrogate pair has no UTF-8 and is refused;
 * the usual replacement by U+FFFD would give different texts the same digest.
 *
 * @param data Bytes, or a text.
 * @throws {PermafrostError} canonical-lone-surrogate.
 */
export function sha256Hex(data: Uint8Array | string): Sha256 {
  if (typeof data === "string" && !data.isWellFormed()) {
    throw new PermafrostError(
      "canonical-lone-surrogate",
      "Cannot hash a text: it holds half of a surrogate pair",
    );
  }
  return createHash("sha256").update(data).digest("hex") as Sha256;
}

/**
 * The SHA-256 and size of a plain file, read in chunks: memory use does not grow with the file.
 *
 * @param path Where the file is; what is refused there says {@linkcode streamFile}.
 * @param options The bound in bytes (none by default), and the name for errors.
 * @throws {PermafrostError} file-missing, file-kind, file-too-large, file-unreadable, file-changed.
 */
export function sha256File(path: string, options: FileReadOptions = {}): FileDigest {
  const hash = createHash("sha256");
  const bytes = streamFile(path, { ...options, take: (chunk) => void hash.update(chunk) });
  return { sha256: hash.digest("hex") as Sha256, bytes };
}
