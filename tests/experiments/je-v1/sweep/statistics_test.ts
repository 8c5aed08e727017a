import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import fc from "fast-check";
import { shareOf } from "../../../../experiments/je-v1/sweep/exact.ts";
import { bootstrap, holm, meanOf, sdOf, signFlip, summarize } from "../../../../experiments/je-v1/sweep/statistics.ts";

const FIVE = [500_000, 750_000, 1_000_000, 250_000, 0];

Deno.test("summarize() reports no spread and says not measurable when there are four scores (conformance 33)", () => {
  assertEquals(summarize(FIVE.slice(0, 4), "x"), {
    ...{ n: 4, mean: 625_000, min: 250_000, sd: null, ci95: null, variance: "not measurable" },
  });
});

Deno.test("summarize() reports numbers when there are five scores (conformance 33)", () => {
  const { ci95, ...rest } = summarize(FIVE, "x");
  assertEquals(rest, { n: 5, mean: 500_000, min: 0, sd: 395_285, variance: "measured" });
  assert(ci95 !== null && ci95.low < 500_000 && ci95.high > 500_000);
});

Deno.test("summarize() has no mean of nothing", () => {
  assertEquals(summarize([], "x"), { n: 0, mean: null, min: null, sd: null, ci95: null, variance: "not measurable" });
});

Deno.test("meanOf() rounds halves away from zero", () => {
  assertEquals([meanOf([0, 1]), meanOf([0, -1]), meanOf([1, 1, 2])], [1, -1, 1]);
});

Deno.test("sdOf() agrees with the textbook formula to one part per million", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { minLength: 2, maxLength: 60 }),
      (values) => {
        const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
        const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
        assert(Math.abs(sdOf(values) - Math.sqrt(squares / (values.length - 1))) <= 0.5001);
      },
    ),
    { seed: 2, numRuns: 300 },
  );
});

Deno.test("bootstrap() gives the same numbers whatever the order of the scores", () => {
  assertEquals(bootstrap(FIVE, "a"), bootstrap(FIVE.toReversed(), "a"));
});

Deno.test("bootstrap() gives the numbers that it gave when it was written", () => {
  const scores = [912_345, 7, 333_333, 650_001, 128_117, 999_999, 431_002, 77_771];
  assertEquals(bootstrap(scores, "a"), { low: 199_186, high: 693_654 });
  assertEquals(bootstrap(scores, "b"), { low: 196_698, high: 693_654 });
});

Deno.test("bootstrap() gives one point when all scores are equal", () => {
  assertEquals(bootstrap([7, 7, 7, 7, 7], "a"), { low: 7, high: 7 });
});

Deno.test("bootstrap() holds the mean of a known spread about 95 times in 100", () => {
  // 40 values drawn by a fixed rule from 0..999,999, whose mean is known: the interval must hold it in most of 60 trials.
  let held = 0, state = 12345;
  const draw = (): number => (state = (state * 48_271) % 2_147_483_647) % 1_000_000;
  for (let trial = 0; trial < 60; trial++) {
    const { low, high } = bootstrap(Array.from({ length: 40 }, draw), `trial/${trial}`);
    if (low <= 499_999 && 499_999 <= high) held++;
  }
  assert(held >= 51 && held <= 60, `${held} of 60`);
});

Deno.test("bootstrap() divides by the parts of a sum", () => {
  const { low, high } = bootstrap(FIVE, "a"), halves = bootstrap(FIVE, "a", { parts: 2 });
  assert(Math.abs(2 * halves.low - low) <= 1 && Math.abs(2 * halves.high - high) <= 1);
});

/** Every pattern of signs, one by one. */
function countedFlips(differences: readonly number[]): number {
  const observed = Math.abs(differences.reduce((sum, each) => sum + each, 0));
  let count = 0;
  for (let pattern = 0; pattern < 2 ** differences.length; pattern++) {
    const sum = differences.reduce((all, each, at) => all + (pattern & (1 << at) ? each : -each), 0);
    if (Math.abs(sum) >= observed) count++;
  }
  return count;
}

Deno.test("signFlip() counts every pattern of signs when there are at most 16 pairs", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 5, maxLength: 10 }), (differences) => {
      assertEquals(signFlip(differences, "x"), shareOf(countedFlips(differences), 2 ** differences.length));
    }),
    { seed: 3, numRuns: 200 },
  );
});

for (const n of [5, 6, 16]) {
  Deno.test(`signFlip() gives 2^(1-n) at the least when there are ${n} pairs`, () => {
    assertEquals(signFlip(Array.from({ length: n }, (_, at) => at + 1), "x"), shareOf(2, 2 ** n));
  });
}

Deno.test("signFlip() has no p when there are four pairs", () => assertEquals(signFlip([1, 2, 3, 4], "x"), null));

Deno.test("signFlip() gives 1 when nothing differs", () =>
  assertEquals(signFlip([0, 0, 0, 0, 0], "x")!.ppm, 1_000_000));

Deno.test("signFlip() draws 20,000 patterns and counts the observed one when there are 17 pairs", () => {
  const one = Array.from({ length: 17 }, () => 1), p = signFlip(one, "x")!;
  assertEquals([p.den, p.num >= 1 && p.num <= 6], [20_001, true]);
  assertEquals(signFlip([...one, 5, -5], "y"), signFlip([5, ...one, -5], "y"));
});

Deno.test("signFlip() draws near the exact share when there are 17 pairs", () => {
  const differences = [3, -1, 2, 2, -2, 1, 4, -3, 2, 1, 1, -1, 2, 0, 3, -2, 1];
  const exact = countedFlips(differences) / 2 ** 17, { num, den } = signFlip(differences, "z")!;
  assert(Math.abs(num / den - exact) < 0.015, `${num / den} and ${exact}`);
});

Deno.test("holm() multiplies the smallest by how many there are, and never falls", () => {
  const shares = [shareOf(1, 100), shareOf(4, 100), shareOf(3, 100), null, shareOf(90, 100)];
  assertEquals(holm(shares).map((share) => share?.ppm ?? null), [40_000, 90_000, 90_000, null, 900_000]);
});

Deno.test("holm() gives nothing for nothing", () => assertEquals([holm([]), holm([null])], [[], [null]]));
