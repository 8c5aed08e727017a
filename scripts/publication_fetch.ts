/** One published file over HTTP(S): judged while it comes, within bounds. @module */
import { createHash } from "node:crypto";
import { type ErrorCode, PermafrostError } from "../kernel/error.ts";
import type { Finding, FindingCode } from "../kernel/finding.ts";
import type { JsonValue } from "../kernel/json_value.ts";
import type { PublicationOrigin } from "./publication_address.ts";

/** How patient fetching is; every bound is a whole number of 1 or more. */
export interface PublicationBounds {
  /** Milliseconds for one file, from its request to its last byte; 10,000 when absent. */
  readonly requestTimeoutMs?: number;
  /** Milliseconds for all files; 120,000 when absent. */
  readonly totalTimeoutMs?: number;
  /** Milliseconds of silence, before the headers or between two pieces of a body; 5,000 when absent. */
  readonly idleTimeoutMs?: number;
  /** Files fetched at the same time; 4 when absent. */
  readonly concurrency?: number;
}

/** One file to fetch. */
export interface FetchTarget {
  /** Its path, for findings and errors. */
  readonly path: string;
  /** Its whole address. */
  readonly url: string;
  /** Its frozen size; null when that is not known, as of a manifest. */
  readonly bytes: number | null;
  /** The largest size that is taken where none is known. */
  readonly maxBytes?: number;
}

/** What came of one file: its size and SHA-256, or a finding. */
export type Fetched = Readonly<{ bytes: number; sha256: string }> | Finding;

/** Fetches with one client and one clock; ends what is under way when it is disposed of. */
export interface FetchSession extends Disposable {
  /** Fetches and judges one file. `take` gets each piece of the body in order, and keeps none of them as they are.
   * @throws {PermafrostError} `publication-unreachable`, `publication-timeout`, `file-too-large` beyond `maxBytes`, and
   * what `take` throws. */
  readonly fetch: (target: FetchTarget, take?: (piece: Uint8Array) => void) => Promise<Fetched>;
  /** Does one thing for each item, several at a time; the first failure stops the others and is thrown. */
  readonly each: <T>(items: readonly T[], work: (item: T) => Promise<void>) => Promise<void>;
}

const DEFAULTS = { requestTimeoutMs: 10_000, totalTimeoutMs: 120_000, idleTimeoutMs: 5_000, concurrency: 4 };

function refuse(code: ErrorCode, object: string, state: string, options?: { at?: string; cause?: unknown }) {
  return new PermafrostError(code, `Cannot fetch ${object}: ${state}`, options);
}

/** Makes a finding about a published file, of the frozen and the served side. */
export function differ(code: FindingCode, at: string, sides: { expected: JsonValue; observed: JsonValue }): Finding {
  const { expected, observed } = sides;
  return { code, at, expected, observed };
}

/** Shortens what a server wrote, and percent-encodes in it what could steer a terminal. */
function showHeader(value: string): string {
  return value.slice(0, 1000).replace(/[^\x20-\x7e]/g, escape);
}

/** Judges the status and the headers; null when the body is worth reading. */
function judgeHead({ path, bytes, maxBytes = Infinity }: FetchTarget, { status, headers }: Response): Finding | null {
  if (status >= 300 && status < 400 && status !== 304) {
    const location = headers.has("location") ? showHeader(headers.get("location") ?? "") : null;
    return differ("published-redirect", path, { expected: { status: 200 }, observed: { status, location } });
  }
  const code = status === 404 || status === 410 ? "published-missing" : "published-status";
  if (status !== 200) return differ(code, path, { expected: { status: 200 }, observed: { status } });
  const codings = `${headers.get("content-encoding") ?? ""},${headers.get("transfer-encoding") ?? ""}`;
  const encoded = codings.toLowerCase().split(/[\s,]+/).filter((name) => !/^(identity|chunked)?$/.test(name));
  if (encoded.length > 0) {
    return differ("published-encoding", path, { expected: "identity", observed: showHeader(encoded.join(", ")) });
  }
  // RFC 9112 section 6.3: Transfer-Encoding overrides Content-Length. What is unclear is left to the count.
  const declared = headers.has("transfer-encoding") ? "" : headers.get("content-length") ?? "";
  if (!/^\d{1,15}$/.test(declared) || Number(declared) === bytes) return null;
  if (bytes !== null) {
    return differ("published-size", path, { expected: { bytes }, observed: { contentLength: Number(declared) } });
  }
  if (Number(declared) > maxBytes) throw tooLarge(path, maxBytes);
  return null;
}

function tooLarge(path: string, maxBytes: number): PermafrostError {
  return refuse("file-too-large", path, `it is larger than ${maxBytes} bytes`, { at: path });
}

