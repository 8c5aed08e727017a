import { assertEquals } from "@std/assert/equals";
import fc from "fast-check";
import { briefOf } from "../../../../experiments/je-v1/env/brief.ts";
import { TOOL_SCHEMAS } from "../../../../experiments/je-v1/env/tool_schemas.ts";
import { finishUnit, prepareUnit, type Unit } from "../../../../experiments/je-v1/sweep/unit.ts";
import type { JsonValue } from "../../../../kernel/json_value.ts";
import { briefText } from "../../../../scripts/je/brief_text.ts";
import { networkAsk } from "../../../../scripts/je/chat/ask.ts";
import { readCompletion } from "../../../../scripts/je/chat/completion.ts";
import { endpointOf } from "../../../../scripts/je/chat/endpoint.ts";
import { type ChatPlay, playChat } from "../../../../scripts/je/chat/play_chat.ts";
import {
  callsOf,
  chatUnit,
  completion,
  type Scripted,
  totalOf,
  turnsOf,
  withModel,
  withServer,
} from "./chat_models.ts";

/** Lets a model play over the loopback; nothing is recorded and no wait waited for. */
async function play(unit: Unit): Promise<ChatPlay> {
  const log = { add: () => {}, end: () => "" as never };
  const network = { key: null, log, nowMs: () => 0, sleep: () => Promise.resolve() };
  return await playChat(prepareUnit(unit), networkAsk(endpointOf(unit.model), network));
}

/** The steps of a play, each as its tool, arguments and the code of its error. */
function stepsOf({ played }: ChatPlay): [string | null, JsonValue, string | null][] {
  return played!.steps.map(({ tool, args, observation }) => [
    ...[tool, args] as const,
    observation.ok ? null : observation.error.code,
  ]);
}

for (const each of [1, 3, 1000]) {
  Deno.test(`playChat() plays a whole episode as its agent would when a model makes up to ${each} calls a turn`, async () => {
    const calls = callsOf("solver");
    await withModel(turnsOf(calls, { each }), async ({ url, seen }) => {
      const unit = chatUnit(url), chat = await play(unit), { record } = finishUnit(prepareUnit(unit), chat.played!);
      assertEquals(
        stepsOf(chat).map(([tool, args]) => [tool, args]),
        calls.map((call) => [
          ...[call.name, JSON.parse(call.arguments)],
        ]),
      );
      assertEquals([record.termination, record.score!.total], ["submitted", totalOf("solver")]);
      assertEquals(seen().length, Math.ceil(calls.length / each));
    });
  });
}

Deno.test("playChat() asks with the brief, the enabled tools, the params and the seed", async () => {
  await withModel([{ toolCalls: [{ name: "submit", arguments: "{}" }] }], async ({ url, seen }) => {
    const unit = chatUnit(url, { seed: 3 }), { tools_enabled, step_budget } = unit.run_config;
    await play(unit);
    const { body } = seen()[0]!, user = body.messages[1];
    assertEquals([body.model, body.temperature, body.seed, body.tool_choice, body.stream], [
      ...["scripted-1", 0, 3, "auto", undefined],
    ]);
    const { world } = prepareUnit(unit).instance;
    assertEquals(user.content, briefText(briefOf(world, { tools_enabled, step_budget })));
    assertEquals(
      body.tools.map((
        { function: fn }: { function: { name: string; parameters: object } },
      ) => [fn.name, fn.parameters]),
      tools_enabled.map((name) => [name, TOOL_SCHEMAS[name].parameters]),
    );
  });
});

Deno.test("playChat() sends no seed when the entry does not say so", async () => {
  await withModel([{ toolCalls: [{ name: "submit", arguments: "{}" }] }], async ({ url, seen }) => {
    await play(chatUnit(url, { model: { send_seed: false } }));
    assertEquals("seed" in seen()[0]!.body, false);
  });
});

