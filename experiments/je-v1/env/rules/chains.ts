/** The policies on sales whose support comes in chains. @module */
import { monthEnd } from "../dates.ts";
import { factOf, numberOf, textOf } from "../doc_text.ts";
import type { Doc, Entry, Scalar } from "../model.ts";
import type { Rule, View } from "../view.ts";
import { linesOn, netOf } from "./reading.ts";

const KINDS = ["contract", "amendment", "credit_note"];

/** The chain of an entry, the contract first; undefined where a part of it has not arrived, or there is none. */
export function chainOf(view: View, entry: Entry): Doc[] | undefined {
  const parts = entry.attachments.filter(({ kind }) => KINDS.includes(kind));
  if (parts.some(({ status }) => status === "pending")) return undefined;
  const docs = parts.flatMap(({ doc_id }) => view.doc(doc_id) ?? []), chain: Doc[] = [];
  for (let next = docs.find(({ supersedes }) => supersedes === null); next !== undefined;) {
    chain.push(next);
    const { doc_id } = next;
    next = docs.find(({ supersedes }) => supersedes === doc_id);
  }
  return chain.length > 0 && chain.length === docs.length ? chain : undefined;
}

/** What the last document that says a field says. */
function lastWord(chain: readonly Doc[], name: string): Scalar {
  return chain.map((doc) => factOf(doc, name)).findLast((value) => value !== null) ?? null;
}

/** Revenue that an entry books. */
function revenueOf(entry: Entry): number {
  return -netOf(linesOn(entry, "4000", "4100"));
}

/** POL-CHN. */
export const chainPrice: Rule = (view, entry) => {
  const chain = chainOf(view, entry),
    [contract] = chain ?? [],
    number = contract && textOf(contract, "contract_number");
  const price = chain === undefined ? null : lastWord(chain, "price_minor");
  if (chain === undefined || typeof price !== "number") return null;
  const credits = chain.filter((doc) => doc.kind === "credit_note" && textOf(doc, "credits") === number);
  const supported = price - credits.reduce((sum, doc) => sum + (numberOf(doc, "credit_minor") ?? 0), 0);
  const delta = revenueOf(entry) - supported;
  return delta === 0 ? null : { class: "amount_mismatch", amount_minor: delta };
};

/** POL-REV, for sales with a chain. */
export const chainAcceptance: Rule = (view, entry) => {
  const chain = chainOf(view, entry);
  if (chain === undefined) return null;
  const accepted = lastWord(chain, "accepted_on"), isReturnable = lastWord(chain, "right_of_return") === true;
  const isLate = typeof accepted === "string" && accepted > monthEnd(entry.period);
  return isReturnable || isLate ? { class: "revenue_premature", amount_minor: revenueOf(entry) } : null;
};

/** POL-CUT, for sales with a chain: delivered and accepted in an earlier month. */
export const chainCutoff: Rule = (view, entry) => {
  const chain = chainOf(view, entry), delivered = chain && lastWord(chain, "delivered_on");
  if (typeof delivered !== "string" || delivered.slice(0, 7) >= entry.period) return null;
  return { class: "cutoff", amount_minor: revenueOf(entry) };
};
