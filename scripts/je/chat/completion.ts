/** A chat completion as its server words it, read into a turn; nothing of it is repaired. @module */
import { PermafrostError } from "../../../kernel/error.ts";
import { parseStrict } from "../../../kernel/json_decode.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../kernel/json_value.ts";

/** What a model said in one turn. */
export interface Turn {
  /** Its text; empty: none. */ readonly content: string;
  /** Its refusal; null: it did not refuse in that field. */ readonly refusal: string | null;
  /** What it thought, where the server tells; null: it does not. */ readonly reasoning: string | null;
  /** Its tool calls, as they came. */ readonly calls: readonly JsonValue[];
  /** Why it ended; null: not said. */ readonly finish_reason: string | null;
  /** The name that the server gives the model; null: not said. */ readonly model: string | null;
  /** The server's fingerprint; null: not said. */ readonly system_fingerprint: string | null;
  /** Tokens read; null: not said. */ readonly tokens_in: number | null;
  /** Tokens written; null: not said. */ readonly tokens_out: number | null;
}

const SAID_LENGTH = 200;

/** Reads a chat completion: JSON with `choices`, whose first has a `message`; further choices are passed over. Null: it is
 * none, or JSON that has two meanings. */
export function readCompletion(text: string): Turn | null {
  const answer = jsonOf(text);
  if (!isJsonObject(answer) || !Array.isArray(answer.choices)) return null;
  const choice = answer.choices[0];
  if (!isJsonObject(choice) || !isJsonObject(choice.message)) return null;
  const { message } = choice, { tool_calls = null } = message, usage = isJsonObject(answer.usage) ? answer.usage : {};
  if (tool_calls !== null && !Array.isArray(tool_calls)) return null;
  return {
    ...{ content: contentOf(message.content), refusal: textOrNull(message.refusal), calls: tool_calls ?? [] },
    reasoning: textOrNull(message.reasoning_content) ?? textOrNull(message.reasoning),
    ...{ finish_reason: said(choice.finish_reason), model: said(answer.model) },
    system_fingerprint: said(answer.system_fingerprint),
    ...{ tokens_in: countOf(usage.prompt_tokens), tokens_out: countOf(usage.completion_tokens) },
  };
}

/** A text as strict JSON; undefined where it is none. */
export function jsonOf(text: string): JsonValue | undefined {
  try {
    return parseStrict(text);
  } catch (error) {
    if (error instanceof PermafrostError) return undefined;
    throw error;
  }
}

/** Text, or the text of parts. */
function contentOf(content: JsonValue | undefined): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  const texts = content.filter((part): part is JsonObject => isJsonObject(part)).map(({ text }) => text);
  return texts.filter((text) => typeof text === "string").join("");
}

function textOrNull(value: JsonValue | undefined): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function said(value: JsonValue | undefined): string | null {
  return typeof value === "string" ? value.slice(0, SAID_LENGTH).toWellFormed() : null;
}

function countOf(value: JsonValue | undefined): number | null {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? value as number : null;
}
