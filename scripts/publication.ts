/** Verification of published bytes over HTTP(S). @module */
import { createHash } from "node:crypto";
import { type ErrorCode, PermafrostError } from "../kernel/error.ts";
import { type Finding, type FindingCode, sortFindings } from "../kernel/finding.ts";
import type { JsonValue } from "../kernel/json_value.ts";
import type { FrozenFile } from "../kernel/manifest.ts";
import { locateFile, readOrigin } from "./publication_address.ts";

/** How patient the check is; every bound is a whole number of 1 or more. */
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

/** What {@linkcode checkPublication} is asked. */
export interface PublicationRequest {
  /** The folder's address as typed: `https://host/folder/`, or `http:` on a loopback host. */
  readonly origin: string;
  /** Every file to compare; the caller adds manifest.json itself. */
  readonly files: readonly FrozenFile[];
  /** The address that the frozen protocol names; null or absent when it names none. */
  readonly allowedOrigin?: string | null;
  /** How patient to be. */
  readonly bounds?: PublicationBounds;
  /** Stops the check; its reason is thrown. */
  readonly signal?: AbortSignal;
}

/** What {@linkcode checkPublication} saw: each file is either in one finding or among the fetched. */
export interface PublicationReport {
  /** What differs, in the order of {@linkcode sortFindings}. */
  readonly findings: Finding[];
  /** The files whose published bytes are the frozen ones, in the order of the request. */
  readonly fetched: (FrozenFile & { readonly url: string })[];
  /** Whether the origin is a loopback address, which shows nothing about what is public. */
  readonly rehearsal: boolean;
}

const DEFAULTS = { requestTimeoutMs: 10_000, totalTimeoutMs: 120_000, idleTimeoutMs: 5_000, concurrency: 4 };

type Target = PublicationReport["fetched"][number];
type Session = { client: Deno.HttpClient; limits: Required<PublicationBounds>; stop: AbortSignal };

function refuse(code: ErrorCode, object: string, state: string, options?: { at?: string; cause?: unknown }) {
  return new PermafrostError(code, `Cannot fetch ${object}: ${state}`, options);
}

function differ(code: FindingCode, at: string, [expected, observed]: [JsonValue, JsonValue]): Finding {
  return { code, at, expected, observed };
}

/** Shortens what a server wrote, and percent-encodes in it what could steer a terminal. */
function showHeader(value: string): string {
  return value.slice(0, 1000).replace(/[^\x20-\x7e]/g, escape);
}

/** Judges the status and the headers; null when the body is worth reading. */
function judgeHead(path: string, bytes: number, { status, headers }: Response): Finding | null {
  if (status >= 300 && status < 400 && status !== 304) {
    const location = headers.has("location") ? showHeader(headers.get("location") ?? "") : null;
    return differ("published-redirect", path, [{ status: 200 }, { status, location }]);
  }
  const code = status === 404 || status === 410 ? "published-missing" : "published-status";
  if (status !== 200) return differ(code, path, [{ status: 200 }, { status }]);
  const codings = `${headers.get("content-encoding") ?? ""},${headers.get("transfer-encoding") ?? ""}`;
  const encoded = codings.toLowerCase().split(/[\s,]+/).filter((name) => !/^(identity|chunked)?$/.test(name));
  if (encoded.length > 0) {
    return differ("published-encoding", path, ["identity", showHeader(encoded.join(", "))]);
  }
  // RFC 9112 section 6.3: Transfer-Encoding overrides Content-Length. What is unclear is left to the count.
  const declared = headers.has("transfer-encoding") ? "" : headers.get("content-length") ?? "";
  if (!/^\d{1,15}$/.test(declared) || Number(declared) === bytes) return null;
  return differ("published-size", path, [{ bytes }, { contentLength: Number(declared) }]);
}

/** Aborts with a timeout; the caller clears it. */
function startTimer(clock: AbortController, timeoutMs: number, object: string, at?: { at: string }) {
  const state = `the server takes more than ${timeoutMs} ms; try again, or raise the bound`;
  return setTimeout(() => clock.abort(refuse("publication-timeout", object, state, at)), timeoutMs);
}

