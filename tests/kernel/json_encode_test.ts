import { assertEquals } from "@std/assert/equals";
import canonicalizePeer from "canonicalize";
import fc from "fast-check";
import vm from "node:vm";
import type { ErrorCode } from "../../kernel/error.ts";
import { canonicalize } from "../../kernel/json_encode.ts";
import { assertCode } from "../assert_code.ts";
import { documentOf } from "../json_documents.ts";
import { ownDigest, publishedDigest } from "../rfc8785_numbers.ts";

for (const lines of [1_000, 10_000, 100_000]) {
  Deno.test(`canonicalize() writes the first ${lines} numbers of RFC 8785 as published`, () => {
    assertEquals(ownDigest(lines), publishedDigest(lines));
  });
}

const named = (key: string, value: unknown): object => Object.fromEntries([[key, value]]);
const wide = (size: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: size }, (_, at) => [`k${(at * 7) % size}`, at]));

const TEXTS: readonly [name: string, value: unknown, text: string][] = [
  ["null", null, "null"],
  ["true", true, "true"],
  ["false", false, "false"],
  ["nothing in an array", [], "[]"],
  ["nothing in an object", {}, "{}"],
  ["zero below", -0, "0"],
  ["the largest number", Number.MAX_VALUE, "1.7976931348623157e+308"],
  ["the least number", 5e-324, "5e-324"],
  ["a number at the exponent's edge", 1e21, "1e+21"],
  ["a number below that edge", 1e21 - 2 ** 17, "999999999999999900000"],
  ["a small number", 1e-6, "0.000001"],
  ["a smaller number", 1e-7, "1e-7"],
  ["a fraction", 1 / 3, "0.3333333333333333"],
  ["short escapes", '\b\t\n\f\r"\\', '"\\b\\t\\n\\f\\r\\"\\\\"'],
  ["other control characters in lower case", "\x00\x1f\x0b", '"\\u0000\\u001f\\u000b"'],
  ["characters that need no escape", "\x7f/\u2028\u2029\ufeff<é", '"\x7f/\u2028\u2029\ufeff<é"'],
  ["a surrogate pair", "😀", '"😀"'],
  ["the spelling of a surrogate", "\\ud800", '"\\\\ud800"'],
  ["the spelling of a surrogate in a key", { "\\udc00": "\\\\udfff" }, '{"\\\\udc00":"\\\\\\\\udfff"}'],
  ["text as it is, not normalised", ["e\u0301", "\u00e9"], '["e\u0301","\u00e9"]'],
  ["keys by code unit, not code point", { "\uffff": 1, "😀": 2, "\ue000": 3 }, '{"😀":2,"\ue000":3,"\uffff":1}'],
  ["keys by code unit, not alphabet", { ö: 1, b: 2, a: 3, B: 4, "": 5 }, '{"":5,"B":4,"a":3,"b":2,"ö":1}'],
  ["keys that look like indices", { 9: 1, 10: 2, 1: 3, a: 4 }, '{"1":3,"10":2,"9":1,"a":4}'],
  ["such keys in order already", { 1: 1, 2: 2, a: 3 }, '{"1":1,"2":2,"a":3}'],
  ["a key __proto__", named("__proto__", { b: 1, a: 2 }), '{"__proto__":{"a":2,"b":1}}'],
  ["a key __proto__ out of order", { z: 1, ...named("__proto__", 2) }, '{"__proto__":2,"z":1}'],
  ["a key toJSON that is no function", { toJSON: 1 }, '{"toJSON":1}'],
  [
    "keys out of order below keys in order",
    { a: [{ c: 1, b: [{ e: 1, d: 2 }] }] },
    '{"a":[{"b":[{"d":2,"e":1}],"c":1}]}',
  ],
  ["keys in order below keys out of order", { b: { c: 1, d: 2 }, a: 3 }, '{"a":3,"b":{"c":1,"d":2}}'],
  ["an object without a prototype", Object.assign(Object.create(null), { b: 1, a: 2 }), '{"a":2,"b":1}'],
  ["frozen values", Object.freeze({ b: Object.freeze([1]), a: 2 }), '{"a":2,"b":[1]}'],
  ["a proxy of an object", new Proxy({ b: 1, a: [2] }, {}), '{"a":[2],"b":1}'],
  ["a proxy of an array", [new Proxy([1, { b: 1, a: 2 }], {})], '[[1,{"a":2,"b":1}]]'],
];

for (const [name, value, text] of TEXTS) {
  Deno.test(`canonicalize() writes the canonical text when given ${name}`, () => {
    assertEquals(canonicalize(value), text);
  });
}

Deno.test("canonicalize() orders all keys when an object is wide", () => {
  const value = { rest: 1, wide: wide(500) };
  assertEquals(canonicalize(value), canonicalizePeer(value));
});

