/** Clean sales whose support comes in chains: a contract, what amends it, and what credits it. @module */
import type { Build, Bundle } from "../../bundle.ts";
import { addDays, workday } from "../../dates.ts";
import { bpsOf } from "../../integers.ts";
import { goodParties } from "../../master.ts";
import type { Currency, Scalar } from "../../model.ts";
import { UNIT_MINOR } from "../../money.ts";
import { addDoc, makeBundle, makeEntry, makeLines, rateOn, usersIn } from "../../parts.ts";

/** A sale, and how its chain came to say what it says. */
export interface ChainSale {
  /** Customer key. */ customer: string;
  /** The currency. */ currency: Currency;
  /** What was sold. */ goods: string;
  /** Revenue account. */ account: string;
  /** What the whole chain leaves of the price. */ netMinor: number;
  /** What the entry books. */ bookedMinor: number;
  /** What the contract says, where a later document changes it. */ firstPriceMinor: number;
  /** What the credit note takes off, where the chain has one. */ creditMinor: number;
  /** Number of the contract that the credit note is for. */ creditFor: string;
  /** Number of the sales invoice. */ number: string;
  /** Number of the contract. */ contractNumber: string;
  /** The contract's date. */ signedOn: string;
  /** Delivery and acceptance as the contract has them. */ first: Acceptance;
  /** Delivery and acceptance as the whole chain leaves them. */ last: Acceptance;
  /** The day of posting. */ postedOn: string;
  /** The day from which amendments and credits are dated: that of signature or of delivery. */ amendedFrom: string;
  /** Documents in the chain. */ depth: number;
  /** User key. */ preparer: string;
  /** User key. */ approver: string;
}

/** When something was delivered and accepted, and whether it may be returned. */
export interface Acceptance {
  /** The day. */ readonly delivered_on: string;
  /** The day. */ readonly accepted_on: string;
  /** Whether the customer may return it. */ readonly right_of_return: boolean;
}

const GOODS: readonly (readonly [string, string])[] = [
  ["pump station", "4000"],
  ["filter housings", "4000"],
  ["sorting unit", "4000"],
  ["press tools", "4000"],
  ["line inspection", "4100"],
  ["controls retrofit", "4100"],
];

/** Draws the sale of an index. In half of the sales the chain moves the price; in the others it changes nothing that
 * matters, and its credit note is for another contract. */
export function drawChainSale(build: Build, index: number): ChainSale {
  const rng = (name: string) => build.rng(`entry/${index}/${name}`), { period } = build.master;
  const foreign = (["USD", "EUR", "JPY", "KWD"] as const).filter((code) => code !== build.currency);
  const isForeign = rng("fx").below(10_000) < (build.knobs.fx_share_bps ?? 0);
  const currency = isForeign ? rng("currency").pick(foreign) : build.currency,
    [goods, account] = rng("goods").pick(GOODS);
  const netMinor = rng("amount").between(900, 50_000) * UNIT_MINOR[currency] + rng("cents").below(UNIT_MINOR[currency]);
  const deliveredOn = workday(addDays(`${period}-01`, rng("delivered").below(18)));
  const acceptedOn = workday(addDays(deliveredOn, rng("accepted").below(3)));
  const signedOn = addDays(deliveredOn, -rng("signed").between(20, 70));
  const first = { delivered_on: deliveredOn, accepted_on: acceptedOn, right_of_return: false };
  const contractNumber = `K-${10_000 + 200 * index + rng("contract").below(200)}`, moves = rng("moves").below(2) === 0;
  const change = bpsOf(netMinor, rng("change").between(300, 1200)) * (rng("sign").below(2) === 0 ? 1 : -1);
  return {
    ...{ currency, goods, account, netMinor, bookedMinor: netMinor, contractNumber, first, last: first },
    customer: rng("customer").pick(goodParties(build.master, "customer")).id,
    firstPriceMinor: moves ? netMinor + change : netMinor,
    creditMinor: Math.max(1, bpsOf(netMinor, rng("credit").between(100, 600))),
    creditFor: moves ? contractNumber : otherContract(build, index),
    number: `SI-${10_000 + 200 * index + rng("number").below(200)}`,
    signedOn,
    amendedFrom: rng("amended").below(2) === 0 ? signedOn : deliveredOn,
    postedOn: workday(addDays(acceptedOn, rng("posted").below(3))),
    depth: build.knobs.chain_depth ?? 1,
    preparer: rng("preparer").pick(usersIn(build, "clerk")).id,
    approver: rng("approver").pick(usersIn(build, "supervisor", "manager")).id,
  };
}