/** Aborts with a timeout; the caller clears it. */
function startTimer(clock: AbortController, timeoutMs: number, object: string, at?: { at: string }) {
  const state = `the server takes more than ${timeoutMs} ms; try again, or raise the bound`;
  return setTimeout(() => clock.abort(refuse("publication-timeout", object, state, at)), timeoutMs);
}

type Wire = { client: Deno.HttpClient; limits: Required<PublicationBounds>; stop: AbortSignal };

/** Timers and request are over when it settles. */
async function fetchOne(
  target: FetchTarget,
  { client, limits, stop, take }: Wire & { take: (piece: Uint8Array) => void },
): Promise<Fetched> {
  const { path: at, url, bytes, maxBytes = Infinity } = target;
  const clock = new AbortController();
  const whole = startTimer(clock, limits.requestTimeoutMs, at, { at });
  let idle = startTimer(clock, limits.idleTimeoutMs, at, { at });
  const signal = AbortSignal.any([stop, clock.signal]);
  // Deno decompresses only what it asked for itself. Caches on the way are told to look again.
  const headers = { "accept-encoding": "identity", "cache-control": "no-cache" };
  try {
    const response = await fetch(url, { client, headers, signal, redirect: "manual", credentials: "omit" });
    try {
      const early = judgeHead(target, response);
      if (early !== null) return early;
      const hash = createHash("sha256");
      let count = 0;
      for await (const piece of response.body ?? []) {
        clearTimeout(idle);
        idle = startTimer(clock, limits.idleTimeoutMs, at, { at });
        count += piece.length;
        if (bytes !== null && !(count <= bytes)) {
          return differ("published-size", at, { expected: { bytes }, observed: { atLeastBytes: bytes + 1 } });
        }
        if (!(count <= maxBytes)) throw tooLarge(at, maxBytes);
        hash.update(piece);
        take(piece);
      }
      if (bytes !== null && count < bytes) {
        return differ("published-size", at, { expected: { bytes }, observed: { bytes: count } });
      }
      return { bytes: count, sha256: hash.digest("hex") };
    } finally {
      await response.body?.cancel().catch(() => {}); // lets go of the connection now, whatever was left of it
    }
  } catch (cause) {
    if (signal.aborted) throw signal.reason;
    if (cause instanceof PermafrostError) throw cause;
    const state = `the server cannot be reached or breaks off; look at ${url}`;
    throw refuse("publication-unreachable", at, state, { at, cause });
  } finally {
    clearTimeout(whole);
    clearTimeout(idle);
  }
}

/**
 * Opens what fetches from one origin. Follows no redirect, sends no credentials, and takes a body that is encoded,
 * though only plain bytes were asked for, for a finding, whatever is inside. `http:` goes straight to loopback, `https:`
 * through the environment's proxy, if any.
 *
 * @param options `signal` stops it; its reason is thrown.
 * @throws {PermafrostError} `usage` for a bound that is out of range.
 */
export function openSession(
  { href, hostname, port }: PublicationOrigin,
  options: { readonly bounds?: PublicationBounds | undefined; readonly signal?: AbortSignal | undefined } = {},
): FetchSession {
  const limits = { ...DEFAULTS, ...options.bounds };
  // Without a lane nothing would be compared; a timer beyond 2^31 - 1 ms would fire at once.
  if (!Object.values(limits).every((bound) => Number.isInteger(bound) && bound > 0 && bound < 2 ** 31)) {
    throw refuse("usage", "the published files", "a bound is not a whole number from 1 to 2^31 - 1");
  }
  const clock = new AbortController();
  const stop = AbortSignal.any([clock.signal, ...(options.signal ? [options.signal] : [])]);
  // This connects straight to the one host that http: may name. It would leave TLS out, so it is not for https:.
  const direct = { proxy: { transport: "tcp", hostname, port } } as const;
  const client = Deno.createHttpClient(href.startsWith("http:") ? direct : {});
  const total = startTimer(clock, limits.totalTimeoutMs, `from ${href}`);
  return {
    fetch: (target, take = () => {}) => fetchOne(target, { client, limits, stop, take }),
    each: async (items, work) => {
      const waiting = items.values();
      const runLane = async (): Promise<void> => {
        for (const item of waiting) await work(item);
      };
      const lanes = Array.from({ length: Math.min(limits.concurrency, items.length) }, runLane);
      await Promise.all(lanes.map((lane) => lane.catch((error) => clock.abort(error))));
      stop.throwIfAborted();
    },
    [Symbol.dispose]: () => {
      clearTimeout(total);
      client.close();
    },
  };
}
