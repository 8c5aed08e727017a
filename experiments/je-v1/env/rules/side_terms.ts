/** The policies on terms of revenue outside of the contract, and on related parties. @module */
import { addDays } from "../dates.ts";
import { textOf } from "../doc_text.ts";
import type { Confirmation, Doc, Entry } from "../model.ts";
import type { Rule, View } from "../view.ts";
import { dayOf, docOfKind, linesOn, netOf, partyOfEntry } from "./reading.ts";

/** Days after posting in which the bank may show the price. */
const PAYMENT_DAYS = 90;

/** POL-REV, by contract and customer: no term of either may be open on the day of posting, unless all is paid. */
export const openTerms: Rule = (view, entry) => {
  const revenue = -netOf(linesOn(entry, "4000", "4100")), customer = partyOfEntry(entry);
  if (revenue <= 0 || customer === null || isPaid(view, entry)) return null;
  const contract = docOfKind(view, entry, "contract");
  if (contract === undefined) return null;
  const answer = view.confirm(customer, contract.doc_id), on = entry.posting_date;
  const isOpen = answer !== undefined && isOpenAnswer(answer, on) ||
    isOpenContract(contract, on) && !(answer?.text ?? "").includes("we have waived");
  return isOpen ? { class: "revenue_premature", amount_minor: revenue } : null;
};

/** Whether one line of the bank shows the whole price of an entry. */
function isPaid(view: View, entry: Entry): boolean {
  const total = netOf(linesOn(entry, "1100")), { currency, posting_date: from, reference } = entry;
  return view.bank({ currency, amount_min: total, amount_max: total, from, to: addDays(from, PAYMENT_DAYS) })
    .some(({ text }) => text.endsWith(` ${reference}`));
}

function isOpenContract(contract: Doc, on: string): boolean {
  const until = dayOf(contract, "returns_until");
  return (until !== undefined && until > on) || (textOf(contract, "payment_due") ?? "").includes("resold");
}

/** Whether what a customer answers names a term that is open: it denies, pays on resale only, or may still return. */
function isOpenAnswer({ reply, text }: Confirmation, on: string): boolean {
  const [, until] = /return the goods until (\d{4}-\d\d-\d\d)/.exec(text) ?? [];
  return reply === "denied" || text.includes("once we have resold") || (until !== undefined && until > on);
}

/** POL-RPT: the contract must disclose the relation, or the customer when asked about it. */
export const relatedParty: Rule = (view, entry) => {
  const party = view.party(partyOfEntry(entry) ?? ""), isSale = netOf(linesOn(entry, "4000", "4100")) < 0;
  if (!isSale || party === undefined || !party.related_party) return null;
  const contract = docOfKind(view, entry, "contract");
  if (contract === undefined) return null;
  const isDisclosed = (textOf(contract, "disclosure") ?? "none") !== "none" ||
    (view.confirm(party.id, contract.doc_id)?.text ?? "").includes("related party of yours");
  return isDisclosed ? null : { class: "related_party_undisclosed" };
};
