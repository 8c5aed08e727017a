// What the assertions do is told by node:assert here: they do not judge themselves.
import { assert } from "@std/assert/assert";
import { AssertionError } from "@std/assert/assertion-error";
import { assertEquals } from "@std/assert/equals";
import { assertExists } from "@std/assert/exists";
import { fail } from "@std/assert/fail";
import { assertMatch } from "@std/assert/match";
import { assertNotEquals } from "@std/assert/not-equals";
import { assertRejects } from "@std/assert/rejects";
import { assertStrictEquals } from "@std/assert/strict-equals";
import { assertStringIncludes } from "@std/assert/string-includes";
import { assertThrows } from "@std/assert/throws";
import { deepStrictEqual, doesNotThrow, match, ok, rejects, strictEqual, throws } from "node:assert/strict";

class Point {
  constructor(readonly x: number) {}
}

function ring(): { next?: unknown } {
  const object: { next?: unknown } = {};
  object.next = object;
  return object;
}

const tag = Symbol("tag");
const bytes = (...values: number[]) => new Uint8Array(values);

const EQUAL: Record<string, [unknown, unknown]> = {
  "texts": ["snow", "snow"],
  "NaN": [NaN, NaN],
  "zero and minus zero": [0, -0],
  "keys in another order": [{ a: 1, b: { c: 2 } }, { b: { c: 2 }, a: 1 }],
  "a plain object and one without prototype": [{ a: 1 }, Object.assign(Object.create(null), { a: 1 })],
  "symbol keys": [{ [tag]: 1 }, { [tag]: 1 }],
  "arrays": [[1, [2, 3]], [1, [2, 3]]],
  "dates": [new Date(5), new Date(5)],
  "invalid dates": [new Date(NaN), new Date(NaN)],
  "patterns": [/ice/i, /ice/i],
  "addresses": [new URL("https://frost.test/a"), new URL("https://frost.test/a")],
  "search parameters": [new URLSearchParams("a=1"), new URLSearchParams("a=1")],
  "sets in another order": [new Set([1, 2]), new Set([2, 1])],
  "sets of objects": [new Set([{ a: 1 }, { b: 2 }]), new Set([{ b: 2 }, { a: 1 }])],
  "maps in another order": [new Map([["a", [1]], ["b", [2]]]), new Map([["b", [2]], ["a", [1]]])],
  "maps with keys that are objects": [new Map([[{ a: 1 }, true]]), new Map([[{ a: 1 }, true]])],
  "bytes": [bytes(1, 2), bytes(1, 2)],
  "buffers": [bytes(1, 2).buffer, bytes(1, 2).buffer],
  "numbers in an array of doubles": [new Float64Array([NaN, 0]), new Float64Array([NaN, -0])],
  "instances of one class": [new Point(1), new Point(1)],
  "rings": [ring(), ring()],
  "durations": [Temporal.Duration.from({ hours: 1 }), Temporal.Duration.from({ hours: 1 })],
};

const UNEQUAL: Record<string, [unknown, unknown]> = {
  "texts": ["snow", "ice"],
  "null and undefined": [null, undefined],
  "a number and its text": [1, "1"],
  "a value": [{ a: { b: 1 } }, { a: { b: 2 } }],
  "a missing key": [{ a: 1 }, { a: 1, b: 2 }],
  "a key that holds undefined, and none": [{ a: undefined }, {}],
  "keys that hold undefined": [{ a: undefined, b: undefined }, { a: undefined, c: undefined }],
  "symbol keys": [{ [Symbol("tag")]: 1 }, { [Symbol("tag")]: 1 }],
  "the order of an array": [[1, 2], [2, 1]],
  "the length of an array": [[1, 2], [1]],
  "an array and an object": [[1], { 0: 1 }],
  "dates": [new Date(5), new Date(6)],
  "a date and an invalid one": [new Date(NaN), new Date(6)],
  "the flags of a pattern": [/ice/, /ice/i],
  "addresses": [new URL("https://frost.test/a"), new URL("https://frost.test/b")],
  "sets": [new Set([1, 2]), new Set([1, 3])],
  "sets of objects": [new Set([{ a: 1 }]), new Set([{ a: 2 }])],
  "a value of a map": [new Map([["a", 1]]), new Map([["a", 2]])],
  "a key of a map": [new Map([[{ a: 1 }, 1]]), new Map([[{ a: 2 }, 1]])],
  "bytes": [bytes(1, 2), bytes(1, 3)],
  "the length of bytes": [bytes(0), bytes(0, 0)],
  "the kind of an array of numbers": [bytes(1), new Int8Array([1])],
  "the length of buffers": [bytes(1).buffer, bytes(1, 1).buffer],
  "an instance and a plain object": [new Point(1), { x: 1 }],
  "functions": [() => 1, () => 1],
};

for (const [name, [left, right]] of Object.entries(EQUAL)) {
  Deno.test(`assertEquals() passes for equal values: ${name}`, () => {
    assertEquals(left, right);
    assertEquals(right, left);
    throws(() => assertNotEquals(left, right), AssertionError);
  });
}

for (const [name, [left, right]] of Object.entries(UNEQUAL)) {
  Deno.test(`assertEquals() throws for values that differ: ${name}`, () => {
    throws(() => assertEquals(left, right), AssertionError);
    throws(() => assertEquals(right, left), AssertionError);
    assertNotEquals(left, right);
  });
}

