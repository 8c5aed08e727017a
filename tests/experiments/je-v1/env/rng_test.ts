import { assertEquals } from "@std/assert/equals";
import { labelledRng, xoshiro } from "../../../../experiments/je-v1/env/rng.ts";

const take = (count: number, next: () => number): number[] => Array.from({ length: count }, next);

Deno.test("xoshiro() gives the published stream when the state is 1, 2, 3, 4 (conformance 1)", () => {
  const { next } = xoshiro([1, 2, 3, 4]);
  assertEquals(take(5, next), [11520, 0, 5927040, 70819200, 2031721883]);
});

Deno.test("xoshiro() starts from 1, 0, 0, 0 when the state is all zero", () => {
  assertEquals(take(9, xoshiro([0, 0, 0, 0]).next), take(9, xoshiro([1, 0, 0, 0]).next));
});

Deno.test("labelledRng() gives the published stream of a label (conformance 1)", () => {
  const { next } = labelledRng({ salt: "", task_id: "JE-01", seed: 7 }, "defect/rank/0");
  assertEquals(take(3, next), [2796983273, 4158333915, 3777951168]);
});

for (
  const [part, other] of [
    ["salt", { salt: "x", task_id: "JE-01", seed: 7 }],
    ["task", { salt: "", task_id: "JE-02", seed: 7 }],
    ["seed", { salt: "", task_id: "JE-01", seed: 8 }],
  ] as const
) {
  Deno.test(`labelledRng() gives another stream when the ${part} differs`, () => {
    const first = labelledRng({ salt: "", task_id: "JE-01", seed: 7 }, "a").next();
    assertEquals(labelledRng(other, "a").next() === first, false);
  });
}

Deno.test("below() draws again when a value lies beyond the last whole multiple", () => {
  const high = 3_000_000_000, rng = xoshiro([1, 2, 3, 4]), plain = xoshiro([1, 2, 3, 4]);
  const expected = take(200, plain.next).filter((value) => value < high).slice(0, 50);
  assertEquals(take(50, () => rng.below(high)), expected);
});

Deno.test("between() gives every value of its range and no other", () => {
  const rng = xoshiro([5, 6, 7, 8]), seen = new Set(take(500, () => rng.between(-2, 3)));
  assertEquals([...seen].sort((one, other) => one - other), [-2, -1, 0, 1, 2, 3]);
});

Deno.test("pick() gives every item", () => {
  const rng = xoshiro([5, 6, 7, 8]);
  assertEquals(new Set(Array.from({ length: 100 }, () => rng.pick(["a", "b", "c"]))).size, 3);
});
