/** Purchases that look odd and are in order. @module */
import type { Build, Bundle, Decoy } from "../../bundle.ts";
import { capitalisationLimit, NATURES } from "../../coding_guide.ts";
import { addDays, monthEnd } from "../../dates.ts";
import { divFloor } from "../../integers.ts";
import { goodParties } from "../../master.ts";
import { UNIT_MINOR } from "../../money.ts";
import { docOf, partyOf, userOf, usersIn } from "../../parts.ts";
import { functionalTotal } from "./clean.ts";
import { addEarlier } from "./conduct.ts";
import { addOlderInvoice, purchaseOf, remake } from "./change.ts";

const always = (): boolean => true;

/** A round total. */
export const roundAmount: Decoy = {
  name: "round-amount",
  eligible: always,
  apply(build, bundle) {
    const { quantity, currency } = purchaseOf(bundle),
      hundreds = build.rng(`decoy/round/${bundle.index}`).between(3, 12);
    remake(build, bundle, {
      ...{ taxCode: "Z00", quantity: Math.min(quantity, 5) === 3 ? 4 : Math.min(quantity, 5) },
      unitMinor: hundreds * 100 * UNIT_MINOR[currency],
    });
  },
};

/** Two invoices on file, of which the older was replaced. */
export const olderInvoice: Decoy = {
  name: "older-invoice",
  eligible: (_, bundle) => bundle.docs.has("invoice"),
  apply: addOlderInvoice,
};

/** Lasting goods one minor unit below the limit, expensed. */
export const belowCapitalisation: Decoy = {
  name: "below-capitalisation",
  eligible: always,
  apply(build, bundle) {
    const { currency } = purchaseOf(bundle), lasting = NATURES.filter(({ years }) => years >= 2);
    const nature = build.rng(`decoy/lasting/${bundle.index}`).pick(lasting).name;
    remake(build, bundle, { nature, unitMinor: capitalisationLimit(currency) - 1, quantity: 2 });
  },
};

/** The invoice came in the next month; what it bills came in this one. */
export const lateInvoice: Decoy = {
  name: "late-invoice",
  eligible: (build, bundle) => bundle.docs.has("receipt") && bundle.entry.currency === build.currency,
  apply(build, bundle) {
    const later = addDays(monthEnd(build.master.period), build.rng(`decoy/late/${bundle.index}`).between(1, 4));
    bundle.entry.doc_date = later;
    bundle.entry.entered_at = later;
    const invoice = bundle.docs.get("invoice");
    if (invoice !== undefined) invoice.issued_on = later;
  },
};

/** The amount is exactly the limit of whoever signed. */
export const atLimit: Decoy = {
  name: "at-limit",
  eligible: always,
  apply(build, bundle) {
    const signer = build.rng(`decoy/signer/${bundle.index}`).pick(usersIn(build, "supervisor"));
    remake(build, bundle, {
      ...{ currency: build.currency, taxCode: "Z00", quantity: 2, approver: signer.id },
      unitMinor: divFloor(signer.limit_minor, 2),
    });
  },
};

/** The header names no approver, or the preparer; the form was signed as it should be. */
export const oddHeader: Decoy = {
  name: "odd-header",
  eligible: (_, bundle) => bundle.docs.has("approval"),
  apply(build, bundle) {
    const isEmpty = build.rng(`decoy/header/${bundle.index}`).below(2) === 0;
    bundle.entry.approved_by = isEmpty ? null : bundle.entry.prepared_by;
    if (isEmpty) bundle.entry.approved_at = null;
  },
};

/** A related party, which the policies in force allow. */
export const relatedVendor: Decoy = {
  name: "related-vendor",
  eligible: always,
  apply(build, bundle) {
    const related = build.master.parties.filter((party) => party.kind === "vendor" && party.related_party);
    remake(build, bundle, { vendor: build.rng(`decoy/related/${bundle.index}`).pick(related).id });
  },
};

/** A converted total that is off by one minor unit, which the policy allows. */
export const withinTolerance: Decoy = {
  name: "within-tolerance",
  eligible: (build, { entry }) => entry.currency !== build.currency,
  apply(build, bundle) {
    const right = functionalTotal(build, purchaseOf(bundle)),
      [first] = bundle.entry.lines,
      last = bundle.entry.lines.at(-1)!;
    const shift = right + 1 + last.functional_minor;
    first!.functional_minor += shift;
    last.functional_minor -= shift;
  },
};

/** A bill of the month before for the same vendor and amount, which recurs. */
export const recurringBill: Decoy = {
  name: "recurring-bill",
  eligible: (_, bundle) => bundle.docs.has("invoice") && !bundle.docs.has("earlier_invoice"),
  apply(build, bundle) {
    const [series] = purchaseOf(bundle).number.split("-");
    const number = `${series}-${build.rng(`decoy/recurring/${bundle.index}`).between(1_000, 9_999)}`;
    const earlier = addEarlier(build, bundle, { number, isSame: false });
    bundle.gold.admissible.push(earlier.doc_id);
  },
};

/** Another purchase of the same vendor in the same week under a requisition of its own, or one whose approver may sign
 * for it all. */
export const bigApprover: Decoy = {
  name: "big-approver",
  eligible: always,
  apply(build, bundle) {
    const signer = usersIn(build, "controller")[0]!;
    remake(build, bundle, { approver: signer.id, vendor: commonVendor(build) });
    bundle.gold.admissible.push(
      userOf(build, signer.id).evidence_id,
      partyOf(build, purchaseOf(bundle).vendor).evidence_id,
    );
  },
};

/** One vendor for all decoys of a world, so that they meet in one week. */
function commonVendor(build: Build): string {
  return build.rng("decoy/vendor").pick(goodParties(build.master, "vendor")).id;
}

/** What a decoy of a task with approvals needs to be told apart. */
export function needOrderAndApproval(build: Build, bundle: Bundle): void {
  const signer = userOf(build, String(docOf(bundle, "approval").fields.approver)).evidence_id;
  for (const role of ["order", "approval"]) bundle.gold.required.push([docOf(bundle, role).doc_id]);
  bundle.gold.required.push([signer, ...(build.annexes.users === undefined ? [] : [build.annexes.users])]);
}
