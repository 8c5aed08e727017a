/** SHA-256 of bytes, text and files. @module */
import { createHash, type Hash, hash as hashWhole } from "node:crypto";
import { PermafrostError } from "./error.ts";
import { streamFile } from "./file_read.ts";

/** A SHA-256 digest as 64 lower-case hexadecimal digits. */
export type Sha256 = string & { readonly __brand: "sha256" };

/**
 * The SHA-256 of data: bytes, or a text's UTF-8. A text with half of a surrogate pair has no UTF-8 and is refused.
 *
 * @throws {PermafrostError} canonical-lone-surrogate.
 */
export function sha256Hex(data: Uint8Array | string): Sha256 {
  if (typeof data === "string" && !data.isWellFormed()) {
    throw new PermafrostError("canonical-lone-surrogate", "Cannot hash a text: it holds half of a surrogate pair");
  }
  return hashWhole("sha256", data, "hex") as Sha256;
}

/** The SHA-256 and size of the plain file at a path. Refuses, and throws, what {@linkcode streamFile} does. */
export function sha256File(
  path: string,
  options: { at?: string; maxBytes?: number } = {},
): { sha256: Sha256; bytes: number } {
  let hash = null as Hash | null, whole = "";
  const take = (chunk: Uint8Array, _offset: number, fileBytes: number): void => {
    if (chunk.length === fileBytes) whole = sha256Hex(chunk); // cheaper than the three steps of a Hash
    else hash = (hash ?? createHash("sha256")).update(chunk);
  };
  const bytes = streamFile(path, { ...options, take });
  return { sha256: (whole || (hash ?? createHash("sha256")).digest("hex")) as Sha256, bytes };
}
