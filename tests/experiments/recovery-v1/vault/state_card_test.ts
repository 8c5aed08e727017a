import { assertEquals } from "@std/assert/equals";
import type { Provider } from "../../../../experiments/recovery-v1/vault/index.ts";
import {
  CARD_MARKER,
  parseCard,
  type StateCard,
  userText,
} from "../../../../experiments/recovery-v1/vault/state_card.ts";
import type { JsonValue } from "../../../../kernel/json_value.ts";

const EMPTY: StateCard = {
  ...{ goal: null, errors: [], current_work: null, summary: null, concepts: [], files: [], decisions: [], todos: [] },
  ...{ contexts: [], covers_records: null },
};

const CARDS: readonly (readonly [name: string, text: string, card: Partial<StateCard> | null])[] = [
  [
    "every field",
    `${CARD_MARKER}\ngoal: g\nerror: e1\nerror: e2\ncurrent: c\nsummary: s\nconcept: k\nfile: f\ndecision: d\ntodo: t\ncontext: x\n(covers 12 earlier records)`,
    {
      ...{ goal: "g", errors: ["e1", "e2"], current_work: "c", summary: "s", concepts: ["k"], files: ["f"] },
      ...{ decisions: ["d"], todos: ["t"], contexts: ["x"], covers_records: 12 },
    },
  ],
  ["nothing but the marker", CARD_MARKER, {}],
  ["lines that end with CR LF", `${CARD_MARKER}\r\ngoal: g\r\n`, { goal: "g" }],
  ["a second goal", `${CARD_MARKER}\ngoal: a\ngoal: b`, { goal: "a" }],
  ["an empty goal before one", `${CARD_MARKER}\ngoal:  \ngoal: b`, { goal: "b" }],
  ["colons in a value", `${CARD_MARKER}\ngoal: a: b`, { goal: "a: b" }],
  ["a line of no field", `${CARD_MARKER}\nhello\nGoal: g\n goal: g`, {}],
  ["one covered record", `${CARD_MARKER}\n(covers 1 earlier record)`, { covers_records: 1 }],
  ["a blank before the marker", ` ${CARD_MARKER}\ngoal: g`, null],
  ["a text before the marker", `I quote:\n${CARD_MARKER}\ngoal: g`, null],
  ["more on the marker's line", `${CARD_MARKER} and more\ngoal: g`, null],
  ["the marker in upper case", `${CARD_MARKER.toUpperCase()}\ngoal: g`, null],
  ["no text", "", null],
];
for (const [name, text, card] of CARDS) {
  Deno.test(`parseCard() gives ${card === null ? "null" : "the card"} when a text has ${name}`, () => {
    assertEquals(parseCard(text), card === null ? null : { ...EMPTY, ...card });
  });
}

const codex = (payload: JsonValue): JsonValue => ({ type: "response_item", payload });
const input = (text: string): JsonValue => ({ type: "message", role: "user", content: [{ type: "input_text", text }] });
const claude = (content: JsonValue, role = "user"): JsonValue => ({ type: role, message: { role, content } });

const RECORDS: readonly (readonly [name: string, provider: Provider, record: JsonValue, text: string | null])[] = [
  ["codex's user message", "codex", codex(input("t")), "t"],
  ["claude_code's user message", "claude_code", claude("t"), "t"],
  ["claude_code's text item", "claude_code", claude([{ type: "text", text: "t" }]), "t"],
  ["codex's message to claude_code", "claude_code", codex(input("t")), null],
  ["claude_code's message to codex", "codex", claude("t"), null],
  [
    "codex's assistant message",
    "codex",
    codex({ type: "message", role: "assistant", content: [{ type: "output_text", text: "t" }] }),
    null,
  ],
  ["codex's tool output", "codex", codex({ type: "function_call_output", call_id: "c", output: "t" }), null],
  ["codex's message with a plain text", "codex", codex({ type: "message", role: "user", content: "t" }), null],
  [
    "codex's output text as a user",
    "codex",
    codex({ type: "message", role: "user", content: [{ type: "output_text", text: "t" }] }),
    null,
  ],
  ["claude_code's assistant message", "claude_code", claude("t", "assistant"), null],
  ["claude_code's tool result", "claude_code", claude([{ type: "tool_result", content: "t" }]), null],
  [
    "a tool result before a text",
    "claude_code",
    claude([{ type: "tool_result", content: "x" }, { type: "text", text: "t" }]),
    null,
  ],
  ["a user record of an assistant's message", "claude_code", {
    type: "user",
    message: { role: "assistant", content: "t" },
  }, null],
  ["no content", "claude_code", { type: "user", message: { role: "user" } }, null],
  ["an empty list", "codex", codex({ type: "message", role: "user", content: [] }), null],
  ["a list", "codex", [], null],
  ["a number", "claude_code", 7, null],
];
for (const [name, provider, record, text] of RECORDS) {
  Deno.test(`userText() gives ${JSON.stringify(text)} when a record is ${name}`, () => {
    assertEquals(userText(record, provider), text);
  });
}
