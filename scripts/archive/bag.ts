/** BagIt bags as they are written (RFC 8493), version 1.0. @module */
import { compareBytes } from "../../kernel/relative_path.ts";

/** A file with its digest. */
export interface BagFile {
  /** Its path from the bag's folder on. */ readonly path: string;
  /** Its size. */ readonly bytes: number;
  /** SHA-256, lower case. */ readonly sha256: string;
}

/** The bag's version as this project writes it. */
export const BAGIT_TXT = "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n";

/** The text of a manifest: a line a file, by the byte order of paths, as `sha256sum` reads it. RFC 8493 wants percent
 * signs and line ends in paths escaped; names that a freeze takes have none. */
export function manifestText(files: readonly Pick<BagFile, "path" | "sha256">[]): string {
  return files.toSorted((one, other) => compareBytes(one.path, other.path))
    .map(({ path, sha256 }) => `${sha256}  ${path}\n`).join("");
}

/** The text of bag-info.txt; names in a fixed order. Without a date none is said. */
export function bagInfoText(
  info: { date: string | null; payload: readonly Pick<BagFile, "bytes">[]; agent: string; identifier: string },
): string {
  const bytes = info.payload.reduce((sum, file) => sum + file.bytes, 0);
  return [
    ...(info.date === null ? [] : [`Bagging-Date: ${info.date}`]),
    `Bag-Software-Agent: ${info.agent}`,
    `External-Identifier: ${info.identifier}`,
    `Payload-Oxum: ${bytes}.${info.payload.length}`,
  ].join("\n") + "\n";
}
