/** State cards: what an agent wrote down for itself before its context was cut. @module */
import { isJsonObject, type JsonValue } from "../../../kernel/json_value.ts";
import type { Provider } from "./index.ts";

/** The line that a card begins with. */
export const CARD_MARKER = "[gobstopper state card]";

/** What a card says. */
export interface StateCard {
  /** The `goal:`; null where there is none, as for the other single ones. */ readonly goal: string | null;
  /** Every `error:`, in order. */ readonly errors: readonly string[];
  /** The `current:` work. */ readonly current_work: string | null;
  /** The `summary:`. */ readonly summary: string | null;
  /** Every `concept:`. */ readonly concepts: readonly string[];
  /** Every `file:`. */ readonly files: readonly string[];
  /** Every `decision:`. */ readonly decisions: readonly string[];
  /** Every `todo:`. */ readonly todos: readonly string[];
  /** Every `context:`. */ readonly contexts: readonly string[];
  /** How many earlier records the card says that it covers. */ readonly covers_records: number | null;
}

/** Reads the card that a text is: its first line is the marker, and each further line that starts with the name of a
 * field gives it a value, without the blanks around it. Of a field that a card has once, the first counts; empty values
 * and other lines are passed over. Lines end with LF or CR LF.
 * @returns Null when the text does not begin with the marker's line. */
export function parseCard(text: string): StateCard | null {
  if (!text.startsWith(CARD_MARKER)) return null;
  const [marker, ...lines] = text.split(/\r?\n/);
  if (marker !== CARD_MARKER) return null;
  const values = new Map<string, string[]>();
  let covers: number | null = null;
  for (const line of lines) {
    const [, name = "", value = ""] = /^([a-z]+):(.*)$/s.exec(line) ?? [];
    if (value.trim() !== "") values.set(name, [...values.get(name) ?? [], value.trim()]);
    const count = Number(/^\(covers (\d+) earlier records?\)\s*$/.exec(line)?.[1] ?? NaN);
    if (Number.isSafeInteger(count)) covers ??= count;
  }
  const first = (name: string): string | null => values.get(name)?.[0] ?? null;
  const all = (name: string): string[] => values.get(name) ?? [];
  return {
    goal: first("goal"),
    errors: all("error"),
    current_work: first("current"),
    summary: first("summary"),
    concepts: all("concept"),
    files: all("file"),
    decisions: all("decision"),
    todos: all("todo"),
    contexts: all("context"),
    covers_records: covers,
  };
}

/** The text of a user's own message, in the shape of a provider (specs, recovery.md): codex, the first item of a
 * message's content, an `input_text`; claude_code, the content itself, or its first item where that is a `text`. Tool
 * output is neither.
 * @returns Null when the record is none. */
export function userText(record: JsonValue, provider: Provider): string | null {
  if (!isJsonObject(record)) return null;
  const isCodex = provider === "codex";
  if (record.type !== (isCodex ? "response_item" : "user")) return null;
  const message = isCodex ? record.payload : record.message;
  if (!isJsonObject(message) || message.role !== "user" || (isCodex && message.type !== "message")) return null;
  const { content } = message;
  if (typeof content === "string") return isCodex ? null : content;
  const item = Array.isArray(content) ? content[0] : undefined;
  if (!isJsonObject(item) || item.type !== (isCodex ? "input_text" : "text")) return null;
  return typeof item.text === "string" ? item.text : null;
}
