/** Clean manual entries: each desk books what it always does, with a memo and an extract of the roster. @module */
import type { Build, Bundle } from "../../bundle.ts";
import { addDays, monthEnd, workday } from "../../dates.ts";
import type { Entry } from "../../model.ts";
import { UNIT_MINOR } from "../../money.ts";
import { addDoc, makeBundle, makeEntry, makeLines, userOf } from "../../parts.ts";
import { addMemo, type Keyed, pickWriter, reviewedPeriod } from "../manual.ts";
import { desksOf, PAIR_COUNT } from "./desks.ts";

/** A manual entry as it was made. */
export interface Manual extends Keyed {
  /** Account code. */ debit: string;
  /** Account code. */ credit: string;
  /** How much. */ amountMinor: number;
  /** Its number. */ number: string;
  /** User key. */ preparer: string;
  /** User key. */ approver: string;
  /** Who approved as the header says: user key. */ headerApprover: string;
  /** The account that the memo calls a one-off, or `none`. */ oneOff: string;
  /** For whom the roster has the preparer stand in: user key, or `none`. */ standsInFor: string;
  /** First day of the roster's row. */ rosterFrom: string;
  /** Last day of the roster's row. */ rosterTo: string;
  /** Accounts that go with the row, or `none`. */ rosterAccounts: string;
}

const SUBJECTS = ["monthly entry", "entry by schedule", "adjustment as agreed", "balance carried to the right place"];

/** Draws the manual entry of an index. */
export function drawManual(build: Build, index: number): Manual {
  const rng = (name: string) => build.rng(`entry/${index}/${name}`),
    desks = desksOf(build),
    unit = UNIT_MINOR[build.currency];
  const desk = rng("desk").pick(desks), [debit, credit] = rng("pair").pick(desk.pairs);
  const postedOn = workday(addDays(reviewedPeriod(build).start, rng("posted").below(25)));
  return {
    ...{ debit, credit, postedOn, permits: false, oneOff: "none" },
    amountMinor: rng("amount").between(300, 24_000) * unit + rng("cents").below(unit),
    number: `MJ-${10_000 + 200 * index + rng("number").below(200)}`,
    ...approvedBy(userOf(build, desk.user).reports_to!),
    preparer: desk.user,
    enteredOn: addDays(postedOn, rng("entered").below(3)),
    memoBy: pickWriter(build, `entry/${index}/writer`, { mayPermit: rng("rank").below(4) === 0 }),
    memoOn: addDays(postedOn, -rng("memo").below(7)),
    ...{ standsInFor: "none", rosterFrom: `${build.master.period}-01`, rosterTo: monthEnd(build.master.period) },
    rosterAccounts: "none",
  };
}

/** One approver, in memo and header. */
export function approvedBy(approver: string): Pick<Manual, "approver" | "headerApprover"> {
  return { approver, headerApprover: approver };
}

/** What the bundle of a manual entry was made from. */
export function manualOf(bundle: Bundle): Manual {
  return bundle.facts as unknown as Manual;
}

/** Makes the bundle of a manual entry, clean if what it is made from is. */
export function manualBundle(build: Build, index: number, manual: Manual): Bundle {
  const { postedOn, enteredOn, number, preparer, approver, rosterFrom, rosterTo } = manual,
    rng = build.rng(`entry/${index}/words`);
  const subject = rng.pick(SUBJECTS);
  const entry = makeEntry(build, `entry/${index}`, {
    ...{
      doc_date: postedOn,
      posting_date: postedOn,
      entered_at: enteredOn,
      currency: build.currency,
      source: "manual",
    },
    ...{ reference: number, prepared_by: preparer, approved_by: manual.headerApprover, approved_at: enteredOn },
    ...{
      lines: linesOf(manual),
      narrative: rng.pick([subject, `Manual entry ${number}`, `${number}, ${subject}`, "Month-end entry"]),
    },
  });
  const bundle = makeBundle(build, index, entry);
  bundle.facts = { ...manual };
  addMemo(build, bundle, {
    ...{ ...manual, total_minor: manual.amountMinor },
    fields: { concerns: number, subject, approved_by: approver, one_off_account: manual.oneOff },
  });
  addDoc(build, bundle, {
    ...{ role: "roster", kind: "roster", issued_on: rosterFrom },
    fields: {
      ...{ person: preparer, stands_in_for: manual.standsInFor, stands_in_from: rosterFrom, stands_in_to: rosterTo },
      accounts: manual.rosterAccounts,
    },
  });
  bundle.gold.admissible.push(
    ...[...bundle.docs.values()].map(({ doc_id }) => doc_id),
    ...[preparer, approver, manual.memoBy].map((id) => userOf(build, id).evidence_id),
    ...[build.annexes.users, build.annexes.periods].filter((id) => id !== undefined),
    ...(manual.standsInFor === "none" ? [] : [userOf(build, manual.standsInFor).evidence_id]),
  );
  return bundle;
}

function linesOf({ debit, credit, amountMinor }: Pick<Manual, "debit" | "credit" | "amountMinor">) {
  return makeLines([{ account: debit, minor: amountMinor }, { account: credit, minor: -amountMinor }], null);
}

/** Makes the bundle again; records keep their names. */
export function remakeManual(build: Build, bundle: Bundle, changes: Partial<Manual>): void {
  Object.assign(bundle, manualBundle(build, bundle.index, { ...manualOf(bundle), ...changes }));
}

/** Makes plain entries of an earlier month, by label; kinds of entries take turns, so that each is as common. */
export function plainManuals(build: Build): (label: string, at: { month: string; place: number }) => Entry {
  const unit = UNIT_MINOR[build.currency];
  const kinds = desksOf(build).flatMap(({ user, pairs }) => pairs.map((pair) => ({ user, pair })));
  return (label, { month, place }) => {
    const rng = build.rng(label), { user, pair: [debit, credit] } = kinds[place % PAIR_COUNT]!;
    const postedOn = workday(addDays(`${month}-01`, rng.below(25)));
    const amountMinor = rng.between(300, 24_000) * unit + rng.below(unit);
    return makeEntry(build, label, {
      ...{ doc_date: postedOn, posting_date: postedOn, entered_at: addDays(postedOn, rng.below(3)), source: "manual" },
      ...{
        currency: build.currency,
        reference: `MJ-${1000 + place}`,
        narrative: rng.pick(SUBJECTS),
        prepared_by: user,
      },
      ...{ approved_by: userOf(build, user).reports_to, approved_at: postedOn },
      lines: linesOf({ debit, credit, amountMinor }),
    });
  };
}
