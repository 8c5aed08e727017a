import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import fc from "fast-check";
import { sha256Hex } from "../../../../kernel/digest.ts";
import { MAX_BATCH, MAX_LINE_BYTES } from "../../../../scripts/je/mcp/serve.ts";
import {
  alone,
  call,
  hello,
  type Message,
  request,
  VERSION,
} from "../../../experiments/recovery-v1/vault/mcp_session.ts";
import { clientUnit, reference, type Talk, talk } from "./client_session.ts";

const HELLO = ["protocolVersion", "capabilities", "serverInfo", "instructions"];
const CALLED = ["content", "structuredContent", "isError"];
const modern = (...keys: string[]): string[] => ["resultType", ...keys, "_meta"];
const toolCall = (id: string | number, name: string, given?: unknown): Message =>
  request(id, "tools/call", call(name, given));
const tools = ({ episode }: Talk): unknown[] => episode?.rows.map(({ tool }) => tool) ?? [];
/** A text that is 60 lists deep, within the bounds of JSON here and beyond those of the environment. */
const DEEP = "[".repeat(60) + "]".repeat(60);

/** Name, lines, for each answer its id with a code or the keys of its result, and the tools of the recorded steps. */
const CASES: readonly [string, (string | Message)[], [unknown, number | string[]][], unknown[]][] = [
  ["nothing", [], [], []],
  ["a session", [hello(), request(1, "tools/list"), toolCall(2, "list_entries")], [
    ["hello", HELLO],
    [1, ["tools"]],
    [2, CALLED],
  ], ["list_entries"]],
  ["requests alone", [
    alone(1, "server/discover"),
    alone(2, "tools/list"),
    alone(3, "tools/call", call("list_entries")),
    alone(4, "prompts/list"),
    alone(5, "prompts/get", { name: "brief" }),
  ], [
    [1, ["resultType", "supportedVersions", "capabilities", "instructions", "ttlMs", "cacheScope", "_meta"]],
    [2, modern("tools", "ttlMs", "cacheScope")],
    [3, modern(...CALLED)],
    [4, modern("prompts", "ttlMs", "cacheScope")],
    [5, modern("description", "messages")],
  ], ["list_entries"]],
  ["both eras in one process", [hello(), alone(1, "tools/call", call("list_entries")), toolCall(1, "list_entries")], [
    ["hello", HELLO],
    [1, modern(...CALLED)],
    [1, CALLED],
  ], ["list_entries", "list_entries"]],
  ["a list and a call before the handshake", [request(1, "tools/list"), toolCall(2, "submit")], [
    [1, -32602],
    [2, -32602],
  ], []],
  ["a ping before the handshake", [request(1, "ping")], [[1, []]], []],
  ["a ping alone, which the revision has not", [alone(1, "ping")], [[1, -32601]], []],
  ["a handshake in a request alone", [alone(1, "initialize", { protocolVersion: "2025-11-25" })], [[1, -32601]], []],
  ["a discovery in a session", [hello(), request(1, "server/discover")], [["hello", HELLO], [1, -32601]], []],
  ["two handshakes", [hello(), toolCall(1, "list_entries"), hello(), toolCall(2, "list_entries")], [
    ["hello", HELLO],
    [1, CALLED],
    ["hello", -32600],
    [2, CALLED],
  ], ["list_entries", "list_entries"]],
  ["a handshake without a version", [request(1, "initialize", {})], [[1, -32602]], []],
  ["odd capabilities", [request(1, "initialize", { protocolVersion: "x", capabilities: 1 })], [[1, -32602]], []],
  ["unknown methods", [request(0, "nope"), alone(2, "nope"), hello(), request(3, "resources/list")], [
    [0, -32601],
    [2, -32601],
    ["hello", HELLO],
    [3, -32601],
  ], []],
  [
    "methods named like properties of objects",
    [
      ...[hello(), request(1, "constructor"), alone(2, "__proto__"), request(3, "toString")],
    ],
    [["hello", HELLO], [1, -32601], [2, -32601], [3, -32601]],
    [],
  ],
  ["a version that is no text", [alone(1, "tools/list", { _meta: { [VERSION]: 1 } })], [[1, -32602]], []],
  ["an older version in a request alone", [alone(1, "tools/list", { _meta: { [VERSION]: "2025-11-25" } })], [
    [1, -32022],
  ], []],
  ["no client capabilities", [request(1, "tools/list", { _meta: { [VERSION]: "2026-07-28" } })], [[1, -32602]], []],
  ["odd client info", [alone(1, "tools/list", { _meta: { "io.modelcontextprotocol/clientInfo": "x" } })], [
    [1, -32602],
  ], []],
  ["cursors", [alone(1, "tools/list", { cursor: "x" }), alone(2, "prompts/list", { cursor: "" })], [
    [1, -32602],
    [2, -32602],
  ], []],
  ["an unknown prompt", [alone(1, "prompts/get", { name: "constructor" })], [[1, -32602]], []],
  ["a call without params", [hello(), request(1, "tools/call"), request(2, "tools/call", {})], [
    ["hello", HELLO],
    [1, -32602],
    [2, -32602],
  ], []],
  ["a call of what is no name", [
    hello(),
    request(1, "tools/call", { name: 7 }),
    request(2, "tools/call", { name: null }),
  ], [
    ["hello", HELLO],
    [1, -32602],
    [2, -32602],
  ], []],
  ["params that are a list", [hello(), '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":["submit"]}\n'], [
    ["hello", HELLO],
    [1, -32600],
  ], []],
  [
    "tools named like properties of objects",
    [
      ...[hello(), toolCall(1, "__proto__"), toolCall(2, "constructor"), toolCall(3, "toString", {}), toolCall(4, "")],
    ],
    [["hello", HELLO], [1, CALLED], [2, CALLED], [3, CALLED], [4, CALLED]],
    ["__proto__", "constructor", "toString", ""],
  ],
  [
    "arguments that are no object",
    [
      ...[
        hello(),
        toolCall(1, "list_entries", []),
        toolCall(2, "list_entries", "{}"),
        toolCall(3, "list_entries", null),
      ],
    ],
    [["hello", HELLO], [1, CALLED], [2, CALLED], [3, CALLED]],
    ["list_entries", "list_entries", "list_entries"],
  ],
  [
    "arguments that are deeper than the environment takes",
    [
      hello(),
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"submit","arguments":{"note":${DEEP}}}}\n`,
    ],
    [["hello", HELLO], [1, CALLED]],
    [null],
  ],
  [
    "a call in JSON without one meaning",
    [
      hello(),
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"submit","arguments":{"note":"\\ud800"}}}\n',
      '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"submit","arguments":{"note":1e999}}}\n',
      '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"submit","name":"submit"}}\n',
      `{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"submit","arguments":${"[".repeat(600)}${
        "]".repeat(600)
      }}}\n`,
    ],
    [["hello", HELLO], [1, CALLED], [2, CALLED], [3, CALLED], [4, CALLED]],
    [null, null, null, null],
  ],
  [
    "such a call before the handshake",
    [
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"submit","arguments":{"note":1e999}}}\n',
    ],
    [[1, -32602]],
    [],
  ],
  ["another request in JSON without one meaning", [hello(), '{"jsonrpc":"2.0","id":1,"method":"ping","a":1e999}\n'], [
    ["hello", HELLO],
    [1, -32700],
  ], []],
  [
    "garbage, and goes on",
    [hello(), "{nope\n", "\n", "  \n", "null\n", "7\n", '"x"\n', "\u0000\n", request(1, "ping")],
    [
      ["hello", HELLO],
      ...[-32700, -32700, -32700, -32600, -32600, -32600, -32700].map((code): [unknown, number] => [null, code]),
      [1, []],
    ],
    [],
  ],
  ["a line that is too long, and goes on", [hello(), `"${"x".repeat(MAX_LINE_BYTES)}"\n`, request(1, "ping")], [
    ["hello", HELLO],
    [null, -32700],
    [1, []],
  ], []],
  ["an end of input in the middle of a call", [hello(), '{"jsonrpc":"2.0","id":2,"method":"tools/call","par'], [
    ["hello", HELLO],
    [null, -32700],
  ], []],
  ["a last call without a line feed", [hello(), JSON.stringify(toolCall(1, "list_entries"))], [
    ["hello", HELLO],
    [1, CALLED],
  ], ["list_entries"]],
  [
    "ids that are none",
    [
      hello(),
      ...["null", "1.5", "{}", "true"].map((id) =>
        `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"submit"}}\n`
      ),
    ],
    [["hello", HELLO], [null, -32600], [null, -32600], [null, -32600], [null, -32600]],
    [],
  ],
  ["an id twice as two calls", [hello(), toolCall(1, "list_entries"), toolCall(1, "list_entries")], [
    ["hello", HELLO],
    [1, CALLED],
    [1, CALLED],
  ], ["list_entries", "list_entries"]],
  [
    "notifications without an answer, a call among them",
    [
      hello(),
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { jsonrpc: "2.0", method: "tools/call", params: call("submit") },
      { jsonrpc: "2.0", method: "nope", params: 1 },
    ],
    [["hello", HELLO]],
    [],
  ],
  [
    "what a cancellation names, all the same",
    [
      hello(),
      { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } },
      toolCall(1, "list_entries"),
      { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } },
      { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: { a: [] } } },
      { jsonrpc: "2.0", method: "notifications/cancelled" },
    ],
    [["hello", HELLO], [1, CALLED]],
    ["list_entries"],
  ],
  [
    "responses without an answer",
    [{ jsonrpc: "2.0", id: 1, result: {} }, { jsonrpc: "2.0", id: 2, error: {} }],
    [],
    [],
  ],
  ["a batch before the handshake", [`[${JSON.stringify(toolCall(1, "submit"))}]\n`], [[null, -32600]], []],
  ["a batch in a newer session", [hello(), `[${JSON.stringify(toolCall(1, "submit"))}]\n`], [
    ["hello", HELLO],
    [null, -32600],
  ], []],
  [
    "a batch of requests alone",
    [`[${JSON.stringify(alone(1, "tools/call", call("submit")))}]\n`],
    [[null, -32600]],
    [],
  ],
  ["an empty batch", [hello("2024-11-05"), "[]\n"], [["hello", HELLO], [null, -32600]], []],
  ["a batch of too many", [hello("2024-11-05"), `[${Array(MAX_BATCH + 1).fill("1").join()}]\n`], [
    ["hello", HELLO],
    [null, -32600],
  ], []],
  ["a batch of notifications", [hello("2024-11-05"), '[{"jsonrpc":"2.0","method":"x"}]\n'], [["hello", HELLO]], []],
];

for (const [name, lines, expected, called] of CASES) {
  Deno.test(`serveEpisode() answers ${name}`, async () => {
    const ended = await talk(lines);
    for (const { jsonrpc } of ended.answers) assertEquals(jsonrpc, "2.0");
    assertEquals(
      ended.answers.map(({ id, result, error }) => [id, error === undefined ? Object.keys(result) : error.code]),
      expected,
    );
    assertEquals(tools(ended), called);
    assertEquals(ended.episode?.record.termination, called.length > 0 ? "stopped" : undefined);
  });
}

Deno.test("serveEpisode() answers a batch of 2024-11-05 with a batch, and its calls in order", async () => {
  const batch = [toolCall(1, "list_entries"), { jsonrpc: "2.0", method: "x" }, 7, toolCall("b", "nope")];
  const { answers, episode } = await talk([hello("2024-11-05"), `${JSON.stringify(batch)}\n`]);
  assertEquals(answers[1].map(({ id }: { id: unknown }) => id), [1, null, "b"]);
  assertEquals(episode!.rows.map(({ tool }) => tool), ["list_entries", "nope"]);
});

Deno.test("serveEpisode() plays what a reference agent plays, to the same hash and score", async () => {
  const unit = clientUnit({ seed: 3 }), { episode: expected, calls } = reference(unit);
  const lines = calls.map((params, id) => request(id, "tools/call", params));
  const { answers, episode } = await talk([hello(), ...lines], { unit });
  const { record, rows } = episode!;
  assertEquals(rows.map(({ observation_hash }) => observation_hash), expected.rows.map((row) => row.observation_hash));
  assertEquals([record.trajectory_hash, record.termination], [expected.record.trajectory_hash, "submitted"]);
  assertEquals(record.score, expected.record.score);
  assertEquals(answers.length, lines.length + 1);
});

Deno.test("serveEpisode() gives the envelope as text, whose hash the row has, and as structured content", async () => {
  const { answers: [, one, two], episode } = await talk([
    hello(),
    toolCall(1, "list_entries"),
    toolCall(2, "get_entry"),
  ]);
  for (const [at, { result }] of [one, two].entries()) {
    assertEquals(sha256Hex(result.content[0].text), episode!.rows[at]!.observation_hash);
    assertEquals([result.content.length, JSON.parse(result.content[0].text)], [1, result.structuredContent]);
    assertEquals(result.isError, !result.structuredContent.ok);
  }
  assertEquals([one.result.isError, two.result.structuredContent.error.code], [false, "invalid_args"]);
});

Deno.test("serveEpisode() answers a withheld tool as one that there is not, byte for byte but the name", async () => {
  const unit = clientUnit({ tools_withheld: ["compute"] });
  const given = { op: "add", ints: [1, 2] };
  const said = async (name: string): Promise<string> =>
    (await talk([hello(), request(0, "tools/list"), toolCall(1, name, given)], { unit })).text;
  const withheld = await said("compute"), unknown = await said("compote");
  assert(/"error":\{"code":"unknown_tool"/.test(withheld));
  assertEquals(withheld, unknown.replaceAll("compote", "compute"));
  assertEquals([...withheld.matchAll(/compute/g)].length, 2); // both in the answer to the call, text and structure
});

Deno.test("serveEpisode() records the episode before its last call is answered", async () => {
  const { text, recordedAt, episode } = await talk([hello(), toolCall(1, "submit"), request(2, "ping")]);
  assertEquals(text.slice(0, recordedAt).split("\n").length, 2); // the handshake's line
  assertEquals(episode!.record.termination, "submitted");
});

Deno.test("serveEpisode() answers after the end as it did last, and records nothing", async () => {
  const lines = [hello(), ...[1, 2, 3].map((id) => toolCall(id, id === 1 ? "submit" : "list_entries"))];
  const { answers, episode } = await talk(lines);
  assertEquals(answers[2].result, answers[1].result);
  assertEquals(answers[3].result, answers[1].result);
  assertEquals(episode!.rows.length, 1);
});

Deno.test("serveEpisode() ends with the steps, after one call more", async () => {
  const unit = clientUnit({ step_budget: 3 }), ids = [1, 2, 3, 4, 5];
  const { answers, episode } = await talk([hello(), ...ids.map((id) => toolCall(id, "list_entries"))], { unit });
  assertEquals([episode!.record.termination, episode!.rows.length], ["budget", 4]);
  assertEquals(answers.slice(4).map(({ result }) => result.structuredContent.error.code), [
    "budget_exhausted",
    "budget_exhausted",
  ]);
});

for (
  const [name, lines] of [
    ["nobody comes", []],
    ["there is only garbage", ["x\n", "[]\n", '{"jsonrpc":"2.0","method":"notifications/initialized"}\n']],
    ["it is asked what it offers", [
      hello(),
      request(1, "tools/list"),
      alone(2, "server/discover"),
      toolCall(3, 7 as never),
    ]],
  ] as const
) {
  Deno.test(`serveEpisode() records nothing where ${name}`, async () => {
    assertEquals((await talk(lines)).episode, null);
  });
}

for (
  const [name, lines, expected] of [
    ["a handshake", [hello("2025-06-18"), toolCall(1, "submit")], {
      protocol_version: "2025-06-18",
      client: { name: "t", version: "1" },
    }],
    ["a request alone", [
      alone(1, "tools/call", {
        name: "submit",
        _meta: { "io.modelcontextprotocol/clientInfo": { name: "x".repeat(200), title: 1 } },
      }),
    ], { protocol_version: "2026-07-28", client: { name: "x".repeat(100), version: null } }],
  ] as const
) {
  Deno.test(`serveEpisode() names the client of ${name} in the record`, async () => {
    const { episode } = await talk(lines);
    assertEquals(episode!.record.provider, { adapter: "mcp", ...expected });
  });
}

Deno.test("serveEpisode() takes an answer that nobody reads for the end of the input", async () => {
  const lines = [hello(), toolCall(1, "list_entries"), toolCall(2, "list_entries"), toolCall(3, "submit")];
  let written = 0;
  const { episode } = await talk(lines, {
    write: () => {
      if (++written === 3) throw new Deno.errors.BrokenPipe();
    },
  });
  assertEquals([episode!.record.termination, episode!.rows.length], ["stopped", 2]);
});

Deno.test("serveEpisode() answers each request of a fuzzed input once, and takes no more steps than there are", async () => {
  const line = fc.oneof(
    fc.constantFrom("", "{", "[]", "null", '{"jsonrpc":"2.0"}', '{"jsonrpc":"2.0","method":"x"}', '{"id":1}'),
    fc.json(),
    fc.string({ unit: "binary" }).map((text) => text.replaceAll("\n", "")),
    fc.record({
      jsonrpc: fc.constantFrom<unknown>("2.0", "1.0", 2),
      id: fc.oneof(fc.constant<unknown>(undefined), fc.constantFrom<unknown>(null, 1.5, {}), fc.nat(9), fc.string()),
      method: fc.constantFrom<unknown>("ping", "tools/list", "tools/call", "initialize", "server/discover", "nope", 1),
      params: fc.constantFrom<unknown>(
        ...[undefined, 1, [], {}, { name: "x" }, { name: "list_entries", arguments: 1 }, { protocolVersion: "1" }],
        { name: "submit", _meta: { [VERSION]: "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {} } },
      ),
    }).map((message) => JSON.stringify(message)),
  );
  const unit = clientUnit({ step_budget: 2 });
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 12 }), async (lines) => {
      const { answers, episode } = await talk(lines.map((each) => `${each}\n`), { unit });
      for (const { jsonrpc, id, result, error } of answers) {
        assertEquals([jsonrpc, result !== undefined, id !== undefined], ["2.0", error === undefined, true]);
      }
      const asked = lines.flatMap((each) => idOf(each)), answered = answers.map(({ id }) => id);
      for (const id of new Set(asked)) {
        assertEquals(answered.filter((each) => each === id).length, asked.filter((each) => each === id).length);
      }
      assert((episode?.rows.length ?? 0) <= 3);
    }),
    { seed: 4, numRuns: 300 },
  );
});

/** The id of a request that has one. */
function idOf(line: string): unknown[] {
  try {
    const { jsonrpc, id, method } = JSON.parse(line);
    const isNamed = typeof id === "string" || Number.isInteger(id);
    return jsonrpc === "2.0" && typeof method === "string" && isNamed ? [id] : [];
  } catch {
    return [];
  }
}
