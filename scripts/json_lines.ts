/** The core of the stream tools: JSON Lines in, lines out, in bounded memory, and fast where that is safe. @module */
import { Buffer } from "node:buffer";
import { PermafrostError } from "../kernel/error.ts";
import { parseStrict, parseStrictBytes } from "../kernel/json_decode.ts";
import type { JsonValue } from "../kernel/json_value.ts";
import { type ByteSource, lineBlocks, splitBlock } from "./byte_lines.ts";

/** The most bytes that a line may have, where the caller does not say. */
export const MAX_LINE_BYTES = 1_048_576;
/** The most levels of arrays and objects in a line. */
export const MAX_LINE_DEPTH = 512;

/**
 * A line without its line end (LF or CRLF), as yet unread: its text; its bytes, where it or a line near it may not
 * be UTF-8; null where it is too long.
 */
export type RawLine = string | Uint8Array | null;

/** A line that could not be read, as it stands in the output. */
export interface LineError {
  /** The number of the line, from 1. */
  readonly line: number;
  /** What is wrong with it. */
  readonly error: { readonly code: string; readonly message: string };
}

/** What becomes of the lines. */
export interface MapLinesOptions {
  /** The most bytes of a line, its line end not counted; {@linkcode MAX_LINE_BYTES} when left out. */
  readonly maxLineBytes?: number;
  /**
   * Makes the text for a line, with its number from 1; the text needs no line end. A line of bytes is valid only until
   * this returns, or its promise settles.
   */
  readonly toText: (raw: RawLine, line: number) => string | Promise<string>;
}

const LF = 0x0a;
const FLUSH_LENGTH = 65_536;
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Makes one line of each line of a stream. Memory is bounded by one chunk, one line and 64 KiB of output.
 *
 * @param source The bytes, lines ending in LF or CRLF, the last with or without; cancelled when the caller stops early.
 * @param options What becomes of a line.
 * @returns Pieces of the output, each whole lines that end in LF, in the order of the input, no later than the
 * chunk that ended the line; at last the number of lines (the return value, which `for await` drops).
 */
export async function* mapLines(source: ByteSource, options: MapLinesOptions): AsyncGenerator<string, number> {
  const { maxLineBytes = MAX_LINE_BYTES, toText } = options;
  let count = 0;
  for await (const blocks of lineBlocks(source, maxLineBytes + 2)) { // two bytes more for CR and LF
    let pending = "";
    for (const block of blocks) {
      for (const raw of rawLines(block, maxLineBytes)) {
        const text = toText(raw, ++count);
        pending += (typeof text === "string" ? text : await text) + "\n";
        if (pending.length < FLUSH_LENGTH) continue;
        yield pending;
        pending = "";
      }
    }
    if (pending !== "") yield pending;
  }
  return count;
}

/** The lines of a block of whole lines: decoded all at once, which is several times as fast as one by one. */
function rawLines(block: Uint8Array | null, maxBytes: number): readonly RawLine[] {
  if (block === null) return [null];
  const isEnded = block[block.length - 1] === LF;
  const text = decoder.decode(block);
  if (text.includes("\ufffd")) return splitBlock(block, maxBytes); // so is replaced what is not UTF-8
  const lines: RawLine[] = text.split("\n");
  if (isEnded) lines.pop();
  const ended = lines.length - (isEnded ? 0 : 1); // a CR at the very end ends no line
  for (let at = 0; at < lines.length; at++) {
    let line = lines[at] as string;
    if (at < ended && line.charCodeAt(line.length - 1) === 0x0d) lines[at] = line = line.slice(0, -1);
    if (line.length > maxBytes / 3 && Buffer.byteLength(line) > maxBytes) lines[at] = null; // a unit needs at most 3
  }
  return lines;
}

