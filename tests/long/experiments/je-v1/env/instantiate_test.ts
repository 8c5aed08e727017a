import { assert } from "@std/assert/assert";
import { instantiate } from "../../../../../experiments/je-v1/env/instantiate.ts";
import type { Entry } from "../../../../../experiments/je-v1/env/model.ts";
import { TASKS } from "../../../../../experiments/je-v1/env/tasks.ts";
import { areaUnderCurve } from "../../../../experiments/je-v1/env/area_under_curve.ts";

for (const { id } of TASKS) {
  Deno.test(`instantiate() proves the sealed ledger of ${id} over 100 seeds (conformance 8)`, () => {
    for (let seed = 0; seed < 100; seed++) instantiate({ task_id: id, seed }); // it throws where the two differ
  });

  Deno.test(`instantiate() proves the sealed ledger of ${id} at the ends of every knob`, () => {
    for (let seed = 0; seed < 20; seed++) {
      for (const ledger_size of [12, 77]) {
        for (const fx_share_bps of [0, 8000]) {
          for (const chain_depth of [1, 4]) {
            const rest = { defect_rate_bps: 3000, missing_support_bps: 3300, doc_noise_bps: 3000, amount_gap_bps: 50 };
            const generator = {
              ledger_size,
              fx_share_bps,
              chain_depth,
              decoy_rate_bps: 2000,
              near_duplicate_bps: 2000,
              ...rest,
            };
            instantiate({ task_id: id, seed, generator });
            instantiate({
              task_id: id,
              seed,
              generator: { ledger_size, fx_share_bps, chain_depth, history_periods: 12, amount_gap_bps: 5000 },
            });
          }
        }
      }
    }
  });

  Deno.test(`instantiate() gives nothing of ${id} away in what must not matter, over 200 seeds (conformance 11)`, () => {
    const samples: { entry: Entry; isWrong: boolean }[] = [];
    for (let seed = 0; seed < 200; seed++) {
      const { world, sealed } = instantiate({ task_id: id, seed: 5000 + seed });
      world.entries.forEach((entry, at) => samples.push({ entry, isWrong: sealed.entries[at]!.gold !== "approve" }));
    }
    // how many documents there are may tell something (one is missing); in which order they stand may not
    const usual = mostCommon(samples.map(({ entry }) => entry.attachments.length));
    for (const [name, surface] of Object.entries(NON_CAUSAL)) {
      const fit = name.includes("attachment")
        ? samples.filter(({ entry }) => entry.attachments.length === usual)
        : samples;
      const area = areaUnderCurve(fit.map(({ entry, isWrong }) => [surface(entry), isWrong]));
      assert(area >= 450 && area <= 550, `${name}: ${area} in 1,000`);
    }
  });
}

/** Surfaces that must not matter. */
const NON_CAUSAL: Readonly<Record<string, (entry: Entry) => number>> = {
  "first byte of the id": ({ je_id }) => je_id.charCodeAt(3),
  "last byte of the id": ({ je_id }) => je_id.charCodeAt(10),
  "first attachment's id": ({ attachments }) => attachments[0]?.doc_id.charCodeAt(2) ?? 0,
  "order of the attachments": ({ attachments }) =>
    attachments.findIndex(({ kind }) => kind === attachments.at(-1)?.kind),
  "length of the narrative": ({ narrative }) => narrative.length,
};

function mostCommon(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]![0];
}
