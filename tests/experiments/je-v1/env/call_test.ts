import { assertEquals } from "@std/assert/equals";
import { plainCall, rawOf } from "../../../../experiments/je-v1/env/call.ts";

const COPIED: readonly [string, unknown, unknown][] = [
  ["arguments are missing", undefined, {}],
  ["a member is undefined", { a: undefined, b: 1 }, { b: 1 }],
  ["half of a surrogate pair stands in a text", { a: "x\ud800" }, { a: "x\ufffd" }],
  ["half of a surrogate pair stands in a key", { "\udc00": 1 }, { "\ufffd": 1 }],
  ["a zero is negative", [-0], [0]],
  ["values are null, true and false", [null, true, { a: false }], [null, true, { a: false }]],
  ["an object has no prototype", Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
];
for (const [state, args, copy] of COPIED) {
  Deno.test(`plainCall() copies what can be when ${state}`, () => {
    assertEquals(plainCall({ tool: "t", args }), { tool: "t", args: copy } as never);
  });
}

Deno.test("plainCall() keeps a member named __proto__ as a member", () => {
  const { args } = plainCall({ tool: "t", args: JSON.parse('{"__proto__":{"a":1}}') });
  assertEquals([Object.keys(args as object), Object.getPrototypeOf(args)], [["__proto__"], Object.prototype]);
});

Deno.test("plainCall() shares nothing with what it was given", () => {
  const args = { list: [1] }, call = plainCall({ tool: "t", args });
  args.list.push(2);
  assertEquals(call.args, { list: [1] });
});

const nested = (levels: number): unknown => Array.from({ length: levels }).reduce((inner) => [inner], 1);
const cyclic: unknown[] = [];
cyclic.push(cyclic);
const UNREADABLE: readonly [string, unknown][] = [
  ["a number is none", { a: NaN }],
  ["a number is infinite", [Infinity]],
  ["a value is a BigInt", { a: 1n }],
  ["a value is a function", { a: () => 1 }],
  ["a value is of a class", { a: new Date(0) }],
  ["a list has a hole", Array(2)],
  ["a value contains itself", cyclic],
  ["values are nested 33 levels", nested(33)],
  ["values are nested 100,000 levels", nested(100_000)],
  ["text is too long", "x".repeat(200_001)],
  [
    "an accessor throws",
    Object.defineProperty({}, "a", {
      enumerable: true,
      get: () => {
        throw new Error("no");
      },
    }),
  ],
];
for (const [state, args] of UNREADABLE) {
  Deno.test(`plainCall() makes a call that cannot be read when ${state}`, () => {
    const call = plainCall({ tool: "t", args });
    assertEquals([call.tool, typeof rawOf(call)], [null, "string"]);
  });
}

Deno.test("plainCall() takes 32 levels", () => assertEquals(plainCall({ tool: "t", args: nested(32) }).tool, "t"));

Deno.test("plainCall() names no tool when the name is no text", () => {
  assertEquals(plainCall({ tool: 5, args: {} }).tool, null);
});

const RAWS: readonly [string, Parameters<typeof rawOf>[0], string | null][] = [
  ["there is one", { tool: null, args: { raw: "{" } }, "{"],
  ["a tool is named", { tool: "t", args: { raw: "{" } }, null],
  ["there is something else beside", { tool: null, args: { raw: "{", more: 1 } }, null],
  ["it is no text", { tool: null, args: { raw: 1 } }, null],
  ["arguments are null", { tool: null, args: null }, null],
];
for (const [state, call, raw] of RAWS) {
  Deno.test(`rawOf() reads the raw text when ${state}`, () => assertEquals(rawOf(call), raw));
}