/**
 * Reads a line as one strict JSON value, as `parseStrict` in kernel/json_decode.ts does, with an equal value or an
 * error of the same code, at 512 levels at most; several times as fast where JSON.stringify writes the very same line
 * again, and somewhat slower than that where the line has blanks between its tokens beside. That is so for most JSON
 * that programs write. Lines with escapes that are not needed (non-ASCII text as `\uXXXX`, `\/`), numbers in another
 * form than ECMAScript's (`1.0`, `1e5`) or keys that look like array indices, out of order, are read by `parseStrict`,
 * which takes 2 to 5 times as long as JSON.parse. Measured by scripts/bench/lines_bench.ts, a whole tool takes 1.3 to
 * 1.6 times as long as a plain pass of JSON.parse and JSON.stringify for compact lines, 2 to 3 times with blanks, and
 * somewhat over 3 times where parseStrict reads.
 *
 * @param raw The line.
 * @param maxBytes The bound that a line of null exceeds, for the message.
 * @returns The value.
 * @throws {PermafrostError} The codes of `parseStrictBytes`; json-too-large for null.
 */
export function parseLine(raw: RawLine, maxBytes: number = MAX_LINE_BYTES): JsonValue {
  if (raw === null) {
    throw new PermafrostError("json-too-large", `Cannot read the line: it exceeds ${maxBytes} bytes`);
  }
  const limits = { maxBytes: Infinity, maxDepth: MAX_LINE_DEPTH };
  if (typeof raw !== "string") return parseStrictBytes(raw, limits);
  return parseFast(raw) ?? parseStrict(raw, limits);
}

/**
 * The value where it is proved: what JSON.stringify writes from a value of plain JSON, parseStrict reads back as that
 * value, unless it holds half of a surrogate pair, which JSON.stringify writes as an escape (`\ud…`), or is too
 * deep; and blanks between tokens mean nothing. So a line that is written again equals what parseStrict would give,
 * whatever JSON.parse made of it: a repeated key, a lost number or a key that V8 confused would have changed the text.
 * Undefined where nothing is proved.
 */
function parseFast(text: string): JsonValue | undefined {
  if (text.includes("\\ud") || isDeeper(text, MAX_LINE_DEPTH)) return undefined;
  try {
    const value: JsonValue = JSON.parse(text);
    const again = JSON.stringify(value);
    return again === text || isSpaced(text, again) ? value : undefined;
  } catch { // no JSON
    return undefined;
  }
}

/** Tells whether a text, which is JSON, is another with blanks (as RFC 8259 has them) between its tokens. */
function isSpaced(text: string, compact: string): boolean {
  if (text.length <= compact.length) return false;
  let [at, isInString] = [0, false];
  for (let next = 0; next < compact.length; next++) {
    const wanted = compact.charCodeAt(next);
    let unit = text.charCodeAt(at++);
    while (unit !== wanted) {
      if (isInString || !isBlank(unit)) return false;
      unit = text.charCodeAt(at++);
    }
    if (unit === 0x22) isInString = !isInString;
    else if (unit === 0x5c && text.charCodeAt(at++) !== compact.charCodeAt(++next)) return false; // an escape
  }
  while (isBlank(text.charCodeAt(at))) at++;
  return at === text.length;
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x09 || unit === 0x0d;
}

/** Tells whether valid JSON has more levels than `maxDepth`. Of other text it may say anything. */
function isDeeper(text: string, maxDepth: number): boolean {
  if (text.length <= 2 * maxDepth || !hasMore(text, maxDepth)) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x22) {
      do at = text.indexOf('"', at + 1); while (at > 0 && isEscaped(text, at));
      if (at < 0) return false;
    } else if (unit === 0x5b || unit === 0x7b) {
      if (++depth > maxDepth) return true;
    } else if (unit === 0x5d || unit === 0x7d) depth--;
  }
  return false;
}

/** Tells whether a text has more than so many brackets that open, those in strings included. */
function hasMore(text: string, openers: number): boolean {
  let left = openers;
  for (const opener of "[{") {
    for (let at = text.indexOf(opener); at >= 0; at = text.indexOf(opener, at + 1)) if (--left < 0) return true;
  }
  return false;
}

function isEscaped(text: string, quote: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(quote - 1 - backslashes) === 0x5c) backslashes++;
  return backslashes % 2 === 1;
}

/** The error that stands in the place of a line. That a place is on line 1 of the line is left out of its message. */
export function errorLine(line: number, { code, message }: PermafrostError): LineError {
  return { line, error: { code, message: message.replace(/^(Cannot read the JSON text at) line 1, /, "$1 ") } };
}
