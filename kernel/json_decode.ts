/** JSON in, strictly: RFC 8259 within I-JSON (RFC 7493), one meaning a text. @module */
import { type ErrorCode, PermafrostError } from "./error.ts";
import { type JsonObject, type JsonValue, toPointer } from "./json_value.ts";

/** Bounds on what is read. */
export interface JsonLimits {
  /** The longest text, in bytes of UTF-8; 67,108,864 (64 MiB) unless given. */
  readonly maxBytes?: number;
  /** The most arrays and objects within one another; 512 unless given. Any bound is safe for the stack. */
  readonly maxDepth?: number;
}

const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Reads one JSON value. What it accepts, JSON.parse accepts too, and the values are equal: `-0`, the order of
 * keys, and `__proto__` as an ordinary key. It refuses what JSON.parse passes over in silence: a repeated
 * key (also through escapes: `a` and `\u0061`), half of a surrogate pair (raw or escaped, in keys too), a number
 * that is infinite as a double or is not zero but becomes zero, and an integer of 2^53 or more, written without
 * fraction and exponent, unless it is exactly its double's value or the way ECMAScript writes that double (so
 * canonical text can always be read back).
 *
 * @param text The text; no byte order mark, nothing but blanks around the value.
 * @param limits Bounds, in bytes of UTF-8 and in levels.
 * @returns The value; its objects are plain.
 * @throws {PermafrostError} json-empty, json-bom, json-syntax, json-trailing, json-duplicate-key,
 * json-lone-surrogate, json-number-range, json-too-deep, json-too-large; `at` is the JSON Pointer of the value being
 * read, and the message names line and column (from 1, in UTF-16 code units; LF, CR and CR LF end a line).
 */
export function parseStrict(text: string, limits: JsonLimits = {}): JsonValue {
  const { maxBytes = MAX_BYTES, maxDepth = 512 } = limits;
  const isShort = text.length <= maxBytes / 3; // no unit needs more than 3 bytes
  checkSize(isShort ? text.length : new TextEncoder().encode(text).length, maxBytes);
  return quickParse(text, maxDepth) ?? carefulParse(text, maxDepth);
}

/**
 * Reads one JSON value from UTF-8, as {@linkcode parseStrict} does from text.
 * @throws {PermafrostError} json-not-utf8, and the codes of {@linkcode parseStrict}.
 */
export function parseStrictBytes(bytes: Uint8Array, limits: JsonLimits = {}): JsonValue {
  checkSize(bytes.length, limits.maxBytes ?? MAX_BYTES);
  const text = decoded(bytes, false);
  if (text !== null) return parseStrict(text, limits);
  let [good, bad] = [0, bytes.length]; // lengths: of a beginning that is sound so far, and of one that is not
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (decoded(bytes.subarray(0, middle), true) === null) bad = middle;
    else good = middle;
  }
  const before = decoded(bytes.subarray(0, good), true) ?? "";
  return refuse("json-not-utf8", before, `byte ${good} is not UTF-8; save the text as UTF-8`, "");
}

function decoded(bytes: Uint8Array, stream: boolean): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream });
  } catch {
    return null;
  }
}

function checkSize(bytes: number, maxBytes: number): void {
  if (bytes > maxBytes) refuse("json-too-large", "", `it has over ${maxBytes} bytes; raise maxBytes`, "");
}

/** Throws with the place that follows `before`. */
function refuse(code: ErrorCode, before: string, state: string, at: string): never {
  const lines = before.split(/\r\n|\r|\n/);
  const place = `line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1}`;
  throw new PermafrostError(code, `Cannot read the JSON text at ${place}: ${state}`, { at });
}

// The quick path: the engine parses, then value and text are looked over. Undefined is a doubt, for the careful path.

function quickParse(text: string, maxDepth: number): JsonValue | undefined {
  let root: JsonValue;
  try {
    root = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!text.isWellFormed()) return undefined;
  const hasEscapedHalves = /\\u[dD]/.test(text);
  const open: (JsonValue[] | JsonObject)[] = [[root]];
  const depths = [0];
  let [depth, members, hasZero] = [0, 0, false];
  const isSound = (item: JsonValue | undefined): boolean => {
    if (typeof item === "number") {
      if (item === 0) hasZero = true;
      return item < 2 ** 53 && item > -(2 ** 53);
    }
    if (typeof item === "object" && item !== null) open.push(item), depths.push(depth + 1);
    return !hasEscapedHalves || typeof item !== "string" || item.isWellFormed();
  };
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    depth = depths.pop() ?? 0;
    if (depth > maxDepth) return undefined;
    if (Array.isArray(holder)) {
      for (let i = 0; i < holder.length; i++) if (!isSound(holder[i])) return undefined;
      continue;
    }
    for (const key in holder) { // own keys; an inherited one would make the count wrong
      if (!isSound(holder[key]) || (hasEscapedHalves && !key.isWellFormed())) return undefined;
      members++;
    }
  }
  // With at most 199 zeros in a row and no exponent below -99, no number is too small for a double.
  if (hasZero && /[eE]-\d{3}|0{200}/.test(text)) return undefined;
  return members === countMembers(text) ? root : undefined;
}

/** Counts the strings that a colon follows, in text that is JSON: its members, repeated keys included. */
function countMembers(text: string): number {
  let members = 0;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at)) {
    for (let backslashes = 1; backslashes % 2 === 1;) { // odd: the quote is inside
      at = text.indexOf('"', at + 1);
      for (backslashes = 0; text.charCodeAt(at - 1 - backslashes) === 0x5c;) backslashes++;
    }
    do at++; while (isBlank(text.charCodeAt(at)));
    if (text.charCodeAt(at) === 0x3a) members++;
  }
  return members;
}

