import { assertEquals } from "@std/assert/equals";
import fc from "fast-check";
import { CANDIDATE } from "../../../../experiments/recovery-v1/vault/main.ts";
import { MAX_LINE_BYTES, MAX_WAITING, serveMcp } from "../../../../experiments/recovery-v1/vault/mcp.ts";
import { alone, call, HELLO, hello, type Message, request, serve, VERSION } from "./mcp_session.ts";
import { memoryIo } from "./seeded_vault.ts";

for (const version of ["2025-11-25", "2025-06-18", "2024-11-05"]) {
  Deno.test(`serveMcp() agrees on ${version} when it is asked for`, async () => {
    const [answer] = await serve([hello(version)]);
    assertEquals(answer, {
      jsonrpc: "2.0",
      id: "hello",
      result: {
        protocolVersion: version,
        capabilities: { tools: {} },
        serverInfo: { name: "permafrost-recovery-candidate", version: "1.0.0" },
      },
    });
  });
}
for (const version of ["2026-07-28", "2025-03-26", "1.0", ""]) {
  Deno.test(`serveMcp() offers 2025-11-25 to a handshake that asks for ${version || "nothing"}`, async () => {
    assertEquals((await serve([hello(version)]))[0].result.protocolVersion, "2025-11-25");
  });
}

Deno.test("serveMcp() tells by server/discover what it speaks", async () => {
  const [answer] = await serve([alone(1, "server/discover")]);
  assertEquals(answer.result, {
    resultType: "complete",
    supportedVersions: ["2026-07-28"],
    capabilities: { tools: {} },
    ttlMs: 3_600_000,
    cacheScope: "private",
    _meta: { "io.modelcontextprotocol/serverInfo": { name: "permafrost-recovery-candidate", version: "1.0.0" } },
  });
});

