/** The bounded repair rule: at most two attempts, the fact before the format. Pure. @module */
import type { RepairStatus } from "./disposition.ts";
import { type Attempt, MAX_ATTEMPTS, readLedger } from "./ledger.ts";

export { dispositionOf, DISPOSITIONS, REPAIR_STATUSES } from "./disposition.ts";
export type { RepairDisposition, RepairStatus } from "./disposition.ts";

/** What a ledger comes to. */
export interface RepairEvaluation {
  /** How it stands. */
  readonly status: RepairStatus;
  /** The number of the attempt that decided, from 1; the attempts there were when none did; 0 without a fact. */
  readonly attemptsUsed: number;
}

/**
 * Evaluates one ledger: `{ verifiedCode, attempts: [{ code, valid }, …] }`, further fields left aside. The first rule
 * that applies decides: the verified code must be text that is not blank; then, for the first attempt and for the
 * second, its own code must be such text, must equal the verified one (code unit for code unit, nothing trimmed or
 * normalized), its label must be a Boolean, and a true label completes. After two attempts repair has stopped; before
 * them it needs the next. Attempts after the second change nothing, not even by being malformed.
 *
 * Blank is what ECMAScript trims away whole: the empty text, or only white space and line ends (ECMA-262,
 * String.prototype.trim), so U+FEFF and U+00A0 are blank, and U+200B and U+0085 are not.
 *
 * No code of the ledger runs: an accessor or an inherited property counts as absent. The ledger is not changed.
 *
 * @param ledger Any value.
 * @returns The status and the attempts used.
 * @throws {PermafrostError} record-invalid for what is no ledger; `at` is a JSON Pointer (see `readLedger`).
 */
export function evaluateRepair(ledger: unknown): RepairEvaluation {
  const { verifiedCode, attempts, supplied } = readLedger(ledger);
  if (!isCode(verifiedCode)) return { status: "missing-code-evidence", attemptsUsed: 0 };
  for (const [index, attempt] of attempts.entries()) {
    const status = judgeAttempt(attempt, verifiedCode);
    if (status !== null) return { status, attemptsUsed: index + 1 };
  }
  if (supplied >= MAX_ATTEMPTS) return { status: "stopped", attemptsUsed: MAX_ATTEMPTS };
  return { status: "needs-next-attempt", attemptsUsed: supplied };
}

/** The status that one attempt decides; null where it leaves the decision to the next. */
function judgeAttempt({ code, valid }: Attempt, verifiedCode: string): RepairStatus | null {
  if (!isCode(code)) return "missing-code-evidence";
  if (code !== verifiedCode) return "fact-changed";
  if (typeof valid !== "boolean") return "invalid-format-label";
  return valid ? "complete" : null;
}

function isCode(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}
