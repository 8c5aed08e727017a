/** Random lines of JSON, whole and broken, and the comparison of the fast reader with the strict one. @module */
import { PermafrostError } from "../kernel/error.ts";
import { parseStrict } from "../kernel/json_decode.ts";
import type { JsonValue } from "../kernel/json_value.ts";
import { parseLine } from "../scripts/json_lines.ts";
import { documentOf, drawFrom } from "./json_documents.ts";
import { agrees } from "./json_mutations.ts";

const PIECES = [
  ...'{}[]:,"\\ \t\r-+.eE0123456789truefalsn/u\x00\ufeffé',
  ...['"a"', '"a":1,', "\\ud800", "\\UD800", "\\uDC00", "\\u0061", '\\"', "e-400", "1e999", "null", "1.0", "-0", "1e5"],
  ...[
    "9007199254740993",
    "9007199254740992",
    "99999999999999999999",
    '"\\\\":1,',
    '"\\n":1,',
    '"__proto__":1,',
    '"2":1,"1":2,',
  ],
];

/** Writes a random document in one line: compact, or with blanks as Python does; broken in up to three places. */
export function lineOf(seed: number): string {
  const draw = drawFrom(seed);
  const value = documentOf(seed);
  const isSpaced = draw(2) === 0;
  let text = isSpaced ? JSON.stringify(value, null, draw(3)).replace(/\n/g, " ") : JSON.stringify(value);
  for (let count = draw(4); count > 0; count--) {
    const [at, cut] = [draw(text.length + 1), draw(3)];
    text = text.slice(0, at) + PIECES[draw(PIECES.length)] + text.slice(at + cut);
  }
  return text.toWellFormed().replaceAll("\n", "");
}

/** Tells that parseLine gives what parseStrict gives: an equal value, or an error of the same code and place. */
export function isReadAlike(line: string): boolean {
  const [own, strict] = [outcome(() => parseLine(line)), outcome(() => parseStrict(line))];
  if ("code" in own || "code" in strict) return JSON.stringify(own) === JSON.stringify(strict);
  return agrees(own.value, strict.value);
}

function outcome(read: () => JsonValue): { value: JsonValue } | { code: string; at: string | null } {
  try {
    return { value: read() };
  } catch (error) {
    if (error instanceof PermafrostError) return { code: error.code, at: error.at };
    throw error;
  }
}
