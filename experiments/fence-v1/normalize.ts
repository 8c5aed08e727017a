/** Takes one Markdown fence off a model's answer, or says why it cannot. No dependency, no repair. @module */

/** How many UTF-8 bytes a raw answer may have, fence and whitespace included; this many is still allowed. */
export const MAX_RAW_BYTES = 8192;

/** How a candidate stood in the raw answer. */
export type CandidateMode = "bare" | "single-fence";

/** Why there is no candidate; when several hold, the first in this order is named. */
export type CandidateReason = "not_string" | "too_large" | "invalid_fence" | "not_single_object";

/** A text that was framed: one top-level `{...}` span. It need not be JSON, that is the scorer's to say. */
export interface FramedCandidate {
  /** True: there is a candidate. */
  readonly ok: true;
  /** Whether it stood alone or inside one fence. */
  readonly mode: CandidateMode;
  /** The exact candidate: the raw answer itself, or the unchanged text between the fence lines. */
  readonly text: string;
  /** Null: nothing was refused. */
  readonly reason: null;
}

/** A raw answer that was refused. */
export interface RefusedCandidate {
  /** False: there is no candidate. */
  readonly ok: false;
  /** Null: nothing was framed. */
  readonly mode: null;
  /** Null: nothing was framed. */
  readonly text: null;
  /** The first reason that holds. */
  readonly reason: CandidateReason;
}

/** What {@linkcode normalizeCandidate} returns. */
export type Candidate = FramedCandidate | RefusedCandidate;

const LF = 0x0a,
  CR = 0x0d,
  TAB = 0x09,
  SPACE = 0x20,
  QUOTE = 0x22,
  BACKSLASH = 0x5c,
  OPEN = 0x7b,
  CLOSE = 0x7d;
const FENCE = "```";

/**
 * Frames the one object of a raw answer: the whole answer when nothing but space, tab, CR and LF stands
 * around one top-level `{...}` span, or what stands between the lines of one Markdown fence when that holds
 * such a span. Nothing is trimmed, repaired, coerced or evaluated, and the text need not be valid JSON.
 *
 * A fence opens with exactly three backticks, with or without `json`, at the first character; it closes
 * with three backticks on a line of their own, then at most one line end. A line end is LF or CRLF.
 *
 * Linear in the length of the answer, which is refused beyond {@linkcode MAX_RAW_BYTES}. Never throws, and
 * runs no code of a value that is not a string.
 *
 * @param raw What the model gave, of any type.
 * @returns The candidate, or the first reason that holds of `not_string`, `too_large`, `invalid_fence` and
 * `not_single_object`.
 */
export function normalizeCandidate(raw: unknown): Candidate {
  if (typeof raw !== "string") return refused("not_string");
  if (!fitsLimit(raw)) return refused("too_large");
  if (!raw.startsWith(FENCE)) return isSingleObject(raw) ? framed("bare", raw) : refused("not_single_object");
  const body = fenceBody(raw);
  if (body === null) return refused("invalid_fence");
  return isSingleObject(body) ? framed("single-fence", body) : refused("not_single_object");
}

/**
 * Tells whether a raw answer may be read at all: a primitive string of at most {@linkcode MAX_RAW_BYTES}
 * bytes of UTF-8. Makes no encoded copy, and never throws.
 *
 * @param raw What the model gave, of any type.
 * @returns True when it is such a string.
 */
export function isEligible(raw: unknown): raw is string {
  return typeof raw === "string" && fitsLimit(raw);
}

function framed(mode: CandidateMode, text: string): Candidate {
  return { ok: true, mode, text, reason: null };
}

function refused(reason: CandidateReason): Candidate {
  return { ok: false, mode: null, text: null, reason };
}

/** Counts UTF-8 bytes without encoding; half a surrogate pair counts three, as U+FFFD in its place would. */
function fitsLimit(raw: string): boolean {
  if (raw.length > MAX_RAW_BYTES) return false; // every code unit takes a byte at least
  let bytes = raw.length;
  for (let i = 0; i < raw.length; i++) {
    const code = raw.charCodeAt(i);
    if (code < 0x80) continue;
    bytes += code < 0x800 ? 1 : 2;
    const paired = code >= 0xd800 && code < 0xdc00 && (raw.charCodeAt(i + 1) & 0xfc00) === 0xdc00;
    if (paired) i++; // four bytes for the two code units
  }
  return bytes <= MAX_RAW_BYTES;
}

/** The text between the lines of the one fence, or null where the fence is not exactly one. */
function fenceBody(raw: string): string | null {
  const label = raw.startsWith("json", FENCE.length) ? FENCE.length + 4 : FENCE.length;
  const start = label + lineEndLength(raw, label);
  if (start === label) return null;
  const close = raw.length - finalLineEndLength(raw, raw.length) - FENCE.length;
  if (!raw.startsWith(FENCE, close)) return null;
  const end = close - finalLineEndLength(raw, close);
  // Both fence lines need a line end of their own: where they would share one, there is no body.
  return end === close || end < start ? null : raw.slice(start, end);
}

function lineEndLength(text: string, at: number): number {
  if (text.charCodeAt(at) === LF) return 1;
  return text.charCodeAt(at) === CR && text.charCodeAt(at + 1) === LF ? 2 : 0;
}

function finalLineEndLength(text: string, end: number): number {
  if (text.charCodeAt(end - 1) !== LF) return 0;
  return text.charCodeAt(end - 2) === CR ? 2 : 1;
}

/** Whether the text is one `{...}` span, braces inside quotes not counted, amid JSON whitespace alone. */
function isSingleObject(text: string): boolean {
  const start = skipWhitespace(text, 0);
  if (text.charCodeAt(start) !== OPEN) return false;
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) i = closingQuote(text, i);
    else if (code === OPEN) depth++;
    else if (code === CLOSE && --depth === 0) return skipWhitespace(text, i + 1) === text.length;
  }
  return false;
}

function skipWhitespace(text: string, from: number): number {
  let i = from;
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code !== SPACE && code !== TAB && code !== LF && code !== CR) break;
  }
  return i;
}

/** The place of the quote that ends the string begun at `from`, or the length of the text. */
function closingQuote(text: string, from: number): number {
  let i = from + 1;
  while (i < text.length && text.charCodeAt(i) !== QUOTE) i += text.charCodeAt(i) === BACKSLASH ? 2 : 1;
  return i;
}
