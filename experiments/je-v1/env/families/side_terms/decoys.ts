/** Sales that look odd and are in order. @module */
import type { Build, Bundle, Decoy } from "../../bundle.ts";
import { addDays, monthEnd, workdayBefore } from "../../dates.ts";
import { UNIT_MINOR } from "../../money.ts";
import { docOf, makeBankLine } from "../../parts.ts";
import { addEarlier } from "../manual.ts";
import { amountsOf, remakeSale, saleOf } from "./clean.ts";
import { relatedCustomers } from "./mutators.ts";

const always = (): boolean => true;

/** A related party, disclosed. */
export const relatedDisclosed: Decoy = {
  name: "related-disclosed",
  eligible: always,
  apply(build, bundle) {
    const rng = build.rng(`decoy/related/${bundle.index}`), customer = rng.pick(relatedCustomers(build)).id;
    const disclosure = rng.pick([
      "sale to a company of a director's family",
      "buyer is held by a shareholder of the group",
    ]);
    remakeSale(build, bundle, { customer, disclosure });
  },
};

/** A related party whose contract says nothing, and which discloses the relation when asked. */
export const relatedConfirmed: Decoy = {
  name: "related-confirmed",
  eligible: always,
  apply(build, bundle) {
    const rng = build.rng(`decoy/related/${bundle.index}`), customer = rng.pick(relatedCustomers(build)).id;
    const ties = rng.pick(["a director's family holds our shares", "your main shareholder owns us"]);
    const replyText =
      `We confirm the contract and, as stated in our reports, that we are a related party of yours: ${ties}.`;
    remakeSale(build, bundle, { customer, replyText });
  },
};

/** A right to return the goods that ended before the sale was booked, in the contract. */
export const expiredClause: Decoy = {
  name: "expired-clause",
  eligible: always,
  apply(build, bundle) {
    const days = build.rng(`decoy/clause/${bundle.index}`).between(0, 6), { postedOn, signedOn } = saleOf(bundle);
    const ended = addDays(postedOn, -days);
    remakeSale(build, bundle, { isPaid: false, returnsUntil: ended < signedOn ? signedOn : ended });
  },
};

/** A right to return the goods or to pay on resale, in the contract, which the customer has waived. */
export const waivedClause: Decoy = {
  name: "waived-clause",
  eligible: always,
  apply(build, bundle) {
    const rng = build.rng(`decoy/waived/${bundle.index}`), { postedOn, contractNumber } = saleOf(bundle);
    const until = addDays(postedOn, rng.between(20, 120)), waived = addDays(postedOn, -rng.below(5));
    const clause = rng.pick([{ returnsUntil: until }, { paymentDue: "once the customer has resold the goods" }]);
    const replyText =
      `Confirmed; as of ${waived} we have waived the clause of ${contractNumber} that let us return or resell first.`;
    remakeSale(build, bundle, { ...clause, isPaid: false, replyText });
  },
};

/** A side letter whose right to return the goods ended before the sale was booked, as the customer says. */
export const expiredLetter: Decoy = {
  name: "expired-letter",
  eligible: always,
  apply(build, bundle) {
    const rng = build.rng(`decoy/letter/${bundle.index}`), { postedOn } = saleOf(bundle), days = rng.between(0, 6);
    const letter = addDays(postedOn, -days - rng.between(5, 30)), ended = addDays(postedOn, -days);
    const replyText = rng.pick([
      `We confirm the amount. By letter of ${letter} we could return the goods until ${ended}.`,
      `Confirmed. The right of return under our letter of ${letter} ended on ${ended}.`,
    ]);
    remakeSale(build, bundle, { isPaid: false, replyText });
  },
};

/** The customer does not answer; its acceptance is on file. */
export const silentCustomer: Decoy = {
  name: "silent-customer",
  eligible: always,
  apply: (build, bundle) => remakeSale(build, bundle, { isPaid: false, reply: "no_reply", replyText: "" }),
};

/** Signed, delivered and booked on the last working day of the month. */
export const signedAtEnd: Decoy = {
  name: "signed-at-end",
  eligible: (build, { entry }) => entry.currency === build.currency,
  apply(build, bundle) {
    const day = workdayBefore(monthEnd(build.master.period));
    remakeSale(build, bundle, { signedOn: day, deliveredOn: day, postedOn: day, enteredOn: day, isPaid: false });
  },
};

/** A round price. */
export const roundPrice: Decoy = {
  name: "round-price",
  eligible: always,
  apply(build, bundle) {
    const thousands = build.rng(`decoy/round/${bundle.index}`).between(3, 50);
    remakeSale(build, bundle, { taxCode: "Z00", netMinor: thousands * 1000 * UNIT_MINOR[saleOf(bundle).currency] });
  },
};

/** The same goods to the same customer at the same price a month before, under a contract of its own. */
export const repeatedSale: Decoy = {
  name: "repeated-sale",
  eligible: always,
  apply(build: Build, bundle: Bundle) {
    addEarlier(build, bundle, { label: "earlier", days: [27, 34] });
    const [line] = bundle.bank, { entry } = bundle, earlier = bundle.context[0]!;
    const contract = docOf(bundle, "earlier/contract"), own = bundle.confirmations[0]!;
    contract.fields.contract_number = `${saleOf(bundle).contractNumber}-1`;
    bundle.bank.push(makeBankLine(build, `entry/${bundle.index}/earlier/receipt`, {
      ...{ ...line!, amount_minor: amountsOf(saleOf(bundle)).total, text: `RECEIPT ${earlier.reference}` },
      value_date: addDays(earlier.posting_date, build.rng(`entry/${bundle.index}/earlier/received`).between(4, 24)),
      currency: entry.currency,
    }));
    bundle.confirmations.push({
      ...{ ...own, evidence_id: build.id("Q", `entry/${bundle.index}/earlier/confirmation`), doc_id: contract.doc_id },
    });
    bundle.gold.admissible.push(bundle.bank[1]!.evidence_id, bundle.confirmations[1]!.evidence_id);
  },
};
