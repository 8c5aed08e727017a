/** What becomes of a repair: one disposition for every status, and none for anything else. @module */

/** Every status that an evaluation can end with, in the order in which its rules are asked. */
export const REPAIR_STATUSES = [
  "missing-code-evidence",
  "fact-changed",
  "invalid-format-label",
  "complete",
  "stopped",
  "needs-next-attempt",
] as const;

/** One of {@linkcode REPAIR_STATUSES}. */
export type RepairStatus = typeof REPAIR_STATUSES[number];

/**
 * What is to be done: the repair is over and its code may be used; it is over because the evidence is at fault; people
 * decide, the permitted attempts being spent; or one more attempt may be made.
 */
export type RepairDisposition = "finish" | "stop-evidence-error" | "staff-review" | "one-more-attempt";

/** The disposition of each status; the choice is that of the project's page on this experiment (repair.md). */
export const DISPOSITIONS: { readonly [status in RepairStatus]: RepairDisposition } = Object.freeze({
  "missing-code-evidence": "stop-evidence-error",
  "fact-changed": "stop-evidence-error",
  "invalid-format-label": "stop-evidence-error",
  "complete": "finish",
  "stopped": "staff-review",
  "needs-next-attempt": "one-more-attempt",
});

/**
 * Names what is to be done after an evaluation.
 *
 * @param status How it ended.
 * @returns The one disposition of that status.
 */
export function dispositionOf(status: RepairStatus): RepairDisposition {
  return DISPOSITIONS[status];
}
