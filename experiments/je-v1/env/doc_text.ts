/** How documents say their fields, and how to read them: in `fields`, and again in the body. @module */
import { moneyText, parseMoney } from "./money.ts";
import type { Currency, Doc, Scalar } from "./model.ts";

/** The label of a field in a body: `tax_minor` is `Tax`, `unit_cost_minor` is `Unit cost`, `ordered_by` `Ordered by`. */
export function labelOf(name: string): string {
  const words = name.replace(/_minor$/, "").replaceAll("_", " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** A value as a body writes it: money with its currency, yes and no, a dash for nothing. */
export function valueText(name: string, value: Scalar, currency: Currency | null): string {
  if (value === null) return "-";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return name.endsWith("_minor") && typeof value === "number" && currency !== null
    ? moneyText(value, currency)
    : String(value);
}

/** The body of a document: every field in a line of its own, then the prose. */
export function bodyOf(doc: Omit<Doc, "body">, prose: readonly string[]): string {
  const lines = Object.entries(doc.fields).map(([name, value]) =>
    `${labelOf(name)}: ${valueText(name, value, doc.currency)}`
  );
  if (doc.total_minor !== null) lines.push(`Total: ${valueText("total_minor", doc.total_minor, doc.currency)}`);
  return [...lines, ...prose].join("\n");
}

/** What a document says of a field, `total_minor` included: as its record has it or, where that is illegible, as the
 * body says. Null: neither does. Only the first line of the body with the label counts. */
export function factOf(doc: Doc, name: string): Scalar {
  const value = name === "total_minor" ? doc.total_minor : doc.fields[name];
  if (value !== null && value !== undefined) return value;
  const label = `${labelOf(name)}: `, line = doc.body.split("\n").find((text) => text.startsWith(label));
  if (line === undefined) return null;
  const text = line.slice(label.length);
  if (text === "-") return null;
  if (name.endsWith("_minor")) return parseMoney(text);
  if (text === "yes" || text === "no") return text === "yes";
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}

/** {@linkcode factOf} for a whole number; null where it is none. */
export function numberOf(doc: Doc, name: string): number | null {
  const value = factOf(doc, name);
  return typeof value === "number" ? value : null;
}

/** {@linkcode factOf} as text; null where there is nothing. */
export function textOf(doc: Doc, name: string): string | null {
  const value = factOf(doc, name);
  return value === null ? null : String(value);
}
