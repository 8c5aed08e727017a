/** Canonical JSON out: RFC 8785, for values that are plain JSON and nothing else. @module */
import { inspect, types } from "node:util";
import { type ErrorCode, PermafrostError } from "./error.ts";
import { toPointer } from "./json_value.ts";

const { getOwnPropertyDescriptor, getOwnPropertyNames, getOwnPropertySymbols, getPrototypeOf, keys } = Object;
const OBJECT = Object.prototype as { __lookupGetter__(key: PropertyKey): unknown; toJSON?: unknown };
const ARRAY = Array.prototype as { toJSON?: unknown };
const getterOf = OBJECT.__lookupGetter__; // of a data property undefined; the cheapest way to tell one
const tagOf = Object.prototype.toString;
const isRawJson = (JSON as { isRawJSON?(value: unknown): boolean }).isRawJSON ?? (() => false);
const COPY_DEPTH = 500; // levels with objects out of order that are copied by recursion
const COPY_KEYS = 64; // keys of an object out of order that is copied; a wider one is written as text
const NUMBERS_EXAMINED = 1024; // elements of an array that are examined one by one although all are numbers
const KEYS_COUNTED = 64; // elements of an array whose keys are counted; a longer one is asked for other keys

/**
 * Writes a value as canonical JSON (RFC 8785): no spaces, keys in order of their UTF-16 code units,
 * numbers and strings as ECMAScript writes them, `-0` as `0`. Two values that are equal as JSON give the
 * same text. The value is not changed; it may share parts, and nest 100,000 levels and more.
 *
 * It refuses and never coerces: half surrogate pairs (in keys too), NaN and the infinities, BigInt, undefined,
 * functions, symbols, holes and extra keys in arrays, objects that are not plain (any class or foreign realm,
 * boxed values, Date, Map, typed arrays, a toJSON function of their own or inherited, symbol keys, properties that
 * are hidden or have an accessor, which is not run), and values that contain themselves. Of a proxy each
 * part is read once, and what was read is checked and written. One limit: in an array of more than 1,024 elements
 * that all read as numbers, an accessor is not told from its number.
 *
 * @param value What to write.
 * @returns The text, without a final line feed. Encoded as UTF-8 it is the canonical form.
 * @throws {PermafrostError} canonical-lone-surrogate, canonical-number, canonical-type, canonical-hole,
 * canonical-object, canonical-cycle; `at` is the JSON Pointer of the offender (keys are visited in canonical order).
 */
export function canonicalize(value: unknown): string {
  const wide: KeysOf = new Map();
  return quickText(value, wide) ?? carefulText(value, wide);
}

type KeysOf = Map<object, string[]>; // of wide objects out of order, which the quick path has read already

// The quick path: look at everything once, put copies in place of objects out of order, and let the
// engine write it all. It runs no foreign code and gives null at the first doubt: the careful path decides.

function quickText(value: unknown, wide: KeysOf): string | null {
  if ([OBJECT, ARRAY].some((prototype) => "toJSON" in prototype || keys(prototype).length > 0)) return null;
  const isInOrder = examine(value, wide);
  const ordered = isInOrder === false ? orderedCopy(value as object, 0, []) : value;
  if (isInOrder === null || (isInOrder === false && ordered === null)) return null;
  try {
    const text = JSON.stringify(ordered);
    return text.includes("\\ud") ? null : text; // so is half a pair written, and "ud" after a backslash
  } catch {
    return null; // the engine recurses on some kinds of objects
  }
}

