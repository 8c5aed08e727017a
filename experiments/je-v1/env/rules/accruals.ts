/** The policy on accruals. @module */
import type { Rule } from "../view.ts";
import { docOfKind, linesOn, netOf } from "./reading.ts";

/** POL-ACC: an accrual whose invoice was booked under its reference, and which no entry takes back. */
export const takenBack: Rule = (view, entry) => {
  const accrued = linesOn(entry, "2100");
  if (accrued.length === 0) return null;
  let isInvoiced = false;
  for (const id of view.related(entry.je_id, "same_reference")) {
    const other = view.entry(id);
    if (other === undefined) continue;
    if (other.reverses === entry.je_id) return null;
    const isLater = other.source === "ap" && other.posting_date > entry.posting_date;
    isInvoiced ||= isLater && docOfKind(view, other, "invoice") !== undefined;
  }
  return isInvoiced ? { class: "accrual_unreversed", amount_minor: -netOf(accrued) } : null;
};
