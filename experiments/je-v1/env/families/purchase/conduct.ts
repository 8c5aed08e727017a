/** Defects in when, by whom and with whom a purchase was made. @module */
import type { Build, Bundle, Mutator } from "../../bundle.ts";
import { addDays, monthEnd, workday, workdayBefore } from "../../dates.ts";
import { divFloor } from "../../integers.ts";
import type { Party } from "../../model.ts";
import { UNIT_MINOR } from "../../money.ts";
import { attach, docOf, makeDoc, makeEntry, need, partyOf, setDefect, userOf, usersIn } from "../../parts.ts";
import { amountsOf, functionalTotal } from "./clean.ts";
import { purchaseOf, remake } from "./change.ts";

const always = (): boolean => true;

/** Received in the month after, or the month before. */
export const cutoff: Mutator = {
  eligible: (_, bundle) => bundle.docs.has("receipt"),
  apply(build, [bundle]) {
    const { period } = build.master,
      rng = build.rng(`defect/cutoff/${bundle!.index}`),
      receipt = docOf(bundle!, "receipt");
    const isLate = rng.below(3) > 0, days = rng.between(1, 9);
    const receivedOn = isLate
      ? workday(addDays(monthEnd(period), days))
      : workdayBefore(addDays(`${period}-01`, -days));
    receipt.fields[receipt.kind === "goods_receipt" ? "received_on" : "performed_on"] = receivedOn;
    receipt.issued_on = receivedOn;
    const { net } = amountsOf(purchaseOf(bundle!));
    setDefect(bundle!, {
      ...{ class: "cutoff", policy_id: "POL-CUT", amount_minor: net },
      facts: [receipt.doc_id, receivedOn, net],
    });
  },
};

/** The form was never signed. */
export const approvalMissing: Mutator = {
  eligible: always,
  apply(_, [bundle]) {
    const form = docOf(bundle!, "approval");
    Object.assign(form.fields, { signed: false, signed_on: null });
    setDefect(bundle!, { class: "approval_missing", policy_id: "POL-AUT", facts: [form.doc_id] });
  },
};

/** Signed by a supervisor whose limit is lower than the amount. */
export const overLimit: Mutator = {
  eligible: (build, bundle) => functionalTotal(build, purchaseOf(bundle)) > 5_000 * UNIT_MINOR[build.currency],
  apply(build, [bundle]) {
    const old = userOf(build, purchaseOf(bundle!).approver).evidence_id;
    const signer = build.rng(`defect/signer/${bundle!.index}`).pick(usersIn(build, "supervisor"));
    const form = docOf(bundle!, "approval"), { gold } = bundle!;
    form.fields.approver = bundle!.entry.approved_by = signer.id;
    gold.required = gold.required.map((group) => group.map((id) => id === old ? signer.evidence_id : id));
    setDefect(bundle!, {
      ...{ class: "over_limit", policy_id: "POL-AUT" },
      facts: [form.doc_id, functionalTotal(build, purchaseOf(bundle!)), signer.limit_minor],
    });
  },
};

/** The obligation was booked in the month before already, under another spelling of its number. */
export const duplicate: Mutator = {
  eligible: always,
  apply(build, [bundle]) {
    const { number, vendor } = purchaseOf(bundle!), { total } = amountsOf(purchaseOf(bundle!));
    const [series, digits] = number.split("-"), spelling = build.rng(`defect/spelling/${bundle!.index}`);
    const other = spelling.pick([`${series} 0${digits}`, `${series}${digits}`, `${series}/${digits}`]);
    const twin = addEarlier(build, bundle!, { number: other, isSame: true });
    need(bundle!, twin.doc_id);
    setDefect(bundle!, {
      ...{ class: "duplicate", policy_id: "POL-DUP", amount_minor: total },
      facts: [docOf(bundle!, "invoice").doc_id, twin.doc_id, total],
    });
    bundle!.gold.admissible.push(partyOf(build, vendor).evidence_id, bundle!.context.at(-1)!.je_id);
  },
};

/** Adds an entry of the month before for the same vendor and amount, with an invoice of its own. `isSame`: the invoice
 * is that of this purchase, under another spelling of the number; otherwise a bill of its own month. */