/** Tells that all is plain and in order (true), or plain and not in order (false); null is a doubt. */
function examine(root: unknown, wide: KeysOf): boolean | null {
  let allInOrder = true;
  const open: unknown[] = [];
  const depths: number[] = [];
  const shapes: string[][] = []; // by depth: the keys last seen there
  let [depth, mark, nextMark]: [number, unknown, number] = [0, null, 64];
  const take = (item: unknown): boolean => {
    if (typeof item === "string" || typeof item === "boolean" || item === null) return true;
    if (typeof item === "number") return item - item === 0; // finite
    if (typeof item !== "object") return false;
    open.push(item);
    depths.push(depth + 1);
    return true;
  };
  if (!take(root)) return null;
  while (open.length > 0) {
    const value = open.pop() as Record<string, unknown>;
    depth = depths.pop() as number;
    if (value === mark || types.isProxy(value)) return null;
    if (depth >= nextMark) [mark, nextMark] = [value, depth * 2]; // a cycle meets its mark again
    if (Array.isArray(value)) {
      if (getPrototypeOf(value) !== ARRAY || hasOtherKeys(value)) return null;
      let numbers = 0; // of a long array: how many it starts with
      if (value.length > NUMBERS_EXAMINED) { while (typeof value[numbers] === "number") numbers++; }
      for (let i = 0; i < value.length; i++) {
        if ((numbers < value.length && getterOf.call(value, i) !== undefined) || !take(value[i])) return null;
      }
      continue;
    }
    const prototype = getPrototypeOf(value);
    if (prototype !== OBJECT && (prototype !== null || isRawJson(value))) return null;
    if (getOwnPropertySymbols(value).length > 0 || tagOf.call(value) !== "[object Object]") return null;
    const names = getOwnPropertyNames(value);
    if (!isSameShape(names, shapes[depth & 15])) {
      shapes[depth & 15] = names;
      if (!isSorted(names)) {
        if (names.length > COPY_KEYS) return wide.set(value, names), null;
        allInOrder = false;
      }
    }
    let visible = 0;
    for (const name in value) {
      if (getterOf.call(value, name) !== undefined || !take(value[name])) return null;
      visible++;
    }
    if (visible !== names.length) return null;
  }
  return allInOrder;
}

function hasOtherKeys(array: readonly unknown[]): boolean {
  if (getOwnPropertySymbols(array).length > 0) return true;
  if (array.length <= KEYS_COUNTED) return keys(array).length !== array.length;
  const shown = inspect(array, {
    maxArrayLength: 0,
    depth: 0,
    showHidden: true,
    customInspect: false,
    colors: false,
  });
  return !/^\[ \.\.\. \d+ more items, \[length\]: \d+ \]$/.test(shown);
}

const isSameShape = (names: readonly string[], shape: readonly string[] | undefined): boolean =>
  names.length === shape?.length && names.every((name, at) => name === shape[at]);
const isSorted = (names: readonly string[]): boolean =>
  names.every((name, at) => at === 0 || names[at - 1] as string < name);

/** Keys as they stand, and an object with them in canonical order; null where they stand in order already. */
type Shape = readonly [names: readonly string[], model: object | null];

/** An examined value with copies for objects out of order; null where none can be. `shapes`: the last by depth. */
function orderedCopy(value: object, depth: number, shapes: Shape[]): object | null {
  if (depth > COPY_DEPTH) return null;
  if (Array.isArray(value)) {
    let copy: unknown[] | undefined;
    for (let i = 0; i < value.length; i++) {
      if (typeof value[i] !== "object" || value[i] === null) continue;
      const ordered = orderedCopy(value[i], depth + 1, shapes);
      if (ordered === null) return null;
      if (ordered !== value[i]) (copy ??= value.slice())[i] = ordered;
    }
    return copy ?? value;
  }
  let copy: Record<string, unknown> | undefined;
  const from = value as Record<string, unknown>;
  const names = keys(from);
  let shape = shapes[depth & 15];
  if (!isSameShape(names, shape?.[0]) || shape === undefined) {
    const model = isSorted(names) ? null : Object.fromEntries(names.toSorted().map((name) => [name, null]));
    if (model !== null && !isSorted(keys(model))) return null; // keys like "10" and "9" cannot be moved
    shape = shapes[depth & 15] = [names, model];
  }
  if (shape[1] !== null) copy = { ...shape[1], ...from };
  for (const name in from) {
    const item = from[name];
    if (typeof item !== "object" || item === null) continue;
    const ordered = orderedCopy(item, depth + 1, shapes);
    if (ordered === null) return null;
    if (ordered !== item) (copy ??= { ...from })[name] = ordered;
  }
  return copy ?? value;
}

