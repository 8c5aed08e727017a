import { isDeepStrictEqual } from "node:util";
import vm from "node:vm";
import { PermafrostError } from "../kernel/error.ts";
import { parseStrict } from "../kernel/json_decode.ts";
import {
  fromPointer,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  toPointer,
  valueAt,
} from "../kernel/json_value.ts";
import { documentOf, drawFrom } from "./json_documents.ts";

const PIECES = [
  ...'{}[]:,"\\ \n\t\r-+.eE0123456789truefalsn/u\x00\ufeff\ud800\udc00é',
  ...['"a"', '"a":1,', "\\ud800", "\\udc00", "\\u0061", "e-400", "e400", "1e999", "null", "9007199254740993", "//"],
];

/** Tells that two values are the same JSON: types, `-0`, the order of keys, and own properties alone. */
export function agrees(a: JsonValue, b: JsonValue): boolean {
  return isDeepStrictEqual(a, b) && JSON.stringify(a) === JSON.stringify(b);
}

/**
 * Breaks the text of a random document in some places and reads it: what is accepted must be what JSON.parse
 * reads; what is refused by grammar JSON.parse must refuse too; and the text before
 * it was broken must have been accepted.
 */
export function mutated(seed: number): boolean {
  const draw = drawFrom(seed);
  const value = documentOf(seed);
  let text = JSON.stringify(value, null, draw(3)).slice(0, 2000);
  for (let count = 1 + draw(3); count > 0; count--) {
    const [at, end] = [draw(text.length + 1), draw(5)];
    const piece = draw(4) === 0 ? "" : draw(4) === 0 ? text.slice(at, at + draw(20)) : PIECES[draw(PIECES.length)];
    text = text.slice(0, at) + piece + text.slice(at + (draw(2) === 0 ? 0 : end));
  }
  const native = outcome(() => JSON.parse(text));
  const own = outcome(() => parseStrict(text, { maxDepth: 5000 }));
  if (!("code" in own)) {
    return !("code" in native) && (agrees(own.value, native.value) || agrees(own.value, parsedAfresh(text)));
  }
  const isGrammar = ["json-syntax", "json-trailing", "json-empty", "json-bom"].includes(own.code);
  return isGrammar ? "code" in native : /^json-(duplicate-key|lone-surrogate|number-range)$/.test(own.code);
}

/** Repeats a random key of a random object, spelled at random, and tells that the parser names its place. */
export function duplicated(seed: number): boolean {
  const draw = drawFrom(seed);
  const root: JsonValue = [documentOf(seed), { some: { key: [1] } }];
  const pointers = membersOf(root, []).filter((pointer) => pointer.length < 400);
  const pointer = pointers[draw(pointers.length)] ?? "";
  const parts = fromPointer(pointer) ?? [];
  const key = parts.at(-1) ?? "";
  const holder = valueAt(root, toPointer(parts.slice(0, -1))) as JsonObject;
  const mark = `mark-${seed}`;
  const members = Object.keys(holder).map((name) => `${JSON.stringify(name)}:${JSON.stringify(holder[name])}`);
  members.push(`${spelled(key, draw)} : ${draw(9)}`); // behind the key itself, wherever that stands
  const text = JSON.stringify(replaced(root, parts.slice(0, -1), mark)).replace(
    JSON.stringify(mark),
    () => `{${members.join(",")}}`,
  );
  const own = outcome(() => parseStrict(text, { maxDepth: 5000 }));
  return "code" in own && own.code === "json-duplicate-key" && own.at === pointer;
}

/** JSON.parse in a realm that has seen no keys: some releases of V8 take a key with an escape for one seen before. */
function parsedAfresh(text: string): JsonValue {
  return structuredClone(vm.runInNewContext("JSON.parse(text)", { text }));
}

function outcome(read: () => JsonValue): { value: JsonValue } | { code: string; at: string | null } {
  try {
    return { value: read() };
  } catch (error) {
    if (error instanceof PermafrostError) return { code: error.code, at: error.at };
    if (error instanceof SyntaxError) return { code: "native", at: null };
    throw error;
  }
}

function membersOf(value: JsonValue, path: (string | number)[]): string[] {
  if (path.length > 60) return [];
  if (Array.isArray(value)) return value.flatMap((item, at) => membersOf(item, [...path, at]));
  if (!isJsonObject(value)) return [];
  return Object.keys(value).flatMap((key) => [
    toPointer([...path, key]),
    ...membersOf(value[key] as JsonValue, [...path, key]),
  ]);
}

function spelled(text: string, draw: (below: number) => number): string {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  const hex = (unit: number): string => `\\u${unit.toString(16).padStart(4, "0")}`;
  const isPlain = (unit: number): boolean => unit >= 0x20 && unit < 0x7f && unit !== 0x22 && unit !== 0x5c;
  return `"${units.map((unit) => isPlain(unit) && draw(2) === 0 ? String.fromCharCode(unit) : hex(unit)).join("")}"`;
}

function replaced(value: JsonValue, path: readonly string[], by: JsonValue): JsonValue {
  const [step, ...rest] = path;
  if (step === undefined) return by;
  if (Array.isArray(value)) return value.map((item, at) => String(at) === step ? replaced(item, rest, by) : item);
  const object = value as JsonObject;
  return Object.fromEntries(
    Object.keys(object).map((key) => [key, key === step ? replaced(object[key] as JsonValue, rest, by) : object[key]]),
  ) as JsonObject;
}
