/**
 * A whole stream as text.
 *
 * Local slice of `@std/streams`; see `kernel/std/README.md`.
 *
 * @module
 */

/**
 * Reads a stream to its end. Bytes are UTF-8, also where a character spans chunks; what is not becomes U+FFFD, and a
 * byte order mark is left out.
 *
 * @param stream The stream, of texts or of bytes.
 * @returns The text.
 */
export async function toText(stream: ReadableStream<string> | ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream as ReadableStream<string | Uint8Array<ArrayBuffer>>) {
    text += typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
