/** Asking a server: over its network, or from the record of an earlier exchange. Both judge answers alike, so that the
 * record leads to what the network led to. @module */
import { PermafrostError } from "../../../kernel/error.ts";
import { type Attempt, attemptPost } from "./attempt.ts";
import { readCompletion, type Turn } from "./completion.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Exchange, ExchangeWriter } from "./exchange_log.ts";
import { ASK_BOUNDS, type AskBounds, delayBefore, isWorthAnother } from "./retries.ts";
import { redactor } from "./secret.ts";

/** What came of asking: a turn, or why there is none. */
export type Answer =
  | { readonly turn: Turn; readonly latency_ms: number; readonly requests: number }
  | { readonly failed: string; readonly requests: number };

/** Asks with a body. */
export type Ask = (body: string) => Promise<Answer>;

/** How a network is asked. */
export interface NetworkOptions {
  /** The key; null: none. */ readonly key: string | null;
  /** Is told of every request. */ readonly log: ExchangeWriter;
  /** A clock in milliseconds. */ readonly nowMs: () => number;
  /** Milliseconds since 1970, for dates in `Retry-After`. */ readonly dateMs?: () => number;
  /** Waits, in milliseconds. */ readonly sleep?: (ms: number) => Promise<void>;
  /** How often and how long. */ readonly bounds?: Partial<AskBounds>;
}

/** Asks a server, again where that may help, within bounds. A request that is made again is no step of an episode. */
export function networkAsk(endpoint: Endpoint, options: NetworkOptions): Ask {
  const { key, log, nowMs, dateMs = Date.now, sleep = wait } = options, bounds = { ...ASK_BOUNDS, ...options.bounds };
  const redact = redactor(key);
  let turn = -1;
  return async (request) => {
    const began = nowMs();
    turn++;
    for (let made = 1;; made++) {
      const timeoutMs = Math.max(1, Math.min(bounds.timeoutMs, bounds.totalMs - (nowMs() - began)));
      const attempt = await attemptPost(endpoint, request, {
        key,
        redact,
        timeoutMs,
        maxBytes: bounds.maxBytes,
        nowMs,
      });
      log.add({ turn, made, request, attempt });
      if (!isWorthAnother(attempt) || made >= bounds.attempts) return answerOf(attempt, { made });
      const delay = delayBefore(attempt, { made, bounds, dateMs: dateMs() });
      if (nowMs() - began + delay >= bounds.totalMs) return answerOf(attempt, { made });
      await sleep(delay);
    }
  };
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Answers from the record of an exchange, without a network.
 * @throws {PermafrostError} record-invalid, when asked: a request is not the recorded one, or the record ends. */
export function recordedAsk({ entries }: Pick<Exchange, "entries">, { at }: { at: string }): Ask {
  let next = 0, turn = -1;
  return (body) => {
    const from = next;
    turn++;
    while (next < entries.length && entries[next]!.turn === turn) next++;
    const asked = entries.slice(from, next), last = asked.at(-1);
    const refuse = (state: string): PermafrostError =>
      new PermafrostError("record-invalid", `Cannot replay ${at}: question ${turn} ${state}`, { at: `${at}#/${turn}` });
    if (last === undefined) throw refuse("is not in it");
    if (asked.some(({ request }) => request !== body)) throw refuse("is not the one that was asked");
    return Promise.resolve(answerOf(last.attempt, { made: asked.length }));
  };
}

/** What the last attempt comes to. */
function answerOf(attempt: Attempt, { made }: { made: number }): Answer {
  const { status, failure, body, latency_ms } = attempt, requests = made;
  const fail = (state: string): Answer => ({ failed: made === 1 ? state : `${state}, ${made} times asked`, requests });
  if (failure !== null) return fail(FAILURES[failure]);
  if (status! >= 300 && status! <= 399) return fail(`the server redirects (${status}), which is not followed`);
  if (status !== 200) return fail(`the server answers ${status}`);
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(attempt.headers["content-type"] ?? "")) {
    return fail("the answer is not of the content type application/json");
  }
  const turn = readCompletion(body ?? "");
  return turn === null ? fail("the answer is no chat completion") : { turn, latency_ms, requests };
}

const FAILURES: Readonly<Record<NonNullable<Attempt["failure"]>, string>> = {
  connection: "the server cannot be reached, or breaks off",
  timeout: "the server is too slow",
  too_large: "the answer is larger than the bound",
  not_utf8: "the answer is not UTF-8",
};
