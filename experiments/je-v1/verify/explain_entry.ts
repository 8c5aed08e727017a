/** The score sheet's part on one entry: what was right, said, cited and opened, and what that earned. @module */
import type { SealedEntry } from "../env/sealed.ts";
import { CRITERIA, CRITERION_WEIGHTS, MAX_SCORE } from "../judge/rubric.ts";
import { counted, grouped, wrapped } from "./explain_text.ts";
import { type Decision, isOpenedBefore, type Opened } from "./opened.ts";
import type { EntryRationale } from "./score_model.ts";
import type { EntryPoints, PointReason } from "./verifier.ts";

/** What is known of an entry. */
export interface EntryFile {
  /** What is right. */ readonly entry: SealedEntry;
  /** What it got. */ readonly points: EntryPoints;
  /** Its final disposition; undefined: none was given. */ readonly decision: Decision | undefined;
  /** How its rationale was judged; undefined: it is right. */ readonly rationale: EntryRationale | undefined;
  /** What the episode opened. */ readonly opened: Opened;
}

const WORDS: Readonly<Record<PointReason, string>> = {
  right: "disposition, class and amount are right as far as the entry has them",
  class_right_amount_wrong: "the class is right (50 + 30), the amount is not (0 of 20)",
  class_wrong: "the flag is right, its class is not",
  held_not_flagged: "held, where the file is complete and shows a defect",
  flagged_not_held: "flagged, where deciding support is still pending",
  missed: "approved",
  fabricated: "it cites what had not been opened, so nothing counts",
  clean_approved: "approved, rightly",
  clean_flagged: "a right entry was flagged: a false alarm",
  clean_held: "a right entry was held: half a false alarm",
  clean_fabricated: "it cites what had not been opened: counts as a false flag of a right entry",
};

const UNJUDGED: Readonly<Record<Exclude<EntryRationale["state"], "judged">, string>> = {
  wrong_type: "not judged, counts 0: the disposition is not of the right type",
  fabricated: "not judged, counts 0: it cites what had not been opened",
  judge_failed: "the judges failed to give enough valid verdicts",
};

/** The lines on one entry, two columns in. */
export function explainEntry(file: EntryFile): string[] {
  const { entry, points, decision, rationale, opened } = file, inside = { first: 4, rest: 8 };
  return [
    `  ${entry.je_id}`,
    ...wrapped(`right: ${saying(entry.gold, entry.class, entry.amount_minor)} by ${entry.policy_id}`, inside),
    ...wrapped(`said: ${decision === undefined ? "nothing, which means approve" : saidBy(decision)}`, inside),
    ...wrapped(`cited: ${citedBy(decision, opened)}`, inside),
    ...entry.required.flatMap((group) => wrapped(`needs ${needOf(group, decision, opened)}`, inside)),
    ...wrapped(`points: ${pointsText(points)}`, inside),
    ...(rationale === undefined ? [] : wrapped(`rationale: ${rationaleText(rationale)}`, inside)),
  ];
}

function saying(disposition: string, kind?: string | null, amount?: number | null): string {
  return [disposition, kind, amount === undefined || amount === null ? null : grouped(amount)]
    .filter((part) => part !== undefined && part !== null).join(" ");
}

function saidBy({ disposition, defect_class, amount_minor, step_idx }: Decision): string {
  return `${saying(disposition, defect_class, amount_minor)} at step ${step_idx}`;
}

function citedBy(decision: Decision | undefined, opened: Opened): string {
  if (decision === undefined || decision.evidence.length === 0) return "nothing";
  return decision.evidence.map((id) => `${id} (${openedText(opened, id, decision.step_idx)})`).join(", ");
}

function openedText(opened: Opened, id: string, step: number): string {
  const at = opened.get(id);
  if (at === undefined) return "NEVER OPENED";
  return isOpenedBefore(opened, id, { step }) ? `opened at step ${at}` : `OPENED TOO LATE, at step ${at}`;
}

/** When a group was first satisfied, and whether that was before the disposition. */
function needOf(group: readonly string[], decision: Decision | undefined, opened: Opened): string {
  const names = group.join(" or "), steps = group.flatMap((id) => opened.get(id) ?? []);
  if (steps.length === 0) return `${names}: never opened`;
  const first = steps.reduce((least, step) => Math.min(least, step));
  const isLate = decision !== undefined && first >= decision.step_idx;
  return `${names}: opened at step ${first}${isLate ? ", after the disposition" : ""}`;
}

function pointsText({ points, alarm, reason }: EntryPoints): string {
  const earned = points === null ? `${counted(alarm, "alarm point")} on a right entry` : `${points} of 100`;
  return `${earned}: ${WORDS[reason]}`;
}

function rationaleText({ state, criteria, deterministic }: EntryRationale): string {
  if (state !== "judged" || criteria === null) return UNJUDGED[state === "judged" ? "judge_failed" : state];
  const scores = CRITERIA.map((name) => {
    const beside = deterministic !== null && deterministic[name] !== criteria[name];
    const other = beside ? ` [${deterministic[name]} by the deterministic panel]` : "";
    return `${name} ${criteria[name]} of ${MAX_SCORE} (weight ${CRITERION_WEIGHTS[name]})${other}`;
  });
  return scores.join(", ");
}
