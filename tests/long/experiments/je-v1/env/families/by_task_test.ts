import { assert } from "@std/assert/assert";
import { instantiate } from "../../../../../../experiments/je-v1/env/instantiate.ts";
import { FAMILIES } from "../../../../../../experiments/je-v1/env/families/by_task.ts";

const HARD = { defect_rate_bps: 3000, history_periods: 1, doc_noise_bps: 3000, amount_gap_bps: 50 };
for (const id of ["JE-13", "JE-14", "JE-15", "JE-16"]) {
  for (const ledger_size of [12, 101, 201, 400]) {
    Deno.test(`FAMILIES proves ${id} over 25 seeds with ${ledger_size} entries and one period of history`, () => {
      assert(FAMILIES[id] !== undefined);
      for (let seed = 0; seed < 25; seed++) {
        const generator = { ...HARD, ledger_size, decoy_rate_bps: 3000, near_duplicate_bps: 1000, fx_share_bps: 8000 };
        const { sealed } = instantiate({ task_id: id, seed, generator }); // it throws where the two ledgers differ
        const wrong = sealed.entries.filter(({ gold }) => gold !== "approve").length;
        assert(wrong >= 2 && 2 * wrong <= sealed.entries.length, `${seed}: ${wrong}`);
      }
    });
  }
}
