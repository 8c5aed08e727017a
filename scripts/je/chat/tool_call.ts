/** A tool call of a chat completion, as the environment takes it and as it goes back into the history. @module */
import type { Call } from "../../../experiments/je-v1/env/envelope.ts";
import { canonicalize } from "../../../kernel/json_encode.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../kernel/json_value.ts";
import { jsonOf } from "./completion.ts";

/** A tool call, read. */
export interface ReadCall {
  /** What the environment is called with. */ readonly call: Call;
  /** The same for the history: with an id, a name, and arguments that are a JSON object in any case. */
  readonly sent: { readonly id: string; readonly type: "function"; readonly function: SentFunction };
}

/** What a call in the history names. */
export interface SentFunction {
  /** The tool. */ readonly name: string;
  /** Its arguments as text of JSON. */ readonly arguments: string;
}

/** The name in the history of a call that names nothing which an API takes for a name. */
export const MALFORMED_NAME = "malformed_call";
const API_NAME = /^[A-Za-z0-9_-]{1,64}$/;
const RAW_LENGTH = 20_000;

/** Reads the tool calls of a turn, in their order. Arguments are a JSON object, or text that is strict JSON; anything else,
 * an empty text too, makes a call that cannot be read: tool null, and args `{raw}` with the call as it came, cut at 20,000
 * characters. Nothing is repaired. In the history such a call has arguments that say so, as valid JSON.
 * @param turn Counts turns from 0, for the ids of calls that have none of their own. */
export function readCalls(calls: readonly JsonValue[], { turn }: { turn: number }): ReadCall[] {
  const ids = new Set<string>();
  return calls.map((given, at) => {
    const own = isJsonObject(given) && typeof given.id === "string" && given.id !== "" ? given.id : null;
    const id = own === null || ids.has(own) ? `call_${turn}_${at}` : own;
    ids.add(id);
    const { call, fn } = readCall(given);
    return { call, sent: { id, type: "function", function: fn } };
  });
}

function readCall(given: JsonValue): { call: Call; fn: SentFunction } {
  const fn: JsonObject = isJsonObject(given) && isJsonObject(given.function) ? given.function : {};
  const { name, arguments: said } = fn, shown = typeof name === "string" && API_NAME.test(name) ? name : MALFORMED_NAME;
  const args = typeof said === "string" ? jsonOf(said) : isJsonObject(said) ? said : undefined;
  if (typeof name !== "string" || name === "" || args === undefined) {
    const raw = canonicalize(Object.keys(fn).length > 0 ? fn : given).slice(0, RAW_LENGTH).toWellFormed();
    return { call: { tool: null, args: { raw } }, fn: diagnostic(shown, "the call could not be read", raw) };
  }
  const call: Call = { tool: name, args };
  if (shown !== name) {
    return { call, fn: diagnostic(shown, "there is no tool of this name", name.slice(0, RAW_LENGTH)) };
  }
  if (!isJsonObject(args)) return { call, fn: diagnostic(name, "the arguments were no object", canonicalize(args)) };
  return { call, fn: { name, arguments: typeof said === "string" ? said : canonicalize(args) } };
}

function diagnostic(name: string, problem: string, given: string): SentFunction {
  return { name, arguments: canonicalize({ problem, given: given.toWellFormed() }) };
}
