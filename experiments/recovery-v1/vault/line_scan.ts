/** Splits bytes into lines, and tells of each whether it is JSON, at about a gigabyte a second. @module */
import { PermafrostError } from "../../../kernel/error.ts";
import { LINE_SCAN_CODE } from "./line_scan_code.ts";
import { MAX_RECORD_BYTES } from "./records.ts";

/** A line, as a place in the scanner's memory. */
export interface ScannedLine {
  /** The index of the line, from 0. */ readonly index: number;
  /** Where it starts. */ readonly start: number;
  /** Where it ends, its line feed not counted. */ readonly end: number;
  /** Whether it is one JSON text (RFC 8259) in UTF-8, without a byte order mark. */ readonly isJson: boolean;
}

/** Takes bytes piece by piece and gives the lines that end in them. */
export interface LineScanner {
  /** Takes the next piece; the lines that it ends, in order. Ends the life of all lines given before. */
  readonly take: (piece: Uint8Array) => ScannedLine[];
  /** The last line, where no line feed ended it. Its life ends with that of those before. */
  readonly finish: () => ScannedLine[];
  /** The bytes from one place to another: a view, good until the next piece is taken. */
  readonly bytes: (start: number, end: number) => Uint8Array<ArrayBuffer>;
}

type Instructions = {
  readonly memory: WebAssembly.Memory;
  readonly lineEnd: (at: number, end: number) => number;
  readonly scanLine: (start: number, end: number) => 0 | 1 | 2 | 3;
};

/** From where on the memory is free for lines, as line_scan.wat says. */
const BASE = 65_600, PAGE = 65_536, INVALID = 0, TOO_DEEP = 3;

let compiled: WebAssembly.Module | null = null;

/** Opens a scanner with a memory of its own. It holds the piece that was taken last and a line that is still open. What
 * it calls JSON is what JSON.parse takes of bytes that are decoded strictly: a number may be too large for a double, and
 * `\ud800` may stand alone.
 * @param options `maxLineBytes`: the most bytes of a line; 256 MiB unless given.
 * @returns A scanner; it throws PermafrostError vault-request for a longer line. */
export function openLineScanner(options: { maxLineBytes?: number } = {}): LineScanner {
  const { maxLineBytes = MAX_RECORD_BYTES } = options;
  compiled ??= new WebAssembly.Module(Uint8Array.fromBase64(LINE_SCAN_CODE));
  const { memory, lineEnd, scanLine } = new WebAssembly.Instance(compiled).exports as unknown as Instructions;
  let view = new Uint8Array(memory.buffer as ArrayBuffer), index = 0;
  let start = BASE, searched = BASE, end = BASE; // of the open line: its start, what holds no line feed, its end
  const bytes = (from: number, to: number): Uint8Array<ArrayBuffer> => view.subarray(from, to);
  const scan = (from: number, to: number): ScannedLine => {
    if (to - from > maxLineBytes) throw tooLong(index, maxLineBytes);
    const kind = scanLine(from, to);
    const isJson = kind === TOO_DEEP ? isParsed(bytes(from, to)) : kind !== INVALID;
    return { index: index++, start: from, end: to, isJson };
  };
  const take = (piece: Uint8Array): ScannedLine[] => {
    view.copyWithin(BASE, start, end);
    [searched, end, start] = [BASE + searched - start, BASE + end - start, BASE];
    const missing = end + piece.length - view.length;
    if (missing > 0) {
      memory.grow(Math.ceil(Math.max(missing, view.length / 4) / PAGE));
      view = new Uint8Array(memory.buffer as ArrayBuffer);
    }
    view.set(piece, end);
    end += piece.length;
    const lines: ScannedLine[] = [];
    for (let feed = lineEnd(searched, end); feed < end; feed = lineEnd(start, end)) {
      lines.push(scan(start, feed));
      start = feed + 1;
    }
    searched = end;
    if (end - start > maxLineBytes) throw tooLong(index, maxLineBytes);
    return lines;
  };
  const finish = (): ScannedLine[] => {
    if (start === end) return [];
    const line = scan(start, end);
    start = searched = end;
    return [line];
  };
  return { take, finish, bytes };
}

function isParsed(bytes: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
    return true;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return false;
    throw error;
  }
}

function tooLong(index: number, maxBytes: number): PermafrostError {
  const state = `it has more than ${maxBytes} bytes; read it in pages`;
  return new PermafrostError("vault-request", `Cannot search record ${index}: ${state}`, { at: `record ${index}` });
}
