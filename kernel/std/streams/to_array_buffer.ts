/**
 * A whole stream as one buffer.
 *
 * Local slice of `@std/streams`; see `kernel/std/README.md`.
 *
 * @module
 */

/**
 * Reads a stream to its end.
 *
 * @param stream The stream of bytes.
 * @returns All of them.
 */
export async function toArrayBuffer(stream: ReadableStream<Uint8Array>): Promise<ArrayBuffer> {
  return await new Blob(await Array.fromAsync(stream as ReadableStream<Uint8Array<ArrayBuffer>>))
    .arrayBuffer();
}
