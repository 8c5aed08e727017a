/** Strict JSON straight from a file, with errors that name the file. @module */
import { PermafrostError } from "./error.ts";
import { readBounded } from "./file_read.ts";
import { parseStrictBytes } from "./json_decode.ts";
import type { JsonValue } from "./json_value.ts";

/** A JSON file that was read: its exact bytes and their value. */
export interface JsonFile {
  readonly bytes: Uint8Array;
  readonly value: JsonValue;
}

/**
 * Reads and parses one JSON file by the strict rules of json_decode.ts.
 *
 * @param path Where the file is.
 * @param options `maxBytes` bounds the file; `at` names it in errors, as a relative path.
 * @throws {PermafrostError} file-missing, file-kind, file-too-large, file-unreadable, and json-* with `at`
 * as `file#pointer`.
 */
export function readJsonFile(path: string, options: { maxBytes: number; at: string }): JsonFile {
  const bytes = readBounded(path, options);
  try {
    return { bytes, value: parseStrictBytes(bytes, { maxBytes: options.maxBytes }) };
  } catch (cause) {
    if (!(cause instanceof PermafrostError)) throw cause;
    const at = `${options.at}#${cause.at ?? ""}`;
    throw new PermafrostError(cause.code, `Cannot read ${options.at}: ${cause.message}`, { at, cause });
  }
}

/** As {@linkcode readJsonFile}, but null where no such file is. Throws the same for the rest. */
export function readOptionalJsonFile(path: string, options: { maxBytes: number; at: string }): JsonFile | null {
  try {
    return readJsonFile(path, options);
  } catch (error) {
    if (error instanceof PermafrostError && error.code === "file-missing") return null;
    throw error;
  }
}
