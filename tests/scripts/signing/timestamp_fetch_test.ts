import { assertEquals } from "@std/assert/equals";
import { fetchTimestamp, readAuthorityAddress } from "../../../scripts/signing/timestamp_fetch.ts";
import { assertCode, assertCodeAsync } from "../../assert_code.ts";
import { testOnLoopback, untilGone, withRaw, withServer, write } from "../../loopback_server.ts";

const REPLY = "application/timestamp-reply";
const QUERY = Uint8Array.of(1, 2, 3);
const ask = (origin: string, timeoutMs = 10_000) => fetchTimestamp(new URL(origin), QUERY, { timeoutMs });

testOnLoopback("fetchTimestamp() posts the request and gives the body when the answer is as it should be", async () => {
  const answer = () => new Response(Uint8Array.of(7, 8), { headers: { "content-type": `${REPLY}; charset=binary` } });
  await withServer(answer, async (origin, arrivals) => {
    assertEquals([...await ask(`${origin}path`)], [7, 8]);
    const { path, headers } = arrivals[0]!;
    assertEquals([path, headers["content-type"], headers["content-length"], headers["accept-encoding"]], [
      ...["path", "application/timestamp-query", "3", "identity"],
    ]);
  });
});

const head = (status: string, ...headers: string[]) => `HTTP/1.1 ${[status, ...headers].join("\r\n")}\r\n\r\n`;
const refused: [what: string, answer: string][] = [
  ["the type is another", head("200 OK", "content-type: text/html", "content-length: 1") + "x"],
  ["there is no type", head("200 OK", "content-length: 1") + "x"],
  ["the type only begins alike", head("200 OK", `content-type: ${REPLY}x`, "content-length: 1") + "x"],
  ["it redirects", head("302 Found", "location: http://127.0.0.1:1/", "content-length: 0")],
  [
    "it redirects and keeps the method",
    head("307 Temporary", "location: /", `content-type: ${REPLY}`, "content-length: 0"),
  ],
  ["the status is an error", head("500 Fault", `content-type: ${REPLY}`, "content-length: 1") + "x"],
  ["the status is another success", head("202 Accepted", `content-type: ${REPLY}`, "content-length: 1") + "x"],
  ["it is encoded", head("200 OK", `content-type: ${REPLY}`, "content-encoding: gzip", "content-length: 1") + "x"],
  ["it declares a huge size", head("200 OK", `content-type: ${REPLY}`, "content-length: 99999999999") + "x"],
];
for (const [what, answer] of refused) {
  testOnLoopback(`fetchTimestamp() throws timestamp-invalid when ${what}`, async () => {
    const script = async (connection: Deno.TcpConn) => {
      await write(connection, answer);
      await untilGone(connection);
    };
    await withRaw(script, (origin) => assertCodeAsync(() => ask(origin), "timestamp-invalid"));
  });
}

testOnLoopback("fetchTimestamp() throws timestamp-invalid when the body does not end", async () => {
  let sent = 0;
  const script = async (connection: Deno.TcpConn) => {
    await write(connection, head("200 OK", `content-type: ${REPLY}`, "connection: close"));
    for (; sent < 50_000_000; sent += 65_536) await write(connection, new Uint8Array(65_536));
  };
  await withRaw(script, (origin) => assertCodeAsync(() => ask(origin), "timestamp-invalid"));
  assertEquals(sent < 30_000_000, true, `${sent} bytes were taken`);
});

const slow: [what: string, begins: string][] = [
  ["it says nothing", ""],
  ["its headers do not end", "HTTP/1.1 200 OK\r\nx: "],
  ["its body drips", head("200 OK", `content-type: ${REPLY}`, "content-length: 9999")],
];
for (const [what, begins] of slow) {
  testOnLoopback(`fetchTimestamp() throws publication-timeout when ${what}`, async () => {
    const script = async (connection: Deno.TcpConn) => {
      await write(connection, begins);
      const drip = setInterval(
        () => void connection.write(new TextEncoder().encode(begins === "" ? "" : "x")).catch(() => {}),
        20,
      );
      await untilGone(connection);
      clearInterval(drip);
    };
    await withRaw(script, (origin) => assertCodeAsync(() => ask(origin, 250), "publication-timeout"));
  });
}

testOnLoopback("fetchTimestamp() throws publication-unreachable when the server breaks off", async () => {
  const script = (connection: Deno.TcpConn) =>
    write(connection, head("200 OK", `content-type: ${REPLY}`, "content-length: 99") + "x");
  await withRaw(script, (origin) => assertCodeAsync(() => ask(origin), "publication-unreachable"));
});

testOnLoopback("fetchTimestamp() throws publication-unreachable when nobody listens", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 }), { port } = listener.addr;
  listener.close();
  await assertCodeAsync(() => ask(`http://127.0.0.1:${port}/`), "publication-unreachable");
});

testOnLoopback("fetchTimestamp() throws the signal's reason when it is told to stop", async () => {
  const stop = new AbortController();
  const script = async (connection: Deno.TcpConn) => {
    stop.abort(new TypeError("stop"));
    await untilGone(connection);
  };
  await withRaw(script, async (origin) => {
    const said = await fetchTimestamp(new URL(origin), QUERY, { signal: stop.signal }).catch(String);
    assertEquals(said, "TypeError: stop");
  });
});

for (
  const text of ["http://tsa.example/", "https://tsa.example", "https://tsa.example:444/a/b?c=d", "http://[::1]:9/"]
) {
  Deno.test(`readAuthorityAddress() takes ${text}`, () => {
    assertEquals(readAuthorityAddress(text, "it").href, new URL(text).href);
  });
}
const addresses = [
  ...["", "tsa.example", "ftp://tsa.example/", "file:///etc/hosts", "https:tsa.example", "https:///tsa"],
  ...["https://me@tsa.example/", "https://me:pass@tsa.example/", "https://tsa.example/#a", "https://tsa.example/a b"],
  ...["https://tsa.example\\a", " https://tsa.example/", "https://tsa.example/\n"],
];
for (const text of addresses) {
  Deno.test(`readAuthorityAddress() throws usage for ${JSON.stringify(text)}`, () => {
    assertCode(() => readAuthorityAddress(text, "it"), "usage", "--tsa");
  });
}
