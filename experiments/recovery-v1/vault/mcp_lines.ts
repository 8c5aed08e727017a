/** Bytes into lines, for the protocol: one message a line. @module */

const LF = 0x0a, CHUNK_BYTES = 65_536;

/** Splits what a reader gives into lines. The last needs no line feed, and an empty one there is none; a carriage return
 * stays. Holds one line and a chunk; of a line that is too long nothing is kept.
 * @param read Fills a buffer and tells how far; null at the end.
 * @param options `maxBytes`: the most bytes of a line, without its line feed.
 * @returns The lines in order, each as soon as it has ended; null for one that is too long. */
export async function* readLines(
  read: (buffer: Uint8Array) => Promise<number | null>,
  options: { maxBytes: number },
): AsyncGenerator<Uint8Array | null, void> {
  const { maxBytes } = options, chunk = new Uint8Array(CHUNK_BYTES);
  let parts: Uint8Array[] = [], length = 0;
  const add = (part: Uint8Array): void => {
    length += part.length;
    if (length > maxBytes) parts = [];
    else if (part.length > 0) parts.push(part.slice());
  };
  const finish = (): Uint8Array | null => {
    const line = length > maxBytes ? null : join(parts, length);
    [parts, length] = [[], 0];
    return line;
  };
  for (let count = await read(chunk); count !== null; count = await read(chunk)) {
    let start = 0;
    for (let end = chunk.indexOf(LF); end !== -1 && end < count; end = chunk.indexOf(LF, start)) {
      add(chunk.subarray(start, end));
      start = end + 1;
      yield finish();
    }
    add(chunk.subarray(start, count));
  }
  if (length > 0) yield finish();
}

function join(parts: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let filled = 0;
  for (const part of parts) {
    whole.set(part, filled);
    filled += part.length;
  }
  return whole;
}