/** Fetches and judges one file, keeping no piece of its body; timers and request are over when it settles. */
async function checkFile(file: Target, { client, limits, stop }: Session): Promise<Finding | null> {
  const { path: at, url, bytes, sha256 } = file;
  const clock = new AbortController();
  const whole = startTimer(clock, limits.requestTimeoutMs, at, { at });
  let idle = startTimer(clock, limits.idleTimeoutMs, at, { at });
  const signal = AbortSignal.any([stop, clock.signal]);
  // Deno decompresses only what it asked for itself. Caches on the way are told to look again.
  const headers = { "accept-encoding": "identity", "cache-control": "no-cache" };
  try {
    const response = await fetch(url, { client, headers, signal, redirect: "manual", credentials: "omit" });
    const early = judgeHead(at, bytes, response);
    if (early !== null) await response.body?.cancel(); // lets go of the connection now, not at the end
    if (early !== null) return early;
    const hash = createHash("sha256");
    let count = 0;
    for await (const piece of response.body ?? []) {
      clearTimeout(idle);
      idle = startTimer(clock, limits.idleTimeoutMs, at, { at });
      count += piece.length;
      if (!(count <= bytes)) return differ("published-size", at, [{ bytes }, { atLeastBytes: bytes + 1 }]);
      hash.update(piece);
    }
    if (count < bytes) return differ("published-size", at, [{ bytes }, { bytes: count }]);
    const digest = hash.digest("hex");
    return digest === sha256 ? null : differ("published-changed", at, [{ sha256 }, { sha256: digest }]);
  } catch (cause) {
    if (signal.aborted) throw signal.reason;
    const state = `the server cannot be reached or breaks off; look at ${url}`;
    throw refuse("publication-unreachable", at, state, { at, cause });
  } finally {
    clearTimeout(whole);
    clearTimeout(idle);
  }
}

/**
 * Fetches every file below an origin and compares it with its frozen size and SHA-256. Refuses, before any
 * request, what {@linkcode readOrigin} refuses, and an origin other than `allowedOrigin`, both normalised; a
 * loopback origin is a rehearsal and may differ. Follows no redirect, sends no credentials, keeps no body, and
 * reads none beyond the frozen size. A body that is encoded, though only plain bytes were asked for, is a finding
 * whatever is inside. `http:` goes straight to loopback, `https:` through the environment's proxy, if any.
 *
 * @returns At most one finding a file; what cannot be told of one file stops the others and is thrown.
 * @throws {PermafrostError} `publication-origin`; `path-invalid` for a path that is malformed or there twice;
 * `publication-unreachable`; `publication-timeout` beyond a bound; `usage` for a bound that is out of range.
 */
export async function checkPublication(request: PublicationRequest): Promise<PublicationReport> {
  const { files, allowedOrigin, signal } = request;
  const limits = { ...DEFAULTS, ...request.bounds };
  // Without a lane nothing would be compared; a timer beyond 2^31 - 1 ms would fire at once.
  if (!Object.values(limits).every((bound) => Number.isInteger(bound) && bound > 0 && bound < 2 ** 31)) {
    throw refuse("usage", "the published files", "a bound is not a whole number from 1 to 2^31 - 1");
  }
  const origin = readOrigin(request.origin, "this origin");
  const { href, hostname, port, loopback } = origin;
  const allowed = readOrigin(allowedOrigin ?? href, "the protocol's publication.origin").href;
  if (!loopback && href !== allowed) {
    const state = `the protocol names ${allowed}; use that, or a loopback server to rehearse`;
    throw refuse("publication-origin", `from ${href}`, state);
  }
  const seen = new Set<string>();
  const targets = files.map(({ path, bytes, sha256 }): Target => {
    if (seen.has(path)) throw refuse("path-invalid", path, "it is listed twice", { at: path });
    seen.add(path);
    return { path, bytes, sha256, url: locateFile(origin, path) };
  });
  const clock = new AbortController();
  const stop = AbortSignal.any([clock.signal, ...(signal ? [signal] : [])]);
  const total = startTimer(clock, limits.totalTimeoutMs, `from ${href}`);
  // This connects straight to the one host that http: may name. It would leave TLS out, so it is not for https:.
  const direct = { proxy: { transport: "tcp", hostname, port } } as const;
  using client = Deno.createHttpClient(href.startsWith("http:") ? direct : {});
  const judged = new Map<Target, Finding | null>();
  const waiting = targets.values();
  const runLane = async () => {
    for (const file of waiting) judged.set(file, await checkFile(file, { client, limits, stop }));
  };
  try {
    const lanes = Array.from({ length: Math.min(limits.concurrency, targets.length) }, runLane);
    await Promise.all(lanes.map((lane) => lane.catch((error) => clock.abort(error))));
    stop.throwIfAborted();
  } finally {
    clearTimeout(total);
  }
  const findings = sortFindings([...judged.values()].filter((finding) => finding !== null));
  return { findings, fetched: targets.filter((file) => judged.get(file) === null), rehearsal: loopback };
}
