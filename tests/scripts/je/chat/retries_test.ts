import { assertEquals } from "@std/assert/equals";
import type { Attempt } from "../../../../scripts/je/chat/attempt.ts";
import { ASK_BOUNDS, delayBefore, isWorthAnother } from "../../../../scripts/je/chat/retries.ts";

function attempt(parts: Partial<Attempt>): Attempt {
  return { status: 200, headers: {}, body: "", failure: null, latency_ms: 1, ...parts };
}

const again: [what: string, parts: Partial<Attempt>, isAgain: boolean][] = [
  ...[408, 425, 429, 500, 502, 503, 504, 529].map((status): [string, Partial<Attempt>, boolean] => [
    ...[`status ${status}`, { status }, true] as const,
  ]),
  ...[200, 201, 204, 301, 302, 307, 400, 401, 403, 404, 422].map((status): [string, Partial<Attempt>, boolean] => [
    ...[`status ${status}`, { status }, false] as const,
  ]),
  ["no connection", { status: null, body: null, failure: "connection" }, true],
  ["a connection that broke off", { status: 200, body: null, failure: "connection" }, true],
  ["no answer in time", { status: null, body: null, failure: "timeout" }, true],
  ["an answer too large", { body: null, failure: "too_large" }, false],
  ["an answer that is no text", { body: null, failure: "not_utf8" }, false],
];
for (const [what, parts, isAgain] of again) {
  Deno.test(`isWorthAnother() ${isAgain ? "asks again" : "does not ask again"} after ${what}`, () => {
    assertEquals(isWorthAnother(attempt(parts)), isAgain);
  });
}

const NOW = Date.UTC(2031, 0, 6, 12, 0, 0);
const delays: [said: string | null, made: number, ms: number][] = [
  [null, 1, 500],
  [null, 2, 1000],
  [null, 5, 8000],
  [null, 20, 30_000],
  ["0", 3, 0],
  ["7", 1, 7000],
  ["Mon, 06 Jan 2031 12:00:30 GMT", 1, 30_000],
  ["Mon, 06 Jan 2031 11:00:00 GMT", 1, 0],
  ["soon", 1, 500],
  ["-5", 1, 500],
  ["1.5", 2, 1000],
];
for (const [said, made, ms] of delays) {
  Deno.test(`delayBefore() waits ${ms} ms after attempt ${made} when Retry-After is ${said ?? "not said"}`, () => {
    const headers: Attempt["headers"] = said === null ? {} : { "retry-after": said };
    assertEquals(delayBefore(attempt({ headers }), { made, bounds: ASK_BOUNDS, dateMs: NOW }), ms);
  });
}