/** The number of another contract. */
export function otherContract(build: Build, index: number): string {
  return `K-${60_000 + 90 * index + build.rng(`entry/${index}/other`).below(90)}`;
}

/** The sale that a bundle was made from. */
export function chainSaleOf(bundle: Bundle): ChainSale {
  return bundle.facts as unknown as ChainSale;
}

/** Makes the bundle of a sale, clean if the sale is. */
export function chainBundle(build: Build, index: number, sale: ChainSale): Bundle {
  const { currency, customer, number, goods, account, bookedMinor, postedOn, preparer, approver } = sale;
  const entry = makeEntry(build, `entry/${index}`, {
    ...{ doc_date: sale.first.delivered_on, posting_date: postedOn, entered_at: postedOn, currency, source: "ar" },
    ...{ reference: number, prepared_by: preparer, approved_by: approver, approved_at: postedOn },
    lines: makeLines([
      { account: "1100", minor: bookedMinor, party: customer, memo: number },
      { account, minor: -bookedMinor, memo: goods },
    ], rateOn(build, { base: currency, date: sale.first.delivered_on, kind: "spot" })),
    narrative: build.rng(`entry/${index}/narrative`).pick([
      `Sale of ${goods}`,
      number,
      `${goods}, ${sale.contractNumber}`,
    ]),
  });
  const bundle = makeBundle(build, index, entry);
  bundle.facts = { ...sale } as unknown as Bundle["facts"];
  addChain(build, bundle);
  bundle.gold.admissible.push(...[...bundle.docs.values()].map(({ doc_id }) => doc_id));
  return bundle;
}

/** The role of the document that has the last word on price, days and terms: the last that is no credit note. */
export function decisiveRole({ depth }: ChainSale): string {
  return `chain_${depth < 3 ? depth - 1 : depth - 2}`;
}

/** Contract, amendments, and from three documents on a credit note. */
function addChain(build: Build, bundle: Bundle): void {
  const sale = chainSaleOf(bundle), { depth, contractNumber, customer, currency, signedOn, goods } = sale;
  const isOwnCredit = sale.creditFor === contractNumber, hasCredit = depth > 2;
  const decisivePrice = sale.netMinor + (hasCredit && isOwnCredit ? sale.creditMinor : 0);
  let before: string | null = null;
  for (let at = 0; at < depth; at++) {
    const role = `chain_${at}`, isDecisive = role === decisiveRole(sale), isCredit = hasCredit && at === depth - 1;
    const days = isDecisive ? sale.last : sale.first, price = isDecisive ? decisivePrice : sale.firstPriceMinor;
    const terms: { [name: string]: Scalar } = at === 0 || isDecisive
      ? { price_minor: price, ...days }
      : { place_of_delivery: "gate 4" };
    const doc: { doc_id: string } = addDoc(build, bundle, {
      ...{ role, kind: at === 0 ? "contract" : isCredit ? "credit_note" : "amendment", party: customer, currency },
      ...{ issued_on: at === 0 ? signedOn : addDays(sale.amendedFrom, 2 * at), supersedes: before },
      fields: isCredit
        ? { credits: sale.creditFor, credit_minor: sale.creditMinor, reason: "allowance" }
        : { [at === 0 ? "contract_number" : "amends"]: contractNumber, goods, ...terms },
    });
    before = doc.doc_id;
  }
}
