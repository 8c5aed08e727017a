import { assertEquals } from "@std/assert/equals";
import type { Tier } from "../../../../../experiments/je-v1/env/model.ts";
import { GUESSING, outcomesOf, SURE, TIERS } from "../../../../experiments/je-v1/verify/synthetic_labels.ts";

const SEEDS = { seeds: 400 }, TIER_NAMES = Object.keys(TIERS) as Tier[];

for (const tier of TIER_NAMES) {
  for (const [name, strategy, wanted] of SURE) {
    Deno.test(`outcomeOf() is ${wanted} on ledgers of ${tier} when ${name}`, () => {
      assertEquals([...new Set(outcomesOf(tier, strategy, SEEDS))], [wanted]);
    });
  }
  for (const [name, strategy] of GUESSING) {
    Deno.test(`outcomeOf() averages at most a twentieth on ledgers of ${tier} when ${name}`, () => {
      const outcomes = outcomesOf(tier, strategy, SEEDS), sum = outcomes.reduce((total, O) => total + O, 0);
      assertEquals(sum <= 50_000 * outcomes.length, true, `sum ${sum}`);
    });
  }
}
