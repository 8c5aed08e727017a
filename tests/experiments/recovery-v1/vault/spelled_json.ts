/** Random JSON lines in every spelling that RFC 8259 allows, and the search as one would write it first. @module */
import { drawFrom } from "../../../json_documents.ts";

type Draw = (below: number) => number;

const PARTS = [
  "a",
  "b",
  "A",
  "ab",
  "needle",
  '"',
  "\\",
  "/",
  "\b\f\n\r\t",
  "\0",
  "é",
  "e\u0301",
  "漢",
  "🧵",
  "\ue000",
  "u0061",
];
const SHORT = new Map([['"', '"'], ["\\", "\\"], ["/", "/"], ["\b", "b"], ["\f", "f"], ["\n", "n"], ["\r", "r"], [
  "\t",
  "t",
]]);

/** A random text of up to `most` parts. */
export function drawText(draw: Draw, most = 6): string {
  return Array.from({ length: draw(most + 1) }, () => PARTS[draw(PARTS.length)]).join("");
}

/** A text as a JSON string, each character spelled at random in one of its ways. */
export function spellText(text: string, draw: Draw): string {
  return `"${Array.from(text, (character) => spellCharacter(character, draw)).join("")}"`;
}

function spellCharacter(character: string, draw: Draw): string {
  const escapes = Array.from({ length: character.length }, (_, at) => {
    const digits = character.charCodeAt(at).toString(16).padStart(4, "0");
    return `\\u${Array.from(digits, (digit) => draw(2) === 0 ? digit : digit.toUpperCase()).join("")}`;
  }).join("");
  const short = SHORT.get(character);
  const ways = [escapes, ...(short === undefined ? [] : [`\\${short}`])];
  if (character >= " " && character !== '"' && character !== "\\") ways.push(character, character);
  return ways[draw(ways.length)]!;
}

/** A random JSON value as text, with blanks anywhere and keys that differ. */
export function spellValue(draw: Draw, depth = 3): string {
  const blank = (): string => ["", "", " ", "\t", "\r"][draw(5)]!;
  const kind = draw(depth > 0 ? 7 : 4);
  if (kind === 0) return ["true", "false", "null"][draw(3)]!;
  if (kind === 1) return ["0", "-1", "1.5e3", "1e999", "-0"][draw(5)]!;
  if (kind < 4) return spellText(drawText(draw), draw);
  const count = draw(4);
  const items = Array.from({ length: count }, (_, at) => {
    const key = kind < 6 ? "" : `${spellText(`${at}${drawText(draw, 2)}`, draw)}${blank()}:${blank()}`;
    return `${blank()}${key}${spellValue(draw, depth - 1)}${blank()}`;
  }).join(",");
  return kind < 6 ? `[${items}]` : `{${items}}`;
}

/** Random lines from a seed: most are JSON, some are cut, changed, empty, or no UTF-8. */
export function spellLines(count: number, seed: number): Uint8Array<ArrayBuffer>[] {
  const draw = drawFrom(seed), encoder = new TextEncoder();
  return Array.from({ length: count }, () => {
    const bytes = encoder.encode(spellValue(draw)), fault = draw(12), at = draw(bytes.length || 1);
    if (fault === 0) return bytes.slice(0, at);
    if (fault === 1) bytes[at] = draw(256) === 10 ? 11 : draw(10) + 11;
    if (fault === 2) bytes[at] = 0x80 + draw(128);
    return bytes;
  });
}

/** Whether bytes are one JSON text in UTF-8, without a byte order mark. */
export function isJsonLine(bytes: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
    return true;
  } catch {
    return false;
  }
}

/** How often a text stands in the string values of a line: parse, walk, count. */
export function naiveCount(bytes: Uint8Array, text: string): number {
  let count = 0;
  const visit = (value: unknown): void => {
    if (typeof value === "string") count += value.split(text).length - 1;
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(visit);
  };
  if (isJsonLine(bytes)) visit(JSON.parse(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)));
  return count;
}

/** Joins lines by line feeds, the last one without. */
export function joinLines(lines: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(lines.reduce((sum, line) => sum + line.length + 1, 0));
  let at = 0;
  for (const line of lines) {
    bytes.set(line, at);
    bytes[at + line.length] = 10;
    at += line.length + 1;
  }
  return bytes;
}
