/** Clean purchases: an order, what came of it, its invoice, its approval, its payment; the task says which of them are
 * in the file. @module */
import { accountFor, NATURES } from "../../coding_guide.ts";
import type { Build, Bundle } from "../../bundle.ts";
import { addDays, workday } from "../../dates.ts";
import { bpsOf, divFloor, mulDiv } from "../../integers.ts";
import { goodParties } from "../../master.ts";
import type { Currency } from "../../model.ts";
import { UNIT_MINOR } from "../../money.ts";
import { addDoc, makeBankLine, makeBundle, makeEntry, makeLines, need, rateOn, usersIn } from "../../parts.ts";
import { POLICY } from "../../policies.ts";

/** A purchase as it truly happened. */
export interface Purchase {
  /** Vendor key. */ vendor: string;
  /** The currency. */ currency: Currency;
  /** Kind of cost. */ nature: string;
  /** Pieces, or units of a service. */ quantity: number;
  /** Price of one. */ unitMinor: number;
  /** Tax code. */ taxCode: string;
  /** Number of the invoice. */ number: string;
  /** Number of the requisition. */ requisition: string;
  /** Days. */ orderedOn: string;
  /** The day of receipt or performance. */ receivedOn: string;
  /** The invoice's date. */ invoicedOn: string;
  /** The day of posting. */ postedOn: string;
  /** User key. */ preparer: string;
  /** User key. */ approver: string;
}

/** Draws the purchase of an index. Amounts spread over three sizes, so that some exceed what a supervisor may sign. */
export function drawPurchase(build: Build, index: number): Purchase {
  const rng = (name: string) => build.rng(`entry/${index}/${name}`);
  const foreign = (["USD", "EUR", "JPY", "KWD"] as const).filter((code) => code !== build.currency);
  const isForeign = rng("fx").below(10_000) < (build.knobs.fx_share_bps ?? 0);
  const currency = isForeign ? rng("currency").pick(foreign) : build.currency;
  const size = rng("size").pick([[60, 900], [900, 4_500], [5_600, 15_000]] as const);
  const quantity = rng("quantity").between(2, 12), units = rng("amount").between(size[0], size[1]);
  const unitMinor = divFloor(units * UNIT_MINOR[currency], quantity) + rng("cents").below(40);
  const receivedOn = workday(addDays(`${build.master.period}-01`, rng("received").below(18)));
  const invoicedOn = addDays(receivedOn, rng("invoiced").below(3));
  const amountUnits = units + divFloor(units, 4);
  return {
    ...{ currency, quantity, unitMinor, receivedOn, invoicedOn },
    vendor: rng("vendor").pick(goodParties(build.master, "vendor")).id,
    nature: rng("nature").pick(NATURES).name,
    taxCode: rng("tax").pick(["S20", "S20", "S20", "R05", "Z00"]),
    number: `${rng("series").pick(["INV", "R", "BL", "F"])}-${rng("number").between(10_000, 99_999)}`,
    requisition: `RQ-${10_000 + 200 * index + rng("requisition").below(200)}`,
    orderedOn: addDays(receivedOn, -rng("ordered").between(3, 20)),
    postedOn: workday(addDays(invoicedOn, rng("posted").below(3))),
    preparer: rng("preparer").pick(usersIn(build, "clerk")).id,
    approver: rng("approver").pick(
      amountUnits < 3_900 ? usersIn(build, "supervisor", "manager") : usersIn(build, "manager", "controller"),
    ).id,
  };
}

/** The amounts that follow from a purchase. */
export function amountsOf(purchase: Purchase): { net: number; tax: number; total: number } {
  const net = purchase.quantity * purchase.unitMinor, tax = bpsOf(net, POLICY.taxBps[purchase.taxCode] ?? 0);
  return { net, tax, total: net + tax };
}

/** Makes the bundle of a purchase, clean. Called again by mutators that change the purchase itself: the names of all
 * records stay the same. */
export function purchaseBundle(build: Build, index: number, purchase: Purchase): Bundle {
  const { currency, vendor, number, preparer, approver, invoicedOn, postedOn } = purchase;
  const { net, tax, total } = amountsOf(purchase), has = (source: string) => build.task.sources.includes(source);
  const entry = makeEntry(build, `entry/${index}`, {
    ...{ doc_date: invoicedOn, posting_date: postedOn, currency, source: "ap", reference: number },
    ...{ prepared_by: preparer, approved_by: approver, approved_at: postedOn },
    entered_at: addDays(postedOn, build.rng(`entry/${index}/entered`).below(2)),
    narrative: narrativeOf(build, index, purchase),
    lines: purchaseLines(build, purchase, { net, tax }),
  });
  const bundle = makeBundle(build, index, entry);
  bundle.facts = { ...purchase, net, tax, total };
  if (has("pos")) addOrder(build, bundle, purchase);
  if (has("receipts")) addReceipt(build, bundle, purchase);
  if (has("invoices")) addInvoice(build, bundle, purchase);
  if (has("approvals")) addApproval(build, bundle, purchase);
  if (has("bank")) {
    bundle.bank.push(makeBankLine(build, `entry/${index}/payment`, {
      ...{ value_date: addDays(postedOn, build.rng(`entry/${index}/paid`).between(8, 30)), currency },
      ...{ amount_minor: -total, bank_ref: build.master.parties.find(({ id }) => id === vendor)!.bank_ref },
      text: `PAYMENT ${number}`,
    }));
  }
  requireEvidence(build, bundle);
  return bundle;
}

