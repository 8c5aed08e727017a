/** JSON Lines of records in, a line out for each, bad lines in their place. @module */
import { PermafrostError } from "../kernel/error.ts";
import type { JsonValue } from "../kernel/json_value.ts";
import type { ByteSource } from "./byte_lines.ts";
import { errorLine, type LineError, mapLines, MAX_LINE_BYTES, parseLine, type RawLine } from "./json_lines.ts";

/** How records are read. */
export interface RecordLineOptions {
  /** The most bytes of a line, its line end not counted; {@linkcode MAX_LINE_BYTES} when left out. */
  readonly maxLineBytes?: number;
  /** Is told of each bad line when it is met, before its place in the output is written. */
  readonly onBad?: (bad: LineError) => void;
}

/** What a tool makes of its records. */
export interface RecordTool {
  /** Makes the text for a record, without a line end; throws a PermafrostError where the value is none. */
  readonly toText: (value: JsonValue) => string;
  /** Names what a refused value is instead, and what to give; null where it cannot tell. */
  readonly explain: (value: JsonValue) => string | null;
  /** What to give instead of a document that goes over several lines. */
  readonly advice: string;
}

/** How many lines there were. */
export interface LineCounts {
  /** Lines read. */
  readonly lines: number;
  /** Lines that could not be read. */
  readonly bad: number;
}

/** A first line that begins an array or object and does not end it. */
const OPENING = /^\s*[[{](?!.*[\]}]\s*$)/s;

/**
 * Makes a line of each record. A line that is no strict JSON (empty, a repeated key, half of a surrogate pair, too
 * long) or that the tool refuses becomes `{"line":N,"error":{"code","message"}}` in its place, and the stream goes on.
 *
 * @param source The bytes, lines ending in LF or CRLF; cancelled when the caller stops early.
 * @param options The tool, and how to read.
 * @returns Pieces of the output as `mapLines` gives them; at last the counts.
 */
export async function* recordLines(
  source: ByteSource,
  options: RecordLineOptions & { readonly tool: RecordTool },
): AsyncGenerator<string, LineCounts> {
  const { maxLineBytes = MAX_LINE_BYTES, onBad, tool } = options;
  let bad = 0;
  const toText = (raw: RawLine, line: number): string => {
    let value: JsonValue | undefined;
    try {
      value = parseLine(raw, maxLineBytes);
      return tool.toText(value);
    } catch (thrown) {
      if (!(thrown instanceof PermafrostError)) throw thrown;
      bad++;
      const state = value === undefined ? startOfDocument(raw, { line, tool, thrown }) : tool.explain(value);
      const error = state === null ? thrown : new PermafrostError(thrown.code, `Cannot read the line: ${state}`);
      const outcome = errorLine(line, error);
      onBad?.(outcome);
      return JSON.stringify(outcome);
    }
  };
  const lines = yield* mapLines(source, { maxLineBytes, toText });
  return { lines, bad };
}

function startOfDocument(
  raw: RawLine,
  { line, tool, thrown }: { line: number; tool: RecordTool; thrown: PermafrostError },
): string | null {
  const isStart = line === 1 && typeof raw === "string" && thrown.code === "json-syntax" && OPENING.test(raw);
  return isStart ? `it is the start of a document over several lines; ${tool.advice}` : null;
}
