/** Defects of manual entries: rare ones that nothing explains, duties that meet, and late ones. @module */
import type { Build, Bundle, Mutator } from "../../bundle.ts";
import { addDays } from "../../dates.ts";
import { docOf, need, setDefect, userOf } from "../../parts.ts";
import { needPeriod, postCloseBy, reviewedPeriod } from "../manual.ts";
import { approvedBy, type Manual, manualOf, remakeManual } from "./clean.ts";
import { accountsOf, rarePairOf } from "./desks.ts";

/** Keyed in after the late window without leave. */
export const postClose: Mutator = postCloseBy(remakeManual);

/** What makes an entry rare: its preparer never uses one of its accounts otherwise. */
export function rareChanges(build: Build, index: number): Partial<Manual> & { account: string; ownerUser: string } {
  const { desk, account, owner } = rarePairOf(build, index), [, credit] = desk.pairs[0]!;
  const approver = approvedBy(userOf(build, desk.user).reports_to!);
  return { preparer: desk.user, ...approver, debit: account, credit, account, ownerUser: owner.user };
}

/** A rare pair of preparer and account. Memo and roster say nothing of it, or speak of another account or time. */
export const unusualPattern: Mutator = {
  eligible: () => true,
  apply(build, [bundle]) {
    const { index } = bundle!, { account, ownerUser, ...changes } = rareChanges(build, index);
    const { enteredOn } = manualOf(bundle!), rng = build.rng(`defect/rare/${index}`), days = rng.between(2, 9);
    const before = { rosterFrom: addDays(enteredOn, -days - 12), rosterTo: addDays(enteredOn, -days) };
    const other = rng.pick(accountsOf(rarePairOf(build, index).desk));
    const silence = rng.pick<Partial<Manual>>([
      {},
      { oneOff: other },
      { standsInFor: ownerUser, rosterAccounts: account, ...before },
      { standsInFor: ownerUser, rosterAccounts: other },
    ]);
    remakeManual(build, bundle!, { ...changes, ...silence });
    setDefect(bundle!, {
      ...{ class: "unusual_pattern", policy_id: "POL-UNU" },
      facts: [
        ...[bundle!.entry.je_id, manualOf(bundle!).preparer, account],
        ...[docOf(bundle!, "memo").doc_id, docOf(bundle!, "roster").doc_id],
      ],
    });
    bundle!.gold.claim_dimensions = ["user_account"];
  },
};

/** Approved by whoever prepared it, or by someone who reports to the preparer. */
export const sodConflict: Mutator = {
  eligible: () => true,
  apply(build, [bundle]) {
    const { preparer } = manualOf(bundle!), rng = build.rng(`defect/duties/${bundle!.index}`);
    const below = build.master.users.filter(({ reports_to }) => reports_to === preparer).map(({ id }) => id);
    const approver = rng.pick([preparer, ...below]);
    remakeManual(build, bundle!, approvedBy(approver));
    need(bundle!, userOf(build, approver).evidence_id, build.annexes.users);
    needExplanation(bundle!);
    setDefect(bundle!, {
      ...{ class: "sod_conflict", policy_id: "POL-SOD" },
      facts: [...new Set([bundle!.entry.je_id, docOf(bundle!, "memo").doc_id, preparer, approver])],
    });
  },
};

/** Memo or roster, whichever explains. */
function needExplanation(bundle: Bundle): void {
  need(bundle, docOf(bundle, "memo").doc_id, docOf(bundle, "roster").doc_id);
}

/** What an entry of this task needs to be told apart: for a late one the memo and the month, for a rare one both that
 * could explain it or the one that does, for any other one of the two. */
export function needGround(build: Build, bundle: Bundle): void {
  const { entry, gold } = bundle, { oneOff, standsInFor } = manualOf(bundle), memo = docOf(bundle, "memo").doc_id;
  const roster = docOf(bundle, "roster").doc_id, isLate = entry.entered_at > reviewedPeriod(build).close_at;
  if (gold.class === "unusual_pattern") bundle.gold.required.push([memo], [roster]);
  else if (isLate) {
    need(bundle, memo);
    needPeriod(build, bundle);
  } else if (oneOff !== "none") need(bundle, memo);
  else if (standsInFor !== "none") need(bundle, roster);
  else needExplanation(bundle);
}
