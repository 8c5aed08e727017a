/** JSON in, strictly: RFC 8259 within I-JSON (RFC 7493), one meaning a text. @module */
import { type ErrorCode, PermafrostError } from "./error.ts";
import { type JsonObject, type JsonValue, toPointer } from "./json_value.ts";

/** Bounds on what is read. */
export interface JsonLimits {
  /** The longest text, in bytes of UTF-8; 64 MiB unless given. */ readonly maxBytes?: number;
  /** The most levels of arrays and objects; 512 unless given. Any is safe for the stack. */ readonly maxDepth?: number;
}

const MAX_BYTES = 64 * 1024 * 1024;

/** Reads one JSON value, with nothing but blanks around it. What it accepts, JSON.parse accepts too, with an equal
 * value: `-0`, the order of keys, `__proto__` as an ordinary key. It refuses what JSON.parse lets pass: a repeated key
 * (also through escapes), half of a surrogate pair (raw or escaped, in keys too), a number that is infinite as a
 * double or vanishes to zero, and an integer of 2^53 or more, written without fraction and exponent, unless it is its
 * double's exact value or the way ECMAScript writes that double (so canonical text can always be read back).
 * @throws {PermafrostError} json-empty, json-bom, json-syntax, json-trailing, json-duplicate-key, json-lone-surrogate,
 * json-number-range, json-too-deep, json-too-large; `at` is the JSON Pointer of the value being read; line and column
 * count from 1, in UTF-16. */
export function parseStrict(text: string, limits: JsonLimits = {}): JsonValue {
  const { maxBytes = MAX_BYTES, maxDepth = 512 } = limits;
  if (text.length > maxBytes / 3) checkSize(new TextEncoder().encode(text), maxBytes); // no unit needs over 3 bytes
  return parse(text, maxDepth);
}

/** Reads one JSON value from bytes of UTF-8, as {@linkcode parseStrict} does from text.
 * @throws {PermafrostError} json-not-utf8, and the codes of {@linkcode parseStrict}. */
export function parseStrictBytes(bytes: Uint8Array, limits: JsonLimits = {}): JsonValue {
  checkSize(bytes, limits.maxBytes ?? MAX_BYTES);
  const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
  const text = utf8.decode(bytes);
  if (text.includes("\ufffd")) { // so is replaced what is not UTF-8
    const bad = new TextEncoder().encode(text).findIndex((byte, at) => byte !== bytes[at]);
    const before = utf8.decode(bytes.subarray(0, Math.max(bad, 0)), { stream: true }); // without part of a character
    if (bad >= 0) refuse("json-not-utf8", before, `byte ${bad} is not UTF-8; save the text as UTF-8`, "");
  }
  return parseStrict(text, limits);
}

function checkSize({ length }: Uint8Array, maxBytes: number): void {
  if (length > maxBytes) refuse("json-too-large", "", `it has over ${maxBytes} bytes; raise maxBytes`, "");
}

/** Throws, and names the place that follows `before`; LF, CR and CR LF end a line. */
function refuse(code: ErrorCode, before: string, state: string, at: string): never {
  const lines = before.split(/\r\n|\r|\n/);
  const place = `line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1}`;
  throw new PermafrostError(code, `Cannot read the JSON text at ${place}: ${state}`, { at });
}

/** Tells that a double does not hold the number; see {@linkcode parseStrict} for the rule on integers. */
function isLost(token: string, value: number): boolean {
  if (value === 0) return /^[^eE]*[1-9]/.test(token);
  if (Math.abs(value) < 2 ** 53) return false;
  return !Number.isFinite(value) || (/^-?\d+$/.test(token) && token !== `${value}` && BigInt(token) !== BigInt(value));
}

const isBlank = (unit: number): boolean => unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
const PLAIN = /"[ !#-[\]-\ud7ff\ue000-\uffff]*"/y; // a string without escapes and surrogates
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/g;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?(?![-+.\w])/y;
const WORDS = new Map<string, JsonValue>([["null", null], ["true", true], ["false", false]]);

/** An open array or object, what ends it, and the index or key of the value being read; null while a key is read. */
type Frame = { readonly holder: JsonValue[] | JsonObject; readonly closer: string; key: number | string | null };

