import { assertEquals } from "@std/assert/equals";
import { MCP_VERSION, openTalk } from "../../../../experiments/recovery-v1/study/mcp_talk.ts";
import { type Message, toOutcome } from "./fake_machine.ts";

/** Talks with a server whose lines are given for each message that it hears. */
function talkWith(answer: (message: Message) => string[], stop: "timeout" | null = null) {
  const lines: string[] = [], heard: Message[] = [];
  const talk = openTalk({
    say: (line) => {
      const message = JSON.parse(line) as Message;
      heard.push(message);
      lines.push(...answer(message));
      return Promise.resolve();
    },
    hear: () => Promise.resolve(lines.shift() ?? null),
    close: () => Promise.resolve(toOutcome({ code: 1, stdout: "", stderr: "", stop })),
  });
  return { talk, heard };
}
const reply = (id: unknown, rest: Record<string, unknown>): string => JSON.stringify({ jsonrpc: "2.0", id, ...rest });
const HELLO = { protocolVersion: "2024-11-05", capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } };

Deno.test("openTalk() shakes hands in the revision of 2025-06-18, and takes an answer in another", async () => {
  const { talk, heard } = talkWith(({ id }) => id === undefined ? [] : [reply(id, { result: HELLO })]);
  assertEquals(await talk.begin(), null);
  assertEquals(heard.map(({ method, id }) => [method, id]), [["initialize", 1], [
    "notifications/initialized",
    undefined,
  ]]);
  assertEquals([heard[0].params.protocolVersion, MCP_VERSION], ["2025-06-18", "2025-06-18"]);
});

Deno.test("openTalk() passes notifications over, and refuses requests of the server's", async () => {
  const others = [
    JSON.stringify({ jsonrpc: "2.0", method: "notifications/message", params: {} }),
    JSON.stringify({ jsonrpc: "2.0", id: 1, method: "roots/list" }),
  ];
  const { talk, heard } = talkWith(({ id, method }) =>
    method === undefined ? [] : [...others, reply(id, { result: { ok: true } })]
  );
  assertEquals((await talk.ask("tools/list", {})).result, { ok: true });
  assertEquals(heard[1], { jsonrpc: "2.0", id: 1, error: { code: -32601, message: "not offered" } });
});

for (
  const [name, lines, kind] of [
    ["a line that is no JSON", ["starting"], "mcp-protocol"],
    ["an empty line", [""], "mcp-protocol"],
    ["a batch", [`[${reply(1, { result: {} })}]`], "mcp-protocol"],
    ["another version of JSON-RPC", ['{"jsonrpc":"1.0","id":1,"result":{}}'], "mcp-protocol"],
    ["an id as text", [reply("1", { result: {} })], "mcp-protocol"],
    ["a result and an error", [reply(1, { result: {}, error: { code: 1, message: "" } })], "mcp-protocol"],
    ["neither result nor error", [reply(1, {})], "mcp-protocol"],
    ["a repeated key", ['{"jsonrpc":"2.0","id":1,"id":1,"result":{}}'], "mcp-protocol"],
    ["silence", [], "mcp-protocol"],
    ["an error", [reply(1, { error: { code: -1, message: "" } })], null],
  ] as const
) {
  Deno.test(`ask() judges ${name} as ${kind ?? "an answer"}`, async () => {
    const { talk } = talkWith(() => [...lines]);
    assertEquals((await talk.ask("tools/list", {})).problem?.kind ?? null, kind);
  });
}

Deno.test("ask() gives up on a server that never stops notifying", async () => {
  const note = JSON.stringify({ jsonrpc: "2.0", method: "notifications/message" });
  const { talk } = talkWith(() => Array.from({ length: 1_001 }, () => note));
  assertEquals((await talk.ask("tools/list", {})).problem?.kind, "mcp-protocol");
});

for (const name of ["protocolVersion", "capabilities", "serverInfo"]) {
  Deno.test(`begin() wants ${name} of the handshake`, async () => {
    const { talk } = talkWith(({ id }) => id === undefined ? [] : [reply(id, { result: { ...HELLO, [name]: null } })]);
    assertEquals((await talk.begin())?.kind, "mcp-handshake");
  });
}

Deno.test("end() judges that the server ends, not how", async () => {
  assertEquals(await talkWith(() => []).talk.end(), null);
  assertEquals((await talkWith(() => [], "timeout").talk.end())?.kind, "timeout");
});
