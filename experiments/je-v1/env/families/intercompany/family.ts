/** JE-11: what two companies of the group book of one another. @module */
import type { Build, Bundle, Decoy, Family, Mutator } from "../../bundle.ts";
import { addDays, workday } from "../../dates.ts";
import { bpsOf, divFloor, mulDiv } from "../../integers.ts";
import type { Currency, Doc, Entity } from "../../model.ts";
import { UNIT_MINOR } from "../../money.ts";
import {
  addDoc,
  attach,
  docOf,
  functionalDebitsOf,
  makeBundle,
  makeEntry,
  makeLines,
  need,
  rateOn,
  setDefect,
  usersIn,
} from "../../parts.ts";
import { POLICY } from "../../policies.ts";
import { gapOf, settleRounding } from "../purchase/change.ts";

/** What two companies agreed on. */
interface Agreement {
  /** The other company's code. */ partner: string;
  /** The currency that they agreed on. */ currency: Currency;
  /** The amount as this side books it. */ minor: number;
  /** The amount as the other side books it. */ otherMinor: number;
  /** Number in the register. */ number: string;
  /** Whether the other company owes. */ isReceivable: boolean;
  /** The document's date. */ dated: string;
  /** The day of posting here. */ postedOn: string;
  /** The day of posting there. */ otherPostedOn: string;
  /** User key. */ preparer: string;
  /** User key. */ approver: string;
}

function drawAgreement(build: Build, index: number): Agreement {
  const rng = (name: string) => build.rng(`entry/${index}/${name}`), { home, entities } = build.master;
  const partner: Entity = rng("partner").pick(entities.filter(({ code }) => code !== home.code));
  const isForeign = rng("fx").below(10_000) < (build.knobs.fx_share_bps ?? 0);
  const currency = isForeign ? partner.currency : home.currency;
  const minor = rng("amount").between(400, 40_000) * UNIT_MINOR[currency] + rng("cents").below(UNIT_MINOR[currency]);
  const dated = workday(addDays(`${build.master.period}-01`, rng("dated").below(22)));
  const postedOn = workday(addDays(dated, rng("posted").below(2)));
  return {
    ...{ partner: partner.code, currency, minor, otherMinor: minor, dated, postedOn, otherPostedOn: postedOn },
    number: `IC-${10_000 + 200 * index + rng("number").below(200)}`,
    isReceivable: rng("side").below(2) === 0,
    preparer: rng("preparer").pick(usersIn(build, "clerk")).id,
    approver: rng("approver").pick(usersIn(build, "manager", "controller")).id,
  };
}

function agreementOf(bundle: Bundle): Agreement {
  return bundle.facts as unknown as Agreement;
}

function agreementBundle(build: Build, index: number, agreement: Agreement): Bundle {
  const { partner, currency, minor, number, isReceivable, dated, postedOn, preparer, approver } = agreement;
  const rate = rateOn(build, { base: currency, date: dated, kind: "spot" });
  const [debit, credit] = isReceivable ? ["1700", "4100"] : ["6300", "2700"];
  const postings = [{ account: debit!, minor, party: partner }, { account: credit!, minor: -minor, party: partner }];
  const common = { doc_date: dated, currency, source: "ic", reference: number } as const;
  const entry = makeEntry(build, `entry/${index}`, {
    ...{ ...common, posting_date: postedOn, entered_at: postedOn, lines: makeLines(postings, rate) },
    ...{ prepared_by: preparer, approved_by: approver, approved_at: postedOn },
    narrative: build.rng(`entry/${index}/narrative`).pick([
      `Services with ${partner}`,
      `${number} ${partner}`,
      `Register ${number}, month's charge`,
    ]),
  });
  const bundle = makeBundle(build, index, entry);
  bundle.facts = { ...agreement };
  addStatement(build, bundle, { role: "own_statement", company: build.master.home.code });
  const theirs = addStatement(build, bundle, { role: "other_statement", company: partner });
  bundle.loose.add("other_statement");
  bundle.context.push(otherSide(build, bundle, theirs));
  bundle.gold.admissible.push(
    ...[...bundle.docs.values()].map(({ doc_id }) => doc_id),
    ...bundle.context.map(({ je_id }) => je_id),
    ...(rate === null ? [] : [rate.evidence_id]),
  );
  return bundle;
}

/** A side's page of the register. */
function addStatement(build: Build, bundle: Bundle, what: { role: string; company: string }): Doc {
  const { partner, currency, minor, otherMinor, number, dated } = agreementOf(bundle), { home } = build.master;
  const isOwn = what.company === home.code;
  return addDoc(build, bundle, {
    ...{ role: what.role, kind: "statement", issued_on: dated, currency, total_minor: isOwn ? minor : otherMinor },
    fields: { register_number: number, company: what.company, partner: isOwn ? partner : home.code, dated },
  });
}