/** Reads with a stack of its own, and not by JSON.parse: V8 15 may take the key `\n` for a key `\\` seen before. */
function parse(text: string, maxDepth: number): JsonValue {
  let frame: Frame = { holder: [], closer: "", key: null }; // the lowest holds the root, and ends with the text
  const frames = [frame];
  let position = 0;
  const fail = (code: ErrorCode, state: string, from: number = position): never => {
    const keys = frames.map(({ key }) => key).filter((key) => key !== null);
    return refuse(code, text.slice(0, from), state, toPointer(keys));
  };
  const expect = (what: string): never => {
    const [found = "the end"] = text.slice(position, position + 2);
    return fail("json-syntax", `here belongs ${what}, not ${JSON.stringify(found)}`);
  };
  const next = (): string => {
    while (isBlank(text.charCodeAt(position))) position++;
    return text.charAt(position);
  };
  const readString = (): string => {
    const from = PLAIN.lastIndex = position;
    if (PLAIN.test(text)) {
      position = PLAIN.lastIndex;
      return text.slice(from + 1, position - 1);
    }
    for (let backslashes = 1; backslashes % 2 === 1;) { // odd: the quote is inside
      position = text.indexOf('"', position + 1);
      for (backslashes = 0; text[position - 1 - backslashes] === "\\";) backslashes++;
    }
    const token = text.slice(from, position < 0 ? text.length : ++position);
    try {
      return JSON.parse(token);
    } catch {
      const bad = token.slice(1).replace(ESCAPE, ({ length }) => "-".repeat(length)).search(/[^ !#-[\]-\uffff]/);
      const state = bad < 0 ? "a string does not end; close it" : "a control character or lone backslash; escape it";
      return fail("json-syntax", state, from + 1 + bad);
    }
  };
  const refuseHalves = (value: string, from: number): void => {
    if (!value.isWellFormed()) fail("json-lone-surrogate", "half of a surrogate pair; write both", from);
  };
  const readKey = (): void => {
    if (next() !== '"') expect("a key in double quotes");
    const from = position, key = frame.key = readString();
    refuseHalves(key, from);
    if (Object.hasOwn(frame.holder, key)) fail("json-duplicate-key", `${JSON.stringify(key)} is repeated`, from);
    if (next() !== ":") expect("a colon");
    position++;
  };
  const readScalar = (): JsonValue => {
    const from = NUMBER.lastIndex = position;
    if (NUMBER.test(text)) {
      position = NUMBER.lastIndex;
      const token = text.slice(from, position), value = Number(token);
      return isLost(token, value) ? fail("json-number-range", "no double holds it; write it as a string", from) : value;
    }
    const word = /^[-+.\w]+/.exec(text.slice(from, from + 40))?.[0] ?? expect("a value");
    if (!WORDS.has(word)) fail("json-syntax", `${word} is not JSON`);
    position += word.length;
    return WORDS.get(word) ?? null;
  };
  const put = (value: JsonValue): void => {
    const { holder, key } = frame;
    if (Array.isArray(holder)) holder.push(value);
    else if (key !== "__proto__") holder[key as string] = value;
    else Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
  };
  if (text.startsWith("\ufeff")) fail("json-bom", "a byte order mark; remove it");
  if (next() === "") fail("json-empty", "it holds no value; write one");
  for (;;) { // a value, and what follows it
    const opener = next(), from = position;
    let isFresh = opener === "[" || opener === "{"; // just opened
    if (isFresh) {
      if (frames.length > maxDepth) fail("json-too-deep", `it has over ${maxDepth} levels; raise maxDepth`);
      const inner: Frame = { holder: opener === "[" ? [] : {}, closer: opener === "[" ? "]" : "}", key: null };
      put(inner.holder);
      frames.push(frame = inner);
      position++;
    } else {
      const value = opener === '"' ? readString() : readScalar();
      if (typeof value === "string") refuseHalves(value, from);
      put(value);
    }
    for (; next() === frame.closer; isFresh = false) {
      if (frames.length === 1) return (frame.holder as JsonValue[])[0] as JsonValue;
      frames.pop();
      frame = frames.at(-1) as Frame;
      position++;
    }
    if (frames.length === 1) fail("json-trailing", "something follows the value; keep one value");
    frame.key = null;
    if (!isFresh && next() !== ",") expect(`a comma or ${frame.closer}`);
    if (!isFresh) position++;
    if (Array.isArray(frame.holder)) frame.key = frame.holder.length;
    else readKey();
  }
}