export function addEarlier(build: Build, bundle: Bundle, what: { number: string; isSame: boolean }) {
  const { entry, index } = bundle, label = `entry/${index}/earlier`, purchase = purchaseOf(bundle);
  const days = build.rng(`${label}/days`).between(26, 36), at = workdayBefore(addDays(entry.posting_date, -days));
  const own = docOf(bundle, "invoice");
  const doc = makeDoc(build, `${label}/invoice`, {
    ...{ kind: "invoice", issued_on: what.isSame ? own.issued_on : addDays(at, -1), party: purchase.vendor },
    ...{ currency: purchase.currency, total_minor: own.total_minor },
    fields: { ...own.fields, invoice_number: what.number },
  });
  bundle.docs.set("earlier_invoice", doc);
  bundle.loose.add("earlier_invoice");
  bundle.context.push(makeEntry(build, label, {
    ...{ ...entry, doc_date: doc.issued_on, posting_date: at, entered_at: at, reference: what.number },
    ...{ period: at.slice(0, 7), approved_at: at, lines: entry.lines.map((line) => ({ ...line })) },
    ...{ je_id: build.id("JE", label), attachments: attach([doc]) },
  }));
  return doc;
}

/** Whoever prepared it approved it; or the approver reports to the preparer. The header says otherwise. */
export const sodConflict: Mutator = {
  eligible: always,
  apply(build, [bundle]) {
    const form = docOf(bundle!, "approval"), rng = build.rng(`defect/duties/${bundle!.index}`);
    const isSame = rng.below(2) === 0, clerk = userOf(build, bundle!.entry.prepared_by);
    if (!isSame) bundle!.entry.prepared_by = clerk.reports_to!;
    form.fields.approver = clerk.id;
    if (!isSame) need(bundle!, clerk.evidence_id, build.annexes.users);
    bundle!.gold.admissible.push(clerk.evidence_id);
    setDefect(bundle!, {
      ...{ class: "sod_conflict", policy_id: "POL-SOD" },
      facts: [form.doc_id, clerk.id, bundle!.entry.prepared_by],
    });
  },
};

/** A blocked party, one that was not set up yet, or a payment to a strange account. */
export const counterpartyInvalid: Mutator = {
  eligible: always,
  apply(build, [bundle]) {
    const rng = build.rng(`defect/party/${bundle!.index}`), kind = rng.pick(["blocked", "pending", "account"] as const);
    const bad = build.master.parties.filter((party: Party) => party.kind === "vendor" && party.status === kind);
    if (kind !== "account") remake(build, bundle!, { vendor: rng.pick(bad).id });
    else bundle!.bank[0]!.bank_ref = `BA${rng.between(10_000_000, 99_999_999)}`;
    const line = bundle!.bank[0]!, party = partyOf(build, purchaseOf(bundle!).vendor);
    need(bundle!, line.evidence_id, build.annexes.bank);
    setDefect(bundle!, {
      ...{ class: "counterparty_invalid", policy_id: "POL-PTY" },
      facts: kind === "account" ? [line.evidence_id, party.evidence_id] : [party.evidence_id, party.id],
    });
  },
};

/** Three purchases under one requisition within a week, each below the limit of its supervisor, together above. */
export const splitBelowLimit: Mutator = {
  size: 3,
  eligible: always,
  apply(build, bundles) {
    const first = purchaseOf(bundles[0]!), group = `split/${bundles[0]!.index}`;
    const signer = build.rng(`defect/signer/${bundles[0]!.index}`).pick(usersIn(build, "supervisor"));
    const postedOn = workday(
      addDays(`${build.master.period}-01`, build.rng(`defect/week/${bundles[0]!.index}`).below(18)),
    );
    for (const bundle of bundles) {
      const rng = build.rng(`defect/part/${bundle.index}`), quantity = rng.between(2, 6);
      const units = rng.between(2_100, 4_100);
      remake(build, bundle, {
        ...{
          vendor: first.vendor,
          requisition: first.requisition,
          currency: build.currency,
          quantity,
          nature: first.nature,
        },
        ...{ unitMinor: divFloor(units * UNIT_MINOR[build.currency], quantity), taxCode: "S20", approver: signer.id },
        ...{ postedOn: workday(addDays(postedOn, rng.below(4))), invoicedOn: postedOn, receivedOn: postedOn },
        ...{ orderedOn: addDays(postedOn, -4), preparer: first.preparer },
      });
    }
    const sum = bundles.reduce((total, bundle) => total + amountsOf(purchaseOf(bundle)).total, 0);
    for (const bundle of bundles) {
      for (const part of bundles) {
        need(bundle, docOf(part, "order").doc_id);
        need(bundle, docOf(part, "approval").doc_id);
      }
      setDefect(bundle, {
        ...{ class: "split_below_limit", policy_id: "POL-SPL", amount_minor: sum, group },
        facts: [...bundles.map((part) => docOf(part, "order").doc_id), sum],
      });
      bundle.gold.admissible.push(
        ...bundles.flatMap((part) => [part.entry.je_id, ...[...part.docs.values()].map((d) => d.doc_id)]),
      );
    }
  },
};
