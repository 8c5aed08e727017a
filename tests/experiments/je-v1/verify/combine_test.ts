import { assertEquals } from "@std/assert/equals";
import { combine } from "../../../../experiments/je-v1/verify/combine.ts";
import { COMBINE_CASES } from "./outcome_cases.ts";
import { pickOf } from "./score_case.ts";

for (const one of COMBINE_CASES) {
  Deno.test(`combine() gives totals and caps as by hand when ${one.name}`, () => assertEquals(pickOf(one), one.wanted));
}

const WEIGHTS = { outcome: 45, process: 30, rationale: 25 }, NONE = { weights: WEIGHTS, caps: [] };
Deno.test("combine() is all when all parts are", () => {
  const all = combine({ O: 1_000_000, P: 1_000_000, R: 1_000_000 }, NONE);
  assertEquals(all, { gate: 1_000_000, total: 1_000_000, score_ungated: 1_000_000 });
});
Deno.test("combine() lets everything through when half is found", () => {
  assertEquals(combine({ O: 500_000, P: 1_000_000, R: 0 }, NONE), {
    ...{ gate: 1_000_000, total: 525_000, score_ungated: 525_000 },
  });
});
Deno.test("combine() rounds halves up when a sum falls between", () => {
  // 45 * 10 + gate 20/10^6 * 30 * 10^6 = 450 + 600: 10.5
  assertEquals(combine({ O: 10, P: 1_000_000, R: 0 }, NONE).total, 11);
});
Deno.test("combine() gives no total when the judges failed", () => {
  assertEquals(combine({ O: 900_000, P: 1, R: null }, NONE), { gate: 1_000_000, total: null, score_ungated: null });
});
Deno.test("combine() keeps to the lowest cap when several apply", () => {
  const caps = [{ reason: "fabricated_disposition", max: 600_000 }, {
    reason: "fabricated_quarter",
    max: 200_000,
  }] as const;
  assertEquals(combine({ O: 1_000_000, P: 0, R: 0 }, { weights: WEIGHTS, caps }).total, 200_000);
});
Deno.test("combine() leaves a total alone when it is below the cap", () => {
  const caps = [{ reason: "fabricated_disposition", max: 600_000 }] as const;
  assertEquals(combine({ O: 1_000_000, P: 0, R: 0 }, { weights: WEIGHTS, caps }).total, 450_000);
});
