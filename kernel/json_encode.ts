/** Canonical JSON out: RFC 8785, for values that are plain JSON and nothing else. @module */
import { inspect, types } from "node:util";
import { type ErrorCode, PermafrostError } from "./error.ts";
import { toPointer } from "./json_value.ts";

const { getOwnPropertyDescriptor, getOwnPropertyNames, getOwnPropertySymbols, getPrototypeOf, keys } = Object;
const ARRAY = Array.prototype;
const OBJECT = Object.prototype as { __lookupGetter__(key: PropertyKey): unknown };
const { __lookupGetter__: getterOf, toString: tagOf } = OBJECT; // no getter: the cheapest way to tell a data property
const isRawJson = (JSON as { isRawJSON?(value: unknown): boolean }).isRawJSON ?? (() => false);
const NARROW = 64; // keys of an object that is copied, a wider one is written as text; elements whose keys are counted
const EXAMINED = 1024; // elements of an array that are examined one by one although all are numbers

/** Writes a value as canonical JSON (RFC 8785): no spaces, keys in order of their UTF-16 code units, numbers and
 * strings as ECMAScript writes them, `-0` as `0`. It may share parts and nest 100,000 levels; it is not changed.
 *
 * Refuses and never coerces: half surrogate pairs (in keys too), NaN and the infinities, BigInt, undefined, functions,
 * symbols, holes and extra keys in arrays, values that contain themselves, and objects that are not plain: of any class
 * or foreign realm, boxed, with toJSON (own or inherited), symbol keys, or properties that are hidden or have an
 * accessor (it is not run; in an array of over 1,024 numbers it is not told from one). Reads each part of a proxy once.
 *
 * @returns The text, without a final line feed; its UTF-8 is the canonical form.
 * @throws {PermafrostError} canonical-lone-surrogate, canonical-number, canonical-type, canonical-hole,
 * canonical-object, canonical-cycle; `at` is the JSON Pointer of the first offender in canonical order. */
export function canonicalize(value: unknown): string {
  const wide = new Map<object, string[]>(); // the keys of wide objects out of order, where they were read already
  const isInOrder = examine(value, wide);
  try {
    const text = isInOrder === null ? null : JSON.stringify(isInOrder ? value : copyInOrder(value, 0, []));
    if (text?.includes("\\ud") === false) return text; // so is half a pair written, and "ud" after a backslash
  } catch { // too deep for the copy, or for the engine, which recurses on some kinds of objects
  }
  return carefulText(value, wide);
}

// The quick path looks at everything once, puts copies in place of objects out of order, and lets the engine write it
// all. It runs no foreign code, and at the first doubt the careful path decides.

/** Tells whether all is in canonical order; null is a doubt whether all is plain, or can be copied in order. */
function examine(root: unknown, wide: Map<object, string[]>): boolean | null {
  if ([OBJECT, ARRAY].some((prototype) => "toJSON" in prototype || keys(prototype).length > 0)) return null;
  const open: object[] = [];
  const depths: number[] = [];
  let [depth, mark, nextMark, isInOrder]: [number, unknown, number, boolean] = [0, null, 64, true];
  const take = (item: unknown): boolean => {
    if (typeof item === "string" || typeof item === "boolean" || item === null) return true;
    if (typeof item === "number") return item - item === 0; // finite
    if (typeof item !== "object") return false;
    open.push(item);
    depths.push(depth + 1);
    return true;
  };
  if (!take(root)) return null;
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    depth = depths.pop() as number;
    if (value === mark || types.isProxy(value) || getOwnPropertySymbols(value).length > 0) return null;
    if (depth >= nextMark) [mark, nextMark] = [value, depth * 2]; // a cycle meets its mark again
    const prototype = getPrototypeOf(value);
    if (Array.isArray(value)) {
      if (prototype !== ARRAY || hasOtherKeys(value)) return null;
      let numbers = 0; // of a long array: how many it starts with
      if (value.length > EXAMINED) { while (typeof value[numbers] === "number") numbers++; }
      for (let at = 0; at < value.length; at++) {
        if ((numbers < value.length && getterOf.call(value, at) !== undefined) || !take(value[at])) return null;
      }
      continue;
    }
    if (prototype !== OBJECT && (prototype !== null || isRawJson(value))) return null;
    const names = getOwnPropertyNames(value);
    if (!names.every((name, at) => at === 0 || (names[at - 1] ?? "") < name)) {
      if (names.length > NARROW) wide.set(value, names);
      if (names.length > NARROW || /^\d/.test(names[0] ?? "")) return null; // keys like "10" and "9" cannot be moved
      isInOrder = false;
    }
    if (keys(value).length !== names.length || tagOf.call(value) !== "[object Object]") return null;
    for (const name in value) {
      if (getterOf.call(value, name) !== undefined || !take((value as Record<string, unknown>)[name])) return null;
    }
  }
  return isInOrder;
}

