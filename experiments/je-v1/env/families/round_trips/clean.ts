/** Clean movements through the suspense accounts: settlements of costs, and transfers between accounts of the house.
 * @module */
import type { Build, Bundle } from "../../bundle.ts";
import { accountFor, NATURES } from "../../coding_guide.ts";
import { addDays, workday } from "../../dates.ts";
import { goodParties } from "../../master.ts";
import type { Entry } from "../../model.ts";
import { UNIT_MINOR } from "../../money.ts";
import {
  addDoc,
  makeBankLine,
  makeBundle,
  makeEntry,
  makeLines,
  partyOf,
  type Posting,
  userOf,
  usersIn,
} from "../../parts.ts";
import type { Rng } from "../../rng.ts";

/** A movement of value. */
export interface Movement {
  /** A cost paid, or value moved: to suspense, within it, or back from it. */
  kind: "settlement" | "out" | "within" | "in";
  /** What the memo says it is for, or `none`. */ nature: string;
  /** Price of one piece, where there are pieces. */ unitMinor: number;
  /** The account of a cost, by code. */ cost: string;
  /** The suspense account that is used first. */ suspense: "1900" | "1910";
  /** How much moved. */ amountMinor: number;
  /** Account that it left. */ from: string;
  /** Account that it reached. */ to: string;
  /** Vendor key of a cost; empty for transfers. */ vendor: string;
  /** Its number. */ number: string;
  /** The day of posting. */ postedOn: string;
  /** The day it was keyed in. */ enteredOn: string;
  /** User key. */ preparer: string;
  /** User key. */ approver: string;
}

const HOUSES = 6;

/** The house's own accounts. */
export function houseAccounts(build: Build): string[] {
  return Array.from({ length: HOUSES }, (_, at) => `BA${build.rng(`house/${at}`).below(90_000_000) + 10_000_000}`);
}

/** Draws what moved. Two in five settle a cost; of the others, one in three pays ahead for something that is named. */
function drawValue(
  build: Build,
  rng: (name: string) => Rng,
): Pick<Movement, "kind" | "nature" | "unitMinor" | "cost" | "suspense" | "amountMinor" | "vendor"> {
  const unit = UNIT_MINOR[build.currency], isCost = rng("kind").below(5) < 2, pieces = rng("pieces").between(1, 6);
  const unitMinor = rng("amount").between(150, 6_000) * unit + rng("cents").below(unit);
  const { name } = rng("nature").pick(NATURES), isNamed = isCost || rng("named").below(3) === 0;
  return {
    ...{ unitMinor, amountMinor: unitMinor * pieces, nature: isNamed ? name : "none" },
    kind: isCost ? "settlement" : rng("way").pick(["out", "within", "in"] as const),
    cost: accountFor(name, unitMinor, build.currency)!,
    suspense: rng("suspense").pick(["1900", "1910"] as const),
    vendor: isCost ? rng("vendor").pick(goodParties(build.master, "vendor")).id : "",
  };
}

/** Draws the movement of an index. */
export function drawMovement(build: Build, index: number): Movement {
  const rng = (name: string): Rng => build.rng(`entry/${index}/${name}`), value = drawValue(build, rng);
  const houses = houseAccounts(build), from = rng("from").below(HOUSES), step = rng("to").between(1, HOUSES - 1);
  const postedOn = workday(addDays(`${build.master.period}-01`, rng("posted").below(25)));
  return {
    ...{ ...value, postedOn, from: houses[from]! },
    to: value.vendor === "" ? houses[(from + step) % HOUSES]! : partyOf(build, value.vendor).bank_ref,
    enteredOn: addDays(postedOn, rng("entered").below(3)),
    number: `TR-${10_000 + 200 * index + rng("number").below(200)}`,
    preparer: rng("preparer").pick(usersIn(build, "clerk")).id,
    approver: rng("approver").pick(usersIn(build, "supervisor", "manager")).id,
  };
}

/** The movement that a bundle was made from. */
export function movementOf(bundle: Bundle): Movement {
  return bundle.facts as unknown as Movement;
}

