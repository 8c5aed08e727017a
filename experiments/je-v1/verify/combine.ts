/** From outcome, process and rationale to a total: the gate, the weights, the caps. Spec page `je.md`, section 6.
 * @module */
import { type Decision, fabricatedIn, type Opened } from "./opened.ts";
import { ONE_PPM, ppm, ratio } from "./ratio.ts";

/** Parts of 100. */
export interface Weights {
  /** What was found. */ readonly outcome: number;
  /** How it was found. */ readonly process: number;
  /** How it was explained. */ readonly rationale: number;
}

/** A bound on the total. */
export interface Cap {
  /** Why: some final disposition is fabricated, or a quarter of those that cite. */
  readonly reason: "fabricated_disposition" | "fabricated_quarter";
  /** The most that the total can be, parts per million. */ readonly max: number;
}

/** What combining makes. All in parts per million. */
export interface Combined {
  /** The share of process and rationale that the outcome lets through: twice the outcome, at most all. */
  readonly gate: number;
  /** The total; null: the rationale could not be judged. */ readonly total: number | null;
  /** The weighted sum without gate and caps; null likewise. */ readonly score_ungated: number | null;
}

/** How many final dispositions cite what was not opened, and of how many that cite at all. */
export interface Fabrication {
  /** Fabricated final dispositions. */ readonly fabricated: number;
  /** Final dispositions that cite. */ readonly citing: number;
}

const SOME_CAP = 600_000, QUARTER_CAP = 200_000;

/** Counts fabricated final dispositions. */
export function fabricationOf(finals: ReadonlyMap<string, Decision>, opened: Opened): Fabrication {
  const citing = [...finals.values()].filter(({ evidence }) => evidence.length > 0);
  const fabricated = citing.filter((decision) => fabricatedIn(decision, opened).length > 0).length;
  return { fabricated, citing: citing.length };
}

/** The caps that fabrication brings, the lowest last. */
export function capsOf({ fabricated, citing }: Fabrication): Cap[] {
  const caps: Cap[] = [];
  if (fabricated > 0) caps.push({ reason: "fabricated_disposition", max: SOME_CAP });
  if (fabricated > 0 && 4 * fabricated >= citing) caps.push({ reason: "fabricated_quarter", max: QUARTER_CAP });
  return caps;
}

/** Combines rounded parts, so that the total can be reckoned again from what is printed; halves up, once. */
export function combine(
  parts: { readonly O: number; readonly P: number; readonly R: number | null },
  options: { readonly weights: Weights; readonly caps: readonly Cap[] },
): Combined {
  const { O, P, R } = parts, { weights, caps } = options, gate = Math.min(ONE_PPM, 2 * O);
  if (R === null) return { gate, total: null, score_ungated: null };
  const outcome = BigInt(weights.outcome * O), rest = BigInt(weights.process * P + weights.rationale * R);
  const million = BigInt(ONE_PPM);
  const gated = ppm(ratio(outcome * million + BigInt(gate) * rest, 100n * million * million));
  const total = caps.reduce((least, { max }) => Math.min(least, max), gated);
  return { gate, total, score_ungated: ppm(ratio(outcome + rest, 100n * million)) };
}