function hasOtherKeys(array: readonly unknown[]): boolean {
  if (array.length <= NARROW) return keys(array).length !== array.length;
  const options = { maxArrayLength: 0, depth: 0, showHidden: true, customInspect: false, colors: false };
  return !/^\[ \.\.\. \d+ more items, \[length\]: \d+ \]$/.test(inspect(array, options));
}

/** Copies what was examined, with keys in order. `shapes`: by depth, the last keys there and an object in their order. */
function copyInOrder(value: unknown, depth: number, shapes: { names: string[]; model: object }[]): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => copyInOrder(item, depth + 1, shapes));
  const names = keys(value);
  let shape = shapes[depth & 15];
  if (shape?.names.length !== names.length || !names.every((name, at) => name === shape?.names[at])) {
    shape = shapes[depth & 15] = { names, model: Object.fromEntries(names.toSorted().map((name) => [name, null])) };
  }
  const copy: Record<string, unknown> = { ...shape.model, ...value };
  for (const name of names) if (typeof copy[name] === "object") copy[name] = copyInOrder(copy[name], depth + 1, shapes);
  return copy;
}

/** An open object with its keys in order, or an open array (names null), and how many parts have been begun. */
type Frame = { value: object; names: readonly string[] | null; size: number; next: number };

/** The careful path: an explicit stack, each part read once, text as it goes, and the exact error. */
function carefulText(root: unknown, wide: Map<object, string[]>): string {
  const frames: Frame[] = [];
  const ancestors = new Set<object>();
  let text = "";
  const refuse = (code: ErrorCode, state: string, cause?: unknown): never => {
    const at = toPointer(frames.map(({ names, next }) => names?.[next - 1] ?? next - 1));
    throw new PermafrostError(code, `Cannot write the value at "${at}" canonically: ${state}`, { at, cause });
  };
  const refuseObject = (state: string, cause?: unknown) =>
    refuse("canonical-object", `${state}; pass plain data`, cause);
  const quoted = (key: string): string =>
    key.isWellFormed() ? JSON.stringify(key) : refuse("canonical-lone-surrogate", "half a surrogate pair; write both");
  const read = <T>(of: () => T): T => {
    try {
      return of();
    } catch (error) { // a proxy's own error
      return refuseObject("it cannot be read", error);
    }
  };
  const enter = (value: object): void => {
    if (ancestors.has(value)) refuse("canonical-cycle", "it contains itself; break the cycle");
    const length = read(() => Array.isArray(value) ? value.length : null); // null for an object
    const prototype = read(() => getPrototypeOf(value));
    const isPlain = length === null ? prototype === OBJECT || prototype === null : prototype === ARRAY;
    if (!isPlain) refuseObject("it has a class or another realm");
    const own = wide.get(value) ?? read(() => Reflect.ownKeys(value));
    const toJson = read(() => getOwnPropertyDescriptor(value, "toJSON")?.value);
    if (typeof toJson === "function" || (prototype !== null && "toJSON" in prototype)) refuseObject("it has toJSON");
    if (length === null) {
      if (own.some((key) => typeof key === "symbol")) refuseObject("it has a symbol key");
      const tag = read(() => tagOf.call(value));
      if (tag !== "[object Object]" || isRawJson(value)) refuseObject("it has hidden content");
    } else if (own.some((key) => key !== "length" && !(/^(0|[1-9]\d*)$/.test(String(key)) && Number(key) < length))) {
      refuse("canonical-hole", "it has keys beside its elements; pass the elements alone");
    }
    const names = length === null ? (own as string[]).sort() : null;
    frames.push({ value, names, size: length ?? own.length, next: 0 });
    ancestors.add(value);
    text += names === null ? "[" : "{";
  };
  const put = (item: unknown): void => {
    if (typeof item === "string") text += quoted(item);
    else if (typeof item === "boolean" || item === null || Number.isFinite(item)) text += item;
    else if (typeof item === "object") enter(item);
    else if (typeof item === "number") refuse("canonical-number", `${item} is not JSON; write a string or null`);
    else refuse("canonical-type", `${typeof item} is not JSON; convert it or leave it out`);
  };
  put(root);
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const { value, names, size, next } = frame;
    if (next === size) {
      text += names === null ? "]" : "}";
      ancestors.delete(value);
      frames.pop();
      continue;
    }
    const key = names?.[next] ?? String(next);
    frame.next++;
    text += (next > 0 ? "," : "") + (names === null ? "" : `${quoted(key)}:`);
    const found = read(() => getOwnPropertyDescriptor(value, key));
    if (found === undefined) refuse("canonical-hole", "nothing stands there; fill the hole");
    else if (!("value" in found) || !found.enumerable) refuseObject("it is hidden or an accessor");
    else put(found.value);
  }
  return text;
}
