/** JE-09: accruals that are to be taken back, among purchases that were invoiced. @module */
import type { Build, Bundle, Decoy, Family, Mutator } from "../../bundle.ts";
import { accountFor, NATURES } from "../../coding_guide.ts";
import { addDays, addMonths, monthEnd, workday, workdayBefore } from "../../dates.ts";
import {
  attach,
  docOf,
  makeBundle,
  makeDoc,
  makeEntry,
  makeLines,
  need,
  rateOn,
  setDefect,
  setPending,
} from "../../parts.ts";
import { purchaseOf } from "../purchase/change.ts";
import { addReceipt, amountsOf, drawPurchase, type Purchase, purchaseBundle } from "../purchase/clean.ts";
import { cutoff, duplicate } from "../purchase/conduct.ts";
import { lateInvoice, olderInvoice, recurringBill } from "../purchase/decoys.ts";

const SERVICES = NATURES.filter(({ isGoods }) => !isGoods);

/** Whether a bundle is an accrual. */
export function isAccrual({ entry }: Bundle): boolean {
  return entry.lines.some(({ account }) => account === "2100");
}

/** Three in five are accruals, and of those seven in ten have been invoiced and taken back since. */
function clean(build: Build, index: number): Bundle {
  const rng = (name: string) => build.rng(`entry/${index}/${name}`);
  const purchase = { ...drawPurchase(build, index), nature: rng("service").pick(SERVICES).name };
  if (rng("kind").below(5) < 3) {
    return accrualBundle(build, index, { purchase, isInvoiced: rng("invoiced").below(10) < 7 });
  }
  const bundle = purchaseBundle(build, index, purchase);
  addReceipt(build, bundle, purchase);
  bundle.gold.admissible.push(docOf(bundle, "receipt").doc_id);
  return bundle;
}

function accrualBundle(build: Build, index: number, what: { purchase: Purchase; isInvoiced: boolean }): Bundle {
  const { purchase } = what, { currency, nature, vendor, preparer, approver, receivedOn } = purchase;
  const { period } = build.master, { net } = amountsOf(purchase), postedOn = workdayBefore(monthEnd(period));
  const account = accountFor(nature, purchase.unitMinor, currency)!;
  const entry = makeEntry(build, `entry/${index}`, {
    ...{ doc_date: receivedOn, posting_date: postedOn, entered_at: postedOn, currency, source: "manual" },
    ...{ reference: `SO-${purchase.requisition.slice(3)}`, prepared_by: preparer, approved_by: approver },
    approved_at: postedOn,
    narrative: build.rng(`entry/${index}/narrative`).pick([
      `${nature}, not invoiced`,
      `${nature}`,
      `Accrual ${nature}`,
    ]),
    lines: makeLines(
      [{ account, minor: net, memo: nature }, { account: "2100", minor: -net, party: vendor, memo: "accrued" }],
      rateOn(build, { base: currency, date: monthEnd(period), kind: "closing" }),
    ),
  });
  const bundle = makeBundle(build, index, entry);
  bundle.facts = { ...purchase, isInvoiced: what.isInvoiced };
  addReceipt(build, bundle, purchase);
  if (what.isInvoiced) addSettlement(build, bundle);
  const ids = [...bundle.docs.values()].map(({ doc_id }) => doc_id);
  bundle.gold.admissible.push(...ids, ...bundle.context.map(({ je_id }) => je_id));
  return bundle;
}

