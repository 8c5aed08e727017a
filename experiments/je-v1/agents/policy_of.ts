/** Which policy governs which class. @module */
import type { DefectClass } from "../env/classes.ts";
import type { Task } from "../env/tasks.ts";

const GOVERNING: Readonly<Record<DefectClass, readonly string[]>> = {
  amount_mismatch: ["POL-3WM", "POL-CHN", "POL-TIE"],
  fx_rate_error: ["POL-FXR"],
  tax_error: ["POL-TAX"],
  unbalanced: ["POL-BAL"],
  duplicate: ["POL-DUP"],
  unsupported: ["POL-SUP"],
  counterparty_invalid: ["POL-PTY"],
  cutoff: ["POL-CUT"],
  accrual_unreversed: ["POL-ACC"],
  post_close: ["POL-CLS"],
  misclassified: ["POL-COA"],
  approval_missing: ["POL-AUT"],
  over_limit: ["POL-AUT"],
  sod_conflict: ["POL-SOD"],
  split_below_limit: ["POL-SPL"],
  intercompany_mismatch: ["POL-ICO"],
  revenue_premature: ["POL-REV"],
  estimate_unsupported: ["POL-EST"],
  related_party_undisclosed: ["POL-RPT"],
  circular_flow: ["POL-FLO"],
  unusual_pattern: ["POL-UNU"],
};

/** Policies by which an entry is held, the first in force. */
const HOLDING = ["POL-SUP", "POL-ACC", "POL-CHN", "POL-REV"];

/** The policy in force that governs a class; of a hold (null), the one on pending support. */
export function policyOf(task: Task, defectClass: DefectClass | null): string {
  const candidates = defectClass === null ? HOLDING : GOVERNING[defectClass];
  return candidates.find((id) => task.policies.includes(id)) ?? task.policies[0]!;
}
