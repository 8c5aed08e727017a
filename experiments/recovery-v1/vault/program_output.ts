/** What a command prints. @module */
import { PermafrostError } from "../../../kernel/error.ts";

/** Writes a value as one line of JSON, line feed included. Characters that a terminal might obey or hide, and that JSON
 * leaves as they are, are escaped; the value is the same. */
export function toJsonLine(value: unknown): string {
  return `${JSON.stringify(value).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escapeUnits)}\n`;
}

/** Writes a value for people: a line for each member, nested values indented, `none` for null and for empty lists. What
 * a terminal might obey is escaped, so a text that came out of a transcript stays on its line. */
export function toPlainText(value: unknown): string {
  return outline(value).map((line) => `${line}\n`).join("");
}

function outline(value: unknown): string[] {
  if (Array.isArray(value)) {
    return value.length === 0 ? ["none"] : value.flatMap((item) => hang(outline(item)));
  }
  if (typeof value !== "object" || value === null) return [inert(value === null ? "none" : String(value))];
  const lines = Object.entries(value).flatMap(([key, member]) => {
    const inner = outline(member), name = inert(key.replaceAll("_", " "));
    return isNested(member) ? [`${name}:`, ...inner.map((line) => `  ${line}`)] : [`${name}: ${inner.join(" ")}`];
  });
  return lines.length === 0 ? ["none"] : lines;
}

function isNested(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

function hang(lines: readonly string[]): string[] {
  return lines.map((line, at) => (at === 0 ? "- " : "  ") + line);
}

/** The reason of an error for people: its code and message; of a fault that has no code only the kind, since the
 * message may name a path. */
export function reasonOf(error: unknown): string {
  if (error instanceof PermafrostError) return inert(`${error.code}: ${error.message}`);
  const kind = error instanceof Error ? error.name : typeof error;
  return inert(`internal: Cannot go on: an unforeseen ${kind}`);
}

/** Escapes the characters of a text that a terminal might obey or hide. */
function inert(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escapeUnits);
}

function escapeUnits(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}
