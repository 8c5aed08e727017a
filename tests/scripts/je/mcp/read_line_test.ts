import { assertEquals } from "@std/assert/equals";
import { readClientLine } from "../../../../scripts/je/mcp/read_line.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const callOf = (args: string, rest = ""): string =>
  `{"jsonrpc":"2.0","id":"i","method":"tools/call","params":{"name":"submit","arguments":${args}}${rest}}`;

Deno.test("readClientLine() reads a request, a notification, a response and a batch", () => {
  const kinds = [
    '{"jsonrpc":"2.0","id":1,"method":"x"}',
    '{"jsonrpc":"2.0","method":"x"}',
    '{"jsonrpc":"2.0","id":1,"result":1}',
    "[1]",
  ].map((text) => readClientLine(bytes(text)).kind);
  assertEquals(kinds, ["request", "notification", "response", "batch"]);
});

for (
  const [name, args] of [
    ["half of a surrogate pair", '{"note":"\\udc00"}'],
    ["half of a surrogate pair in a key", '{"\\udc00":1}'],
    ["a key twice", '{"a":1,"\\u0061":2}'],
    ["an integer that no double holds", "9007199254740993"],
    ["an infinite number", "-1e400"],
    ["lists that are 600 deep", "[".repeat(600) + "]".repeat(600)],
  ] as const
) {
  Deno.test(`readClientLine() finds a call with ${name} unclear, and keeps its text and id`, () => {
    const raw = callOf(args), line = readClientLine(bytes(raw));
    assertEquals(line, {
      kind: "unclear",
      request: { kind: "request", id: "i", method: "tools/call", params: {} },
      raw,
    });
  });
}

Deno.test("readClientLine() keeps 10,000 characters of an unclear call, and its _meta", () => {
  const raw = callOf(`"\\ud800${"x".repeat(20_000)}"`).replace('"params":{', '"params":{"_meta":{"a":1},');
  const line = readClientLine(bytes(raw));
  if (line.kind !== "unclear") throw new Error(line.kind);
  assertEquals([line.raw, line.request.params], [raw.slice(0, 10_000), { _meta: { a: 1 } }]);
});

/** A line, and the id and code of its error. */
const BAD: readonly [string, Uint8Array | null, string | number | null, number][] = [
  ["a line that was too long", null, null, -32700],
  ["an empty line", bytes(""), null, -32700],
  ["what is not UTF-8", Uint8Array.of(0x22, 0xff, 0x22), null, -32700],
  ["a byte order mark", bytes('\ufeff{"jsonrpc":"2.0","id":1,"method":"x"}'), null, -32700],
  ["an unclear call that is cut off", bytes(callOf("1e999").slice(0, -2)), null, -32700],
  ["an unclear request that calls no tool", bytes('{"jsonrpc":"2.0","id":7,"method":"x","y":1e999}'), 7, -32700],
  ["an unclear call without an id", bytes(callOf("1e999").replace('"id":"i",', "")), null, -32700],
  ["an unclear call with an id that is none", bytes(callOf("1e999").replace('"i"', "[]")), null, -32700],
  ["an unclear number alone", bytes("1e999"), null, -32700],
  ["an unclear list", bytes("[1e999]"), null, -32700],
  ["a message that is none", bytes("{}"), null, -32600],
];
for (const [name, line, id, code] of BAD) {
  Deno.test(`readClientLine() refuses ${name}`, () => {
    const read = readClientLine(line);
    assertEquals(read.kind === "bad" && [read.id, read.error.code], [id, code]);
  });
}
