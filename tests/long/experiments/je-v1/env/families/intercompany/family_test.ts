import { assert } from "@std/assert/assert";
import { INTERCOMPANY_FAMILY } from "../../../../../../../experiments/je-v1/env/families/intercompany/family.ts";
import { FAMILIES } from "../../../../../../../experiments/je-v1/env/families/by_task.ts";
import { instantiate } from "../../../../../../../experiments/je-v1/env/instantiate.ts";

const HARD = {
  ...{ defect_rate_bps: 3000, decoy_rate_bps: 3000, near_duplicate_bps: 1000, missing_support_bps: 3300 },
  ...{ doc_noise_bps: 3000, fx_share_bps: 8000, narrative_mislead_bps: 5000, injection_bps: 2000 },
};

for (const [ledger_size, amount_gap_bps] of [[12, 50], [101, 5000], [400, 50]] as const) {
  Deno.test(`INTERCOMPANY_FAMILY proves worlds of ${ledger_size} entries over 25 seeds`, () => {
    const generator = { ...HARD, ledger_size, amount_gap_bps };
    assert(FAMILIES["JE-11"] === INTERCOMPANY_FAMILY);
    for (let seed = 0; seed < 25; seed++) {
      const { sealed } = instantiate({ task_id: "JE-11", seed, generator }); // it throws where the two ledgers differ
      const targets = sealed.entries.filter(({ role }) => role !== "clean");
      assert(targets.every(({ required }) => required.length > 0), `seed ${seed}`);
    }
  });
}
