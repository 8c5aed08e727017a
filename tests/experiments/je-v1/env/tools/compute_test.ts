import { assertEquals } from "@std/assert/equals";
import fc from "fast-check";
import { compute } from "../../../../../experiments/je-v1/env/tools/compute.ts";

const ROWS: readonly [string, number[], number, boolean][] = [
  ["add", [2, 3], 5, true],
  ["sub", [2, 3], -1, true],
  ["sum", [1, 2, 3, -6], 0, true],
  ["mul_ratio", [10, 3, 4], 8, false],
  ["mul_ratio", [-10, 3, 4], -8, false],
  ["mul_ratio", [12, 3, 4], 9, true],
  ["mul_ratio", [9_007_199_254_740_991, 1_000_000, 1_000_000], 9_007_199_254_740_991, true],
  ["sum", [9_007_199_254_740_991, 9_007_199_254_740_991, -9_007_199_254_740_991], 9_007_199_254_740_991, true],
];
for (const [op, ints, result, is_exact] of ROWS) {
  Deno.test(`compute() gives ${result} for ${op} of ${ints.join(", ")}`, () => {
    assertEquals(compute({ op, ints }), { data: { op, ints, result, is_exact } } as never);
  });
}

for (
  const [op, ints] of [["add", [2 ** 53 - 1, 1]], ["mul_ratio", [2 ** 53 - 1, 2, 1]], ["sub", [
    1 - 2 ** 53,
    1,
  ]]] as const
) {
  Deno.test(`compute() refuses a result of ${op} beyond 2^53`, () => {
    const reply = compute({ op, ints: [...ints] });
    assertEquals("error" in reply && [reply.error.code, reply.error.pointer], ["invalid_args", "/ints"]);
  });
}

Deno.test("compute() rounds ratios to the nearest whole number, halves away from zero", () => {
  const small = fc.integer({ min: -1_000_000, max: 1_000_000 });
  fc.assert(
    fc.property(small, small, fc.integer({ min: 1, max: 1_000_000 }), (a, num, den) => {
      const reply = compute({ op: "mul_ratio", ints: [a, num, den] });
      const twice = 2n * BigInt(a) * BigInt(num), whole = BigInt(den);
      const result = "data" in reply ? BigInt(reply.data.result) : 0n, off = twice - 2n * result * whole;
      assertEquals(off <= whole && off >= -whole, true);
      if (off === whole || off === -whole) assertEquals(off > 0n, twice < 0n);
    }),
    { seed: 1, numRuns: 300 },
  );
});