/** The entry of the other company: mirrored, in its own functional currency. */
function otherSide(
  build: Build,
  bundle: Bundle,
  statement: Doc,
) {
  const { partner, currency, otherMinor, number, isReceivable, dated, otherPostedOn } = agreementOf(bundle);
  const { home, entities } = build.master, label = `entry/${bundle.index}/other`;
  const theirCurrency = entities.find(({ code }) => code === partner)!.currency;
  const rate = currency === theirCurrency ? null : rateOn(build, { base: theirCurrency, date: dated, kind: "spot" });
  const [debit, credit] = isReceivable ? ["6300", "2700"] : ["1700", "4100"];
  return makeEntry(build, label, {
    ...{ entity: partner, doc_date: dated, posting_date: otherPostedOn, entered_at: otherPostedOn, currency },
    ...{ source: "ic", prepared_by: "U-90", approved_by: "U-91", approved_at: otherPostedOn },
    reference: build.rng(`${label}/spelling`).pick([number, number.replace("-", " "), number.replace("-", "/")]),
    narrative: `Charge with ${home.code}`,
    attachments: attach([statement]),
    lines: makeLines(
      [{ account: debit!, minor: otherMinor, party: home.code }, {
        account: credit!,
        minor: -otherMinor,
        party: home.code,
      }],
      rate === null ? null : { num: rate.den, den: rate.num },
    ),
  });
}

function remakeAgreement(build: Build, bundle: Bundle, changes: Partial<Agreement>): void {
  Object.assign(bundle, agreementBundle(build, bundle.index, { ...agreementOf(bundle), ...changes }));
}

/** Both statements, and the rate of a foreign amount. */
function requireSides(build: Build, bundle: Bundle): void {
  const { currency, dated } = agreementOf(bundle);
  for (const role of ["own_statement", "other_statement"]) need(bundle, docOf(bundle, role).doc_id);
  const rate = rateOn(build, { base: currency, date: dated, kind: "spot" });
  if (rate !== null) need(bundle, rate.evidence_id, build.annexes.rates);
}

/** The other side booked another amount. */
const mismatch: Mutator = {
  eligible: () => true,
  apply(build, [bundle]) {
    const { minor } = agreementOf(bundle!), gap = gapOf(build, bundle!, minor);
    remakeAgreement(build, bundle!, { otherMinor: minor - gap });
    requireSides(build, bundle!);
    const ids = ["own_statement", "other_statement"].map((role) => docOf(bundle!, role).doc_id);
    setDefect(bundle!, {
      ...{ class: "intercompany_mismatch", policy_id: "POL-ICO", amount_minor: gap },
      facts: [...ids, minor, minor - gap],
    });
  },
};

/** Converted at another rate. */
const wrongRate: Mutator = {
  eligible: (build, { entry }) => entry.currency !== build.currency,
  apply(build, [bundle]) {
    const { entry } = bundle!, { minor } = agreementOf(bundle!);
    const rate = rateOn(build, { base: entry.currency, date: entry.doc_date, kind: "spot" })!;
    const right = mulDiv(minor, rate.num, rate.den), sign = gapOf(build, bundle!, 1) < 0 ? -1 : 1;
    const wrong = right + sign * Math.max(3, bpsOf(right, build.knobs.amount_gap_bps ?? 0));
    for (const line of entry.lines) line.functional_minor = mulDiv(line.debit_minor - line.credit_minor, wrong, minor);
    settleRounding(bundle!);
    requireSides(build, bundle!);
    const booked = functionalDebitsOf(entry);
    setDefect(bundle!, {
      ...{ class: "fx_rate_error", policy_id: "POL-FXR", amount_minor: booked - right },
      ...{ tolerance: POLICY.fxToleranceMinor, facts: [rate.evidence_id, booked, right] },
    });
  },
};

const decoys: readonly Decoy[] = [
  {
    name: "posted-later",
    eligible: () => true,
    apply(build, bundle) {
      const days = build.rng(`decoy/days/${bundle.index}`).between(1, 3);
      remakeAgreement(build, bundle, { otherPostedOn: workday(addDays(agreementOf(bundle).postedOn, days)) });
    },
  },
  {
    name: "round-amount",
    eligible: () => true,
    apply(build, bundle) {
      const { minor, currency } = agreementOf(bundle), thousand = 1000 * UNIT_MINOR[currency];
      const round = Math.max(1, divFloor(minor, thousand)) * thousand;
      remakeAgreement(build, bundle, { minor: round, otherMinor: round });
    },
  },
  {
    name: "within-tolerance",
    eligible: (build, { entry }) => entry.currency !== build.currency,
    apply(_, { entry }) {
      entry.lines[0]!.functional_minor += 1;
      entry.lines[1]!.functional_minor -= 1;
    },
  },
];

/** JE-11. */
export const INTERCOMPANY_FAMILY: Family = {
  clean: (build, index) => agreementBundle(build, index, drawAgreement(build, index)),
  mutators: { intercompany_mismatch: mismatch, fx_rate_error: wrongRate },
  decoys,
  require: requireSides,
};
