/** The policies on what a purchase is booked at and when. @module */
import { accountFor } from "../coding_guide.ts";
import { numberOf, textOf } from "../doc_text.ts";
import { bpsOf, mulDiv } from "../integers.ts";
import { POLICY } from "../policies.ts";
import type { Rule } from "../view.ts";
import { costLines, dayOf, docOfKind, functionalOf, isPending, linesOn, netOf } from "./reading.ts";

/** POL-TIE. */
export const invoiceAgreement: Rule = (view, entry) => {
  const invoice = docOfKind(view, entry, "invoice"), payables = linesOn(entry, "2000");
  const total = invoice && numberOf(invoice, "total_minor");
  if (total === undefined || total === null || payables.length === 0) return null;
  const delta = -netOf(payables) - total;
  return delta === 0 ? null : { class: "amount_mismatch", amount_minor: delta };
};

/** POL-TAX. */
export const inputTax: Rule = (view, entry) => {
  const invoice = docOfKind(view, entry, "invoice");
  const net = invoice && numberOf(invoice, "net_minor"), code = invoice && textOf(invoice, "tax_code");
  if (typeof net !== "number" || typeof code !== "string") return null;
  const delta = netOf(linesOn(entry, "1200")) - bpsOf(net, POLICY.taxBps[code] ?? 0);
  return delta === 0 ? null : { class: "tax_error", amount_minor: delta };
};

/** POL-BAL. */
export const balance: Rule = (_, entry) => {
  const delta = netOf(entry.lines);
  return delta === 0 ? null : { class: "unbalanced", amount_minor: delta };
};

/** POL-COA, for costs with an invoice. */
export const coding: Rule = (view, entry) => {
  const invoice = docOfKind(view, entry, "invoice"), [cost] = costLines(entry);
  if (invoice === undefined || cost === undefined) return null;
  const nature = textOf(invoice, "description"), unit = numberOf(invoice, "unit_price_minor");
  if (nature === null || unit === null || view.account(cost.account) === undefined) return null;
  const right = accountFor(nature, unit, entry.currency);
  return right === undefined || right === cost.account
    ? null
    : { class: "misclassified", amount_minor: cost.debit_minor };
};

/** POL-CUT, for purchases with a receipt or statement. */
export const costCutoff: Rule = (view, entry) => {
  const receipt = docOfKind(view, entry, "goods_receipt", "statement");
  const day = receipt && dayOf(receipt, "received_on", "performed_on");
  if (day === undefined || day.slice(0, 7) === entry.period) return null;
  return { class: "cutoff", amount_minor: netOf(costLines(entry)) };
};

/** POL-3WM. */
export const threeWayMatch: Rule = (view, entry) => {
  const order = docOfKind(view, entry, "purchase_order"), invoice = docOfKind(view, entry, "invoice");
  const receipt = docOfKind(view, entry, "goods_receipt", "statement");
  if (order === undefined || invoice === undefined || receipt === undefined) return null;
  const price = numberOf(order, "unit_price_minor"), quantity = numberOf(receipt, "quantity");
  const tax = numberOf(invoice, "tax_minor");
  if (price === null || quantity === null || tax === null) return null;
  const delta = -netOf(linesOn(entry, "2000")) - (price * quantity + tax);
  return delta === 0 ? null : { class: "amount_mismatch", amount_minor: delta };
};

/** POL-SUP, for purchases: a receipt must be registered. */
export const receiptSupport: Rule = (view, entry) => {
  if (docOfKind(view, entry, "goods_receipt", "statement") !== undefined) return null;
  if (isPending(entry, "goods_receipt", "statement")) return null;
  return { class: "unsupported", amount_minor: -netOf(linesOn(entry, "2000")) };
};

/** POL-FX, for entries at the spot rate of their document. */
export const spotConversion: Rule = (view, entry) => {
  if (entry.currency === view.home.currency) return null;
  const rate = view.rate(entry.currency, entry.doc_date, "spot");
  if (rate === undefined) return null;
  const debits = entry.lines.reduce((sum, line) => sum + line.debit_minor, 0);
  const delta = functionalOf(entry) - mulDiv(debits, rate.num, rate.den);
  return Math.abs(delta) <= POLICY.fxToleranceMinor ? null : { class: "fx_rate_error", amount_minor: delta };
};
