/** What mutators and decoys of purchases share. @module */
import type { Build, Bundle } from "../../bundle.ts";
import { bpsOf } from "../../integers.ts";
import { addDoc, rateOn } from "../../parts.ts";
import { mulDiv } from "../../integers.ts";
import { amountsOf, type Purchase, purchaseBundle } from "./clean.ts";

/** The purchase that a bundle was made from. */
export function purchaseOf(bundle: Bundle): Purchase {
  return bundle.facts as unknown as Purchase;
}

/** Makes the bundle again from a changed purchase; records keep their names. */
export function remake(build: Build, bundle: Bundle, changes: Partial<Purchase>): void {
  Object.assign(bundle, purchaseBundle(build, bundle.index, { ...purchaseOf(bundle), ...changes }));
}

/** The planted deviation from an amount: the knob's share of it, at least two minor units, with a drawn sign. */
export function gapOf(build: Build, bundle: Bundle, amount: number): number {
  const size = Math.max(2, bpsOf(amount, build.knobs.amount_gap_bps ?? 0));
  return build.rng(`defect/gap/${bundle.index}`).below(2) === 0 ? size : -size;
}

/** Adds to the amounts of lines, by their place from the front (or the back, from -1), debits as positive amounts. */
export function shiftLines(build: Build, bundle: Bundle, shifts: Readonly<Record<number, number>>): void {
  const { entry } = bundle, rate = rateOn(build, { base: entry.currency, date: entry.doc_date, kind: "spot" });
  for (const [place, shift] of Object.entries(shifts)) {
    const line = entry.lines.at(Number(place))!, minor = line.debit_minor - line.credit_minor + shift;
    line.debit_minor = Math.max(minor, 0), line.credit_minor = Math.max(-minor, 0);
    line.functional_minor = rate === null ? minor : mulDiv(minor, rate.num, rate.den);
  }
}

/** Lets the last line take what the roundings of a conversion leave. */
export function settleRounding(bundle: Bundle): void {
  const { lines } = bundle.entry;
  lines.at(-1)!.functional_minor -= lines.reduce((sum, line) => sum + line.functional_minor, 0);
}

/** Adds an earlier version of the invoice, at another total, which the invoice replaces. */
export function addOlderInvoice(build: Build, bundle: Bundle): void {
  const invoice = bundle.docs.get("invoice")!, purchase = purchaseOf(bundle), { net, tax, total } = amountsOf(purchase);
  const more = Math.max(10, bpsOf(net, build.rng(`decoy/older/${bundle.index}`).between(200, 1500)));
  const older = addDoc(build, bundle, {
    ...{ role: "older_invoice", kind: "invoice", issued_on: purchase.receivedOn, party: purchase.vendor },
    ...{ currency: purchase.currency, total_minor: total + more },
    fields: { ...invoice.fields, net_minor: net + more, tax_minor: tax, remark: "replaced by a corrected invoice" },
  });
  invoice.supersedes = older.doc_id;
  bundle.gold.admissible.push(older.doc_id);
}
