/** When a request is made again, and how long after. @module */
import type { Attempt } from "./attempt.ts";

/** Bounds on asking once: how often, and how long. */
export interface AskBounds {
  /** The most requests. */ readonly attempts: number;
  /** The wait before the second request, in milliseconds; it doubles from then on. */ readonly firstDelayMs: number;
  /** The longest wait that is not asked for by the server, in milliseconds. */ readonly maxDelayMs: number;
  /** All requests and waits together, in milliseconds. */ readonly totalMs: number;
  /** One request, in milliseconds. */ readonly timeoutMs: number;
  /** The most bytes of an answer. */ readonly maxBytes: number;
}

/** The bounds of asking a model or a judge. */
export const ASK_BOUNDS: AskBounds = {
  ...{ attempts: 6, firstDelayMs: 500, maxDelayMs: 30_000, totalMs: 900_000, timeoutMs: 300_000 },
  maxBytes: 8 * 1024 * 1024,
};

const AGAIN = [408, 425, 429];
const SECONDS = /^[0-9]{1,9}$/;

/** Whether an attempt is one that may go better the next time: no answer, too late, too many requests, or a fault of the
 * server. A redirect, any other refusal, and an answer that is too large are not. */
export function isWorthAnother({ status, failure }: Attempt): boolean {
  if (failure !== null) return failure === "connection" || failure === "timeout";
  return status !== null && (AGAIN.includes(status) || (status >= 500 && status <= 599));
}

/** The wait before the next attempt, in milliseconds: what `Retry-After` says (RFC 9110, section 10.2.3, seconds or a
 * date), and else one that doubles.
 * @param options `made`: attempts so far; `dateMs`: now, in milliseconds since 1970. */
export function delayBefore(
  attempt: Attempt,
  { made, bounds, dateMs }: { made: number; bounds: AskBounds; dateMs: number },
): number {
  const said = attempt.headers["retry-after"]?.trim() ?? "";
  if (SECONDS.test(said)) return 1000 * Number(said);
  const date = /[A-Za-z]{3}/.test(said) ? Date.parse(said) : NaN;
  if (!Number.isNaN(date)) return Math.max(0, date - dateMs);
  return Math.min(bounds.maxDelayMs, bounds.firstDelayMs * 2 ** (made - 1));
}
