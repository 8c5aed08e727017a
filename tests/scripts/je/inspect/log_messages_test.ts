import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { canonicalize } from "../../../../kernel/json_encode.ts";
import { callEvents, eventTime, messagesOf } from "../../../../scripts/je/inspect/log_messages.ts";
import { CALLS, chatEpisode, smallEpisode } from "./logged.ts";

const TOLD = { input: "the brief", model: "chat/m-1", uuid: "u", startMs: 0 };

Deno.test("messagesOf() tells the brief, then every call and its answer in turn", () => {
  const messages = messagesOf(smallEpisode(), TOLD);
  assertEquals(messages[0], { id: "u-0", role: "user", source: "input", content: "the brief" });
  assertEquals(messages.map(({ id }) => id), messages.map((_, at) => `u-${at}`));
  const roles = CALLS.flatMap(({ tool }) => ["assistant", tool === null ? "user" : "tool"]);
  assertEquals(messages.slice(1).map(({ role }) => role), roles);
});

Deno.test("messagesOf() makes a tool call of a call, and its whole envelope the answer", () => {
  const episode = smallEpisode(), [, call, answer] = messagesOf(episode, TOLD);
  assert(call?.role === "assistant" && answer?.role === "tool");
  assertEquals([call.content, call.tool_calls], ["", [
    { id: "call-0", type: "function", function: "list_entries", arguments: { limit: 2 } },
  ]]);
  assertEquals([answer.tool_call_id, answer.function, answer.error], ["call-0", "list_entries", undefined]);
  assertEquals(answer.content, canonicalize(episode.observations.get(episode.rows[0]!.observation_hash)));
});

Deno.test("messagesOf() gives a call that could not be read as the text that it was", () => {
  const [, , , raw, answer] = messagesOf(smallEpisode(), TOLD);
  assert(raw?.role === "assistant" && answer?.role === "user");
  assertEquals([raw.content, raw.tool_calls, answer.source], ['get_entry("JE-KPRPYQME"', undefined, "generate"]);
  assertEquals(JSON.parse(answer.content as string).error.code, "malformed_call");
});

for (const name of ["content", "refusal"]) {
  Deno.test(`messagesOf() gives what was said instead of a call as text: ${name}`, () => {
    const episode = smallEpisode(), rows = episode.rows.with(2, { ...episode.rows[2]!, args: { [name]: "I cannot." } });
    assertEquals(messagesOf({ ...episode, rows }, TOLD)[5]!.content, "I cannot.");
  });
}

Deno.test("messagesOf() gives what named no tool as its arguments", () => {
  const message = messagesOf(smallEpisode(), TOLD)[5];
  assert(message?.role === "assistant");
  assertEquals(message.content, "{}");
});

Deno.test("messagesOf() keeps arguments that are no object, and says that they are none", () => {
  const [call, answer] = messagesOf(smallEpisode(), TOLD).slice(7);
  assert(call?.role === "assistant" && answer?.role === "tool");
  const [{ arguments: args, parse_error } = { arguments: {} }] = call.tool_calls ?? [];
  assertEquals([args, parse_error], [{ args: ["account"] }, "the arguments are no JSON object"]);
  assertEquals(answer.error?.type, "unknown");
});

Deno.test("messagesOf() has the environment's code in the error of an answer", () => {
  const errors = messagesOf(smallEpisode(), TOLD).flatMap((message) =>
    message.role === "tool" ? message.error ?? [] : []
  );
  assertEquals(errors.map(({ type, message }) => [type, message.split(":")[0]]), [
    ["unknown", "unknown_tool"],
    ["parsing", "invalid_args"],
  ]);
});

Deno.test("messagesOf() has what a model thought as a part of its own", () => {
  const [, first, , second] = messagesOf(chatEpisode(), TOLD);
  assertEquals(first!.content, [{ type: "reasoning", reasoning: "First I look at all of it.", redacted: false }]);
  assertEquals(second!.content, 'get_entry("JE-KPRPYQME"');
});

Deno.test("messagesOf() has words beside thoughts where a call was text", () => {
  const episode = chatEpisode(), rows = episode.rows.map((row) => ({ ...row, reasoning_trace: "hm" }));
  assertEquals(messagesOf({ ...episode, rows }, TOLD)[3]!.content, [
    { type: "reasoning", reasoning: "hm", redacted: false },
    { type: "text", text: 'get_entry("JE-KPRPYQME"' },
  ]);
});

Deno.test("callEvents() has one event a call: a tool's, or information where no tool was named", () => {
  const events = callEvents(smallEpisode(), TOLD);
  assertEquals(events.map(({ event }) => event), CALLS.map(({ tool }) => tool === null ? "info" : "tool"));
  assert(events[1]?.event === "info");
  const { step_idx, tool, args } = events[1].data as Record<string, unknown>;
  assertEquals({ step_idx, tool, args }, { step_idx: 1, ...CALLS[1] });
});

Deno.test("callEvents() names the message that answers", () => {
  const episode = smallEpisode(), messages = messagesOf(episode, TOLD);
  for (const event of callEvents(episode, TOLD)) {
    if (event.event !== "tool") continue;
    const answer = messages.find(({ id }) => id === event.message_id);
    assert(answer?.role === "tool");
    assertEquals([answer.tool_call_id, answer.content], [event.id, event.result]);
  }
});

Deno.test("callEvents() adds up what was measured", () => {
  const events = callEvents(chatEpisode(), { ...TOLD, startMs: 1_900_000_000_000 });
  assertEquals(events.map(({ working_start }) => working_start), CALLS.map((_, at) => (at + 1) / 2));
  assertEquals(events[0]!.timestamp, "2030-03-17T17:46:40.500+00:00");
});

Deno.test("callEvents() adds nothing for a call that was not timed", () => {
  const episode = chatEpisode();
  const rows = episode.rows.map((row, at) => at % 2 === 1 ? { ...row, latency_ms: null } : row);
  const times = callEvents({ ...episode, rows }, TOLD).map(({ working_start }) => working_start);
  assertEquals(times, [0.5, 0.5, 1, 1, 1.5, 1.5, 2, 2, 2.5]);
});

Deno.test("callEvents() has every event at the start where nothing was timed", () => {
  assertEquals(
    new Set(callEvents(smallEpisode(), TOLD).map(({ timestamp }) => timestamp)),
    new Set([
      "1970-01-01T00:00:00+00:00",
    ]),
  );
});

Deno.test("eventTime() is in seconds from the start", () => {
  assertEquals(eventTime({ startMs: 1000 }, 1), { timestamp: "1970-01-01T00:00:01.001+00:00", working_start: 0.001 });
});