Deno.test("canonicalize() writes a part each time when parts are shared", () => {
  const part = { b: 1, a: [] };
  assertEquals(canonicalize([part, { part }, part.a]), '[{"a":[],"b":1},{"part":{"a":[],"b":1}},[]]');
});

Deno.test("canonicalize() leaves the value as it was when keys are out of order", () => {
  const value = { b: { d: 1, c: 2 }, a: [{ f: 1, e: 2 }] };
  const before = JSON.stringify(value);
  canonicalize(value);
  assertEquals(JSON.stringify(value), before);
});

Deno.test("canonicalize() agrees with npm canonicalize when given 20,000 random documents", () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const value = documentOf(seed);
      return canonicalize(value) === canonicalizePeer(value);
    }),
    { seed: 8785, numRuns: 20_000 },
  );
});

Deno.test("canonicalize() writes the same when it has to read through a proxy", () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const value = [documentOf(seed)];
      return canonicalize(new Proxy(value, {})) === canonicalize(value);
    }),
    { seed: 8786, numRuns: 3_000 },
  );
});

class Point {
  x = 1;
}
const ring: unknown[] = [];
ring.push({ a: 1, ring: [ring] });
const wideRing: Record<string, unknown> = wide(70);
wideRing["self"] = { of: wideRing };
const getter = { enumerable: true, get: (): number => fail() };
const numbers = (size: number): number[] => Array.from({ length: size }, (_, at) => at);
const revoked = Proxy.revocable({}, {});
revoked.revoke();
function fail(): never {
  throw new TypeError("foreign code ran");
}
function args(..._values: unknown[]): IArguments {
  return arguments;
}

const REFUSALS: readonly [name: string, value: unknown, code: ErrorCode, at: string][] = [
  ["a high surrogate alone", "\ud800", "canonical-lone-surrogate", ""],
  ["a low surrogate alone", ["a", "b\udfffc"], "canonical-lone-surrogate", "/1"],
  ["a pair the wrong way round", { b: "\udc00\ud800" }, "canonical-lone-surrogate", "/b"],
  ["half a pair in a key", { a: { "\ud83d": 1 } }, "canonical-lone-surrogate", "/a/\ud83d"],
  ["NaN", { a: [1, NaN] }, "canonical-number", "/a/1"],
  ["infinity", Infinity, "canonical-number", ""],
  ["infinity below", [-Infinity], "canonical-number", "/0"],
  ["NaN among many numbers", [...numbers(3000), NaN], "canonical-number", "/3000"],
  ["a BigInt", { "a/b": { "m~n": 1n } }, "canonical-type", "/a~1b/m~0n"],
  ["undefined", undefined, "canonical-type", ""],
  ["undefined in an array", [1, undefined], "canonical-type", "/1"],
  ["undefined in an object", { b: 1, a: undefined }, "canonical-type", "/a"],
  ["a function", [() => 1], "canonical-type", "/0"],
  ["a class", { Point }, "canonical-type", "/Point"],
  ["a symbol", [Symbol.iterator], "canonical-type", "/0"],
  ["a symbol key", { a: { [Symbol("s")]: 1 } }, "canonical-object", "/a"],
  ["a symbol key in an array", Object.assign([1], { [Symbol("s")]: 1 }), "canonical-hole", ""],
  ["a hole", { a: [1, , 2] }, "canonical-hole", "/a/1"], // deno-lint-ignore no-sparse-arrays
  ["a hole at the end", [[], new Array(1)], "canonical-hole", "/1/0"],
  ["a hole and as many extra keys", [Object.assign(new Array(1), { x: 1 })], "canonical-hole", "/0"],
  ["an enormous array of holes", new Array(2 ** 32 - 1), "canonical-hole", "/0"],
  ["an array with an extra key", { m: "x".match(/x/) }, "canonical-hole", "/m"],
  ["a long array with an extra key", Object.assign(numbers(3000), { x: 1 }), "canonical-hole", ""],
  ["a long array with a key like an index", Object.assign(numbers(90), { "01": 1 }), "canonical-hole", ""],
  ["a long array with a hidden key", Object.defineProperty(numbers(90), "x", { value: 1 }), "canonical-hole", ""],
  ["an array of a class of its own", [new (class extends Array {})()], "canonical-object", "/0"],
  ["an object of a class", { a: new Point() }, "canonical-object", "/a"],
  ["an object with a plain prototype", Object.create({ a: 1 }), "canonical-object", ""],
  ["a date", [new Date(0)], "canonical-object", "/0"],
  ["a map", new Map(), "canonical-object", ""],
  ["a set", new Set(), "canonical-object", ""],
  ["a regular expression", /x/, "canonical-object", ""],
  ["an error", new Error("x"), "canonical-object", ""],
  ["a promise", Promise.resolve(1), "canonical-object", ""],
  ["a typed array", { bytes: new Uint8Array(1) }, "canonical-object", "/bytes"],
  ["an ArrayBuffer", new ArrayBuffer(1), "canonical-object", ""],
  ["a boxed number", [new Number(1)], "canonical-object", "/0"],
  ["a boxed text", [new String("a")], "canonical-object", "/0"],
  ["a boxed boolean", [new Boolean(true)], "canonical-object", "/0"],
  ["a boxed BigInt", [Object(1n)], "canonical-object", "/0"],
  ["a boxed number in disguise", Object.setPrototypeOf(new Number(5), Object.prototype), "canonical-object", ""],
  ["raw JSON", [(JSON as unknown as { rawJSON(text: string): object }).rawJSON("1e999")], "canonical-object", "/0"],
  ["arguments", args(1), "canonical-object", ""],
  ["an object of another realm", vm.runInNewContext("({ a: 1 })"), "canonical-object", ""],
  ["toJSON of its own", { a: { toJSON: () => 1 } }, "canonical-object", "/a"],
  [
    "toJSON of a class",
    new (class {
      toJSON = (): number => 1;
    })(),
    "canonical-object",
    "",
  ],
  ["toJSON of an array", Object.assign([1], { toJSON: () => 1 }), "canonical-object", ""],
  ["an accessor", { a: Object.defineProperty({}, "x", getter) }, "canonical-object", "/a/x"],
  ["an accessor of an array", { a: Object.defineProperty([1, 2], 1, getter) }, "canonical-object", "/a/1"],
  ["a setter alone", Object.defineProperty({}, "x", { enumerable: true, set: fail }), "canonical-object", "/x"],
  ["a hidden property", Object.defineProperty({ a: 1 }, "x", { value: 1 }), "canonical-object", "/x"],
  ["a hidden accessor", Object.defineProperty({ a: 1 }, "x", { get: fail }), "canonical-object", "/x"],
  ["a revoked proxy", { a: revoked.proxy }, "canonical-object", "/a"],
  ["a proxy that throws", { a: new Proxy({}, { ownKeys: fail }) }, "canonical-object", "/a"],
  ["a proxy of NaN", { a: new Proxy({ b: NaN }, {}) }, "canonical-number", "/a/b"],
  ["a cycle", ring, "canonical-cycle", "/0/ring/0"],
  ["a cycle in a wide object", { a: wideRing }, "canonical-cycle", "/a/self/of"],
];

