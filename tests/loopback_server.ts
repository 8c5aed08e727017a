/** Servers on loopback for tests: scripted byte by byte, or Deno's own. @module */

/** Whether this machine answers itself; in a network namespace whose loopback is down it does not. */
const HAS_LOOPBACK = Deno.networkInterfaces().some(({ address }) => address === "127.0.0.1");

/** A test that talks to a server of its own; left out, and named so, where there is no loopback. */
export function testOnLoopback(name: string, fn: () => Promise<void>): void {
  Deno.test({ name: HAS_LOOPBACK ? name : `${name} (left out: no loopback)`, ignore: !HAS_LOOPBACK, fn });
}

/** Answers one connection. */
export type Script = (connection: Deno.TcpConn) => Promise<unknown>;
/** Writes all of it. */
export const write = async (connection: Deno.TcpConn, data: string | Uint8Array) => {
  const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
  for (let sent = 0; sent < bytes.length;) sent += await connection.write(bytes.subarray(sent));
};
/** Resolves when the other side has gone away. */
export const untilGone = async (connection: Deno.TcpConn) => {
  const piece = new Uint8Array(4096);
  while (await connection.read(piece).catch(() => null) !== null);
};

/** Runs a script on each connection after its first request; waits at the end until the client has let go of all. */
export async function withRaw(script: Script, use: (origin: string) => Promise<unknown>): Promise<void> {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const served: Promise<void>[] = [];
  const serve = async (connection: Deno.TcpConn) => {
    await connection.read(new Uint8Array(4096)).catch(() => null);
    await script(connection).catch(() => {}); // the client may be gone: that is what many of these tests are about
    connection.close();
  };
  const accepting = (async () => {
    for await (const connection of listener) served.push(serve(connection));
  })();
  await use(`http://127.0.0.1:${listener.addr.port}/`);
  listener.close();
  await accepting;
  await Promise.all(served);
}

/** A request that arrived. */
export interface Arrival {
  /** The path, decoded, without its first slash. */
  readonly path: string;
  /** The headers, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Serves with Deno's own server; `arrivals` lists what was asked for, in the order it came. */
export async function withServer(
  answer: (path: string) => Response | Promise<Response>,
  use: (origin: string, arrivals: readonly Arrival[]) => Promise<unknown>,
): Promise<void> {
  const arrivals: Arrival[] = [];
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, ({ url, headers }) => {
    const path = decodeURIComponent(new URL(url).pathname.slice(1));
    arrivals.push({ path, headers: Object.fromEntries(headers) });
    return answer(path);
  });
  await use(`http://127.0.0.1:${server.addr.port}/`, arrivals);
}