Deno.test("playChat() puts a turn's tokens, time and thoughts on the first of its calls", async () => {
  const listing = { name: "list_entries", arguments: "{}" }, submit = { name: "submit", arguments: "{}" };
  const turn = {
    toolCalls: [listing, listing, submit, listing],
    reasoning: "let me look",
    usage: { prompt_tokens: 11, completion_tokens: 5 },
  };
  await withModel([{ ...turn, systemFingerprint: "fp-1", finishReason: "tool_calls" }], async ({ url }) => {
    const { played, provider } = await play(chatUnit(url));
    assertEquals(
      played!.steps.map(({ tokens_in = null, tokens_out = null, latency_ms = null, reasoning_trace = null }) => [
        ...[tokens_in, tokens_out, latency_ms, reasoning_trace],
      ]),
      [[11, 5, 0, "let me look"], [null, null, null, null], [null, null, null, null]],
    );
    assertEquals(provider, {
      ...{ adapter: "openai", host: new URL(url).host, params: { temperature: 0 }, seed: 1, turns: 1, requests: 1 },
      ...{ refusals: 0, calls_after_end: 1, models: { "scripted-1": 1 }, system_fingerprints: { "fp-1": 1 } },
      finish_reasons: { tool_calls: 1 },
    });
  });
});

const SUBMIT = { toolCalls: [{ name: "submit", arguments: "{}" }] };
const turns: [what: string, turn: Scripted, step: [string | null, JsonValue, string]][] = [
  [
    "broken JSON for arguments",
    { toolCalls: [{ name: "get_entry", arguments: '{"je_id": "JE-' }] },
    [null, { raw: '{"arguments":"{\\"je_id\\": \\"JE-","name":"get_entry"}' }, "malformed_call"],
  ],
  ["a tool that is not there", { toolCalls: [{ name: "sql", arguments: "{}" }] }, ["sql", {}, "unknown_tool"]],
  ["a withheld tool", { toolCalls: [{ name: "fx_rate", arguments: "{}" }] }, ["fx_rate", {}, "unknown_tool"]],
  ["a list for arguments", { toolCalls: [{ name: "submit", arguments: "[]" }] }, ["submit", [], "invalid_args"]],
  ["words without a call", { content: "I think all is well." }, [
    ...[null, { content: "I think all is well." }, "no_tool_call"] as const,
  ]],
  ["nothing", { content: "" }, [null, {}, "no_tool_call"]],
];
for (const [what, turn, step] of turns) {
  Deno.test(`playChat() takes a step and goes on when a model gives ${what}`, async () => {
    await withModel([turn, SUBMIT], async ({ url, seen }) => {
      const chat = await play(chatUnit(url));
      assertEquals(stepsOf(chat), [step, ["submit", {}, null]]);
      const [, second] = seen(), history = second!.body.messages.slice(2);
      const [said, answer] = history, call = said.tool_calls?.[0];
      if (call !== undefined) JSON.parse(call.function.arguments);
      assertEquals(history.length, 2);
      assertEquals([answer.role, answer.tool_call_id], call === undefined ? ["user", undefined] : ["tool", call.id]);
      assertEquals(JSON.parse(answer.content), chat.played!.steps[0]!.observation);
    });
  });
}

/** Servers that say what aimock does not. */
const messages: [what: string, message: object, step: [string | null, JsonValue, string | null]][] = [
  ["an object for arguments", {
    tool_calls: [{ id: "a", type: "function", function: { name: "list_entries", arguments: { limit: 2 } } }],
  }, ["list_entries", { limit: 2 }, null]],
  ["a refusal", { content: null, refusal: "I cannot help." }, [null, { refusal: "I cannot help." }, "no_tool_call"]],
  ["a message without fields", {}, [null, {}, "no_tool_call"]],
  ["a call without a function", { tool_calls: [{}] }, [null, { raw: "{}" }, "malformed_call"]],
];
for (const [what, message, step] of messages) {
  Deno.test(`playChat() takes a step and goes on when a server gives ${what}`, async () => {
    const bodies: { messages: { tool_calls?: { function: { arguments: unknown } }[] }[] }[] = [];
    const answer = async (request: Request): Promise<Response> => {
      bodies.push(await request.json());
      const submit = { tool_calls: [{ id: "s", type: "function", function: { name: "submit", arguments: "{}" } }] };
      return completion(bodies.length === 1 ? message : submit);
    };
    await withServer(answer, async (url) => {
      const chat = await play(chatUnit(url));
      assertEquals(stepsOf(chat), [step, ["submit", {}, null]]);
      assertEquals(chat.provider.refusals, what === "a refusal" ? 1 : 0);
      const resent = bodies[1]!.messages[2]!.tool_calls?.[0]?.function.arguments;
      assertEquals(["string", "undefined"].includes(typeof resent), true);
    });
  });
}