for (const [name, value, code, at] of REFUSALS) {
  Deno.test(`canonicalize() refuses when given ${name}`, () => assertCode(() => canonicalize(value), code, at));
}

for (const prototype of [Object.prototype, Array.prototype]) {
  Deno.test(`canonicalize() refuses when ${prototype === Object.prototype ? "Object" : "Array"} inherits toJSON`, () => {
    Object.defineProperty(prototype, "toJSON", { value: () => 1, configurable: true });
    try {
      assertCode(() => canonicalize({ a: [1] }), "canonical-object");
    } finally {
      delete (prototype as { toJSON?: unknown }).toJSON;
    }
  });
}

Deno.test("canonicalize() reads each property once when a proxy shows another value each time", () => {
  const reads: PropertyKey[] = [];
  const shifty = new Proxy({ a: 0 }, {
    getOwnPropertyDescriptor(_target, key) {
      reads.push(key);
      return key === "a" ? { value: reads.length, enumerable: true, configurable: true, writable: true } : undefined;
    },
    get: (_target, key) => typeof key === "symbol" ? undefined : fail(),
  });
  const text = canonicalize([shifty]);
  assertEquals([text, reads.filter((key) => key === "a")], [`[{"a":${reads.length}}]`, ["a"]]);
});

const nest = (levels: number, wrap: (value: unknown) => unknown): unknown => {
  let value: unknown = 1;
  while (levels-- > 0) value = wrap(value);
  return value;
};
const NESTS: readonly [name: string, wrap: (value: unknown) => unknown, text: string][] = [
  ["arrays", (value) => [value], "[]"],
  ["objects", (value) => ({ a: value }), '{"a":}'],
  ["objects out of order", (value) => ({ b: value, a: 1 }), '{"a":1,"b":}'],
  ["objects with keys like indices", (value) => ({ 9: value, 10: 1 }), '{"10":1,"9":}'],
  ["proxies", (value) => new Proxy([value], {}), "[]"],
];

for (const [name, wrap, text] of NESTS) {
  Deno.test(`canonicalize() does not overflow when 100,000 ${name} are nested`, () => {
    const [levels, cut] = [100_000, text.length - 1];
    const whole = text.slice(0, cut).repeat(levels) + "1" + text.slice(cut).repeat(levels);
    assertEquals(canonicalize(nest(levels, wrap)) === whole, true);
  });
}
