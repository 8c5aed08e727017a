/** Two streams of bytes compared, in constant memory. @module */
import { Buffer } from "node:buffer";
import type { ByteSource } from "./byte_lines.ts";

/** The first place where two streams differ. All numbers count from 1, as those of cmp do. */
export interface ByteDifference {
  /** The line. */
  readonly line: number;
  /** The byte within the line. */
  readonly lineByte: number;
  /** The byte within the whole stream. */
  readonly streamByte: number;
  /** What both have before it on this line, at most {@linkcode CONTEXT_BYTES}. */
  readonly before: Uint8Array;
  /** What the first has from here on, to the end of the line, at most {@linkcode CONTEXT_BYTES}; empty at its end. */
  readonly expected: Uint8Array;
  /** What the second has, likewise. */
  readonly observed: Uint8Array;
}

/** How two streams compare. */
export interface ByteComparison {
  /** The first difference; null where the streams are the same. */
  readonly difference: ByteDifference | null;
  /** How many lines each has; a last line without a line end counts. */
  readonly lines: { readonly expected: number; readonly observed: number };
}

/** How many bytes are kept on each side of a difference. */
export const CONTEXT_BYTES = 64;

const LF = 0x0a;

/**
 * Compares two streams byte for byte, and reads both to their ends. Holds one chunk of each, however long the lines.
 *
 * @param expected What is right.
 * @param observed What is compared with it.
 * @returns The first difference, and the lines of each.
 */
export async function compareStreams(expected: ByteSource, observed: ByteSource): Promise<ByteComparison> {
  const [ours, theirs] = [reader(expected), reader(observed)];
  let [streamByte, lineByte] = [0, 0]; // how many bytes before this place are the same, in all and on this line
  let before: Uint8Array = new Uint8Array(0);
  let difference: ByteDifference | null = null;
  try {
    for (;;) {
      const [left, right] = [await ours.peek(), await theirs.peek()];
      const length = commonLength(left, right);
      const common = left.subarray(0, length);
      const lineStart = common.lastIndexOf(LF) + 1;
      streamByte += length;
      lineByte = lineStart > 0 ? length - lineStart : lineByte + length;
      before = lastBytes(lineStart > 0 ? new Uint8Array(0) : before, common.subarray(lineStart));
      ours.skip(length);
      theirs.skip(length);
      if (length > 0) continue;
      if (left.length === 0 && right.length === 0) break;
      const line = ours.lineEnds() + 1;
      const [mine, other] = [await ours.rest(), await theirs.rest()];
      difference = {
        line,
        lineByte: lineByte + 1,
        streamByte: streamByte + 1,
        before,
        expected: mine,
        observed: other,
      };
      break;
    }
    return { difference, lines: { expected: await ours.countLines(), observed: await theirs.countLines() } };
  } finally {
    await Promise.all([ours.close(), theirs.close()]);
  }
}

/** How many bytes at the start of two chunks are the same. */
function commonLength(left: Uint8Array, right: Uint8Array): number {
  const length = Math.min(left.length, right.length);
  if (Buffer.compare(left.subarray(0, length), right.subarray(0, length)) === 0) return length;
  let at = 0;
  while (left[at] === right[at]) at++;
  return at;
}

function lastBytes(earlier: Uint8Array, later: Uint8Array): Uint8Array {
  if (later.length >= CONTEXT_BYTES || earlier.length === 0) return later.slice(-CONTEXT_BYTES);
  return new Uint8Array(Buffer.concat([earlier, later])).slice(-CONTEXT_BYTES);
}

interface Reader {
  /** What stands at this place: a chunk, or nothing at the end. */
  readonly peek: () => Promise<Uint8Array>;
  /** Goes past so many bytes of what was peeked. */
  readonly skip: (bytes: number) => void;
  /** The line ends before this place. */
  readonly lineEnds: () => number;
  /** Goes to the end of the line, but no further than the context, and gives what it passes. */
  readonly rest: () => Promise<Uint8Array>;
  /** Goes to the end, and counts the lines of all. */
  readonly countLines: () => Promise<number>;
  /** Ends the stream, wherever this place is. */
  readonly close: () => Promise<unknown>;
}

function reader(source: ByteSource): Reader {
  const chunks = source[Symbol.asyncIterator]();
  let chunk: Uint8Array = new Uint8Array(0);
  let [lineEnds, isMidLine, isAtEnd] = [0, false, false];
  const peek = async (): Promise<Uint8Array> => {
    while (chunk.length === 0 && !isAtEnd) {
      const { done, value } = await chunks.next();
      if (done) isAtEnd = true;
      else chunk = value;
    }
    return chunk;
  };
  const skip = (bytes: number): void => {
    const passed = chunk.subarray(0, bytes);
    for (let at = passed.indexOf(LF); at >= 0; at = passed.indexOf(LF, at + 1)) lineEnds++;
    if (passed.length > 0) isMidLine = passed.at(-1) !== LF;
    chunk = chunk.subarray(bytes);
  };
  return {
    peek,
    skip,
    lineEnds: () => lineEnds,
    rest: async () => {
      const bytes: number[] = [];
      while (bytes.length < CONTEXT_BYTES && bytes.at(-1) !== LF) {
        const [byte] = await peek();
        if (byte === undefined) break;
        bytes.push(byte);
        skip(1);
      }
      return new Uint8Array(bytes);
    },
    countLines: async () => {
      while ((await peek()).length > 0) skip(chunk.length);
      return lineEnds + (isMidLine ? 1 : 0);
    },
    close: async () => await chunks.return?.(),
  };
}
