/** The calls of an episode as a conversation and as events. @module */
import type { Envelope } from "../../../experiments/je-v1/env/envelope.ts";
import type { RecordedEpisode } from "../../../experiments/je-v1/sweep/episode_record.ts";
import type { Row } from "../../../experiments/je-v1/verify/trajectory.ts";
import { canonicalize } from "../../../kernel/json_encode.ts";
import { isJsonObject, type JsonValue } from "../../../kernel/json_value.ts";
import type { EventTime, LogEvent, Message, ToolCallError } from "./log_model.ts";
import { isoTime } from "./log_names.ts";

/** What the conversation is made with. */
export interface Conversation {
  /** The first message. */ readonly input: string;
  /** The name of the model. */ readonly model: string;
  /** The sample's id among all; message ids start with it. */ readonly uuid: string;
  /** When it started, in milliseconds since 1970. */ readonly startMs: number;
}

/** The conversation: the brief, then each call and its answer, in order. A call that names a tool is an assistant's tool
 * call, answered by a tool message of the whole envelope in canonical JSON; one that names none is an assistant's text
 * (what could not be read or was said instead, else the arguments), answered by a user message. Arguments that are no object stand under `args`, with a
 * parse error that says so. What the model thought, where it was recorded, is a reasoning part. */
export function messagesOf({ rows, observations }: RecordedEpisode, told: Conversation): Message[] {
  const id = (n: number): string => `${told.uuid}-${n}`;
  const first: Message = { id: id(0), role: "user", source: "input", content: told.input };
  return [
    first,
    ...rows.flatMap((row): Message[] => {
      const { step_idx, tool, args } = row, observation = observations.get(row.observation_hash)!;
      const [said, heard] = [id(2 * step_idx + 1), id(2 * step_idx + 2)], answer = canonicalize(observation);
      const spoken = { id: said, role: "assistant", source: "generate", model: told.model } as const;
      if (tool === null) {
        return [
          { ...spoken, content: contentOf(row, saidOf(row)) },
          { id: heard, role: "user", source: "generate", content: answer },
        ];
      }
      const call = { id: callId(row), type: "function", function: tool, arguments: argumentsOf(row) } as const;
      const parse_error = isJsonObject(args) ? {} : { parse_error: "the arguments are no JSON object" };
      const content = contentOf(row, "");
      return [
        { ...spoken, content, tool_calls: [{ ...call, ...parse_error }] },
        { id: heard, role: "tool", content: answer, tool_call_id: call.id, function: tool, ...errorOf(observation) },
      ];
    }),
  ];
}

/** The calls as events, in order: `tool` where one was named, else `info`. Times are the start plus what was measured from
 * call to call. A call that was not timed adds nothing: of those that a model makes in one turn only the first is. */
export function callEvents({ rows, observations }: RecordedEpisode, told: Conversation): LogEvent[] {
  let elapsedMs = 0;
  return rows.map((row): LogEvent => {
    const { step_idx, tool, args, latency_ms } = row, observation = observations.get(row.observation_hash)!;
    elapsedMs += latency_ms ?? 0;
    const time = eventTime(told, elapsedMs);
    if (tool === null) {
      const data = { step_idx, tool, args, observation: observation as unknown as JsonValue };
      return { ...time, event: "info", source: "je-v1", data };
    }
    return {
      ...time,
      ...{ event: "tool", type: "function", id: callId(row), function: tool, arguments: argumentsOf(row) },
      ...{ result: canonicalize(observation), ...errorOf(observation) },
      ...{ events: [], message_id: `${told.uuid}-${2 * step_idx + 2}` },
    };
  });
}

/** The time of an event that is so many milliseconds after the start. */
export function eventTime({ startMs }: Pick<Conversation, "startMs">, elapsedMs: number): EventTime {
  return { timestamp: isoTime(startMs + elapsedMs), working_start: elapsedMs / 1000 };
}

function contentOf({ reasoning_trace: reasoning }: Row, text: string): (Message & { role: "assistant" })["content"] {
  if (reasoning === null) return text;
  const thought = { type: "reasoning", reasoning, redacted: false } as const;
  return text === "" ? [thought] : [thought, { type: "text", text }];
}

/** What a model said in place of a call: arguments of the one member raw, content or refusal; else the arguments. */
function saidOf({ args }: Row): string {
  const [[name, text] = [], ...more] = isJsonObject(args) ? Object.entries(args) : [];
  const isSaid = more.length === 0 && ["raw", "content", "refusal"].includes(name ?? "");
  return isSaid && typeof text === "string" ? text : canonicalize(args);
}

function callId({ step_idx }: Row): string {
  return `call-${step_idx}`;
}

function argumentsOf({ args }: Row): { [name: string]: Row["args"] } {
  return isJsonObject(args) ? args : { args };
}

function errorOf(observation: Envelope): { error?: ToolCallError } {
  if (observation.ok) return {};
  const { code, message } = observation.error;
  return { error: { type: code === "invalid_args" ? "parsing" : "unknown", message: `${code}: ${message}` } };
}
