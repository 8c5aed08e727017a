/** The core of `permafrost fence`: JSON Lines of model outputs in, one JSON line for each out. @module */
import { type CandidateMode, type CandidateReason, normalizeCandidate } from "../experiments/fence-v1/normalize.ts";
import { type Score, scoreResponse } from "../experiments/fence-v1/score.ts";
import { PermafrostError } from "../kernel/error.ts";
import { isJsonObject, type JsonValue } from "../kernel/json_value.ts";
import type { ByteSource } from "./byte_lines.ts";
import type { GoldSource } from "./fence_gold.ts";
import { errorLine, type LineError, mapLines, MAX_LINE_BYTES, parseLine, type RawLine } from "./json_lines.ts";

/** How lines are read. */
export interface FenceLineOptions {
  /** The field that holds the model's output where a line is an object; `text` when left out. */
  readonly field?: string;
  /** The right invoices; without them nothing is scored. */
  readonly gold?: GoldSource;
  /** The most bytes of a line, its line end not counted; {@linkcode MAX_LINE_BYTES} when left out. */
  readonly maxLineBytes?: number;
}

/** What one line gave: the candidate or why there is none, and its score where there is a gold record. */
export interface FenceLineOutcome {
  /** The number of the line, from 1. */
  readonly line: number;
  /** How the candidate stood, or null. */
  readonly mode: CandidateMode | null;
  /** The exact candidate, or null. */
  readonly candidate: string | null;
  /** Why there is no candidate, or null. */
  readonly reason: CandidateReason | null;
  /** The score of the candidate; of no text at all where there is none. */
  readonly score?: Score;
}

/** What a whole stream gave. */
export interface FenceLineCounts {
  /** Lines read. */
  readonly lines: number;
  /** Lines with a candidate. */
  readonly framed: number;
  /** Lines whose candidate was accepted. */
  readonly accepted: number;
  /** Errors written: lines that could not be read, and one for gold records left over. */
  readonly bad: number;
}

/**
 * Frames, and scores where `gold` is given, each line of a stream of JSON Lines. A line is a JSON string, or an
 * object whose `field` holds the output, of any type. A line that is not, or is no strict JSON (empty, with a
 * byte order mark, a repeated key, not UTF-8, too long), becomes an error in its place, and the stream goes on.
 * Memory is bounded by one chunk, one line and 64 KiB of output.
 *
 * @param source The bytes, lines ending in LF or CRLF; cancelled when the caller stops early.
 * @param options How to read.
 * @returns Pieces of the output, each whole lines that end in LF, in the order of the input, no later than the
 * chunk that ended the line; at last the counts (the return value, which `for await` drops).
 */
export async function* fenceLines(
  source: ByteSource,
  options: FenceLineOptions = {},
): AsyncGenerator<string, FenceLineCounts> {
  const counts = { lines: 0, framed: 0, accepted: 0, bad: 0 };
  const { maxLineBytes = MAX_LINE_BYTES } = options;
  counts.lines = yield* mapLines(source, {
    maxLineBytes,
    toText: async (raw, line) => {
      const outcome = await readLine(line, { raw, ...options, maxLineBytes });
      if ("error" in outcome) counts.bad++;
      else if (outcome.mode !== null) counts.framed++;
      if ("score" in outcome && outcome.score?.accepted) counts.accepted++;
      return JSON.stringify(outcome);
    },
  });
  if (await options.gold?.hasMore()) {
    counts.bad++;
    const left = new PermafrostError(
      "gold-unpaired",
      "Cannot pair the gold records: there are more of them than lines",
    );
    yield JSON.stringify(errorLine(counts.lines + 1, left)) + "\n";
  }
  return counts;
}

interface LineInput extends FenceLineOptions {
  readonly raw: RawLine;
  readonly maxLineBytes: number;
}

async function readLine(line: number, input: LineInput): Promise<FenceLineOutcome | LineError> {
  const { gold } = input;
  try {
    // A bad line uses up its gold record as a good one does, so that the rest stays paired.
    const invoice = gold === undefined ? null : await settled(gold.next());
    const { mode, text, reason } = normalizeCandidate(readOutput(input));
    if (invoice === null) return { line, mode, candidate: text, reason };
    if ("error" in invoice) throw invoice.error;
    if (invoice.value === undefined) {
      throw new PermafrostError("gold-unpaired", "Cannot score the line: the gold records have run out");
    }
    return { line, mode, candidate: text, reason, score: scoreResponse(invoice.value, text) };
  } catch (error) {
    if (error instanceof PermafrostError) return errorLine(line, error);
    throw error;
  }
}

async function settled<T>(promise: Promise<T>): Promise<{ readonly value: T } | { readonly error: unknown }> {
  try {
    return { value: await promise };
  } catch (error) {
    return { error };
  }
}

function readOutput({ raw, field = "text", maxLineBytes }: LineInput): JsonValue {
  const value = parseLine(raw, maxLineBytes);
  if (typeof value === "string") return value;
  const output = isJsonObject(value) && Object.hasOwn(value, field) ? value[field] : undefined;
  if (output !== undefined) return output;
  throw new PermafrostError(
    "line-shape",
    `Cannot read the line: it is neither a JSON string nor an object with the field ${JSON.stringify(field)}`,
  );
}
