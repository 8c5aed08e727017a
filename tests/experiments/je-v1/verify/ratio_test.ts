import { assertEquals } from "@std/assert/equals";
import { isBelow, minus, plus, ppm, ppmOf, ratio, times } from "../../../../experiments/je-v1/verify/ratio.ts";

const ROUNDED = [
  ["a third", 1, 3, 333_333],
  ["two thirds", 2, 3, 666_667],
  ["half a millionth", 1, 2_000_000, 1],
  ["just below half a millionth", 1, 2_000_001, 0],
  ["half a millionth below zero", -1, 2_000_000, 0],
  ["more than half a millionth below zero", -3, 4_000_000, -1],
  ["one", 7, 7, 1_000_000],
  ["nothing", 0, 7, 0],
  ["parts beyond 2^53", 9_007_199_254_740_993n, 18_014_398_509_481_986n, 500_000],
] as const;

for (const [name, num, den, wanted] of ROUNDED) {
  Deno.test(`ppm() rounds halves up when the share is ${name}`, () => assertEquals(ppm(ratio(num, den)), wanted));
}

Deno.test("ppmOf() is null when there is nothing among nothing", () => assertEquals(ppmOf(0, 0), null));
Deno.test("ppmOf() is a share when there is something", () => assertEquals(ppmOf(1, 4), 250_000));
Deno.test("ratio() is in lowest terms when parts share a factor", () =>
  assertEquals(ratio(-6, 8), { num: -3n, den: 4n }));
Deno.test("ratio() has a positive whole when it is given a negative one", () => {
  assertEquals(ratio(6, -8), { num: -3n, den: 4n });
});
Deno.test("plus() is exact when denominators differ", () => {
  assertEquals(plus(ratio(1, 3), ratio(1, 6)), { num: 1n, den: 2n });
});
Deno.test("minus() goes below zero when more is taken away", () => {
  assertEquals(minus(ratio(1, 3), ratio(1, 2)), { num: -1n, den: 6n });
});
Deno.test("times() is in lowest terms when the factor cancels", () => {
  assertEquals(times(ratio(1, 6), 3), { num: 1n, den: 2n });
});
Deno.test("isBelow() compares exactly when shares are close", () => {
  assertEquals([isBelow(ratio(1, 3), ratio(333_334, 1_000_000)), isBelow(ratio(1, 3), ratio(333_333, 1_000_000))], [
    true,
    false,
  ]);
});
