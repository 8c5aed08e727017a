/** The record shapes of both providers (specs/recovery.md), one line of JSON each. @module */
import type { Provider, Spelling } from "./fixture_plan.ts";
import type { Stream } from "./fixture_stream.ts";

/** Makes the records of one transcript, in order. */
export interface RecordMaker {
  /** The record that opens a transcript, where the provider has one. */ opening(): object[];
  /** What the user says. */ user(text: string): object;
  /** What the assistant says. */ assistant(text: string): object;
  /** A tool is called; `extraKey` becomes the key of a value that is no text of the tool. */
  call(id: string, options: { argument: string; extraKey?: string | undefined }): object;
  /** What the tool answered. */ result(id: string, text: string): object;
}

const TOOL = "read_log";

/** Makes records of a provider for one session; `stream` gives the names of records where they have some. */
export function makeRecords(provider: Provider, options: { sessionId: string; stream: Stream }): RecordMaker {
  return provider === "codex" ? codexRecords(options.sessionId) : claudeRecords(options);
}

function codexRecords(sessionId: string): RecordMaker {
  const item = (payload: object): object => ({ type: "response_item", payload });
  const message = (role: string, type: string, text: string): object =>
    // one helper for both sides
    item({ type: "message", role, content: [{ type, text }] });
  return {
    opening: () => [{ type: "session_meta", payload: { id: sessionId } }],
    user: (text) => message("user", "input_text", text),
    assistant: (text) => message("assistant", "output_text", text),
    call: (callId, { argument, extraKey }) =>
      item({
        ...{ type: "function_call", call_id: callId, name: TOOL, arguments: JSON.stringify({ page: argument }) },
        ...(extraKey !== undefined && { metadata: { [extraKey]: [{ [extraKey]: 1 }] } }),
      }),
    result: (callId, output) => item({ type: "function_call_output", call_id: callId, output }),
  };
}

function claudeRecords({ sessionId, stream }: { sessionId: string; stream: Stream }): RecordMaker {
  let parentUuid: string | null = null;
  const next = (role: "user" | "assistant", content: unknown): object => {
    const uuid = stream.uuid(), record = { type: role, uuid, parentUuid, sessionId, message: { role, content } };
    parentUuid = uuid;
    return record;
  };
  return {
    opening: () => [],
    user: (text) => next("user", text),
    assistant: (text) => next("assistant", [{ type: "text", text }]),
    call: (id, { argument, extraKey }) => {
      const input = { page: argument, ...(extraKey !== undefined && { [extraKey]: [{ [extraKey]: 1 }] }) };
      return next("assistant", [{ type: "tool_use", id, name: TOOL, input }]);
    },
    result: (id, content) => next("user", [{ type: "tool_result", tool_use_id: id, content }]),
  };
}

/** Writes a value as one line of compact JSON without its line end, spelled as asked. */
export function spellRecord(value: unknown, spelling: Spelling): string {
  const text = JSON.stringify(value);
  return spelling === "raw" ? text : text.replaceAll(/[\u0080-\uffff]/g, (unit) => spellUnit(unit, spelling));
}

/** Spells a text as it stands inside a JSON string, without the quotes. */
export function spellText(text: string, spelling: Spelling): string {
  return spellRecord(text, spelling).slice(1, -1);
}

/** Spells one UTF-16 code unit; without the `u` flag, a pair comes here as two. */
function spellUnit(unit: string, spelling: Spelling): string {
  const hex = unit.charCodeAt(0).toString(16).padStart(4, "0");
  return `\\u${spelling === "upper" ? hex.toUpperCase() : hex}`;
}