/** Name, lines, and for each answer its id with a code or the keys of its result. */
const CASES: readonly [string, (string | Message)[], [unknown, number | string[]][]][] = [
  ["nothing", [], []],
  ["a request alone", [alone(1, "tools/list")], [[1, ["resultType", "tools", "ttlMs", "cacheScope", "_meta"]]]],
  ["a session", [hello(), request(1, "tools/list")], [["hello", HELLO], [1, ["tools"]]]],
  ["both eras in one process", [hello(), alone(1, "server/discover"), request(2, "ping")], [
    ["hello", HELLO],
    [1, ["resultType", "supportedVersions", "capabilities", "ttlMs", "cacheScope", "_meta"]],
    [2, []],
  ]],
  ["a ping before the handshake", [request(1, "ping")], [[1, []]]],
  ["a ping alone, which the revision has not", [alone(1, "ping")], [[1, -32601]]],
  ["a handshake in a request alone", [alone(1, "initialize", { protocolVersion: "2025-11-25" })], [[1, -32601]]],
  ["a list before the handshake", [request(1, "tools/list")], [[1, -32602]]],
  ["a call before the handshake", [request(1, "tools/call", call("list_snapshots"))], [[1, -32602]]],
  ["a discovery without its version", [request(1, "server/discover")], [[1, -32602]]],
  ["a discovery in a session", [hello(), request(1, "server/discover")], [["hello", HELLO], [1, -32601]]],
  ["a second handshake", [hello(), hello()], [["hello", HELLO], ["hello", -32600]]],
  ["a handshake without a version", [request(1, "initialize", {})], [[1, -32602]]],
  ["a handshake with odd capabilities", [request(1, "initialize", { protocolVersion: "x", capabilities: 1 })], [
    [1, -32602],
  ]],
  ["an unknown method", [request(1, "nope"), alone(2, "nope"), hello(), request(3, "resources/list")], [
    [1, -32601],
    [2, -32601],
    ["hello", HELLO],
    [3, -32601],
  ]],
  ["a method named like a property of objects", [alone(1, "constructor")], [[1, -32601]]],
  ["a version that is no text", [alone(1, "tools/list", { _meta: { [VERSION]: 1 } })], [[1, -32602]]],
  ["a version that nobody knows", [alone(1, "tools/list", { _meta: { [VERSION]: "2099-01-01" } })], [[1, -32022]]],
  ["an older version in a request alone", [alone(1, "tools/list", { _meta: { [VERSION]: "2025-11-25" } })], [
    [1, -32022],
  ]],
  ["no client capabilities", [request(1, "tools/list", { _meta: { [VERSION]: "2026-07-28" } })], [[1, -32602]]],
  ["an odd client info", [alone(1, "tools/list", { _meta: { "io.modelcontextprotocol/clientInfo": "x" } })], [
    [1, -32602],
  ]],
  ["a cursor", [alone(1, "tools/list", { cursor: "x" })], [[1, -32602]]],
  ["a tool that is not there", [alone(1, "tools/call", call("apply", {}))], [[1, -32602]]],
  ["a tool named like a property of objects", [alone(1, "tools/call", call("__proto__", {}))], [[1, -32602]]],
  ["a tool without a name", [alone(1, "tools/call", {})], [[1, -32602]]],
  ["arguments that are a list", [alone(1, "tools/call", call("list_snapshots", []))], [[1, -32602]]],
  ["a subscription without a filter", [alone(1, "subscriptions/listen")], [[1, -32602]]],
  ["a subscription in a session", [hello(), request(1, "subscriptions/listen")], [["hello", HELLO], [1, -32601]]],
  ["malformed JSON, and goes on", ["{nope\n", alone(1, "server/discover", { _meta: { [VERSION]: 0 } })], [
    [null, -32700],
    [1, -32602],
  ]],
  ["an end of input in the middle of a line", [request(1, "ping"), '{"jsonrpc":"2.0","id":2,"met'], [
    [1, []],
    [null, -32700],
  ]],
  ["a last message without a line feed", [JSON.stringify(request(1, "ping"))], [[1, []]]],
  ["a line of blanks", ["  \n"], [[null, -32700]]],
  ["a line that is too long, and goes on", [`"${"x".repeat(MAX_LINE_BYTES)}"\n`, request(1, "ping")], [
    [null, -32700],
    [1, []],
  ]],
  ["notifications, known or not, without an answer", [
    hello(),
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", method: "tools/list" },
    { jsonrpc: "2.0", method: "nope", params: 1 },
    { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 99 } },
  ], [["hello", HELLO]]],
  ["responses without an answer", [{ jsonrpc: "2.0", id: 1, result: {} }, { jsonrpc: "2.0", id: 2, error: {} }], []],
  ["a batch before the handshake", [`[${JSON.stringify(request(1, "ping"))}]\n`], [[null, -32600]]],
  ["a batch in a newer session", [hello(), `[${JSON.stringify(request(1, "ping"))}]\n`], [
    ["hello", HELLO],
    [null, -32600],
  ]],
  ["a batch of requests alone", [`[${JSON.stringify(alone(1, "tools/list"))}]\n`], [[null, -32600]]],
  ["an empty batch", [hello("2024-11-05"), "[]\n"], [["hello", HELLO], [null, -32600]]],
  ["a batch of notifications", [hello("2024-11-05"), '[{"jsonrpc":"2.0","method":"x"}]\n'], [["hello", HELLO]]],
  ["a batch of too many", [hello("2024-11-05"), `[${Array(MAX_WAITING + 1).fill("1").join()}]\n`], [
    ["hello", HELLO],
    [null, -32600],
  ]],
];

for (const [name, lines, expected] of CASES) {
  Deno.test(`serveMcp() answers ${name}`, async () => {
    const answers = await serve(lines);
    for (const answer of answers) assertEquals(answer.jsonrpc, "2.0");
    assertEquals(
      answers.map(({ id, result, error }) => [id, error === undefined ? Object.keys(result) : error.code]),
      expected,
    );
  });
}

Deno.test("serveMcp() answers a batch of 2024-11-05 with a batch, in order", async () => {
  const batch = [request(1, "ping"), { jsonrpc: "2.0", method: "x" }, 7, request("b", "nope")];
  const [, answers] = await serve([hello("2024-11-05"), `${JSON.stringify(batch)}\n`]);
  assertEquals(answers.map((answer: { id: unknown }) => answer.id), [1, null, "b"]);
});

Deno.test("serveMcp() opens a subscription, promises nothing and stays silent", async () => {
  const answers = await serve([alone("s", "subscriptions/listen", { notifications: { toolsListChanged: true } })]);
  assertEquals(answers, [{
    jsonrpc: "2.0",
    method: "notifications/subscriptions/acknowledged",
    params: { _meta: { "io.modelcontextprotocol/subscriptionId": "s" }, notifications: {} },
  }]);
});

/** Serves lines that arrive at once, so that later ones are read while the first is answered. */
async function serveAtOnce(lines: readonly Message[]): Promise<unknown[]> {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join(""), parts = [new TextEncoder().encode(text)];
  const { io, out } = memoryIo("/nowhere", parts);
  await serveMcp({ edition: CANDIDATE, io, isContentAllowed: false });
  return out().split("\n").slice(0, -1).map((line) => JSON.parse(line).id);
}

