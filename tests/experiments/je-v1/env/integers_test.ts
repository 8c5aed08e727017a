import { assertEquals } from "@std/assert/equals";
import fc from "fast-check";
import { bpsOf, divFloor, mulDiv } from "../../../../experiments/je-v1/env/integers.ts";

for (
  const [a, b, whole] of [[7, 2, 3], [-7, 2, -4], [6, 3, 2], [-6, 3, -2], [0, 5, 0], [
    9_007_199_254_740_991,
    2,
    4_503_599_627_370_495,
  ]] as const
) {
  Deno.test(`divFloor() gives ${whole} for ${a} by ${b}`, () => assertEquals(divFloor(a, b), whole));
}

for (
  const [a, num, den, rounded] of [
    [1, 1, 2, 1],
    [-1, 1, 2, -1],
    [1, 1, 3, 0],
    [2, 1, 3, 1],
    [9_007_199_254_740_991, 999_999, 1_000_000, 9_007_190_247_541_736],
  ] as const
) {
  Deno.test(`mulDiv() gives ${rounded} for ${a} times ${num} by ${den}`, () => {
    assertEquals(mulDiv(a, num, den), rounded);
  });
}

Deno.test("mulDiv() is symmetric about zero and within half of the exact quotient", () => {
  const small = fc.integer({ min: -90_000_000, max: 90_000_000 }), den = fc.integer({ min: 1, max: 1_000_000 });
  fc.assert(
    fc.property(small, small, den, (a, num, by) => {
      const found = mulDiv(a, num, by), off = 2n * (BigInt(a) * BigInt(num) - BigInt(found) * BigInt(by));
      assertEquals([mulDiv(-a, num, by) + found, off <= BigInt(by) && -off <= BigInt(by)], [0, true]);
    }),
    { seed: 11, numRuns: 500 },
  );
});

Deno.test("bpsOf() rounds halves away from zero", () =>
  assertEquals([bpsOf(5, 1000), bpsOf(-5, 1000), bpsOf(4, 1000)], [1, -1, 0]));
