import { assertEquals } from "@std/assert/equals";
import { makeRecords, spellRecord, spellText } from "../../../../experiments/recovery-v1/study/fixture_records.ts";
import { openStream } from "../../../../experiments/recovery-v1/study/fixture_stream.ts";
import type { Message } from "./fake_machine.ts";

for (
  const [spelling, expected] of [
    ["raw", '{"k":"é🛟\\n"}'],
    ["lower", '{"k":"\\u00e9\\ud83d\\udedf\\n"}'],
    ["upper", '{"k":"\\u00E9\\uD83D\\uDEDF\\n"}'],
  ] as const
) {
  Deno.test(`spellRecord() writes what is beyond ASCII ${spelling}`, () => {
    assertEquals(spellRecord({ k: "é🛟\n" }, spelling), expected);
    assertEquals(JSON.parse(expected), { k: "é🛟\n" });
  });
}

Deno.test("spellText() leaves the quotes off", () => assertEquals(spellText('→"', "lower"), '\\u2192\\"'));

Deno.test("makeRecords() writes codex as response items, with the session first", () => {
  const records = makeRecords("codex", { sessionId: "s", stream: openStream("x") });
  assertEquals(records.opening(), [{ type: "session_meta", payload: { id: "s" } }]);
  assertEquals(records.user("hi"), {
    type: "response_item",
    payload: { type: "message", role: "user", content: [{ type: "input_text", text: "hi" }] },
  });
  assertEquals(records.call("c", { argument: "a" }), {
    type: "response_item",
    payload: { type: "function_call", call_id: "c", name: "read_log", arguments: '{"page":"a"}' },
  });
  assertEquals(records.result("c", "out"), {
    type: "response_item",
    payload: { type: "function_call_output", call_id: "c", output: "out" },
  });
});

Deno.test("makeRecords() writes claude_code as a chain of user and assistant", () => {
  const records = makeRecords("claude_code", { sessionId: "s", stream: openStream("x") });
  const call = { argument: "a", extraKey: "k" };
  const made: Message[] = [records.user("hi"), records.call("c", call), records.result("c", "out")];
  assertEquals(records.opening(), []);
  assertEquals(made.map(({ parentUuid }) => parentUuid), [null, made[0].uuid, made[1].uuid]);
  assertEquals(made.map(({ type, message }) => [type, message.role]), [["user", "user"], ["assistant", "assistant"], [
    "user",
    "user",
  ]]);
  assertEquals(made.map(({ message }) => message.content), [
    "hi",
    [{ type: "tool_use", id: "c", name: "read_log", input: { page: "a", k: [{ k: 1 }] } }],
    [{ type: "tool_result", tool_use_id: "c", content: "out" }],
  ]);
});
