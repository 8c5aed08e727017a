/** Bytes into lines, in bounded memory. @module */

const LF = 0x0a, CR = 0x0d;

/** Bytes in chunks of any size: a stream, which is cancelled when its reader stops early, or a generator. */
export type ByteSource = AsyncIterable<Uint8Array>;

/**
 * Cuts a stream of bytes into blocks of whole lines, each line with its LF; the last line of the stream may lack it.
 * Holds at most one chunk of the stream and one line, and copies each byte a bounded number of times however small
 * the chunks.
 *
 * @param source The bytes; its errors pass through.
 * @param maxBytes How much of a line that several chunks share is held, in bytes with its line end: a longer one
 * becomes null. A line within one chunk may be of any length.
 * @returns One list for each chunk that ends lines, in order. A block may be a view of the chunk: read it before
 * asking for the next list.
 */
export async function* lineBlocks(
  source: ByteSource,
  maxBytes: number,
): AsyncGenerator<readonly (Uint8Array | null)[], void> {
  const open = openLine(maxBytes);
  for await (const chunk of source) {
    const end = chunk.lastIndexOf(LF) + 1;
    const first = open.isEmpty() ? 0 : chunk.indexOf(LF) + 1; // what ends the line that an earlier chunk began
    const blocks: (Uint8Array | null)[] = first > 0 ? [open.finish(chunk.subarray(0, first))] : [];
    if (end > first) blocks.push(chunk.subarray(first, end));
    open.add(chunk.subarray(end));
    if (blocks.length > 0) yield blocks;
  }
  if (!open.isEmpty()) yield [open.finish(new Uint8Array(0))];
}

/**
 * Splits a stream of bytes into lines that end in LF or CRLF; the last needs no line end. Holds and copies what
 * {@linkcode lineBlocks} does.
 *
 * @param source The bytes; cancelled when the caller stops early, and its errors pass through.
 * @param maxBytes The most bytes a line may have, its line end not counted.
 * @returns One list for each chunk that ends lines, in order: each line without its line end, null for a line
 * that is too long. A line may be a view of the chunk: read it before asking for the next list.
 */
export async function* byteLines(
  source: ByteSource,
  maxBytes: number,
): AsyncGenerator<readonly (Uint8Array | null)[], void> {
  for await (const blocks of lineBlocks(source, maxBytes + 2)) { // two bytes more for CR and LF
    yield blocks.flatMap((block) => block === null ? [null] : splitBlock(block, maxBytes));
  }
}

/** Splits a block of whole lines; see {@linkcode byteLines}. */
export function splitBlock(block: Uint8Array, maxBytes: number): (Uint8Array | null)[] {
  const lines: (Uint8Array | null)[] = [];
  for (let start = 0; start < block.length;) {
    const at = block.indexOf(LF, start);
    const end = at === -1 ? block.length : at;
    const line = block.subarray(start, at > start && block[at - 1] === CR ? at - 1 : end);
    lines.push(line.length > maxBytes ? null : line);
    start = end + 1;
  }
  return lines;
}

/** The line that no chunk has ended yet, in a buffer that doubles up to `capacity` bytes. */
function openLine(capacity: number): {
  /** Whether it has no bytes yet. */
  readonly isEmpty: () => boolean;
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
    add(part);
    const line = used > capacity ? null : buffer.slice(0, used);
    used = 0;
    return line;
  };
  return { isEmpty: () => used === 0, add, finish };
}