for (const [name, make] of [["WeakMap", () => new WeakMap()], ["WeakSet", () => new WeakSet()]] as const) {
  Deno.test(`assertEquals() refuses to compare two values of ${name}`, () => {
    throws(() => assertEquals<unknown>(make(), make()), TypeError);
  });
}

Deno.test("assertEquals() compares the targets when both are weak references", () => {
  const targets = [{ a: 1 }, { a: 1 }, { a: 2 }] as const;
  const [first, same, other] = [new WeakRef(targets[0]), new WeakRef(targets[1]), new WeakRef(targets[2])];
  assertEquals(first, same);
  throws(() => assertEquals<unknown>(first, other), AssertionError);
  strictEqual(targets.length, 3); // what only a WeakRef holds may be gone at any time
});

Deno.test("assertEquals() prints what differs and the caller's message when it fails", () => {
  throws(() => assertEquals({ depth: 3 }, { depth: 4 }, "of the lake"), (error: Error) => {
    match(error.message, /of the lake/);
    match(error.message, /^-.*depth: 3/m);
    match(error.message, /^\+.*depth: 4/m);
    return true;
  });
});

Deno.test("assert() passes when the value is truthy", () => {
  for (const value of [true, 1, "0", []]) assert(value);
});

Deno.test("assert() throws with the message given when the value is falsy", () => {
  for (const value of [false, 0, "", null, undefined, NaN]) {
    throws(() => assert(value, "thin ice"), { name: "AssertionError", message: "thin ice" });
  }
});

Deno.test("AssertionError() is an Error with a cause when one is given", () => {
  const error = new AssertionError("cracked", { cause: "weight" });
  ok(error instanceof Error);
  deepStrictEqual([error.name, error.message, error.cause], ["AssertionError", "cracked", "weight"]);
});

Deno.test("assertStrictEquals() passes when both are one value", () => {
  const object = {};
  for (const value of [object, NaN, "a", null]) assertStrictEquals(value, value);
});

Deno.test("assertStrictEquals() throws when the values are alike, but not one", () => {
  throws(() => assertStrictEquals({}, {}), AssertionError);
  throws(() => assertStrictEquals(0, -0), AssertionError);
});

Deno.test("assertExists() throws only when the value is null or undefined", () => {
  for (const value of [0, "", false, NaN]) assertExists(value);
  throws(() => assertExists(null), AssertionError);
  throws(() => assertExists(undefined, "no lake"), /no lake/);
});

Deno.test("assertMatch() throws when the pattern is not found", () => {
  assertMatch("cold snow", /sno./);
  throws(() => assertMatch("cold snow", /^snow/), AssertionError);
});

Deno.test("assertStringIncludes() throws when the part is not found", () => {
  assertStringIncludes("cold snow", "d s");
  throws(() => assertStringIncludes("cold snow", "ice"), AssertionError);
});

Deno.test("fail() throws with the message given when called", () => {
  throws(() => fail("melted"), /melted/);
  throws(() => fail(), AssertionError);
});

function breakIce(): never {
  throw new RangeError("the \u001b[1mice\u001b[22m is thin");
}

Deno.test("assertThrows() returns what was thrown when nothing more is asked", () => {
  strictEqual(
    assertThrows(() => {
      throw "a text";
    }),
    "a text",
  );
});

Deno.test("assertThrows() returns the error when class and message fit", () => {
  const error: RangeError = assertThrows(breakIce, RangeError, "ice is");
  ok(error instanceof RangeError);
  ok(assertThrows(breakIce, Error) instanceof RangeError);
});

const THROWS_FAILS: Record<string, () => unknown> = {
  "the call returns": () => assertThrows(() => 1),
  "the call returns and a message is given": () => assertThrows(() => 1, "a message"),
  "the class is another": () => assertThrows(breakIce, TypeError),
  "the message lacks the part": () => assertThrows(breakIce, RangeError, "snow"),
  "what is thrown is no Error": () =>
    assertThrows(() => {
      throw "a text";
    }, Error),
};

for (const [name, run] of Object.entries(THROWS_FAILS)) {
  Deno.test(`assertThrows() throws when ${name}`, () => throws(run, AssertionError));
}

Deno.test("assertRejects() resolves to the error when class and message fit", async () => {
  const error: RangeError = await assertRejects(
    () => Promise.reject(new RangeError("thin ice")),
    RangeError,
    "ice",
  );
  strictEqual(error.message, "thin ice");
});

Deno.test("assertRejects() resolves to what was rejected when nothing more is asked", async () => {
  strictEqual(await assertRejects(() => Promise.reject("a text")), "a text");
});

const REJECTS_FAILS: Record<string, () => Promise<unknown>> = {
  "the promise resolves": () => assertRejects(() => Promise.resolve(1)),
  "the class is another": () => assertRejects(() => Promise.reject(new Error("a")), TypeError),
  "the message lacks the part": () => assertRejects(() => Promise.reject(new Error("a")), Error, "b"),
  "what is rejected is no Error": () => assertRejects(() => Promise.reject("a"), Error),
  "the call throws": () => assertRejects(breakIce, RangeError),
  "the call returns no promise": () => assertRejects(() => 1 as unknown as Promise<number>),
};

for (const [name, run] of Object.entries(REJECTS_FAILS)) {
  Deno.test(`assertRejects() rejects when ${name}`, async () => await rejects(run, AssertionError));
}

Deno.test("assertExists() narrows the type when it passes", () => {
  const found = ["snow"].find((word) => word.startsWith("s"));
  doesNotThrow(() => assertExists(found));
  assertExists(found);
  strictEqual(found.length, 4);
});