Deno.test("serveMcp() does not answer what was cancelled while it waited", async () => {
  const cancel = (requestId: unknown) => ({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } });
  const lines = [hello(), request(1, "ping"), request("1", "ping"), request(2, "ping"), cancel("1"), cancel("hello")];
  assertEquals(await serveAtOnce(lines), ["hello", 1, 2]);
});

Deno.test("serveMcp() answers more lines than it reads ahead, in order", async () => {
  const ids = Array.from({ length: 3 * MAX_WAITING + 7 }, (_, id) => id);
  assertEquals(await serveAtOnce(ids.map((id) => request(id, "ping"))), ids);
});

Deno.test("serveMcp() answers long lines, of which it holds few, in order", async () => {
  const pad = "x".repeat(MAX_LINE_BYTES - 100), ids = Array.from({ length: 20 }, (_, id) => id);
  assertEquals(await serveAtOnce(ids.map((id) => request(id, "ping", { pad }))), ids);
});

Deno.test("serveMcp() does not give out what was cancelled while a tool was at work on it", async () => {
  const gate = Promise.withResolvers<void>();
  const [tool] = CANDIDATE.tools.filter(({ name }) => name === "list_snapshots");
  const slow = { ...CANDIDATE, tools: [{ ...tool!, run: () => gate.promise }] };
  const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } };
  const sent = [[hello(), request(1, "tools/call", call("list_snapshots"))], [cancel], [request(2, "ping")]];
  const { io, out } = memoryIo(
    "/nowhere",
    sent.map((lines) => {
      return new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    }),
  );
  let reads = 0;
  const read = async (buffer: Uint8Array): Promise<number | null> => {
    if (++reads === 3) gate.resolve(); // the cancellation has been read
    await new Promise((resolve) => setTimeout(resolve));
    return await io.read(buffer);
  };
  await serveMcp({ edition: slow, io: { ...io, read }, isContentAllowed: false });
  assertEquals(out().split("\n").slice(0, -1).map((line) => JSON.parse(line).id), ["hello", 2]);
});

Deno.test("serveMcp() ends with what the writer throws when its reader is gone", async () => {
  const { io } = memoryIo("/nowhere", [
    new TextEncoder().encode(`${JSON.stringify(request(1, "ping"))}\n`.repeat(500)),
  ]);
  const broken = { ...io, write: () => Promise.reject(new Deno.errors.BrokenPipe()) };
  const ended = await serveMcp({ edition: CANDIDATE, io: broken, isContentAllowed: false }).catch((error) =>
    error.name
  );
  assertEquals(ended, "BrokenPipe");
});

Deno.test("serveMcp() answers each request of a fuzzed input once, and nothing else", async () => {
  const line = fc.oneof(
    fc.constantFrom("", "{", "[]", "null", '{"jsonrpc":"2.0"}', '{"jsonrpc":"2.0","method":"x"}', '{"id":1}'),
    fc.json(),
    fc.string({ unit: "binary" }).map((text) => text.replaceAll("\n", "")),
    fc.record({
      jsonrpc: fc.constantFrom<unknown>("2.0", "1.0", 2),
      id: fc.oneof(fc.constant<unknown>(undefined), fc.constantFrom<unknown>(null, 1.5, {}), fc.nat(9), fc.string()),
      method: fc.constantFrom<unknown>("ping", "tools/list", "tools/call", "initialize", "server/discover", "nope", 1),
      params: fc.constantFrom<unknown>(undefined, 1, [], {}, { name: "x" }, { _meta: { [VERSION]: "2026-07-28" } }),
    }).map((message) => JSON.stringify(message)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 12 }), async (lines) => {
      const asked = lines.flatMap((each) => {
        try {
          const { jsonrpc, id, method, params = {} } = JSON.parse(each);
          const isRequest = jsonrpc === "2.0" && typeof method === "string" && !Array.isArray(params) && params !== 1;
          return isRequest && (typeof id === "string" || Number.isInteger(id)) ? [id] : [];
        } catch {
          return [];
        }
      });
      const answers = await serve(lines.map((each) => `${each}\n`));
      for (const answer of answers) {
        assertEquals([answer.jsonrpc, "result" in answer, answer.id !== undefined], ["2.0", !answer.error, true]);
      }
      assertEquals(answers.length <= lines.length, true);
      const answered = answers.map(({ id }) => id).filter((id) => id !== null);
      assertEquals(asked.filter((id) => !answered.includes(id)), []);
    }),
    { seed: 4, numRuns: 500 },
  );
});
