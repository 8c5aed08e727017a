/** The policies on who may do what, and on obligations that are booked twice or in parts. @module */
import { addDays, daysBetween } from "../dates.ts";
import { factOf, textOf } from "../doc_text.ts";
import { POLICY } from "../policies.ts";
import type { Rule } from "../view.ts";
import { docOfKind, functionalOf, linesOn, netOf, partyOfEntry, plainReference } from "./reading.ts";

/** POL-AUT. */
export const authority: Rule = (view, entry) => {
  const form = docOfKind(view, entry, "approval");
  if (form === undefined) return null;
  if (factOf(form, "signed") === false) return { class: "approval_missing" };
  const signer = view.user(textOf(form, "approver") ?? "");
  return signer !== undefined && functionalOf(entry) > signer.limit_minor ? { class: "over_limit" } : null;
};

/** POL-SOD. */
export const duties: Rule = (view, entry) => {
  const form = docOfKind(view, entry, "approval"), signer = form && textOf(form, "approver");
  if (typeof signer !== "string") return null;
  const isBreach = signer === entry.prepared_by || view.user(signer)?.reports_to === entry.prepared_by;
  return isBreach ? { class: "sod_conflict" } : null;
};

/** POL-PTY. */
export const counterparty: Rule = (view, entry) => {
  const party = view.party(partyOfEntry(entry) ?? "");
  if (party === undefined) return null;
  if (party.status !== "active" || party.created_on > entry.posting_date) return { class: "counterparty_invalid" };
  const total = netOf(linesOn(entry, "2000"));
  const payments = view.bank({
    ...{ currency: entry.currency, amount_min: total, amount_max: total },
    ...{ from: entry.posting_date, to: addDays(entry.posting_date, 90) },
  }).filter(({ text }) => text.endsWith(entry.reference));
  return payments.some(({ bank_ref }) => bank_ref !== party.bank_ref) ? { class: "counterparty_invalid" } : null;
};

/** POL-DUP. */
export const bookedTwice: Rule = (view, entry) => {
  const payables = linesOn(entry, "2000");
  if (payables.length === 0) return null;
  const own = netOf(payables), invoice = docOfKind(view, entry, "invoice");
  for (const id of view.related(entry.je_id, "same_reference")) {
    const other = view.entry(id);
    if (other === undefined || partyOfEntry(other) !== partyOfEntry(entry)) continue;
    if (other.currency !== entry.currency || netOf(linesOn(other, "2000")) !== own) continue;
    if (plainReference(other.reference) !== plainReference(entry.reference)) continue;
    const isEarlier = other.posting_date < entry.posting_date;
    const twin = docOfKind(view, other, "invoice");
    if (isEarlier && (invoice === undefined || twin !== undefined)) return { class: "duplicate", amount_minor: -own };
  }
  return null;
};

/** POL-SPL. */
export const splitPurchase: Rule = (view, entry) => {
  const order = docOfKind(view, entry, "purchase_order"), requisition = order && textOf(order, "requisition");
  if (typeof requisition !== "string") return null;
  const parts = [entry];
  for (const id of view.related(entry.je_id, "same_party_window")) {
    const other = view.entry(id);
    if (other === undefined || Math.abs(daysBetween(entry.posting_date, other.posting_date)) > POLICY.splitWindowDays) {
      continue;
    }
    const theirs = docOfKind(view, other, "purchase_order");
    if (theirs !== undefined && textOf(theirs, "requisition") === requisition) parts.push(other);
  }
  if (parts.length === 1) return null;
  const limits = parts.map((part) => {
    const form = docOfKind(view, part, "approval");
    return view.user((form && textOf(form, "approver")) ?? "")?.limit_minor ?? 0;
  });
  const sum = parts.reduce((total, part) => total + functionalOf(part), 0);
  const isEachBelow = parts.every((part, at) => functionalOf(part) <= limits[at]!);
  return isEachBelow && sum > Math.max(...limits) ? { class: "split_below_limit", amount_minor: sum } : null;
};