const isBlank = (unit: number): boolean => unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;

// The careful path: the grammar by hand with an explicit stack, and the exact error.
const WORDS = new Map<string, JsonValue>([["null", null], ["true", true], ["false", false]]);

/** An open array or object, and the index or key of the value being read; null while a key is read. */
interface Frame {
  readonly holder: JsonValue[] | JsonObject;
  key: number | string | null;
}

/** Tells that a double does not hold the number; see {@linkcode parseStrict} for the rule on integers. */
function isLost(token: string, value: number): boolean {
  if (value === 0) return /^[^eE]*[1-9]/.test(token);
  if (Math.abs(value) < 2 ** 53) return false;
  if (Math.abs(value) === Infinity) return true;
  return /^-?\d+$/.test(token) && token !== `${value}` && BigInt(token) !== BigInt(value);
}

function carefulParse(text: string, maxDepth: number): JsonValue {
  const frames: Frame[] = [{ holder: [], key: null }]; // the lowest one holds the root
  let position = 0;
  const fail = (code: ErrorCode, state: string, from: number = position): never => {
    const keys = frames.map(({ key }) => key).filter((key) => key !== null);
    return refuse(code, text.slice(0, from), state, toPointer(keys));
  };
  const expect = (what: string): never => {
    const found = /^./su.exec(text.slice(position, position + 2)) ?? ["the end"];
    return fail("json-syntax", `${what}, not ${JSON.stringify(found[0])}`);
  };
  const next = (): string => {
    while (isBlank(text.charCodeAt(position))) position++;
    return text.charAt(position);
  };
  const readString = (frame: Frame | null): string => {
    const from = position++;
    for (let unit = text.charCodeAt(position); unit !== 0x22; unit = text.charCodeAt(++position)) {
      if (position >= text.length) fail("json-syntax", "a string does not end; close it with a quote", from);
      if (unit < 0x20) fail("json-syntax", "a string holds a control character; escape it");
      if (unit !== 0x5c) continue;
      const escape = /^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.exec(text.slice(position, position + 6));
      if (escape === null) fail("json-syntax", "a backslash starts no escape; double it to mean itself");
      else position += escape[0].length - 1;
    }
    const value: string = JSON.parse(text.slice(from, ++position));
    if (frame !== null) frame.key = value;
    if (!value.isWellFormed()) fail("json-lone-surrogate", "half of a surrogate pair; write both", from);
    const isRepeated = frame !== null && Object.hasOwn(frame.holder, value);
    if (isRepeated) fail("json-duplicate-key", `${JSON.stringify(value)} is repeated; keep one`, from);
    return value;
  };
  const readKey = (frame: Frame): void => {
    frame.key = null;
    if (next() !== '"') expect("here belongs a key in double quotes");
    readString(frame);
    if (next() !== ":") expect("here belongs a colon");
    position++;
  };
  const readScalar = (): JsonValue => {
    if (text[position] === '"') return readString(null);
    const [from, word] = [position, /[-+.\w]*/y];
    word.lastIndex = from;
    const token = word.exec(text)?.[0] ?? "";
    if (token === "") expect("here belongs a value");
    const isNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[-+]?\d+)?$/i.test(token);
    if (!isNumber && !WORDS.has(token)) fail("json-syntax", `${token.slice(0, 40)} is not JSON`);
    position += token.length;
    if (!isNumber) return WORDS.get(token) ?? null;
    const value = Number(token);
    if (isLost(token, value)) fail("json-number-range", "no double holds it; write it as a string", from);
    return value;
  };
  const put = (value: JsonValue): void => {
    const { holder, key } = frames.at(-1) as Frame;
    const flags = { writable: true, enumerable: true, configurable: true };
    if (Array.isArray(holder)) holder.push(value);
    else Object.defineProperty(holder, key ?? "", { ...flags, value }); // not by =, because of __proto__
  };
  if (text.startsWith("\ufeff")) fail("json-bom", "it starts with a byte order mark; remove it");
  if (next() === "") fail("json-empty", "it holds no value; write one");
  for (;;) {
    const opener = next();
    if (opener === "[" || opener === "{") {
      if (frames.length > maxDepth) fail("json-too-deep", `it has over ${maxDepth} levels; raise maxDepth`);
      const frame: Frame = { holder: opener === "[" ? [] : {}, key: null };
      put(frame.holder);
      frames.push(frame);
      position++;
      if (next() !== (opener === "[" ? "]" : "}")) {
        if (opener === "{") readKey(frame);
        else frame.key = 0;
        continue;
      }
    } else put(readScalar());
    for (;;) { // after a value, or at the end of an empty array or object
      const [found, frame] = [next(), frames.at(-1) as Frame];
      if (frames.length === 1) {
        if (found !== "") fail("json-trailing", "something follows the value; keep one value");
        return (frame.holder as JsonValue[])[0] as JsonValue;
      }
      const closer = Array.isArray(frame.holder) ? "]" : "}";
      if (found === ",") {
        position++;
        if (typeof frame.key === "number") frame.key++;
        else readKey(frame);
        break;
      }
      frame.key = null;
      if (found !== closer) expect(`here belongs a comma or ${closer}`);
      position++;
      frames.pop();
    }
  }
}
