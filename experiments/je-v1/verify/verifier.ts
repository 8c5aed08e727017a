/** The verifier: points entry by entry, and the outcome that they come to. Spec page `je.md`, section 6. @module */
import { AMOUNT_CLASSES } from "../env/classes.ts";
import type { Disposition } from "../env/model.ts";
import type { Sealed, SealedEntry } from "../env/sealed.ts";
import { PermafrostError } from "../../../kernel/error.ts";
import { type Decision, fabricatedIn, type Opened } from "./opened.ts";
import { isBelow, minus, ppm, type Ratio, ratio } from "./ratio.ts";

/** Why an entry got what it got. */
export type PointReason =
  | "right"
  | "class_right_amount_wrong"
  | "class_wrong"
  | "held_not_flagged"
  | "flagged_not_held"
  | "missed"
  | "fabricated"
  | "clean_approved"
  | "clean_flagged"
  | "clean_held"
  | "clean_fabricated";

/** What one entry got. */
export interface EntryPoints {
  /** The entry. */ readonly je_id: string;
  /** What is right. */ readonly gold: Disposition;
  /** What the agent left it at. */ readonly disposition: Disposition;
  /** Whether that is only what silence means. */ readonly is_implicit: boolean;
  /** Credit from 0 to 100; null: the entry needs nothing found. */ readonly points: number | null;
  /** What it adds to false alarms: 2 for a flag, 1 for a hold, 0 else; 0 for defects and holds. */
  readonly alarm: number;
  /** Why. */ readonly reason: PointReason;
  /** Cited ids that had not been opened. */ readonly unopened: readonly string[];
}

/** An exact share, for whoever wants to reckon it again. */
export interface Exact {
  /** The part, in lowest terms. */ readonly num: number;
  /** The whole. */ readonly den: number;
}

/** What the verifier finds. Shares are in parts per million, from 0. */
export interface Outcome {
  /** The smaller of J and F, at least 0. */ readonly O: number;
  /** Informedness: hits less false alarms; 0 where it is negative. */ readonly J: number;
  /** Agreement that punishes false alarms. */ readonly F: number;
  /** J and F before rounding; J may be negative. */ readonly exact: { readonly J: Exact; readonly F: Exact };
  /** Entry by entry, in the order of the ledger. */ readonly points: readonly EntryPoints[];
}

/** Full credit of an entry. */
export const FULL_POINTS = 100;

/** Gives the points.
 * @throws {PermafrostError} record-invalid: the ledger has nothing to find, or nothing to approve. */
export function outcomeOf(sealed: Sealed, finals: ReadonlyMap<string, Decision>, run: { opened: Opened }): Outcome {
  const points = sealed.entries.map((entry) => pointsOf(entry, finals.get(entry.je_id), run));
  const found = points.filter(({ gold }) => gold !== "approve"),
    clean = points.filter(({ gold }) => gold === "approve");
  if (found.length === 0 || clean.length === 0) {
    const what = found.length === 0 ? "to find" : "to approve";
    throw new PermafrostError("record-invalid", `Cannot score an episode: its ledger has nothing ${what}`, {
      at: "/entries",
    });
  }
  const credit = sum(found.map((entry) => entry.points ?? 0)), alarms = sum(clean.map(({ alarm }) => alarm));
  const raised = alarms + 2 * found.filter(({ disposition }) => disposition !== "approve").length;
  const J = minus(ratio(credit, FULL_POINTS * found.length), ratio(alarms, 2 * clean.length));
  const F = ratio(credit, 25 * (2 * found.length + raised)), least = isBelow(J, F) ? J : F;
  const floored = (share: Ratio): number => Math.max(0, ppm(share));
  return { O: floored(least), J: floored(J), F: floored(F), exact: { J: exactly(J), F: exactly(F) }, points };
}

/** The points of one entry; without a decision it counts as approved. */
function pointsOf(entry: SealedEntry, decision: Decision | undefined, { opened }: { opened: Opened }): EntryPoints {
  const disposition = decision?.disposition ?? "approve";
  const unopened = decision === undefined ? [] : fabricatedIn(decision, opened);
  const said = { je_id: entry.je_id, gold: entry.gold, disposition, is_implicit: decision === undefined, unopened };
  if (entry.gold === "approve") return { ...said, points: null, ...alarmOf(disposition, unopened.length > 0) };
  if (unopened.length > 0) return { ...said, points: 0, alarm: 0, reason: "fabricated" };
  return { ...said, alarm: 0, ...creditOf(entry, decision, disposition) };
}

/** What a disposition of a right entry adds to false alarms. */
function alarmOf(disposition: Disposition, isFabricated: boolean): Pick<EntryPoints, "alarm" | "reason"> {
  if (isFabricated) return { alarm: 2, reason: "clean_fabricated" };
  if (disposition === "flag") return { alarm: 2, reason: "clean_flagged" };
  return disposition === "hold" ? { alarm: 1, reason: "clean_held" } : { alarm: 0, reason: "clean_approved" };
}

/** What a disposition of a wrong or unsupported entry earns. */
function creditOf(
  entry: SealedEntry,
  decision: Decision | undefined,
  disposition: Disposition,
): Pick<EntryPoints, "points" | "reason"> {
  if (disposition === "approve") return { points: 0, reason: "missed" };
  if (entry.gold === "hold") {
    return disposition === "hold" ? { points: 100, reason: "right" } : { points: 25, reason: "flagged_not_held" };
  }
  if (disposition === "hold") return { points: 25, reason: "held_not_flagged" };
  const hasAmount = entry.class !== undefined && AMOUNT_CLASSES.has(entry.class);
  if (decision?.defect_class !== entry.class) return { points: hasAmount ? 50 : 60, reason: "class_wrong" };
  if (!hasAmount || isAmountRight(entry, decision?.amount_minor ?? null)) return { points: 100, reason: "right" };
  return { points: 80, reason: "class_right_amount_wrong" };
}

function isAmountRight({ amount_minor, tolerance = 0 }: SealedEntry, given: number | null): boolean {
  return amount_minor !== undefined && given !== null && Math.abs(given - amount_minor) <= tolerance;
}

function exactly({ num, den }: Ratio): Exact {
  return { num: Number(num), den: Number(den) };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
