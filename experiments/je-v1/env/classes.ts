/** The vocabulary of defects, as briefs and tools use it. It says nothing of any entry. @module */

/** Every class of defect. */
export const CLASSES = [
  "amount_mismatch",
  "fx_rate_error",
  "tax_error",
  "unbalanced",
  "duplicate",
  "unsupported",
  "counterparty_invalid",
  "cutoff",
  "accrual_unreversed",
  "post_close",
  "misclassified",
  "approval_missing",
  "over_limit",
  "sod_conflict",
  "split_below_limit",
  "intercompany_mismatch",
  "revenue_premature",
  "estimate_unsupported",
  "related_party_undisclosed",
  "circular_flow",
  "unusual_pattern",
] as const;

/** One of {@linkcode CLASSES}. */
export type DefectClass = typeof CLASSES[number];

/** Classes whose flag must name an amount. */
export const AMOUNT_CLASSES: ReadonlySet<DefectClass> = new Set<DefectClass>([
  "amount_mismatch",
  "fx_rate_error",
  "tax_error",
  "unbalanced",
  "duplicate",
  "unsupported",
  "cutoff",
  "accrual_unreversed",
  "misclassified",
  "split_below_limit",
  "intercompany_mismatch",
  "revenue_premature",
  "estimate_unsupported",
  "circular_flow",
]);
