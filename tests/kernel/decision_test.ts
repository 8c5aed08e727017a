import { assertEquals } from "@std/assert/equals";
import fc from "fast-check";
import { decide } from "../../kernel/decision.ts";
import { canonicalize } from "../../kernel/json_encode.ts";
import type { JsonObject, JsonValue } from "../../kernel/json_value.ts";
import type { Criterion } from "../../kernel/protocol.ts";

const DOCUMENT: JsonObject = JSON.parse(
  `{"summary": {"n": 11, "whole": 1.0, "minus": -0, "large": 1e21, "text": "11", "nothing": null, "no": false,
    "list": [1, {"b": 2, "a": [3]}, []], "a/b": {"m~n": 7}, "empty": {}, "": 8},
    "rows": [{"ms": 5}, "second"]}`,
);

type Comparison = Omit<Criterion, "id" | "at">;
const CASES: readonly [at: string, comparison: Comparison, met: boolean, observed: JsonValue][] = [
  ["/summary/n", { equals: 11 }, true, 11],
  ["/summary/n", { equals: 12 }, false, 11],
  ["/summary/n", { equals: "11" }, false, 11],
  ["/summary/text", { equals: 11 }, false, "11"],
  ["/summary/whole", { equals: 1 }, true, 1],
  ["/summary/minus", { equals: 0 }, true, -0],
  ["/summary/large", { equals: 1000000000000000000000 }, true, 1e21],
  ["/summary/nothing", { equals: null }, true, null],
  ["/summary/nothing", { equals: false }, false, null],
  ["/summary/none", { equals: null }, false, null],
  ["/summary/no", { equals: false }, true, false],
  ["/summary/no", { equals: 0 }, false, false],
  ["/summary/list", { equals: [1, { a: [3], b: 2 }, []] }, true, [1, { b: 2, a: [3] }, []]],
  ["/summary/list", { equals: [{ a: [3], b: 2 }, 1, []] }, false, [1, { b: 2, a: [3] }, []]],
  ["/summary/list", { equals: [1, { a: [3], b: 2 }] }, false, [1, { b: 2, a: [3] }, []]],
  ["/summary/list/1/a/0", { equals: 3 }, true, 3],
  ["/summary/list/01", { equals: 3 }, false, null],
  ["/summary/list/-", { equals: null }, false, null],
  ["/summary/list/3", { equals: null }, false, null],
  ["/summary/list/2", { equals: [] }, true, []],
  ["/summary/list/2", { equals: {} }, false, []],
  ["/summary/empty", { equals: {} }, true, {}],
  ["/summary/a~1b/m~0n", { equals: 7 }, true, 7],
  ["/summary/", { equals: 8 }, true, 8],
  ["/rows/0/ms", { equals: 5 }, true, 5],
  ["/rows/1", { equals: "second" }, true, "second"],
  ["/rows/1/length", { equals: 6 }, false, null],
  ["/rows/length", { equals: 2 }, false, null],
  ["/summary/constructor", { equals: null }, false, null],
  ["/rows/*/ms", { equals: 5 }, false, null],
  ["/summary/n", { atLeast: 11 }, true, 11],
  ["/summary/n", { atLeast: 10.5 }, true, 11],
  ["/summary/n", { atLeast: 11.000001 }, false, 11],
  ["/summary/n", { atMost: 11 }, true, 11],
  ["/summary/n", { atMost: 1e300 }, true, 11],
  ["/summary/n", { atMost: 10.999999 }, false, 11],
  ["/summary/minus", { atLeast: 0 }, true, -0],
  ["/summary/minus", { atMost: 0 }, true, -0],
  ["/summary/text", { atLeast: 0 }, false, "11"],
  ["/summary/text", { atMost: 100 }, false, "11"],
  ["/summary/nothing", { atLeast: 0 }, false, null],
  ["/summary/nothing", { atMost: 0 }, false, null],
  ["/summary/no", { atMost: 1 }, false, false],
  ["/summary/list/2", { atLeast: 0 }, false, []],
  ["/summary/none", { atLeast: -1e300 }, false, null],
  ["/summary/none", { atMost: 1e300 }, false, null],
  ["/summary/n", { oneOf: [1, 11] }, true, 11],
  ["/summary/n", { oneOf: [1, "11", [11]] }, false, 11],
  ["/summary/nothing", { oneOf: [null] }, true, null],
  ["/summary/none", { oneOf: [null] }, false, null],
  ["/summary/a~1b", { oneOf: [{}, { "m~n": 7 }] }, true, { "m~n": 7 }],
];
for (const [at, comparison, met, observed] of CASES) {
  Deno.test(`decide() gives ${met} when ${at} is asked for ${JSON.stringify(comparison)}`, () => {
    const { criteria, met: all } = decide([{ id: "a", at, ...comparison }], DOCUMENT);
    assertEquals(criteria, [{ id: "a", at, expected: comparison as JsonObject, observed, met }]);
    assertEquals(all, met);
  });
}

Deno.test("decide() is met when there is no criterion", () => {
  assertEquals(decide([], DOCUMENT), { met: true, criteria: [] });
});

Deno.test("decide() keeps the order of criteria, and is met only when every one is", () => {
  const criteria = [{ id: "b", at: "/summary/n", equals: 11 }, { id: "a", at: "/summary/n", equals: 0 }];
  const decision = decide(criteria, DOCUMENT);
  assertEquals([decision.met, decision.criteria.map(({ id, met }) => [id, met])], [false, [["b", true], ["a", false]]]);
});

Deno.test("decide() calls two values equal exactly when their canonical forms are", () => {
  const value = fc.oneof(fc.constantFrom<JsonValue>(0, -0, 1, null, "", [], {}, [0], { a: 0 }), fc.jsonValue());
  fc.assert(
    fc.property(value, value, (a, b) => {
      const { met } = decide([{ id: "a", at: "/summary", equals: a as JsonValue }], {
        summary: b as JsonValue,
        rows: [],
      });
      assertEquals(met, canonicalize(a) === canonicalize(b));
    }),
    { seed: 6901, numRuns: 1000 },
  );
});

Deno.test("decide() compares numbers the way the language does when both are numbers", () => {
  const number = fc.oneof(
    fc.constantFrom(0, -0, 1, 5e-324, 1.7976931348623157e308),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  );
  fc.assert(
    fc.property(number, number, (bound, found) => {
      const [low, high] = decide(
        [{ id: "low", at: "/summary", atLeast: bound }, { id: "high", at: "/summary", atMost: bound }],
        { summary: found, rows: [] },
      ).criteria;
      assertEquals([low?.met, high?.met], [found >= bound, found <= bound]);
    }),
    { seed: 6901, numRuns: 1000 },
  );
});
