/** A summary in words. @module */
import { isJsonObject, type JsonObject, type JsonValue } from "../../kernel/json_value.ts";
import type { Io } from "./command.ts";
import { valueText } from "./criteria_text.ts";
import { moreText } from "./findings_text.ts";
import { colors, fit, pad, padLeft, printable } from "./terminal.ts";

const NAME_COLUMNS = 20;
const CELL_COLUMNS = 15;
const MAX_LINES = 16;

type Entry = readonly [name: string, fields: JsonObject];

/** Shows a summary: objects with the same fields side by side as a table, the rest a line each. */
export function summaryText(summary: JsonValue, io: Io): string {
  const title = colors(io).bold("Summary");
  if (!isJsonObject(summary)) return `${title}     ${fit(valueText(summary), io.columns - 13)}\n`;
  const groups = new Map<string, Entry[]>();
  const others: string[] = [];
  for (const [name, value] of Object.entries(summary)) {
    if (!isFlat(value)) others.push(nameText(name) + valueText(value));
    else {
      const key = JSON.stringify(Object.keys(value));
      groups.set(key, [...groups.get(key) ?? [], [name, value]]);
    }
  }
  const perTable = Math.max(1, Math.floor((io.columns - 3 - NAME_COLUMNS) / CELL_COLUMNS));
  const lines = [...groups.values()].flatMap((group) =>
    group.length === 1
      ? [nameText(group[0]![0]) + fieldsText(group[0]![1])]
      : chunks(group, perTable).flatMap((entries) => tableLines(entries))
  );
  const all = [...lines, ...others];
  // A table's first line has nothing under the names: the title goes there.
  const head = all[0]?.startsWith(" ") ? title + fit(all.shift()!, io.columns - 3).slice(5) : title;
  return [head, ...all.slice(0, MAX_LINES).map((line) => "  " + fit(line, io.columns - 3))]
    .map((line) => line + "\n").join("") + moreText(all.length - MAX_LINES);
}

/** Tells whether a value is an object whose fields hold nothing nested. */
function isFlat(value: JsonValue): value is JsonObject {
  return isJsonObject(value) && Object.keys(value).length > 0 &&
    Object.values(value).every((part) => typeof part !== "object" || part === null);
}

function nameText(name: string): string {
  return pad(fit(printable(name), NAME_COLUMNS), NAME_COLUMNS) + "  ";
}

function fieldsText(fields: JsonObject): string {
  return Object.entries(fields).map(([name, value]) => `${printable(name)} ${valueText(value)}`).join("  ");
}

function tableLines(entries: readonly Entry[]): string[] {
  const cells = (texts: readonly string[]): string =>
    texts.map((text) => padLeft(fit(text, CELL_COLUMNS - 2), CELL_COLUMNS)).join("");
  return [
    pad("", NAME_COLUMNS) + cells(entries.map(([name]) => printable(name))),
    ...Object.keys(entries[0]![1]).map((key) =>
      pad(fit(printable(key), NAME_COLUMNS), NAME_COLUMNS) + cells(entries.map(([, fields]) => valueText(fields[key])))
    ),
  ];
}

function chunks<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size));
}
