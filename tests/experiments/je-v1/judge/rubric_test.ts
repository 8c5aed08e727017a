import { assertEquals } from "@std/assert/equals";
import {
  ANCHORS,
  CRITERIA,
  CRITERION_WEIGHTS,
  scoreByShare,
  THRESHOLDS,
  VARIANTS,
} from "../../../../experiments/je-v1/judge/rubric.ts";

Deno.test("CRITERION_WEIGHTS adds up to 100 when all criteria are counted", () => {
  assertEquals(CRITERIA.map((name) => CRITERION_WEIGHTS[name]), [30, 30, 15, 15, 10]);
});
Deno.test("ANCHORS has five different meanings when a criterion is looked up", () => {
  assertEquals(CRITERIA.map((name) => new Set(ANCHORS[name]).size), [5, 5, 5, 5, 5]);
});
const SHARES = [[0, 8, 0], [49, 100, 0], [50, 100, 1], [74, 100, 1], [75, 100, 2], [89, 100, 2], [90, 100, 3], [
  99,
  100,
  3,
], [
  7,
  7,
  4,
]] as const;
for (const [num, den, wanted] of SHARES) {
  Deno.test(`scoreByShare() is ${wanted} when ${num} of ${den} are grounded by the standard`, () => {
    assertEquals(scoreByShare({ num, den }, THRESHOLDS.standard.grounding), wanted);
  });
}
Deno.test("THRESHOLDS never gets harder when the variant is milder", () => {
  const [strict, standard, lenient] = VARIANTS.map((variant) => THRESHOLDS[variant]);
  const isFalling = (pick: (of: typeof strict) => number): boolean =>
    pick(strict) >= pick(standard) && pick(standard) >= pick(lenient);
  const picks = [0, 1, 2, 3].flatMap((at) => [
    (of: typeof strict) => of!.grounding[at]!,
    (of: typeof strict) => of!.key_facts[at]!,
  ]);
  const others = [
    (of: typeof strict) => of!.ruleWords,
    (of: typeof strict) => -of!.otherPolicies,
    (of: typeof strict) => -of!.maxNumbers,
    (of: typeof strict) => -of!.maxChars,
  ];
  assertEquals([...picks, ...others].every(isFalling), true);
});
