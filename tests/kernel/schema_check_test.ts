import { assertEquals } from "@std/assert/equals";
import fc from "fast-check";
import { type JsonValue, toPointer } from "../../kernel/json_value.ts";
import { schemaCheck } from "../../kernel/schema_check.ts";

const CLOSED = {
  type: "object",
  additionalProperties: false,
  required: ["a"],
  properties: {
    a: { type: "integer" },
    deep: { type: "array", items: { type: "object", additionalProperties: { type: "string" } } },
  },
};
const check = schemaCheck(CLOSED);

const CASES: readonly [value: JsonValue, at: string | null][] = [
  [{ a: 1 }, null],
  [{ a: 1, deep: [{}, { x: "y" }] }, null],
  [[], ""],
  [null, ""],
  [{}, ""],
  [{ a: 1.5 }, "/a"],
  [{ a: 1, b: 2 }, "/b"],
  [{ a: 1, "": 2 }, "/"],
  [{ a: 1, constructor: 2 }, "/constructor"],
  [{ a: 1, toString: 2 }, "/toString"],
  [JSON.parse('{"a":1,"__proto__":2}'), "/__proto__"],
  [{ a: 1, deep: [{}, { "x/y~z": 1 }] }, "/deep/1/x~1y~0z"],
  [{ a: "1", deep: [{ x: 1 }] }, "/a"],
];
for (const [value, at] of CASES) {
  Deno.test(`schemaCheck() gives ${JSON.stringify(at)} when the value is ${JSON.stringify(value)}`, () => {
    const problem = check(value);
    assertEquals(problem?.[0] ?? null, at);
    assertEquals((problem?.[1] ?? "x").length > 0, true);
  });
}

Deno.test("schemaCheck() says that a field is unknown when the schema closes the object", () => {
  assertEquals(check({ a: 1, b: 2 })?.[1], "no such field is known here");
});

Deno.test("schemaCheck() gives the nearest description below the schema's own, also through a $ref", () => {
  const schema = {
    description: "far",
    properties: {
      a: { description: "Near.", items: { $ref: "#/$defs/b" } },
      c: { $ref: "#/$defs/d" },
      e: { minimum: 1 },
    },
    $defs: { b: { anyOf: [{ type: "null" }, { pattern: "^x$" }] }, d: { description: "in $defs", type: "null" } },
  };
  const problems = [{ a: ["y"] }, { c: 1 }, { e: 0 }].map((value) =>
    schemaCheck(schema)(value)?.[1].replace(/^.* \(/, "(")
  );
  assertEquals(problems, ["(Near)", "(in $defs)", "0 is less than 1"]);
});

Deno.test("schemaCheck() gives a plain JSON Pointer whatever the names hold", () => {
  const name = fc.oneof(
    fc.constantFrom("%", "%25", "%2f", "#", "%23", "~", "/", "?", "ä", "\u{10000}", " ", "+", "&"),
    fc.string({ unit: "binary" }),
  );
  fc.assert(
    fc.property(
      fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.map((part) => `x${part}`)),
      (names) => {
        const value = names.reduceRight<JsonValue>((inner, part) => ({ [part]: inner }), 7);
        const schema = names.reduceRight<unknown>((inner) => ({ additionalProperties: inner }), { type: "string" });
        assertEquals(schemaCheck(schema as object)(value)?.[0], toPointer(names));
      },
    ),
    { seed: 6901, numRuns: 500 },
  );
});

Deno.test("schemaCheck() does not run out of stack when very many things are wrong", () => {
  const items = Array.from({ length: 300_000 }, () => ({ x: 1 }));
  assertEquals(check({ a: 1, deep: items })?.[0], "/deep/0/x");
});
