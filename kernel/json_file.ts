/** Strict JSON straight from a file, with errors that name the file. @module */
import { Buffer } from "node:buffer";
import { PermafrostError } from "./error.ts";
import { readBounded } from "./file_read.ts";
import { parseStrictBytes } from "./json_decode.ts";
import type { JsonValue } from "./json_value.ts";

/** A JSON file that was read: its exact bytes, and the value that they say. */
export type JsonFile = Readonly<{ bytes: Uint8Array; value: JsonValue }>;

/** Reads the JSON file at a path by the rules of json_decode.ts. `maxBytes` bounds it, `at` names it in errors; where
 * that name ends in `.jsonc`, comments and trailing commas are taken too.
 * @throws {PermafrostError} file-*, and json-* with `at` as `file#pointer`. */
export function readJsonFile(path: string, options: { maxBytes: number; at: string }): JsonFile {
  const { at, maxBytes } = options, bytes = readBounded(path, options);
  try {
    return { bytes, value: parseStrictBytes(at.endsWith(".jsonc") ? withoutComments(bytes) : bytes, { maxBytes }) };
  } catch (cause) {
    if (!(cause instanceof PermafrostError)) throw cause;
    throw new PermafrostError(cause.code, `${cause.message} (${at})`, { at: `${at}#${cause.at ?? ""}`, cause });
  }
}

/** As {@linkcode readJsonFile}, but null where no such file is at the path. */
export function readOptionalJsonFile(path: string, options: { maxBytes: number; at: string }): JsonFile | null {
  try {
    return readJsonFile(path, options);
  } catch (error) {
    if (error instanceof PermafrostError && error.code === "file-missing") return null;
    throw error;
  }
}

/** Blanks out comments and trailing commas, so that all else keeps its place. Unfinished ones stay, to be refused. */
function withoutComments(bytes: Uint8Array): Uint8Array {
  const blank = (found: string): string => /^"|^\/\*(?![^]*\*\/$)/.test(found) ? found : found.replace(/[^\r\n]/g, " ");
  const text = Buffer.from(bytes).toString("latin1") // a character a byte: all that matters here is ASCII
    .replace(/"(?:[^"\\\r\n]|\\.)*"?|\/\/[^\r\n]*|\/\*[^]*?(?:\*\/|$)/g, blank)
    .replace(/"(?:[^"\\\r\n]|\\.)*"?|,(?<=[^\s,[{:]\s*,)(?=\s*[\]}])/g, blank);
  return Buffer.from(text, "latin1");
}
