/** One request to a server and what became of it, bounded in time and size. @module */
import type { JsonValue } from "../../../kernel/json_value.ts";
import type { Endpoint } from "./endpoint.ts";

/** What became of a request. */
export interface Attempt {
  /** The status of the answer; null: there was none. */ readonly status: number | null;
  /** Those headers of the answer that say something about it. */ readonly headers: { readonly [name: string]: string };
  /** The answer's text, without the key; null: none, or not all of it. */ readonly body: string | null;
  /** Why there is no whole answer; null: there is. */ readonly failure: AttemptFailure | null;
  /** Milliseconds until the answer was there. */ readonly latency_ms: number;
}

/** Why a request has no whole answer. */
export const ATTEMPT_FAILURES = ["connection", "timeout", "too_large", "not_utf8"] as const;
/** One of {@linkcode ATTEMPT_FAILURES}. */
export type AttemptFailure = typeof ATTEMPT_FAILURES[number];

/** How a request is made. */
export interface AttemptOptions {
  /** The key; null: none. */ readonly key: string | null;
  /** Takes the key out of a text. */ readonly redact: (text: string) => string;
  /** How long the whole answer may take, in milliseconds. */ readonly timeoutMs: number;
  /** The most bytes of an answer. */ readonly maxBytes: number;
  /** A clock in milliseconds. */ readonly nowMs: () => number;
}

const KEPT_HEADERS = ["content-type", "location", "retry-after", "x-request-id", "openai-processing-ms"];
const HEADER_LENGTH = 1000;

/** Posts a body. A redirect is an answer like any other and is not followed. Never rejects: what goes wrong is said. */
export async function attemptPost({ url }: Endpoint, body: string, options: AttemptOptions): Promise<Attempt> {
  const { key, redact, timeoutMs, maxBytes, nowMs } = options, began = nowMs(), abort = new AbortController();
  let status: number | null = null, headers: { [name: string]: string } = {}, isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    abort.abort();
  }, timeoutMs);
  const done = (failure: AttemptFailure | null, text: string | null): Attempt => ({
    ...{ status, headers, body: text, failure, latency_ms: Math.max(0, Math.trunc(nowMs() - began)) },
  });
  try {
    const response = await fetch(url, {
      ...{ method: "POST", redirect: "manual", signal: abort.signal, body },
      headers: {
        ...{ "content-type": "application/json", accept: "application/json", "accept-encoding": "identity" },
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      },
    });
    status = response.status, headers = headersOf(response, redact);
    const bytes = await readAll(response, maxBytes);
    if (bytes === null) return done("too_large", null);
    const text = textOf(bytes);
    return text === null ? done("not_utf8", null) : done(null, redact(text));
  } catch { // the words of what is thrown name addresses, and say no more
    return done(isLate ? "timeout" : "connection", null);
  } finally {
    clearTimeout(timer);
    abort.abort();
  }
}

function headersOf(response: Response, redact: (text: string) => string): { [name: string]: string } {
  const kept = KEPT_HEADERS.map((name): [string, string | null] => [name, response.headers.get(name)]);
  return Object.fromEntries(
    kept.flatMap(([name, value]) =>
      value === null ? [] : [[name, redact(value).slice(0, HEADER_LENGTH).toWellFormed()]]
    ),
  );
}

/** All bytes of an answer; null: there are more than may be. */
async function readAll(response: Response, maxBytes: number): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > maxBytes) return null; // leaving the loop cancels the stream
    parts.push(part);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** An attempt as JSON, for a record. */
export function attemptJson({ status, headers, body, failure, latency_ms }: Attempt): { [key: string]: JsonValue } {
  return { status, headers: { ...headers }, body, failure, latency_ms };
}
