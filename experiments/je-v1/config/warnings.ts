/** What limits what can be said of a run's results. @module */
import type { ContractNote, RunConfig } from "./contract.ts";

/** The fewest seeds at which a variance is reported. */
export const MIN_SEEDS = 5;

/** The warnings for a configuration that is not refused. */
export function warningsOf({ sweep, tools_withheld }: RunConfig): ContractNote[] {
  const warnings: ContractNote[] = [];
  if (tools_withheld.length > 0) {
    const reason = `withholds ${tools_withheld.join(", ")}: a harder condition, scored apart and never pooled`;
    warnings.push({ pointer: "/tools_withheld", reason });
  }
  if (sweep.seeds < MIN_SEEDS) {
    const reason = `is below ${MIN_SEEDS}: variance not measurable, so no spread, interval or p value is given`;
    warnings.push({ pointer: "/sweep/seeds", reason });
  }
  return warnings;
}
