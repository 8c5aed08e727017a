/** Clean sales: contract, acceptance, payment, and what the customer confirms when asked. @module */
import type { Build, Bundle } from "../../bundle.ts";
import { addDays, workday } from "../../dates.ts";
import { bpsOf, divFloor } from "../../integers.ts";
import { goodParties } from "../../master.ts";
import type { Confirmation, Currency } from "../../model.ts";
import { UNIT_MINOR } from "../../money.ts";
import {
  addDoc,
  makeBankLine,
  makeBundle,
  makeEntry,
  makeLines,
  partyOf,
  rateOn,
  userOf,
  usersIn,
} from "../../parts.ts";
import { POLICY } from "../../policies.ts";

/** A sale with its terms. */
export interface Sale {
  /** Customer key. */ customer: string;
  /** The currency. */ currency: Currency;
  /** What was sold. */ goods: string;
  /** Revenue account. */ account: string;
  /** Price before tax. */ netMinor: number;
  /** Tax code. */ taxCode: string;
  /** Number of the sales invoice. */ number: string;
  /** Number of the contract. */ contractNumber: string;
  /** The contract's date. */ signedOn: string;
  /** The day of delivery and acceptance. */ deliveredOn: string;
  /** The day of posting. */ postedOn: string;
  /** The day it was keyed in. */ enteredOn: string;
  /** Whether the bank shows the whole price, or a part of it. */ isPaid: boolean;
  /** Last day on which the contract lets the customer return the goods, or `none`. */ returnsUntil: string;
  /** When the contract wants the price paid. */ paymentDue: string;
  /** What the contract discloses of the parties, or `none`. */ disclosure: string;
  /** What the customer answers. */ reply: Confirmation["reply"];
  /** What else the customer says. */ replyText: string;
  /** User key. */ preparer: string;
  /** User key. */ approver: string;
}

const GOODS: readonly (readonly [string, string])[] = [
  ["control cabinets", "4000"],
  ["packing line", "4000"],
  ["valve sets", "4000"],
  ["test benches", "4000"],
  ["conveyor modules", "4000"],
  ["commissioning of a line", "4100"],
  ["calibration service", "4100"],
];

/** How customers confirm what the contract says. */
export const PLAIN_REPLIES = [
  "We confirm the contract and know of no other terms.",
  "The contract stands as written.",
  "Confirmed; goods accepted, nothing further agreed.",
];

/** Draws the sale of an index. Most are paid in full on the bank's statement. */
export function drawSale(build: Build, index: number): Sale {
  const rng = (name: string) => build.rng(`entry/${index}/${name}`), { period } = build.master;
  const foreign = (["USD", "EUR", "JPY", "KWD"] as const).filter((code) => code !== build.currency);
  const isForeign = rng("fx").below(10_000) < (build.knobs.fx_share_bps ?? 0);
  const currency = isForeign ? rng("currency").pick(foreign) : build.currency;
  const [goods, account] = rng("goods").pick(GOODS);
  const deliveredOn = workday(addDays(`${period}-01`, rng("delivered").below(22)));
  const postedOn = workday(addDays(deliveredOn, rng("posted").below(3)));
  return {
    ...{ currency, goods, account, deliveredOn, postedOn, returnsUntil: "none", disclosure: "none" },
    customer: rng("customer").pick(goodParties(build.master, "customer")).id,
    netMinor: rng("amount").between(1_500, 60_000) * UNIT_MINOR[currency] + rng("cents").below(UNIT_MINOR[currency]),
    taxCode: rng("tax").pick(["S20", "S20", "Z00"]),
    number: `SI-${10_000 + 200 * index + rng("number").below(200)}`,
    contractNumber: `K-${10_000 + 200 * index + rng("contract").below(200)}`,
    signedOn: addDays(deliveredOn, -rng("signed").between(5, 40)),
    enteredOn: addDays(postedOn, rng("entered").below(2)),
    isPaid: rng("paid").below(10) > 0,
    paymentDue: `${rng("due").pick([14, 30, 45])} days after delivery`,
    ...{ reply: "confirmed", replyText: rng("reply").pick(PLAIN_REPLIES) },
    preparer: rng("preparer").pick(usersIn(build, "clerk")).id,
    approver: rng("approver").pick(usersIn(build, "supervisor", "manager")).id,
  };
}

