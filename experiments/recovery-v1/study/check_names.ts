/** The names of all checks, in the order of every record: the interface of the published result. @module */

/** The checks of each fixture, 15 of them. */
export const FIXTURE_CHECKS = [
  "baseline_v3_read_compatibility",
  "positive_search_fact",
  "positive_search_unicode",
  "positive_search_long",
  "exact_read_fact",
  "exact_read_unicode",
  "exact_read_long",
  "negative_search_absent",
  "negative_search_other_version",
  "negative_search_case_sensitive",
  "negative_search_keys_not_values",
  "limited_search",
  "recall_goal",
  "recall_error",
  "recall_current",
] as const;

/** How many inputs must be refused, each as a check of its own. */
export const INVALID_INPUT_COUNT = 9;
const INVALID_INPUTS = Array.from({ length: INVALID_INPUT_COUNT }, (_, index) => `invalid_input_${index}`);

/** The checks that are made once, 13 of them. */
export const SINGLE_CHECKS: readonly string[] = [
  "malformed_physical_records",
  "unicode_boundary_pagination",
  ...INVALID_INPUTS,
  "integrity_fail_closed",
  "mcp_default_denial_and_opt_in",
];

/** A check of a fixture. */
export type FixtureCheck = typeof FIXTURE_CHECKS[number];

/** Every name, in order. */
export const CHECK_NAMES: readonly string[] = [...FIXTURE_CHECKS, ...SINGLE_CHECKS];
