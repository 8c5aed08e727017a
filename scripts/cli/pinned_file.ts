/** Files that a command is given from outside, measured. @module */
import { statSync } from "node:fs";
import { sha256File } from "../../kernel/digest.ts";
import { PermafrostError } from "../../kernel/error.ts";
import type { Declaration } from "../../kernel/protocol.ts";

/** A file from outside: its absolute path, its size and its SHA-256. */
export interface PinnedFile {
  /** Its absolute path. */
  readonly path: string;
  /** Its size in bytes. */
  readonly bytes: number;
  /** Its SHA-256 in hex. */
  readonly sha256: string;
}

/**
 * Measures the files that were given for declared inputs.
 *
 * @throws {PermafrostError} input-unknown for a name that is not declared; input-missing where no file is.
 */
export function pinFiles(
  declared: Declaration["inputs"],
  given: { readonly [name: string]: string },
): { [name: string]: PinnedFile } {
  return Object.fromEntries(
    Object.entries(given).map(([name, path]) => {
      if (!Object.hasOwn(declared, name)) {
        const known = Object.keys(declared).join(", ") || "none";
        const message = `Cannot take input ${name}: the protocol declares ${known}`;
        throw new PermafrostError("input-unknown", message, { at: name });
      }
      if (!isFile(path)) {
        const message = `Cannot take input ${name}: no file is at the given path`;
        throw new PermafrostError("input-missing", message, { at: name });
      }
      return [name, { path, ...sha256File(path) }];
    }),
  );
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch {
    return false;
  }
}
