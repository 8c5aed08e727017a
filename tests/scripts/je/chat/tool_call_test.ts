import { assertEquals } from "@std/assert/equals";
import type { JsonValue } from "../../../../kernel/json_value.ts";
import { readCalls } from "../../../../scripts/je/chat/tool_call.ts";

function called(name: JsonValue, args?: JsonValue): JsonValue {
  return { id: "a", type: "function", function: args === undefined ? { name } : { name, arguments: args } };
}

const good: [what: string, given: JsonValue, args: JsonValue, resent: string][] = [
  ["text of an object", called("get_entry", '{"je_id": "JE-1"}'), { je_id: "JE-1" }, '{"je_id": "JE-1"}'],
  ["an object", called("get_entry", { je_id: "JE-1" }), { je_id: "JE-1" }, '{"je_id":"JE-1"}'],
  ["text of no object", called("get_entry", "[1]"), [1], '{"given":"[1]","problem":"the arguments were no object"}'],
  [
    "an object as text within text",
    called("submit", '"{}"'),
    "{}",
    '{"given":"\\"{}\\"","problem":"the arguments were no object"}',
  ],
];
for (const [what, given, args, resent] of good) {
  Deno.test(`readCalls() takes arguments that are ${what}`, () => {
    const [read] = readCalls([given], { turn: 0 });
    assertEquals([read!.call.args, read!.sent.function.arguments], [args, resent]);
  });
}

const bad: [what: string, given: JsonValue, name: string, raw: string][] = [
  ["arguments cut off", called("get_entry", '{"je_id'), "get_entry", '{"arguments":"{\\"je_id","name":"get_entry"}'],
  ["empty arguments", called("submit", ""), "submit", '{"arguments":"","name":"submit"}'],
  ["no arguments", called("submit"), "submit", '{"name":"submit"}'],
  ["null for arguments", called("submit", null), "submit", '{"arguments":null,"name":"submit"}'],
  ["a list for arguments", called("submit", []), "submit", '{"arguments":[],"name":"submit"}'],
  [
    "a key twice",
    called("submit", '{"note":"a","note":"b"}'),
    "submit",
    '{"arguments":"{\\"note\\":\\"a\\",\\"note\\":\\"b\\"}","name":"submit"}',
  ],
  ["a comma too many", called("submit", "{},"), "submit", '{"arguments":"{},","name":"submit"}'],
  ["no name", called(null, "{}"), "malformed_call", '{"arguments":"{}","name":null}'],
  ["no function", { id: "a" }, "malformed_call", '{"id":"a"}'],
  ["no object at all", "submit", "malformed_call", '"submit"'],
];
for (const [what, given, name, raw] of bad) {
  Deno.test(`readCalls() repairs nothing, and resends valid JSON, when a call has ${what}`, () => {
    const [read] = readCalls([given], { turn: 0 }), { function: sent } = read!.sent;
    assertEquals([read!.call, sent.name], [{ tool: null, args: { raw } }, name]);
    assertEquals(JSON.parse(sent.arguments), { problem: "the call could not be read", given: raw });
  });
}

Deno.test("readCalls() gives every call an id of its own", () => {
  const calls = [called("submit", "{}"), called("submit", "{}"), { function: { name: "submit", arguments: "{}" } }];
  assertEquals(readCalls(calls, { turn: 4 }).map(({ sent }) => sent.id), ["a", "call_4_1", "call_4_2"]);
});

Deno.test("readCalls() calls a name as it is and resends one that an API takes", () => {
  const [read] = readCalls([called("get entry!", "{}")], { turn: 0 });
  assertEquals([read!.call, read!.sent.function.name], [{ tool: "get entry!", args: {} }, "malformed_call"]);
});
