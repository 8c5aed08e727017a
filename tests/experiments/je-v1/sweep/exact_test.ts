import { assertEquals } from "@std/assert/equals";
import fc from "fast-check";
import { compareShares, floorRoot, roundRatio, roundRoot, shareOf } from "../../../../experiments/je-v1/sweep/exact.ts";

const ratios: [num: bigint, den: bigint, rounded: number][] = [
  [0n, 3n, 0],
  [1n, 2n, 1],
  [-1n, 2n, -1],
  [1n, 3n, 0],
  [-1n, 3n, 0],
  [5n, 2n, 3],
  [-5n, 2n, -3],
  [7n, 7n, 1],
];
for (const [num, den, rounded] of ratios) {
  Deno.test(`roundRatio() gives ${rounded} for ${num}/${den}`, () => assertEquals(roundRatio(num, den), rounded));
}

const roots: [num: bigint, den: bigint, rounded: number][] = [
  [0n, 1n, 0],
  [1n, 4n, 1], // a half
  [1n, 5n, 0],
  [2n, 1n, 1],
  [9n, 4n, 2], // one and a half
  [10n ** 12n, 1n, 10 ** 6],
];
for (const [num, den, rounded] of roots) {
  Deno.test(`roundRoot() gives ${rounded} for the root of ${num}/${den}`, () => {
    assertEquals(roundRoot(num, den), rounded);
  });
}

Deno.test("floorRoot() is the largest whole number whose square is not above its argument", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 1n << 200n }), (value) => {
      const root = floorRoot(value);
      assertEquals([root * root <= value, (root + 1n) * (root + 1n) > value], [true, true]);
    }),
    { seed: 1, numRuns: 500 },
  );
});

Deno.test("shareOf() is at most 1 and rounds to parts per million", () => {
  assertEquals([shareOf(1, 3).ppm, shareOf(2, 3).ppm, shareOf(9, 3)], [333_333, 666_667, {
    num: 3,
    den: 3,
    ppm: 1_000_000,
  }]);
});

Deno.test("compareShares() orders exactly", () => {
  const compared = [[1, 3, 33_333_333, 100_000_000], [1, 3, 2, 6], [1, 2, 1, 3]] as const;
  assertEquals(compared.map(([a, b, c, d]) => compareShares(shareOf(a, b), shareOf(c, d))), [1, 0, 1]);
});
