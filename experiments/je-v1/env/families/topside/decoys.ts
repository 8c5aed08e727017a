/** Manual and top-side entries that look odd and are in order. @module */
import type { Build, Bundle, Decoy } from "../../bundle.ts";
import { addDays, monthEnd } from "../../dates.ts";
import { bpsOf } from "../../integers.ts";
import { UNIT_MINOR } from "../../money.ts";
import { addDoc, docOf, userOf } from "../../parts.ts";
import { latePermittedBy, withinWindowBy } from "../manual.ts";
import { adjustmentOf, remakeAdjustment } from "./clean.ts";

/** Keyed in late, with leave. */
export const latePermitted: Decoy = latePermittedBy(remakeAdjustment);

/** Keyed in after the close, within the window. */
export const withinWindow: Decoy = withinWindowBy(remakeAdjustment);

/** A round amount, which an estimate's memo bears out. */
export const roundAmount: Decoy = {
  name: "round-amount",
  eligible: () => true,
  apply(build, bundle) {
    const hundreds = build.rng(`decoy/round/${bundle.index}`).between(8, 60), unit = UNIT_MINOR[build.currency];
    const baseMinor = hundreds * 1000 * unit, rateBps = 1000;
    remakeAdjustment(build, bundle, { baseMinor, rateBps, amountMinor: bpsOf(baseMinor, rateBps) });
  },
};

/** Just below what the approver may sign. */
export const belowLimit: Decoy = {
  name: "below-limit",
  eligible: (_, bundle) => adjustmentOf(bundle).kind !== "estimate",
  apply(build, bundle) {
    const { limit_minor } = userOf(build, adjustmentOf(bundle).approver);
    remakeAdjustment(build, bundle, {
      amountMinor: limit_minor - build.rng(`decoy/below/${bundle.index}`).between(1, 90),
    });
  },
};

/** A provision of the last day, keyed in days later, with a good memo. */
export const lastDay: Decoy = {
  name: "last-day",
  eligible: (_, bundle) => adjustmentOf(bundle).kind === "estimate",
  apply(build, bundle) {
    const postedOn = monthEnd(build.master.period), days = build.rng(`decoy/last/${bundle.index}`).between(2, 6);
    remakeAdjustment(build, bundle, { postedOn, isTopside: true, enteredOn: addDays(postedOn, days) });
  },
};

/** Two memos on file, of which the older, with another base, was replaced. */
export const olderMemo: Decoy = {
  name: "older-memo",
  eligible: (_, bundle) => adjustmentOf(bundle).kind === "estimate",
  apply(build, bundle) {
    const memo = docOf(bundle, "memo"), { baseMinor, memoOn } = adjustmentOf(bundle);
    const issued_on = addDays(memoOn, -build.rng(`decoy/older/${bundle.index}/days`).between(2, 9));
    const base_minor = baseMinor + bpsOf(baseMinor, build.rng(`decoy/older/${bundle.index}`).between(300, 2500));
    const older = addDoc(build, bundle, {
      ...{ role: "older_memo", kind: "memo", issued_on, currency: memo.currency },
      fields: { ...memo.fields, dated: issued_on, base_minor, remark: "replaced by a corrected memo" },
    });
    memo.supersedes = older.doc_id;
    bundle.gold.admissible.push(older.doc_id);
  },
};

/** The memo is not attached, but the approval form names it; a printout of the ledger stands in its place. */
export const namedMemo: Decoy = {
  name: "named-memo",
  eligible: () => true,
  apply(build, bundle) {
    bundle.loose.add("memo");
    docOf(bundle, "approval").fields.further_memo = docOf(bundle, "memo").doc_id;
    addPrintout(build, bundle);
  },
};

/** Keyed in late; the leave is in a memo of its own, which the approval form names. */
export const leaveApart: Decoy = {
  name: "leave-apart",
  eligible: () => true,
  apply(build, bundle) {
    const { memoBy, memoOn } = adjustmentOf(bundle);
    latePermitted.apply(build, bundle);
    const late = adjustmentOf(bundle), { issued_as = null, concerns = null } = docOf(bundle, "memo").fields;
    remakeAdjustment(build, bundle, { memoBy, memoOn, permits: false });
    const leave = addDoc(build, bundle, {
      ...{ role: "leave", kind: "memo", issued_on: late.memoOn },
      fields: { issued_by: late.memoBy, issued_as, dated: late.memoOn, permits_late_entry: true, concerns },
    });
    bundle.loose.add("leave");
    docOf(bundle, "approval").fields.further_memo = leave.doc_id;
    bundle.gold.admissible.push(leave.doc_id);
  },
};

/** Attaches a printout of the ledger, which proves nothing. */
export function addPrintout(build: Build, bundle: Bundle): string {
  const { entry } = bundle, { number, subject, amountMinor } = adjustmentOf(bundle);
  const { doc_id } = addDoc(build, bundle, {
    ...{ role: "printout", kind: "statement", issued_on: entry.posting_date, currency: entry.currency },
    ...{ total_minor: amountMinor, fields: { concerns: number, subject, form: "printout of the ledger" } },
  });
  bundle.gold.admissible.push(doc_id);
  return doc_id;
}