/** The lines of a movement. */
function linesOf(
  { kind, cost, suspense, amountMinor, vendor, number }:
    & Pick<Movement, "kind" | "cost" | "suspense" | "amountMinor" | "vendor">
    & { number: string },
) {
  const other = suspense === "1900" ? "1910" : "1900";
  const [debit, credit] = {
    settlement: [cost, suspense] as const,
    out: [suspense, "1000"] as const,
    within: [other, suspense] as const,
    in: ["1000", suspense] as const,
  }[kind];
  const party: Partial<Posting> = vendor === "" ? {} : { party: vendor };
  return makeLines([
    { account: debit, minor: amountMinor, memo: number },
    { account: credit, minor: -amountMinor, memo: number, ...party },
  ], null);
}

/** Makes the bundle of a movement, clean if the movement is. */
export function movementBundle(build: Build, index: number, movement: Movement): Bundle {
  const { kind, number, postedOn, enteredOn, preparer, approver, from, to, amountMinor, nature, vendor } = movement;
  const entry = makeEntry(build, `entry/${index}`, {
    ...{
      doc_date: postedOn,
      posting_date: postedOn,
      entered_at: enteredOn,
      currency: build.currency,
      source: "manual",
    },
    ...{ reference: number, prepared_by: preparer, approved_by: approver, approved_at: enteredOn },
    lines: linesOf(movement),
    narrative: build.rng(`entry/${index}/narrative`).pick([
      `Clearing ${number}`,
      "Suspense, cleared",
      `${number} as instructed`,
      "Settlement per memo",
    ]),
  });
  const bundle = makeBundle(build, index, entry);
  bundle.facts = { ...movement };
  addDoc(build, bundle, {
    ...{ role: "memo", kind: "memo", issued_on: postedOn, currency: build.currency, total_minor: amountMinor },
    fields: {
      ...{ concerns: number, from_account: from, to_account: to, description: nature },
      ...(nature === "none" ? {} : { unit_price_minor: movement.unitMinor }),
      ordered_by: approver,
    },
  });
  bundle.bank.push(makeBankLine(build, `entry/${index}/bank`, {
    value_date: addDays(postedOn, build.rng(`entry/${index}/value`).below(3)),
    ...{ currency: build.currency, amount_minor: kind === "in" ? amountMinor : -amountMinor },
    ...{ bank_ref: kind === "in" ? from : to, text: `TRANSFER ${number}` },
  }));
  bundle.gold.admissible.push(
    ...[...bundle.docs.values()].map(({ doc_id }) => doc_id),
    ...bundle.bank.map(({ evidence_id }) => evidence_id),
    ...entry.lines.map(({ account }) => build.master.accounts.find(({ code }) => code === account)!.evidence_id),
    ...(vendor === "" ? [] : [partyOf(build, vendor).evidence_id]),
    userOf(build, approver).evidence_id,
  );
  return bundle;
}

/** Makes the bundle again; records keep their names. */
export function remakeMovement(build: Build, bundle: Bundle, changes: Partial<Movement>): void {
  Object.assign(bundle, movementBundle(build, bundle.index, { ...movementOf(bundle), ...changes }));
}

/** Makes plain entries of an earlier month, by label. */
export function plainMovements(build: Build): (label: string, at: { month: string; place: number }) => Entry {
  return (label, { month, place }) => {
    const value = drawValue(build, (name) => build.rng(`${label}/${name}`)), who = build.rng(`${label}/who`);
    const postedOn = workday(addDays(`${month}-01`, who.below(25))), number = `TR-${1000 + place}`;
    return makeEntry(build, label, {
      ...{ doc_date: postedOn, posting_date: postedOn, entered_at: addDays(postedOn, who.below(3)), source: "manual" },
      ...{ currency: build.currency, reference: number, lines: linesOf({ ...value, number }) },
      ...{ narrative: `Clearing ${number}`, prepared_by: who.pick(usersIn(build, "clerk")).id },
      ...{ approved_by: who.pick(usersIn(build, "supervisor", "manager")).id, approved_at: postedOn },
    });
  };
}
