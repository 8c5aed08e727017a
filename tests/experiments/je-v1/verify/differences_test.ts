import { assertEquals } from "@std/assert/equals";
import type { JsonValue } from "../../../../kernel/json_value.ts";
import { type Difference, DIFFERENCE_LIMIT, differences } from "../../../../experiments/je-v1/verify/differences.ts";

const ROWS: readonly [string, JsonValue, JsonValue, Difference[]][] = [
  ["values are equal", { a: [1, { b: null }] }, { a: [1, { b: null }] }, []],
  ["a number differs", { a: { b: 1 } }, { a: { b: 2 } }, [{ at: "/a/b", expected: 1, got: 2 }]],
  ["a member is missing", { a: 1 }, {}, [{ at: "/a", expected: 1 }]],
  ["a member is added", {}, { "a/b": 1 }, [{ at: "/a~1b", got: 1 }]],
  ["a list is longer", [1], [1, 2], [{ at: "/1", got: 2 }]],
  ["kinds differ", [], {}, [{ at: "", expected: [], got: {} }]],
  ["a member is called as one that all objects have", { toString: 1 }, {}, [{ at: "/toString", expected: 1 }]],
];
for (const [state, expected, got, found] of ROWS) {
  Deno.test(`differences() names the places when ${state}`, () => assertEquals(differences(expected, got), found));
}

Deno.test("differences() names no more places than the limit", () => {
  const numbers = Array.from({ length: 100 }, (_, at) => at);
  assertEquals(differences(numbers, numbers.map((one) => one + 1)).length, DIFFERENCE_LIMIT);
});
