/** The decision in words. @module */
import type { Decision, JudgedCriterion } from "../../kernel/decision.ts";
import type { JsonValue } from "../../kernel/json_value.ts";
import { unicodeWidth } from "@std/cli/unicode-width";
import type { Io } from "./command.ts";
import { colors, fit, pad, printable } from "./terminal.ts";

const MAX_ID_COLUMNS = 30;
/** From so many criteria on they stand in two columns, where they are short enough. */
const MIN_FOR_COLUMNS = 5;

/** Writes each criterion with its mark: what was observed, and how that compares with what was frozen. */
export function criteriaText({ criteria }: Decision, io: Io): string {
  if (criteria.length === 0) return "";
  const { red, green, bold } = colors(io);
  const ids = criteria.map(({ id }) => fit(printable(id), MAX_ID_COLUMNS));
  const width = Math.max(...ids.map((id) => unicodeWidth(id)));
  const texts = criteria.map((criterion, index) => `${pad(ids[index]!, width)}  ${comparisonText(criterion)}`);
  const half = Math.floor((io.columns - 1) / 2);
  const isShort = criteria.length >= MIN_FOR_COLUMNS && texts.every((text) => unicodeWidth(text) <= half - 6);
  const cells = criteria.map(({ met }, index) => {
    const text = fit(texts[index]!, isShort ? half - 4 : io.columns - 5);
    return `${met ? green("✓") : red("✗")} ${isShort ? pad(text, half - 4) : text}`;
  });
  const rows = isShort ? Math.ceil(cells.length / 2) : cells.length;
  const lines = cells.slice(0, rows).map((cell, row) => `  ${cell}${isShort ? `  ${cells[row + rows] ?? ""}` : ""}`);
  return [bold("Decision"), ...lines].map((line) => line.trimEnd() + "\n").join("");
}

/** Such as `11 = 11`, `0.4 < 0.5` or `none is not one of [1,2]`: the observed side comes first. */
export function comparisonText({ expected, observed, met }: JudgedCriterion): string {
  const [comparison = "", wanted = null] = Object.entries(expected)[0] ?? [];
  if (!met && observed === null && wanted === null) return "nothing is there";
  const isNumber = typeof observed === "number";
  const words: { readonly [comparison: string]: readonly [met: string, unmet: string] } = {
    equals: ["=", "≠"],
    atLeast: ["≥", isNumber ? "<" : "is no number ≥"],
    atMost: ["≤", isNumber ? ">" : "is no number ≤"],
    oneOf: ["is one of", "is not one of"],
  };
  const [yes, no] = words[comparison] ?? [comparison, `not ${comparison}`];
  return `${valueText(observed)} ${met ? yes : no} ${valueText(wanted)}`;
}

/** A JSON value in one safe line. */
export function valueText(value: JsonValue | undefined): string {
  return printable(JSON.stringify(value ?? null));
}