/** Lines at the spot rate of the document's date. */
export function purchaseLines(build: Build, purchase: Purchase, amounts: { net: number; tax: number }) {
  const { currency, nature, unitMinor, taxCode, vendor, invoicedOn } = purchase, { net, tax } = amounts;
  const account = accountFor(nature, unitMinor, currency)!;
  return makeLines([
    { account, minor: net, tax_code: taxCode, cost_centre: costCentreOf(purchase), memo: nature },
    ...(tax === 0 ? [] : [{ account: "1200", minor: tax, tax_code: taxCode, memo: "input tax" }]),
    { account: "2000", minor: -(net + tax), party: vendor, memo: purchase.number },
  ], rateOn(build, { base: currency, date: invoicedOn, kind: "spot" }));
}

/** The functional total that the spot rate gives. */
export function functionalTotal(build: Build, purchase: Purchase): number {
  const rate = rateOn(build, { base: purchase.currency, date: purchase.invoicedOn, kind: "spot" });
  const { total } = amountsOf(purchase);
  return rate === null ? total : mulDiv(total, rate.num, rate.den);
}

function costCentreOf({ requisition }: Purchase): string {
  return `CC-${requisition.slice(3, 4)}10`;
}

function narrativeOf(build: Build, index: number, { nature, number }: Purchase): string {
  return build.rng(`entry/${index}/narrative`).pick([
    `${nature}, ${number}`,
    `Purchase of ${nature}`,
    `Vendor bill ${number} for ${nature}`,
    `${number}`,
    `${nature} as ordered`,
  ]);
}

function addOrder(build: Build, bundle: Bundle, purchase: Purchase): void {
  const { currency, vendor, nature, quantity, unitMinor, requisition, orderedOn } = purchase;
  addDoc(build, bundle, {
    ...{ role: "order", kind: "purchase_order", issued_on: orderedOn, party: vendor, currency },
    total_minor: quantity * unitMinor,
    fields: { requisition, description: nature, quantity, unit_price_minor: unitMinor },
  });
}

/** Adds the receipt of goods, or the statement of a service. */
export function addReceipt(build: Build, bundle: Bundle, purchase: Purchase): void {
  const { vendor, nature, quantity, receivedOn } = purchase,
    isGoods = NATURES.find(({ name }) => name === nature)!.isGoods;
  addDoc(build, bundle, {
    ...{ role: "receipt", kind: isGoods ? "goods_receipt" : "statement", issued_on: receivedOn, party: vendor },
    fields: { description: nature, [isGoods ? "received_on" : "performed_on"]: receivedOn, quantity },
  });
}

function addInvoice(build: Build, bundle: Bundle, purchase: Purchase): void {
  const { currency, vendor, nature, quantity, unitMinor, taxCode, number, invoicedOn } = purchase;
  const { net, tax, total } = amountsOf(purchase);
  addDoc(build, bundle, {
    ...{ role: "invoice", kind: "invoice", issued_on: invoicedOn, party: vendor, currency, total_minor: total },
    fields: {
      ...{ invoice_number: number, description: nature, quantity, unit_price_minor: unitMinor, net_minor: net },
      ...{ tax_code: taxCode, tax_minor: tax },
      years_of_use: NATURES.find(({ name }) => name === nature)!.years,
    },
  });
}

function addApproval(build: Build, bundle: Bundle, purchase: Purchase): void {
  const { currency, number, approver, postedOn } = purchase;
  addDoc(build, bundle, {
    ...{ role: "approval", kind: "approval", issued_on: postedOn, currency, total_minor: amountsOf(purchase).total },
    fields: { approves: number, approver, signed: true, signed_on: postedOn },
  });
}

/** Required and admissible evidence, by what the task keeps on file. */
function requireEvidence(build: Build, bundle: Bundle): void {
  const { task, annexes, master } = build, { docs, gold, facts, entry } = bundle;
  gold.admissible.push(
    ...[...docs.values()].map(({ doc_id }) => doc_id),
    ...bundle.bank.map(({ evidence_id }) => evidence_id),
  );
  if (task.evidence_scope !== "all") return;
  for (const doc of docs.values()) need(bundle, doc.doc_id);
  const cost = master.accounts.find(({ code }) => code === entry.lines[0]!.account)!.evidence_id;
  const approver = master.users.find(({ id }) => id === facts.approver)!.evidence_id;
  const party = master.parties.find(({ id }) => id === facts.vendor)!.evidence_id;
  if (task.sources.includes("coa")) need(bundle, cost, annexes.accounts);
  if (task.sources.includes("users") && !task.sources.includes("parties")) need(bundle, approver, annexes.users);
  if (task.sources.includes("parties")) need(bundle, party, annexes.parties);
  if (task.sources.includes("rates") && entry.currency !== build.currency) {
    const rate = rateOn(build, { base: entry.currency, date: entry.doc_date, kind: "spot" });
    need(bundle, rate?.evidence_id, annexes.rates);
  }
}
