/** The words in which reference agents give their reasons. @module */
import type { DefectClass } from "../env/classes.ts";
import type { Disposition } from "../env/model.ts";

/** What each class does to the accounts: direction where the amount is positive, and where. */
const CONSEQUENCES: Readonly<Record<DefectClass, string>> = {
  amount_mismatch: "the account is DIRECTION by the difference",
  fx_rate_error: "the converted balance of the account is DIRECTION",
  tax_error: "the tax account is DIRECTION by the difference",
  unbalanced: "the account is DIRECTION and the ledger does not balance in this period",
  duplicate: "cost and payable account are overstated in this period",
  unsupported: "the account may be overstated in this period",
  counterparty_invalid: "the control over payments failed and the payable account may be overstated",
  cutoff: "cost is misstated between periods: overstated in this period",
  accrual_unreversed: "cost and liability account are overstated in the later period",
  post_close: "the closing control failed and the closed period may be overstated",
  misclassified: "the account that was used is overstated, and the right one understated",
  approval_missing: "the approval control failed and the account may be overstated",
  over_limit: "the authority control failed and the account may be overstated",
  sod_conflict: "the control of separate duties failed and the account may be overstated",
  split_below_limit: "the authority control was passed by, and the account may be overstated",
  intercompany_mismatch: "the intercompany account is DIRECTION against the other side",
  revenue_premature: "revenue is overstated in this period",
  estimate_unsupported: "the provision account is DIRECTION by the difference",
  related_party_undisclosed: "the disclosure control failed and revenue may be overstated in this period",
  circular_flow: "the suspense account and turnover are overstated",
  unusual_pattern: "the posting control needs an answer, since the account may be overstated",
};

/** A rationale: the policy, the facts, the evidence, and what follows for the accounts. */
export function rationaleOf(what: {
  disposition: Disposition;
  policy_id: string;
  defect_class?: DefectClass | undefined;
  amount_minor?: number | undefined;
  facts: readonly string[];
}): string {
  const facts = what.facts.length === 0 ? "" : ` Facts: ${what.facts.join(", ")}.`;
  if (what.disposition === "hold") {
    return `${what.policy_id} governs: support is registered as pending and has not arrived.${facts} ` +
      "Until it does, the account may be overstated in this period.";
  }
  const kind = what.defect_class ?? "unusual_pattern",
    direction = (what.amount_minor ?? 0) < 0 ? "understated" : "overstated";
  return `${what.policy_id} governs: ${kind.replaceAll("_", " ")}.${facts} Consequence: ${
    CONSEQUENCES[kind].replace("DIRECTION", direction)
  }.`;
}
