import { assertEquals } from "@std/assert/equals";
import { PAGE, PAGE_POLICY } from "../../../../scripts/je/console/page_text.ts";
import { servePage } from "../../../../scripts/je/console/serve_page.ts";
import { assertCode } from "../../../assert_code.ts";

/** Sends a request by hand, since fetch sets the Host header itself; gives the status and the head of the answer. */
async function ask(port: number, lines: readonly string[]): Promise<{ status: number; head: string; body: string }> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  await connection.write(new TextEncoder().encode([...lines, "Connection: close", "", ""].join("\r\n")));
  const text = await new Response(connection.readable).text(), end = text.indexOf("\r\n\r\n");
  return { status: Number(text.split(" ")[1]), head: text.slice(0, end).toLowerCase(), body: text.slice(end + 4) };
}

async function onPage(use: (port: number) => Promise<void>): Promise<void> {
  const page = servePage();
  try {
    await use(Number(new URL(page.url).port));
  } finally {
    await page.close();
  }
}

Deno.test("servePage() gives the page with its policy and the headers that keep it to itself", () =>
  onPage(async (port) => {
    const response = await fetch(`http://127.0.0.1:${port}/`), { headers } = response;
    assertEquals(await response.text(), PAGE);
    assertEquals(
      Object.fromEntries(
        ["content-security-policy", "content-type", "x-content-type-options", "referrer-policy", "x-frame-options"]
          .map((name) => [name, headers.get(name)]),
      ),
      {
        "content-security-policy": `${PAGE_POLICY}; frame-ancestors 'none'`,
        "content-type": "text/html; charset=utf-8",
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "x-frame-options": "DENY",
      },
    );
  }));

const asked: [name: string, lines: (port: number) => string[], status: number][] = [
  ["HEAD", (port) => ["HEAD / HTTP/1.1", `Host: 127.0.0.1:${port}`], 200],
  ["the name localhost", (port) => ["GET / HTTP/1.1", `Host: localhost:${port}`], 200],
  ["a query", (port) => ["GET /?a=b HTTP/1.1", `Host: 127.0.0.1:${port}`], 200],
  ["POST", (port) => ["POST / HTTP/1.1", `Host: 127.0.0.1:${port}`, "Content-Length: 0"], 405],
  ["another path", (port) => ["GET /etc HTTP/1.1", `Host: 127.0.0.1:${port}`], 404],
  ["a name that points here", (port) => ["GET / HTTP/1.1", `Host: evil.example:${port}`], 421],
  ["a name that begins like this one", (port) => ["GET / HTTP/1.1", `Host: 127.0.0.1.evil.example:${port}`], 421],
  ["another port", (port) => ["GET / HTTP/1.1", `Host: 127.0.0.1:${port + 1}`], 421],
  [
    "an address in the request line of another host",
    (port) => ["GET http://evil.example/ HTTP/1.1", `Host: evil.example:${port}`],
    421,
  ],
];
for (const [name, lines, status] of asked) {
  Deno.test(`servePage() answers ${name} with ${status}`, () =>
    onPage(async (port) => assertEquals((await ask(port, lines(port))).status, status)));
}

Deno.test("servePage() sends no body for HEAD", () =>
  onPage(async (port) => {
    const { head, body } = await ask(port, ["HEAD / HTTP/1.1", `Host: 127.0.0.1:${port}`]);
    assertEquals([body, head.includes(`content-length: ${new TextEncoder().encode(PAGE).length}`)], ["", true]);
  }));

Deno.test("servePage() gives nothing of the page to a name that is not its own", () =>
  onPage(async (port) => {
    const { body } = await ask(port, ["GET / HTTP/1.1", "Host: evil.example"]);
    assertEquals(body.includes("script"), false);
  }));

Deno.test("servePage() listens on loopback alone", () =>
  onPage(async (port) => {
    const own = Deno.networkInterfaces().find(({ family, address }) =>
      family === "IPv4" && !address.startsWith("127.")
    );
    if (own === undefined) return; // a machine without another address
    const reached = await Deno.connect({ hostname: own.address, port }).then((connection) => {
      connection.close();
      return true;
    }, () => false);
    assertEquals(reached, false);
  }));

Deno.test("servePage() refuses a port that is taken", () =>
  onPage((port) => {
    assertCode(() => servePage({ port }), "unavailable", "--port");
    return Promise.resolve();
  }));