/** The invoice of the month after, and the reversal, under the accrual's reference. */
function addSettlement(build: Build, bundle: Bundle): void {
  const { entry, index } = bundle, purchase = purchaseOf(bundle), { net, tax, total } = amountsOf(purchase);
  const start = `${addMonths(build.master.period, 1)}-01`,
    label = `entry/${index}/later`,
    { currency, vendor } = purchase;
  const invoicedOn = workday(addDays(start, build.rng(`${label}/invoiced`).between(2, 20)));
  const invoice = makeDoc(build, `${label}/invoice`, {
    ...{ kind: "invoice", issued_on: invoicedOn, party: vendor, currency, total_minor: total },
    fields: {
      ...{ invoice_number: purchase.number, service_order: entry.reference, description: purchase.nature },
      ...{ net_minor: net, tax_code: purchase.taxCode, tax_minor: tax },
    },
  });
  bundle.docs.set("later_invoice", invoice);
  bundle.loose.add("later_invoice");
  const common = {
    currency,
    reference: entry.reference,
    prepared_by: entry.prepared_by,
    approved_by: entry.approved_by,
  };
  bundle.context.push(makeEntry(build, `${label}/entry`, {
    ...{ ...common, doc_date: invoicedOn, posting_date: invoicedOn, entered_at: invoicedOn, source: "ap" },
    ...{ narrative: `Vendor bill ${purchase.number}`, approved_at: invoicedOn, attachments: attach([invoice]) },
    lines: makeLines([
      { account: entry.lines[0]!.account, minor: net, tax_code: purchase.taxCode, memo: purchase.nature },
      ...(tax === 0 ? [] : [{ account: "1200", minor: tax, tax_code: purchase.taxCode }]),
      { account: "2000", minor: -total, party: vendor },
    ], rateOn(build, { base: currency, date: invoicedOn, kind: "spot" })),
  }));
  const reversedOn = workday(addDays(start, build.rng(`${label}/reversed`).below(2)));
  bundle.context.push(makeEntry(build, `${label}/reversal`, {
    ...{ ...common, doc_date: reversedOn, posting_date: reversedOn, entered_at: reversedOn, source: "manual" },
    ...{ narrative: "Reversal", approved_at: reversedOn, reverses: entry.je_id },
    lines: entry.lines.map((line) => ({
      ...{ ...line, debit_minor: line.credit_minor, credit_minor: line.debit_minor },
      functional_minor: -line.functional_minor,
    })),
  }));
}

/** The invoice was booked, and nothing taken back. */
const unreversed: Mutator = {
  eligible: (_, bundle) => isAccrual(bundle) && bundle.facts.isInvoiced === true,
  apply(_, [bundle]) {
    const { net } = amountsOf(purchaseOf(bundle!)),
      reversal = bundle!.context.find(({ reverses }) => reverses !== null)!;
    bundle!.context = bundle!.context.filter((entry) => entry !== reversal);
    bundle!.gold.admissible = bundle!.gold.admissible.filter((id) => id !== reversal.je_id);
    const [statement, invoice] = ["receipt", "later_invoice"].map((role) => docOf(bundle!, role).doc_id);
    need(bundle!, statement);
    need(bundle!, invoice);
    setDefect(bundle!, {
      ...{ class: "accrual_unreversed", policy_id: "POL-ACC", amount_minor: net },
      facts: [bundle!.context[0]!.je_id, invoice!, net],
    });
  },
};

/** The accrual was taken back weeks later, once its invoice was there. */
const reversedLate: Decoy = {
  name: "reversed-late",
  eligible: (_, bundle) => isAccrual(bundle) && bundle.facts.isInvoiced === true,
  apply(build, bundle) {
    const reversal = bundle.context.find(({ reverses }) => reverses !== null)!;
    const day = workday(
      addDays(bundle.context[0]!.posting_date, build.rng(`decoy/reversed/${bundle.index}`).between(1, 6)),
    );
    Object.assign(reversal, {
      doc_date: day,
      posting_date: day,
      entered_at: day,
      approved_at: day,
      period: day.slice(0, 7),
    });
  },
};

/** Only for what was invoiced at once. */
function ofPurchases(decoy: Decoy): Decoy {
  return { ...decoy, eligible: (build, bundle) => !isAccrual(bundle) && decoy.eligible(build, bundle) };
}

/** Statement, invoice, and the reversal where there is one. */
function requireChain(build: Build, bundle: Bundle): void {
  for (const role of ["receipt", "invoice", "later_invoice", "earlier_invoice"]) {
    need(bundle, bundle.docs.get(role)?.doc_id);
  }
  const reversal = bundle.context.find(({ reverses }) => reverses !== null);
  if (reversal !== undefined) need(bundle, reversal.je_id, build.annexes.ledger);
}

/** JE-09. */
export const ACCRUALS_FAMILY: Family = {
  clean,
  mutators: {
    accrual_unreversed: unreversed,
    cutoff: {
      eligible: () => true,
      apply(build, bundles) {
        cutoff.apply(build, bundles);
        need(bundles[0]!, docOf(bundles[0]!, "receipt").doc_id);
      },
    },
    duplicate: {
      eligible: (_, bundle) => !isAccrual(bundle),
      apply(build, bundles) {
        need(bundles[0]!, docOf(bundles[0]!, "invoice").doc_id);
        duplicate.apply(build, bundles);
      },
    },
  },
  pend: {
    eligible: (_, bundle) => isAccrual(bundle),
    apply(_, bundle) {
      setPending(bundle, "receipt", "POL-ACC");
      need(bundle, docOf(bundle, "receipt").doc_id);
    },
  },
  decoys: [reversedLate, ofPurchases(olderInvoice), ofPurchases(lateInvoice)],
  nearDuplicate: ofPurchases(recurringBill),
  require: requireChain,
};
