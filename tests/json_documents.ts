import type { JsonObject, JsonValue } from "../kernel/json_value.ts";

/** Numbers below a bound, from a seed: small, fast, the same everywhere. */
export function drawFrom(seed: number): (below: number) => number {
  let state = (seed ^ 0x9e3779b9) >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const PARTS = [
  ..."abcXYZ 019_-/~",
  ...'"\\\b\t\n\f\r\x00\x1f\x7f',
  ...[
    "\\ud800",
    "\\u",
    "\\\\udead",
    "ö",
    "é",
    "e\u0301",
    "ß",
    "\u2028",
    "\u2029",
    "日本",
    "\ue000",
    "\ufeff",
    "\uffff",
  ],
  ...["😀", "\u{10000}", "\u{10ffff}", "🇩🇪", "toJSON", "key", "1e5"],
];
const KEYS = [
  ...["", "0", "1", "2", "9", "10", "11", "100", "01", "-1", "1.5", "4294967294", "4294967295", "4294967296"],
  ...["__proto__", "constructor", "toJSON", "length", "hasOwnProperty", "a", "b", "c", "A", "aa", "ab", "é", "e\u0301"],
  ...["\ue000", "\uffff", "😀", "\u{10000}", "\r", "\\ud83d", "\u2028", "a/b", "m~n"],
];
const NUMBERS = [
  ...[0, -0, 1, -1, 0.1, 1e21, 1e20, 999999999999999900000, 1e-6, 1e-7, 5e-324, -5e-324, Number.MAX_VALUE],
  ...[2 ** 53, 2 ** 53 + 2, -(2 ** 53), 2 ** 53 - 1, 2 ** 66, 2 ** 64, 4.35, 1 / 3, 1e100, 123456789.123],
];

type Draw = (below: number) => number;

function textOf(draw: Draw): string {
  return Array.from({ length: draw(6) }, () => PARTS[draw(PARTS.length)]).join("");
}

function numberOf(draw: Draw): number {
  if (draw(2) === 0) return NUMBERS[draw(NUMBERS.length)] ?? 0;
  if (draw(2) === 0) return draw(2000) - 1000;
  const view = new DataView(new ArrayBuffer(8));
  view.setUint32(0, draw(2 ** 32));
  view.setUint32(4, draw(2 ** 32));
  return Number.isFinite(view.getFloat64(0)) ? view.getFloat64(0) : 0.5;
}

function keyOf(draw: Draw): string {
  const kind = draw(4);
  return kind === 0 ? textOf(draw) : kind === 1 ? `k${draw(300)}` : KEYS[draw(KEYS.length)] ?? "";
}

/** Gives an object an own property of any name, `__proto__` too. */
export function addTo(object: JsonObject, key: string, value: JsonValue): void {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}

function valueOf(draw: Draw, level: number): JsonValue {
  const kind = draw(level > 4 ? 5 : 9);
  if (kind === 0) return [null, true, false][draw(3)] ?? null;
  if (kind < 3) return numberOf(draw);
  if (kind < 5) return textOf(draw);
  const isWide = draw(60) === 0;
  const size = isWide ? 60 + draw(30) : draw(6);
  if (kind === 5) return Array.from({ length: size }, () => valueOf(draw, level + (isWide ? 4 : 1)));
  if (kind === 6) {
    const row = (): JsonValue => ({ id: draw(9), name: textOf(draw), at: numberOf(draw) }); // one shape, not in order
    return Array.from({ length: size }, row);
  }
  const object: JsonObject = {};
  for (let count = 0; count < size; count++) {
    addTo(object, isWide ? `w${draw(1000)}` : keyOf(draw), valueOf(draw, level + (isWide ? 4 : 1)));
  }
  return object;
}

/**
 * A document from a seed: keys that look like indices, `__proto__`, any text without half pairs, all kinds of
 * numbers, now and then wide (over 64 keys), deep (up to 1,200 levels) or with parts that are shared.
 */
export function documentOf(seed: number): JsonValue {
  const draw = drawFrom(seed);
  let value = valueOf(draw, 0);
  if (draw(20) === 0) value = { shared: value, again: [value, value] };
  for (let levels = draw(150) === 0 ? draw(1200) : 0; levels > 0; levels--) {
    const object: JsonObject = {};
    addTo(object, keyOf(draw), value);
    value = draw(2) === 0 ? [value] : object;
  }
  return value;
}
