/** The policies on late entries, on the memos of manual entries, and on estimates. @module */
import { addDays } from "../dates.ts";
import { factOf, numberOf, textOf } from "../doc_text.ts";
import { bpsOf } from "../integers.ts";
import type { Doc, Entry } from "../model.ts";
import type { Rule, View } from "../view.ts";
import { dayOf, docOfKind, docsOfKind, linesOn, netOf } from "./reading.ts";

/** Sum of the debits in the entry's currency. */
export function totalOf(entry: Entry): number {
  return entry.lines.reduce((sum, line) => sum + line.debit_minor, 0);
}

/** POL-CLS. */
export const lateEntry: Rule = (view, entry) => {
  const period = view.period(entry.period);
  if (period === undefined || entry.entered_at <= addDays(period.close_at, period.late_window_days)) return null;
  const isPermitted = (memo: Doc): boolean => permits(memo, entry.entered_at);
  const hasLeave = docsOfKind(view, entry, "memo").some(isPermitted) || furtherMemos(view, entry).some(isPermitted);
  return hasLeave ? null : { class: "post_close" };
};

/** Whether a memo permits what was keyed in late on a day: it says so, was written before, by someone who may. */
function permits(memo: Doc, enteredAt: string): boolean {
  const day = dayOf(memo, "dated") ?? memo.issued_on;
  return factOf(memo, "permits_late_entry") === true && day < enteredAt &&
    ["controller", "cfo"].includes(textOf(memo, "issued_as") ?? "");
}

/** The memo that an entry's approval form names beside those attached, where there is one. */
function furtherMemos(view: View, entry: Entry): Doc[] {
  const form = docOfKind(view, entry, "approval"), named = form && textOf(form, "further_memo");
  const memo = typeof named === "string" && named !== "none" ? view.doc(named) : undefined;
  return memo?.kind === "memo" ? [memo] : [];
}

/** POL-SUP, for manual and top-side entries: a memo must be registered, or named by the approval form. */
export const memoSupport: Rule = (view, entry) => {
  const isMeant = entry.source === "manual" || entry.source === "topside";
  if (!isMeant || entry.attachments.some(({ kind }) => kind === "memo")) return null;
  return furtherMemos(view, entry).length > 0 ? null : { class: "unsupported", amount_minor: totalOf(entry) };
};

/** POL-EST: provisions stand at a memo's base times its rate. */
export const estimate: Rule = (view, entry) => {
  const booked = -netOf(linesOn(entry, "2300"));
  if (booked <= 0) return null;
  const [delta] = deltasOf(docsOfKind(view, entry, "memo"), booked);
  if (delta === 0) return null;
  const [other = delta] = deltasOf(furtherMemos(view, entry), booked);
  return other === undefined || other === 0 ? null : { class: "estimate_unsupported", amount_minor: other };
};

/** What was booked less what each memo gives that has base and rate. */
function deltasOf(memos: readonly Doc[], booked: number): number[] {
  return memos.flatMap((memo) => {
    const base = numberOf(memo, "base_minor"), rate = numberOf(memo, "rate_bps");
    return base === null || rate === null ? [] : [booked - bpsOf(base, rate)];
  });
}
