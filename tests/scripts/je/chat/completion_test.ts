import { assertEquals } from "@std/assert/equals";
import { readCompletion } from "../../../../scripts/je/chat/completion.ts";

Deno.test("readCompletion() reads text, calls, thoughts and figures", () => {
  const text = JSON.stringify({
    ...{ model: "m-1", system_fingerprint: "fp", usage: { prompt_tokens: 3, completion_tokens: 4 } },
    choices: [{
      finish_reason: "tool_calls",
      message: { content: "hm", refusal: null, reasoning_content: "so", tool_calls: [{ id: "a" }] },
    }],
  });
  assertEquals(readCompletion(text), {
    ...{ content: "hm", refusal: null, reasoning: "so", calls: [{ id: "a" }], finish_reason: "tool_calls" },
    ...{ model: "m-1", system_fingerprint: "fp", tokens_in: 3, tokens_out: 4 },
  });
});

const EMPTY = {
  ...{ content: "", refusal: null, reasoning: null, calls: [], finish_reason: null },
  ...{ model: null, system_fingerprint: null, tokens_in: null, tokens_out: null },
};
const read: [what: string, answer: unknown, turn: object][] = [
  ["nothing but a message", { choices: [{ message: {} }] }, EMPTY],
  ["null for every field", {
    ...{ choices: [{ finish_reason: null, message: { content: null, refusal: null, tool_calls: null } }] },
    ...{ usage: null, model: null, system_fingerprint: null },
  }, EMPTY],
  ["parts of text", { choices: [{ message: { content: [{ type: "text", text: "a" }, 1, { text: "b" }] } }] }, {
    ...EMPTY,
    content: "ab",
  }],
  ["a refusal", { choices: [{ message: { refusal: "no" } }] }, { ...EMPTY, refusal: "no" }],
  ["thoughts under another name", { choices: [{ message: { reasoning: "so" } }] }, { ...EMPTY, reasoning: "so" }],
  [
    "figures that are none",
    { choices: [{ message: {} }], usage: { prompt_tokens: -1, completion_tokens: 1.5 } },
    EMPTY,
  ],
];
for (const [what, answer, turn] of read) {
  Deno.test(`readCompletion() reads ${what}`, () => {
    assertEquals(readCompletion(JSON.stringify(answer)), turn as ReturnType<typeof readCompletion>);
  });
}

for (
  const text of [
    ...["", "[]", "null", "<html>", '{"error":{"message":"full"}}', '{"choices":[]}', '{"choices":[{}]}'],
    ...['{"choices":[{"message":{"tool_calls":{}}}]}', '{"choices":[{"message":{}}],"choices":[]}', "{"],
  ]
) {
  Deno.test(`readCompletion() gives null for ${text || "an empty text"}`, () => {
    assertEquals(readCompletion(text), null);
  });
}