// The careful path: an explicit stack, each part read once, text as it goes, and the exact error.

/** An open object with its keys in order, or an open array (names null), and how many parts have been begun. */
type Frame = { value: object; names: readonly string[] | null; size: number; next: number };

function carefulText(root: unknown, wide: KeysOf): string {
  const frames: Frame[] = [];
  const ancestors = new Set<object>();
  let text = "";
  const refuse = (code: ErrorCode, state: string, cause?: unknown): never => {
    const at = toPointer(frames.map(({ names, next }) => names === null ? next - 1 : names[next - 1] ?? ""));
    throw new PermafrostError(code, `Cannot write the value at "${at}" canonically: ${state}`, { at, cause });
  };
  const refuseObject = (state: string, cause?: unknown): never =>
    refuse("canonical-object", `${state}; pass plain data instead`, cause);
  const quoted = (part: string): string =>
    part.isWellFormed()
      ? JSON.stringify(part)
      : refuse("canonical-lone-surrogate", "half of a surrogate pair; write both");
  const read = <T>(of: () => T): T => {
    try {
      return of();
    } catch (error) { // a proxy's own error
      return refuseObject("it cannot be read", error);
    }
  };
  const enter = (value: object): void => {
    if (ancestors.has(value)) refuse("canonical-cycle", "it contains itself; break the cycle");
    const isArray = read(() => Array.isArray(value));
    const plain = isArray ? ARRAY : OBJECT;
    const prototype = read(() => getPrototypeOf(value));
    if (prototype !== plain && (isArray || prototype !== null)) {
      refuseObject("it has a class or another realm");
    }
    const own = wide.get(value) ?? read(() => Reflect.ownKeys(value));
    const toJson = read(() => getOwnPropertyDescriptor(value, "toJSON")?.value);
    if (typeof toJson === "function" || (prototype !== null && "toJSON" in plain)) {
      refuseObject("it has toJSON");
    }
    const length = isArray ? read(() => (value as unknown[]).length) : 0;
    if (isArray) {
      const isElement = (key: PropertyKey) => /^(0|[1-9]\d*)$/.test(String(key)) && Number(key) < length;
      const isOther = (key: PropertyKey) => typeof key === "symbol" || (key !== "length" && !isElement(key));
      if (own.some(isOther)) {
        refuse("canonical-hole", "it has keys beside its elements; pass the elements alone");
      }
    } else {
      if (own.some((key) => typeof key === "symbol")) refuseObject("it has a symbol key");
      const tag = read(() => tagOf.call(value));
      if (tag !== "[object Object]" || isRawJson(value)) refuseObject("it has hidden content");
    }
    const names = isArray ? null : (own as string[]).sort();
    frames.push({ value, names, size: names?.length ?? length, next: 0 });
    ancestors.add(value);
    text += isArray ? "[" : "{";
  };
  const put = (item: unknown): void => {
    if (typeof item === "string") text += quoted(item);
    else if (typeof item === "boolean" || item === null || Number.isFinite(item)) text += item;
    else if (typeof item === "object") enter(item);
    else if (typeof item === "number") {
      refuse("canonical-number", `${item} is not JSON; write a string or null`);
    } else refuse("canonical-type", `${typeof item} is not JSON; convert it or leave it out`);
  };
  put(root);
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const { value, names } = frame;
    if (frame.next === frame.size) {
      text += names === null ? "]" : "}";
      ancestors.delete(value);
      frames.pop();
      continue;
    }
    const key = names?.[frame.next] ?? String(frame.next);
    if (frame.next++ > 0) text += ",";
    if (names !== null) text += `${quoted(key)}:`;
    const found = read(() => getOwnPropertyDescriptor(value, key));
    if (found === undefined) refuse("canonical-hole", "nothing stands there; fill the hole");
    else if (!("value" in found)) refuseObject("it is an accessor");
    else if (!found.enumerable) refuseObject("it is hidden (not enumerable)");
    else put(found.value);
  }
  return text;
}
