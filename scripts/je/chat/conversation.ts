/** What a chat model is sent: the body of each request, growing turn by turn. @module */
import { type Brief, briefOf } from "../../../experiments/je-v1/env/brief.ts";
import type { Envelope } from "../../../experiments/je-v1/env/envelope.ts";
import { TOOL_SCHEMAS } from "../../../experiments/je-v1/env/tool_schemas.ts";
import type { ToolName } from "../../../experiments/je-v1/env/tasks.ts";
import type { ModelEntry, PreparedUnit } from "../../../experiments/je-v1/sweep/unit.ts";
import { canonicalize } from "../../../kernel/json_encode.ts";
import type { JsonObject } from "../../../kernel/json_value.ts";
import { briefText } from "../brief_text.ts";
import type { Turn } from "./completion.ts";
import type { ReadCall } from "./tool_call.ts";

/** The dialogue with a model as it is sent. */
export interface Conversation {
  /** The body of the next request: JSON whose messages come last, so that each body begins as the one before. */
  readonly body: () => string;
  /** Adds what the model said. */ readonly addTurn: (turn: Turn, calls: readonly ReadCall[]) => void;
  /** Adds the answer to a call; null: to a turn without a call. */
  readonly addAnswer: (answer: Envelope, call: ReadCall | null) => void;
}

const SYSTEM = "You work only through the tools that are listed: what you write beside a tool call is not read by " +
  "anyone. Every turn must call at least one tool. Several calls in one turn are made in their order, and each is one " +
  "step. When every entry has its disposition, call submit.";

/** Begins the dialogue about a unit. */
export function conversationOf({ unit, instance: { world } }: PreparedUnit): Conversation {
  const { model, run_config: { tools_enabled, step_budget }, seed } = unit;
  const brief: Brief = briefOf(world, { tools_enabled, step_budget });
  const head = requestHead(model, { tool_choice: "auto", tools: brief.tools.map(toolJson) }, { seed });
  const messages = [message({ role: "system", content: SYSTEM }), message({ role: "user", content: briefText(brief) })];
  return {
    body: () => bodyOf(head, messages),
    addTurn({ content, refusal }, calls) {
      const text = content !== "" ? content : refusal ?? "", tool_calls = calls.map(({ sent }) => sent);
      messages.push(
        message({
          ...{ role: "assistant", content: text === "" && tool_calls.length > 0 ? null : text.toWellFormed() },
          ...(tool_calls.length > 0 ? { tool_calls } : {}),
        }),
      );
    },
    addAnswer(answer, call) {
      const content = canonicalize(answer);
      messages.push(
        message(call === null ? { role: "user", content } : { role: "tool", tool_call_id: call.sent.id, content }),
      );
    },
  };
}

/** The part of a request that stays: model, params, the seed where it is sent, and what the caller adds. */
export function requestHead(entry: ModelEntry, parts: object, { seed }: { seed: number }): string {
  const { params, model, send_seed } = entry;
  return canonicalize({ ...params, ...parts, model, ...(send_seed ? { seed } : {}) }).slice(0, -1);
}

/** A message in canonical JSON. */
export function message(value: object): string {
  return canonicalize(value);
}

/** A request's body. */
export function bodyOf(head: string, messages: readonly string[]): string {
  return `${head},"messages":[${messages.join(",")}]}`;
}

function toolJson(name: ToolName): JsonObject {
  const { description, parameters } = TOOL_SCHEMAS[name];
  return { type: "function", function: { name, description, parameters: parameters as unknown as JsonObject } };
}
