import { assertEquals } from "@std/assert/equals";
import type { Tier } from "../../../../experiments/je-v1/env/model.ts";
import { outcomeOf } from "../../../../experiments/je-v1/verify/verifier.ts";
import { assertCode } from "../../../assert_code.ts";
import { madeInstance, MISMATCH } from "./made_episode.ts";
import { OUTCOME_CASES, POINT_CASES } from "./outcome_cases.ts";
import { pickOf } from "./score_case.ts";
import { GUESSING, outcomesOf, SURE, TIERS } from "./synthetic_labels.ts";

for (const one of POINT_CASES) {
  Deno.test(`outcomeOf() gives points as by hand when ${one.name}`, () => assertEquals(pickOf(one), one.wanted));
}
for (const one of OUTCOME_CASES) {
  Deno.test(`outcomeOf() gives O, J and F as by hand when ${one.name}`, () => assertEquals(pickOf(one), one.wanted));
}
for (const [name, row] of [["to find", {}], ["to approve", MISMATCH]] as const) {
  Deno.test(`outcomeOf() refuses a ledger when it has nothing ${name}`, () => {
    const { sealed } = madeInstance([row, row]);
    assertCode(() => outcomeOf(sealed, new Map(), { opened: new Map() }), "record-invalid", "/entries");
  });
}

const SEEDS = { seeds: 160 }, TIER_NAMES = Object.keys(TIERS) as Tier[];

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
