/** The facts that a text names: ids, days, months and numbers, each in one spelling. @module */
import type { JsonValue } from "../../../kernel/json_value.ts";

/** A fact in a text. */
export interface Fact {
  /** `code`: an id, key, reference or policy; `day`: a day or month; `number`: an amount, count or rate. */
  readonly kind: "code" | "day" | "number";
  /** Ids as they are, days as `YYYY-MM-DD`, months as `YYYY-MM`, numbers as bare digits without leading zeros. */
  readonly token: string;
}

const DAY = "\\d{4}-\\d{2}(?:-\\d{2})?(?![\\w-])";
const OPAQUE = "(?:JE|D|M|F|B|P|Q)-[0-9A-HJKMNP-TV-Z]{8}(?!\\w)";
const POLICY = "POL-[A-Z0-9]{3}(?!\\w)";
const CODE = "[A-Z]{1,8}-\\d[\\dA-Z]*(?!\\w)";
const MONEY = "(?:USD|EUR|JPY|KWD)"; // stands before or after its number without a space, too
const GLUED = `(?!${MONEY}\\d)[A-Za-z_]+\\d\\w*|\\d+(?!${MONEY}\\b)[A-Za-z_]\\w*`;
const NUMBER = "\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?(?!\\d)|\\d+(?:\\.\\d+)?";
const FACT = new RegExp(`(?<![\\w-])(?:(${DAY})|(${OPAQUE}|${POLICY}|${CODE})|(${GLUED}))|(${NUMBER})`, "g");

/** Bare digits of a number as it is printed: without sign, separators, point and leading zeros. */
export function bareDigits(number: string): string {
  return number.replace(/\D/g, "").replace(/^0+(?=\d)/, "");
}

/** Every fact that a text names, in order, with repeats. Words with digits in them, such as `S20`, name none. */
export function factsIn(text: string): Fact[] {
  const facts: Fact[] = [];
  for (const [, day, code, , number] of text.matchAll(FACT)) {
    if (day !== undefined) facts.push({ kind: "day", token: day });
    else if (code !== undefined) facts.push({ kind: "code", token: code });
    else if (number !== undefined) facts.push({ kind: "number", token: bareDigits(number) });
  }
  return facts;
}

/** Every token that a text holds, words with digits in them included. */
export function tokensIn(text: string): Set<string> {
  const tokens = new Set<string>();
  addTokens(text, (token) => tokens.add(token));
  return tokens;
}

/** Hands over the tokens of a text. */
function addTokens(text: string, add: (token: string) => void): void {
  for (const [, day, code, glued, number] of text.matchAll(FACT)) {
    add(number !== undefined ? bareDigits(number) : day ?? code ?? glued ?? "");
  }
}

/** Which tokens were shown, and at which step first. */
export interface Seen {
  /** The step that first showed a token, before which it was not seen; -1: the brief. */
  readonly firstAt: ReadonlyMap<string, number>;
}

/** Collects what observations showed: the tokens of all strings, and every whole number as digits.
 * @param briefed Texts that were shown before the first step.
 * @param observations In the order of their steps. */
export function seenIn(briefed: readonly string[], observations: readonly JsonValue[]): Seen {
  const firstAt = new Map<string, number>();
  const show = (value: JsonValue, step: number): void => {
    const add = (token: string): void => {
      if (!firstAt.has(token)) firstAt.set(token, step);
    };
    const open: JsonValue[] = [value];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (typeof next === "string") addTokens(next, add);
      else if (typeof next === "number") add(String(Math.abs(next)));
      else if (typeof next === "object" && next !== null) {
        for (const part of Array.isArray(next) ? next : Object.values(next)) open.push(part);
      }
    }
  };
  for (const text of briefed) show(text, -1);
  observations.forEach(show);
  return { firstAt };
}

/** Whether a token was shown before a step. */
export function wasSeen(seen: Seen, token: string, { step }: { readonly step: number }): boolean {
  const first = seen.firstAt.get(token);
  return first !== undefined && first < step;
}
