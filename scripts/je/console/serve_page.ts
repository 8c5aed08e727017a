/** Serves the console's page on loopback, and nothing else. @module */
import { PermafrostError } from "../../../kernel/error.ts";
import { PAGE, PAGE_POLICY } from "./page_text.ts";

/** A page that is being served. */
export interface ServedPage {
  /** Where: `http://127.0.0.1:port/`. */ readonly url: string;
  /** Stops serving; resolves when the answers under way are finished. */ close(): Promise<void>;
}

/** Serves the page at a port of 127.0.0.1: GET and HEAD of `/`, under the name `127.0.0.1` or `localhost` with that port
 * and no other, so that a name which somebody lets point here (DNS rebinding) gets nothing. Needs the right to listen.
 * @param options `port`: 0 or none: a free one.
 * @throws {PermafrostError} unavailable: the system does not give the port. */
export function servePage({ port = 0 }: { readonly port?: number } = {}): ServedPage {
  let names: readonly string[] = [];
  const answer = (request: Request): Response => {
    if (!names.includes(request.headers.get("host") ?? "")) return refusal(421, "This server has another name");
    if (request.method !== "GET" && request.method !== "HEAD") {
      return refusal(405, "Only GET and HEAD", { allow: "GET, HEAD" });
    }
    if (new URL(request.url).pathname !== "/") return refusal(404, "There is no such page");
    return new Response(request.method === "GET" ? BYTES : null, { headers: PAGE_HEADERS });
  };
  let server: Deno.HttpServer<Deno.NetAddr>;
  try {
    server = Deno.serve({ hostname: "127.0.0.1", port, onListen() {} }, answer);
  } catch (cause) {
    const state = `port ${port} is taken or refused; leave out --port for a free one`;
    throw new PermafrostError("unavailable", `Cannot serve the console: ${state}`, { at: "--port", cause });
  }
  const place = `127.0.0.1:${server.addr.port}`;
  names = [place, `localhost:${server.addr.port}`];
  if (server.addr.port === 80) names = [...names, "127.0.0.1", "localhost"]; // a browser leaves the port out
  return { url: `http://${place}/`, close: () => server.shutdown() };
}

const BYTES = new TextEncoder().encode(PAGE);
const COMMON: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};
const PAGE_HEADERS: Readonly<Record<string, string>> = {
  ...COMMON,
  "content-length": String(BYTES.length),
  "content-security-policy": `${PAGE_POLICY}; frame-ancestors 'none'`,
  "content-type": "text/html; charset=utf-8",
};

function refusal(status: number, text: string, headers: Readonly<Record<string, string>> = {}): Response {
  const policy = { "content-security-policy": "default-src 'none'", "content-type": "text/plain; charset=utf-8" };
  return new Response(`${text}\n`, { status, headers: { ...COMMON, ...policy, ...headers } });
}
