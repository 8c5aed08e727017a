/**
 * A whole stream as a JSON value.
 *
 * Local slice of `@std/streams`; see `kernel/std/README.md`.
 *
 * @module
 */

import { toText } from "./to_text.ts";

/**
 * Reads a stream to its end and parses it.
 *
 * @param stream The stream, of texts or of UTF-8 bytes.
 * @returns The value.
 * @throws {SyntaxError} When the text is not JSON.
 */
export async function toJson(stream: ReadableStream<string> | ReadableStream<Uint8Array>): Promise<unknown> {
  return JSON.parse(await toText(stream));
}
