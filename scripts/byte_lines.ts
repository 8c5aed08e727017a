/** Bytes into lines, in bounded memory. @module */

const LF = 0x0a, CR = 0x0d;

/**
 * Splits a stream of bytes into lines that end in LF or CRLF; the last needs no line end. Holds at most one
 * chunk of the stream and one line, and copies each byte a bounded number of times however small the chunks.
 *
 * @param source The bytes; cancelled when the caller stops early, and its errors pass through.
 * @param maxBytes The most bytes a line may have, its line end not counted.
 * @returns One list for each chunk that ends lines, in order: each line without its line end, null for a line
 * that is too long. A line may be a view of the chunk: read it before asking for the next list.
 */
export async function* byteLines(
  source: ReadableStream<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<readonly (Uint8Array | null)[], void> {
  const open = openLine(maxBytes + 1); // one byte more for the CR of a CRLF
  for await (const chunk of source) {
    const lines: (Uint8Array | null)[] = [];
    let start = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
      const line = open.finish(chunk.subarray(start, end));
      const text = line?.at(-1) === CR ? line.subarray(0, -1) : line;
      lines.push(text !== null && text.length > maxBytes ? null : text);
      start = end + 1;
    }
    open.add(chunk.subarray(start));
    if (lines.length > 0) yield lines;
  }
  const last = open.finish(new Uint8Array(0));
  if (last === null || last.length > 0) yield [last !== null && last.length > maxBytes ? null : last];
}

/** The line that no chunk has ended yet, in a buffer that doubles up to `capacity` bytes. */
function openLine(capacity: number): {
  /** Takes the next part of the line. */
  readonly add: (part: Uint8Array) => void;
  /** Takes the last part and gives the whole line, null where it is longer than the capacity. */
  readonly finish: (part: Uint8Array) => Uint8Array | null;
} {
  let buffer = new Uint8Array(0);
  let used = 0; // beyond `capacity` only the count grows
  const add = (part: Uint8Array): void => {
    const needed = used + part.length;
    if (part.length > 0 && needed <= capacity) {
      if (needed > buffer.length) {
        const larger = new Uint8Array(Math.min(capacity, Math.max(needed, 2 * buffer.length, 1024)));
        larger.set(buffer.subarray(0, used));
        buffer = larger;
      }
      buffer.set(part, used);
    }
    used = needed;
  };
  const finish = (part: Uint8Array): Uint8Array | null => {
    if (used === 0) return part.length > capacity ? null : part;
    add(part);
    const line = used > capacity ? null : buffer.slice(0, used);
    used = 0;
    return line;
  };
  return { add, finish };
}