/** The sale that a bundle was made from. */
export function saleOf(bundle: Bundle): Sale {
  return bundle.facts as unknown as Sale;
}

/** Tax and total of a sale. */
export function amountsOf({ netMinor, taxCode }: Sale): { tax: number; total: number } {
  const tax = bpsOf(netMinor, POLICY.taxBps[taxCode] ?? 0);
  return { tax, total: netMinor + tax };
}

/** Makes the bundle of a sale, clean if the sale is. */
export function saleBundle(build: Build, index: number, sale: Sale): Bundle {
  const { currency, customer, number, goods, postedOn, enteredOn, preparer, approver } = sale;
  const entry = makeEntry(build, `entry/${index}`, {
    ...{ doc_date: sale.deliveredOn, posting_date: postedOn, entered_at: enteredOn, currency, source: "ar" },
    ...{ reference: number, prepared_by: preparer, approved_by: approver, approved_at: postedOn },
    lines: saleLines(build, sale),
    narrative: build.rng(`entry/${index}/narrative`).pick([
      `Sale of ${goods}`,
      `${number} ${goods}`,
      number,
      `${goods}, as delivered`,
    ]),
  });
  const bundle = makeBundle(build, index, entry);
  bundle.facts = { ...sale };
  addContract(build, bundle);
  addAcceptance(build, bundle);
  addPayment(build, bundle);
  const { doc_id } = bundle.docs.get("contract")!;
  bundle.confirmations.push({
    ...{ evidence_id: build.id("Q", `entry/${index}/confirmation`), party_id: customer, doc_id },
    ...{ reply: sale.reply, text: sale.replyText },
  });
  bundle.gold.admissible.push(
    ...[...bundle.docs.values()].map((doc) => doc.doc_id),
    ...[...bundle.bank, ...bundle.confirmations].map(({ evidence_id }) => evidence_id),
    ...[partyOf(build, customer).evidence_id, userOf(build, preparer).evidence_id],
  );
  return bundle;
}

function saleLines(build: Build, sale: Sale) {
  const { currency, customer, number, goods, account, netMinor, taxCode, deliveredOn } = sale,
    { tax, total } = amountsOf(sale);
  return makeLines([
    { account: "1100", minor: total, party: customer, memo: number },
    { account, minor: -netMinor, tax_code: taxCode, memo: goods },
    ...(tax === 0 ? [] : [{ account: "2200", minor: -tax, tax_code: taxCode, memo: "output tax" }]),
  ], rateOn(build, { base: currency, date: deliveredOn, kind: "spot" }));
}

function addContract(build: Build, bundle: Bundle): void {
  const sale = saleOf(bundle), { customer, currency, contractNumber, goods, signedOn, netMinor } = sale;
  addDoc(build, bundle, {
    ...{ role: "contract", kind: "contract", issued_on: signedOn, party: customer, currency, total_minor: netMinor },
    fields: {
      ...{ contract_number: contractNumber, goods, returns_until: sale.returnsUntil, payment_due: sale.paymentDue },
      ...{ disclosure: sale.disclosure, signed_on: signedOn },
    },
  });
}

function addAcceptance(build: Build, bundle: Bundle): void {
  const { customer, contractNumber, goods, deliveredOn } = saleOf(bundle);
  addDoc(build, bundle, {
    ...{ role: "acceptance", kind: "confirmation", issued_on: deliveredOn, party: customer },
    fields: { contract_number: contractNumber, goods, accepted: true, accepted_on: deliveredOn },
  });
}

/** The whole price, or a first part of it. */
function addPayment(build: Build, bundle: Bundle): void {
  const sale = saleOf(bundle), { index } = bundle, { total } = amountsOf(sale);
  const part = divFloor(total * build.rng(`entry/${index}/part`).between(10, 35), 100);
  bundle.bank.push(makeBankLine(build, `entry/${index}/receipt`, {
    value_date: addDays(sale.postedOn, build.rng(`entry/${index}/received`).between(4, 40)),
    ...{ currency: sale.currency, amount_minor: sale.isPaid ? total : part },
    ...{ bank_ref: partyOf(build, sale.customer).bank_ref, text: `RECEIPT ${sale.number}` },
  }));
}

/** Makes the bundle again; records keep their names. */
export function remakeSale(build: Build, bundle: Bundle, changes: Partial<Sale>): void {
  Object.assign(bundle, saleBundle(build, bundle.index, { ...saleOf(bundle), ...changes }));
}
