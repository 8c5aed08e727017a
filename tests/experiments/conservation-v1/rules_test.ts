import { assertEquals } from "@std/assert/equals";
import {
  deltaInfo,
  isAmount,
  isSlotFilled,
  missingSlots,
  reportedAmount,
  textInfo,
} from "../../../experiments/conservation-v1/rules.ts";
import type { JsonValue } from "../../../kernel/json_value.ts";

for (
  const [text, bytes] of [
    ["", 0],
    ["\0", 1],
    ["\x7f", 1],
    ["\x80", 2],
    ["\u07ff", 2],
    ["\u0800", 3],
    ["\uffff", 3],
    ["\u{10000}", 4],
    ["\u{10ffff}", 4],
    ["a\u00e9\u20ac\u{1f600}", 10],
    ["a".repeat(100_000) + "\u20ac", 100_003],
  ] as const
) {
  const name = text.length > 9 ? `${text.length} units` : JSON.stringify(text);
  Deno.test(`textInfo() counts ${bytes} bytes when the text is ${name}`, () => assertEquals(textInfo(text), bytes));
}

for (const [canonicalBytes, info] of [[2, 0], [7, 7], [8, 8], [1_000_000, 1_000_000]] as const) {
  Deno.test(`deltaInfo() gives ${info} when the canonical form has ${canonicalBytes} bytes`, () => {
    assertEquals(deltaInfo(canonicalBytes), info);
  });
}

const PROTO = JSON.parse('{"__proto__":1}');
const FILLED: [string, { [key: string]: JsonValue }, string, boolean][] = [
  ["the key is absent", {}, "a", false],
  ["the value is null", { a: null }, "a", false],
  ["the value is empty", { a: "" }, "a", false],
  ["the value is 0", { a: 0 }, "a", true],
  ["the value is false", { a: false }, "a", true],
  ["the value is an empty list", { a: [] }, "a", true],
  ["the value is an empty object", { a: {} }, "a", true],
  ["the value is a blank", { a: " " }, "a", true],
  ["the key is inherited", {}, "toString", false],
  ["__proto__ is absent", {}, "__proto__", false],
  ["__proto__ is an own key", PROTO, "__proto__", true],
  ["the object has no prototype", Object.assign(Object.create(null), { a: 1 }), "a", true],
];
for (const [name, fields, slot, filled] of FILLED) {
  Deno.test(`isSlotFilled() gives ${filled} when ${name}`, () => assertEquals(isSlotFilled(fields, slot), filled));
}

Deno.test("missingSlots() keeps the order of the slots, each once", () => {
  assertEquals(missingSlots({ b: 1 }, ["z", "b", "a", "z", "b", "", "a"]), ["z", "a", ""]);
});

Deno.test("missingSlots() gives nothing when nothing is required", () => assertEquals(missingSlots({}, []), []));

Deno.test("missingSlots() takes 100,000 slots, repeated or not, in passing", () => {
  const slots = Array.from({ length: 100_000 }, (_, at) => `s${at % 50_000}`);
  assertEquals(missingSlots({ s7: 1 }, slots).length, 49_999);
});

for (
  const [difference, tolerance, amount] of [
    [0, 0, null],
    [-0, 0, null],
    [1, 0, 1],
    [5, 4, 5],
    [5, 5, null],
    [5, 6, null],
    [-5, 0, null],
    [1, Number.MAX_SAFE_INTEGER, null],
    [-Number.MAX_SAFE_INTEGER, 0, null],
  ] as const
) {
  Deno.test(`reportedAmount() gives ${amount} when ${difference} is held against ${tolerance}`, () => {
    assertEquals(reportedAmount(difference, tolerance), amount);
  });
}

for (const value of [0, -0, 1, 2 ** 53 - 1]) {
  Deno.test(`isAmount() accepts ${Object.is(value, -0) ? "-0" : value}`, () => assertEquals(isAmount(value), true));
}

for (const value of [-1, 0.5, 2 ** 53, 1e300, Infinity, -Infinity, NaN, "1", null, undefined, true, 1n, [1], {}]) {
  Deno.test(`isAmount() accepts no ${typeof value} ${Deno.inspect(value)}`, () => assertEquals(isAmount(value), false));
}
