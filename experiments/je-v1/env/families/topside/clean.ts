/** Clean manual and top-side entries: estimates, accruals and reclassifications, each with memo and approval.
 * @module */
import type { Build, Bundle } from "../../bundle.ts";
import { addDays, monthEnd, workday } from "../../dates.ts";
import { bpsOf } from "../../integers.ts";
import type { Entry } from "../../model.ts";
import { UNIT_MINOR } from "../../money.ts";
import { addDoc, makeBundle, makeEntry, makeLines, userOf, usersIn } from "../../parts.ts";
import type { Rng } from "../../rng.ts";
import { addMemo, type Keyed, pickWriter, reviewedPeriod } from "../manual.ts";

/** An adjustment as it was made. */
export interface Adjustment extends Keyed {
  /** What it is. */ kind: "estimate" | "accrual" | "reclassification";
  /** In words. */ subject: string;
  /** Account code. */ debit: string;
  /** Account code. */ credit: string;
  /** What was booked. */ amountMinor: number;
  /** What an estimate starts from. */ baseMinor: number;
  /** The part of it that is set aside, in basis points. */ rateBps: number;
  /** Its number. */ number: string;
  /** Whether the group made it above the books of the company. */ isTopside: boolean;
  /** User key. */ preparer: string;
  /** User key. */ approver: string;
}

type Ground = Pick<Adjustment, "kind" | "subject" | "debit" | "credit">;

const GROUNDS: readonly Ground[] = [
  { kind: "estimate", subject: "doubtful receivables", debit: "6900", credit: "2300" },
  { kind: "estimate", subject: "obsolete stock", debit: "5000", credit: "2300" },
  { kind: "estimate", subject: "warranty work", debit: "6100", credit: "2300" },
  { kind: "accrual", subject: "consulting not yet billed", debit: "6300", credit: "2100" },
  { kind: "accrual", subject: "energy not yet billed", debit: "6700", credit: "2100" },
  { kind: "accrual", subject: "freight not yet billed", debit: "6500", credit: "2100" },
  { kind: "accrual", subject: "travel not yet billed", debit: "6400", credit: "2100" },
  { kind: "reclassification", subject: "licences booked as supplies", debit: "6200", credit: "6000" },
  { kind: "reclassification", subject: "training booked as consulting", debit: "6800", credit: "6300" },
  { kind: "reclassification", subject: "rent paid ahead", debit: "1300", credit: "6600" },
];

/** Draws what was adjusted, and by how much. */
function drawGround(
  build: Build,
  rngOf: (name: string) => Rng,
): Ground & { baseMinor: number; rateBps: number; amountMinor: number } {
  const unit = UNIT_MINOR[build.currency], ground = rngOf("ground").pick(GROUNDS);
  const baseMinor = rngOf("base").between(8_000, 90_000) * unit + rngOf("cents").below(unit);
  const rateBps = rngOf("rate").between(120, 1400);
  return { ...ground, baseMinor, rateBps, amountMinor: bpsOf(baseMinor, rateBps) };
}

/** Draws the adjustment of an index. */
export function drawAdjustment(build: Build, index: number): Adjustment {
  const rng = (name: string): Rng => build.rng(`entry/${index}/${name}`), { start, end } = reviewedPeriod(build);
  const isTopside = rng("source").below(3) === 0;
  const postedOn = isTopside ? end : workday(addDays(start, rng("posted").below(25)));
  return {
    ...drawGround(build, rng),
    ...{ isTopside, postedOn, permits: false },
    enteredOn: addDays(postedOn, rng("entered").below(5)),
    number: `${isTopside ? "TS" : "MJ"}-${10_000 + 200 * index + rng("number").below(200)}`,
    memoBy: pickWriter(build, `entry/${index}/writer`, { mayPermit: rng("rank").below(4) === 0 }),
    memoOn: addDays(postedOn, -rng("memo").below(7)),
    preparer: rng("preparer").pick(usersIn(build, "clerk", "supervisor")).id,
    approver: rng("approver").pick(usersIn(build, "manager", "controller")).id,
  };
}

