/** The right invoices of `permafrost fence --gold`: one for all lines, or one a line. @module */
import { type Invoice, isInvoice } from "../experiments/fence-v1/score.ts";
import { PermafrostError } from "../kernel/error.ts";
import { parseStrictBytes } from "../kernel/json_decode.ts";
import type { JsonValue } from "../kernel/json_value.ts";
import { byteLines } from "./byte_lines.ts";

/** The most bytes that one gold record may have. */
export const MAX_GOLD_BYTES = 1_048_576;

/** Gives the right invoice of each line in turn. */
export interface GoldSource {
  /**
   * The invoice of the next line; undefined where the records have run out.
   *
   * @throws {PermafrostError} json-* or gold-invalid: this line's record is bad; the next can be asked for.
   */
  readonly next: () => Promise<Invoice | undefined>;
  /** Whether records are left over; false when one invoice serves every line. */
  readonly hasMore: () => Promise<boolean>;
}

/**
 * Opens gold records: a single JSON value, over one line or many, is the invoice of every line; JSON Lines of
 * two or more are one invoice a line, read as they are asked for, in constant memory.
 *
 * @param source The bytes, UTF-8.
 * @returns The invoices in turn.
 * @throws {PermafrostError} gold-invalid, when it is neither: the first line is not a whole JSON value, and the
 * text is not one either, or the only value is no invoice; json-too-large.
 */
export async function openGold(source: ReadableStream<Uint8Array>): Promise<GoldSource> {
  const lines = lineReader(source);
  const first = await lines.next();
  if (first === undefined) {
    throw new PermafrostError("gold-invalid", "Cannot read the gold record: it is empty");
  }
  if (!isWholeValue(first)) return single(await restOf(first, lines.next));
  if ((await lines.peek()) === undefined) return single(first);
  let waiting: Uint8Array | null | undefined = first;
  return {
    next: async () => {
      const line = waiting === undefined ? await lines.next() : waiting;
      waiting = undefined;
      return line === undefined ? undefined : readInvoice(line);
    },
    hasMore: async () => waiting !== undefined || (await lines.peek()) !== undefined,
  };
}

type Line = Uint8Array | null;

function lineReader(source: ReadableStream<Uint8Array>): {
  readonly next: () => Promise<Line | undefined>;
  readonly peek: () => Promise<Line | undefined>;
} {
  const batches = byteLines(source, MAX_GOLD_BYTES);
  let batch: readonly Line[] = [];
  let at = 0;
  const peek = async (): Promise<Line | undefined> => {
    while (at === batch.length) {
      const { done, value } = await batches.next();
      if (done) return undefined;
      [batch, at] = [value, 0];
    }
    return batch[at];
  };
  const next = async (): Promise<Line | undefined> => {
    const line = await peek();
    if (line !== undefined) at++;
    return line?.slice() ?? line;
  };
  return { next, peek };
}

function single(text: Line): GoldSource {
  let invoice: Invoice;
  try {
    invoice = readInvoice(text);
  } catch (cause) {
    const state = cause instanceof Error ? cause.message : String(cause);
    throw new PermafrostError("gold-invalid", `Cannot use the gold record: ${state}`, { cause });
  }
  return { next: () => Promise.resolve(invoice), hasMore: () => Promise.resolve(false) };
}

function isWholeValue(line: Line): boolean {
  try {
    parse(line);
    return true;
  } catch {
    return false;
  }
}

function parse(line: Line): JsonValue {
  if (line !== null) return parseStrictBytes(line, { maxBytes: MAX_GOLD_BYTES });
  throw new PermafrostError(
    "json-too-large",
    `Cannot read a gold record: it exceeds ${MAX_GOLD_BYTES} bytes`,
  );
}

function readInvoice(line: Line): Invoice {
  const value = parse(line);
  if (isInvoice(value)) return value;
  throw new PermafrostError(
    "gold-invalid",
    "Cannot use a gold record: it needs exactly the six fields, each a nonempty string or null, and review_fields",
  );
}

/** The whole text from `first` on; null where it is longer than one record may be. */
async function restOf(first: Line, next: () => Promise<Line | undefined>): Promise<Line> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for (let line: Line | undefined = first; line !== undefined; line = await next()) {
    bytes += (line?.length ?? MAX_GOLD_BYTES) + 1;
    if (line === null || bytes > MAX_GOLD_BYTES) return null;
    parts.push(line, NEWLINE);
  }
  return new Uint8Array(await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}

const NEWLINE: Uint8Array = new Uint8Array([0x0a]);
