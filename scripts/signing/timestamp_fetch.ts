/** Asks a timestamp authority over HTTP (RFC 3161 section 3.4). @module */
import { PermafrostError } from "../../kernel/error.ts";

/** The largest request or answer, in bytes. */
export const MAX_TIMESTAMP_BYTES = 262_144;

/** How patient to be, and what ends it. */
export interface FetchOptions {
  /** Milliseconds from the connection to the last byte; 30,000 when absent. */
  readonly timeoutMs?: number;
  /** Ends it; its reason is thrown. */
  readonly signal?: AbortSignal;
}

/**
 * Reads the address of an authority: `https:` or `http:` (a token proves itself, and the request shows no more than
 * a digest), whole, without credentials or a fragment. `object` stands for it in messages.
 *
 * @throws {PermafrostError} `usage`.
 */
export function readAuthorityAddress(text: string, object: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = /^https?:\/\/[^/\s\\\p{Cc}@][^\s\\\p{Cc}]*$/iu.test(text) && url?.username === "" &&
    url.password === "";
  if (url !== null && isPlain && !text.includes("#")) return url;
  const message = `Cannot use ${object}: it is no plain address; write https://host/path, without credentials`;
  throw new PermafrostError("usage", message, { at: "--tsa" });
}

/**
 * Posts a request and gives the answer's bytes, unread. Follows no redirect, sends no credentials, takes at most
 * 256 KiB, and wants status 200, the type `application/timestamp-reply` and no encoding.
 *
 * @throws {PermafrostError} `timestamp-invalid` for another answer; `publication-unreachable`; `publication-timeout`.
 */
export async function fetchTimestamp(
  address: URL,
  request: Uint8Array<ArrayBuffer>,
  options: FetchOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const { timeoutMs = 30_000, signal: outer } = options;
  const clock = new AbortController();
  const late = new PermafrostError(
    "publication-timeout",
    `Cannot ask the authority: it takes more than ${timeoutMs} ms`,
  );
  const timer = setTimeout(() => clock.abort(late), timeoutMs);
  const signal = AbortSignal.any([clock.signal, ...(outer ? [outer] : [])]);
  const refuse = (state: string): never => {
    throw new PermafrostError("timestamp-invalid", `Cannot use the authority's answer: ${state}`);
  };
  // Straight to loopback, whatever proxy the environment names; anything else goes through that.
  const { protocol, hostname, port } = address, isLoopback = /^(localhost|\[::1\]|127(\.\d+){3})$/.test(hostname);
  const direct = { proxy: { transport: "tcp", hostname, port: Number(port || 80) } } as const;
  using client = Deno.createHttpClient(protocol === "http:" && isLoopback ? direct : {});
  try {
    const response = await fetch(address, {
      method: "POST",
      body: request,
      headers: {
        "content-type": "application/timestamp-query",
        "accept": "application/timestamp-reply",
        "accept-encoding": "identity",
      },
      ...{ client, signal, redirect: "manual", credentials: "omit" },
    });
    try {
      const { status, headers } = response, type = headers.get("content-type") ?? "";
      const encoding = headers.get("content-encoding") ?? "identity", length = headers.get("content-length") ?? "0";
      if (status >= 300 && status < 400) refuse("it sends elsewhere (a redirect), which is not followed");
      if (status !== 200) refuse(`its status is ${status}`);
      if (!/^application\/timestamp-reply *(;|$)/i.test(type)) refuse("its type is not application/timestamp-reply");
      if (encoding.toLowerCase() !== "identity") refuse("it is encoded");
      if (!(Number(length) <= MAX_TIMESTAMP_BYTES)) refuse(`it is larger than ${MAX_TIMESTAMP_BYTES} bytes`);
      const pieces: Uint8Array[] = [];
      let bytes = 0;
      for await (const piece of response.body ?? []) {
        bytes += piece.length;
        if (bytes > MAX_TIMESTAMP_BYTES) refuse(`it is larger than ${MAX_TIMESTAMP_BYTES} bytes`);
        pieces.push(piece);
      }
      return new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer());
    } finally {
      await response.body?.cancel().catch(() => {}); // lets go of the connection, whatever was left of it
    }
  } catch (cause) {
    if (cause instanceof PermafrostError) throw cause;
    if (signal.aborted) throw signal.reason;
    const message = "Cannot ask the authority: it cannot be reached, or breaks off";
    throw new PermafrostError("publication-unreachable", message, { cause });
  } finally {
    clearTimeout(timer);
  }
}