/** The adjustment that a bundle was made from. */
export function adjustmentOf(bundle: Bundle): Adjustment {
  return bundle.facts as unknown as Adjustment;
}

/** Makes the bundle of an adjustment, clean if the adjustment is. */
export function adjustmentBundle(build: Build, index: number, adjustment: Adjustment): Bundle {
  const { postedOn, enteredOn, amountMinor, number, subject, preparer, approver } = adjustment;
  const signedOn = addDays(enteredOn, -build.rng(`entry/${index}/signed`).below(2));
  const entry = makeEntry(build, `entry/${index}`, {
    ...{ doc_date: postedOn, posting_date: postedOn, entered_at: enteredOn, currency: build.currency },
    ...{ source: adjustment.isTopside ? "topside" : "manual", reference: number, prepared_by: preparer },
    ...{ approved_by: approver, approved_at: signedOn, lines: linesOf(adjustment) },
    narrative: build.rng(`entry/${index}/narrative`).pick([
      `Adjustment, ${subject}`,
      subject,
      `${number} ${subject}`,
      "Month-end entry",
    ]),
  });
  const bundle = makeBundle(build, index, entry);
  bundle.facts = { ...adjustment };
  const isEstimate = adjustment.kind === "estimate";
  addMemo(build, bundle, {
    ...{ ...adjustment, total_minor: isEstimate ? null : amountMinor },
    fields: {
      ...{ concerns: number, subject },
      ...(isEstimate ? { base_minor: adjustment.baseMinor, rate_bps: adjustment.rateBps } : {}),
    },
  });
  addDoc(build, bundle, {
    ...{ role: "approval", kind: "approval", issued_on: signedOn, currency: build.currency, total_minor: amountMinor },
    fields: { approves: number, approver, signed: true, signed_on: signedOn, further_memo: "none" },
  });
  bundle.gold.admissible.push(
    ...[...bundle.docs.values()].map(({ doc_id }) => doc_id),
    ...[preparer, approver, adjustment.memoBy].map((id) => userOf(build, id).evidence_id),
  );
  return bundle;
}

function linesOf(
  { debit, credit, amountMinor, subject }: Pick<Adjustment, "debit" | "credit" | "amountMinor" | "subject">,
) {
  return makeLines([
    { account: debit, minor: amountMinor, memo: subject },
    { account: credit, minor: -amountMinor, memo: subject },
  ], null);
}

/** Makes the bundle again; records keep their names. */
export function remakeAdjustment(build: Build, bundle: Bundle, changes: Partial<Adjustment>): void {
  Object.assign(bundle, adjustmentBundle(build, bundle.index, { ...adjustmentOf(bundle), ...changes }));
}

/** Makes plain entries of an earlier month, by label. */
export function plainAdjustments(build: Build): (label: string, at: { month: string; place: number }) => Entry {
  return (label, { month, place }) => {
    const rng = (name: string): Rng => build.rng(`${label}/${name}`), ground = drawGround(build, rng), who = rng("who");
    const isTopside = who.below(3) === 0;
    const postedOn = isTopside ? monthEnd(month) : workday(addDays(`${month}-01`, who.below(25)));
    return makeEntry(build, label, {
      ...{ doc_date: postedOn, posting_date: postedOn, entered_at: addDays(postedOn, who.below(5)) },
      ...{ currency: build.currency, source: isTopside ? "topside" : "manual", lines: linesOf(ground) },
      ...{ reference: `${isTopside ? "TS" : "MJ"}-${1000 + place}`, narrative: ground.subject },
      prepared_by: who.pick(usersIn(build, "clerk", "supervisor")).id,
      approved_by: who.pick(usersIn(build, "manager", "controller")).id,
      approved_at: postedOn,
    });
  };
}