for (
  const [what, turn] of [["refuses", { content: "no" }], ["stalls", {
    toolCalls: [{ name: "list_entries", arguments: "{}" }],
  }]]
) {
  Deno.test(`playChat() ends within one turn more than the budget when a model ${what} (conformance 18)`, async () => {
    await withModel(Array(20).fill(turn), async ({ url, seen }) => {
      const { played } = await play(chatUnit(url, { budget: 7 }));
      assertEquals([played!.termination, played!.steps.length, seen().length], ["budget", 8, 8]);
    });
  });
}

Deno.test("playChat() ends, and says only what replays, whatever a server makes of its answers", async () => {
  const tools = fc.constantFrom("list_entries", "get_entry", "submit", "sql", "", "x".repeat(70));
  const args = fc.oneof(fc.constantFrom("{}", "{", "", "[]", '"{}"', '{"limit":1}', '{"a":1,"a":2}'), fc.jsonValue());
  const fn = fc.oneof(fc.record({ name: tools, arguments: args }, { requiredKeys: [] }), fc.jsonValue());
  const call = fc.oneof(fc.record({ id: fc.string(), function: fn }, { requiredKeys: [] }), fc.jsonValue());
  const message = fc.record({
    ...{ content: fc.oneof(fc.string(), fc.jsonValue()), refusal: fc.oneof(fc.string(), fc.constant(null)) },
    tool_calls: fc.oneof(fc.array(call, { maxLength: 4 }), fc.constant(null)),
  }, { requiredKeys: [] });
  const unit = chatUnit("http://127.0.0.1:1", { budget: 5 }), prepared = prepareUnit(unit);
  await fc.assert(
    fc.asyncProperty(fc.array(message, { minLength: 7, maxLength: 7 }), async (said) => {
      const bodies: string[] = [], again: string[] = [];
      const playWith = (seen: string[]): Promise<ChatPlay> =>
        playChat(prepared, (body) => {
          JSON.parse(body);
          const turn = readCompletion(JSON.stringify({ choices: [{ message: said[seen.length] }] }));
          seen.push(body);
          return Promise.resolve(
            turn === null ? { failed: "none", requests: 1 } : { turn, latency_ms: 0, requests: 1 },
          );
        });
      const first = await playWith(bodies);
      assertEquals([await playWith(again), again], [first, bodies]);
      assertEquals(bodies.length <= 6 && (first.played === null || first.played.steps.length <= 6), true);
      for (const { sent } of bodies.flatMap(callsIn)) JSON.parse(sent);
    }),
    { seed: 20261201, numRuns: 150 },
  );
});

/** The arguments of the calls in a request's history. */
function callsIn(body: string): { sent: string }[] {
  const { messages } = JSON.parse(body) as { messages: { tool_calls?: { function: { arguments: string } }[] }[] };
  return messages.flatMap(({ tool_calls = [] }) => tool_calls.map((each) => ({ sent: each.function.arguments })));
}

Deno.test("playChat() says why, and counts no step, when the server fails for good", async () => {
  await withModel([turnsOf(callsOf("solver"))[0]], async ({ url }) => {
    const { played, failed, provider } = await play(chatUnit(url));
    assertEquals([played, failed, provider.turns, provider.requests], [
      ...[null, "the server answers 500, 6 times asked", 1, 7],
    ]);
  });
});

Deno.test("playChat() takes no step for requests that are made again", async () => {
  const busy = { error: { message: "busy" }, status: 429, retryAfter: 0 }, calls = callsOf("solver");
  const scripted = turnsOf(calls).flatMap((turn, at) => at % 5 === 0 ? [busy, turn] : [turn]);
  await withModel(scripted, async ({ url }) => {
    const { played, provider } = await play(chatUnit(url));
    assertEquals([played!.steps.length, provider.turns, provider.requests], [
      ...[calls.length, calls.length, scripted.length],
    ]);
  });
});
