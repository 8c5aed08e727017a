import { assert } from "@std/assert/assert";
import { CHAINS_FAMILY } from "../../../../../../../experiments/je-v1/env/families/chains/family.ts";
import { FAMILIES } from "../../../../../../../experiments/je-v1/env/families/by_task.ts";
import { instantiate } from "../../../../../../../experiments/je-v1/env/instantiate.ts";

const HARD = {
  ...{ defect_rate_bps: 3000, decoy_rate_bps: 3000, near_duplicate_bps: 1000, missing_support_bps: 3300 },
  ...{ doc_noise_bps: 3000, fx_share_bps: 8000, narrative_mislead_bps: 5000, injection_bps: 2000 },
};

for (const chain_depth of [1, 2, 3, 4]) {
  for (const [ledger_size, amount_gap_bps] of [[12, 50], [101, 5000], [400, 50]] as const) {
    Deno.test(`CHAINS_FAMILY proves chains of ${chain_depth} over 15 seeds with ${ledger_size} entries`, () => {
      const generator = { ...HARD, ledger_size, amount_gap_bps, chain_depth };
      assert(FAMILIES["JE-12"] === CHAINS_FAMILY);
      for (let seed = 0; seed < 15; seed++) {
        const { sealed } = instantiate({ task_id: "JE-12", seed, generator }); // it throws where the two ledgers differ
        const targets = sealed.entries.filter(({ role }) => role !== "clean");
        assert(targets.every(({ required }) => required.length === chain_depth), `seed ${seed}`);
      }
    });
  }
}
