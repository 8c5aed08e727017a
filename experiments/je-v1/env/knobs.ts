/** The difficulty knobs: their ranges, their defaults, and what is wrong with given ones. @module */
import type { Task } from "./tasks.ts";
import document from "../run_config.json" with { type: "json" };

/** The knobs, in the order of run_config.json. */
export const KNOBS = [
  "ledger_size",
  "defect_rate_bps",
  "decoy_rate_bps",
  "doc_noise_bps",
  "missing_support_bps",
  "near_duplicate_bps",
  "amount_gap_bps",
  "fx_share_bps",
  "narrative_mislead_bps",
  "injection_bps",
  "chain_depth",
  "history_periods",
] as const;

/** One of {@linkcode KNOBS}. */
export type Knob = typeof KNOBS[number];

/** A value for every knob. */
export type Knobs = Readonly<Record<Knob, number>>;

/** Range and defaults of each knob, both ends included. */
export const KNOB_RANGES = document.knobs as Readonly<
  Record<Knob, { readonly min: number; readonly max: number; readonly defaults: Readonly<Record<string, number>> }>
>;

/** Entries of the decoy pool in 10,000: what decoys and near duplicates share. */
export const DECOY_POOL_BPS = 4000;

/** The knobs of a task: its tier's defaults with its own in their place. */
export function defaultKnobs(task: Task): Knobs {
  return Object.fromEntries(
    KNOBS.map((knob) => [knob, task.knobs[knob] ?? KNOB_RANGES[knob].defaults[task.tier] ?? 0]),
  ) as Knobs;
}

/** What is wrong with knobs: the name (empty: their combination) and the reason, in the order of the knobs. */
export function knobProblems(knobs: Readonly<Record<string, unknown>>): { knob: string; reason: string }[] {
  const problems: { knob: string; reason: string }[] = [];
  for (const knob of KNOBS) {
    const value = knobs[knob], { min, max } = KNOB_RANGES[knob];
    if (!Number.isSafeInteger(value) || (value as number) < min || (value as number) > max) {
      problems.push({ knob, reason: `must be a whole number from ${min} to ${max}` });
    }
  }
  for (const name of Object.keys(knobs)) {
    if (!(KNOBS as readonly string[]).includes(name)) problems.push({ knob: name, reason: "is not a knob" });
  }
  if (problems.length === 0) {
    const { decoy_rate_bps: decoys, near_duplicate_bps: near } = knobs as Knobs;
    if (decoys + near > DECOY_POOL_BPS) {
      problems.push({ knob: "", reason: `decoy_rate_bps and near_duplicate_bps together exceed ${DECOY_POOL_BPS}` });
    }
  }
  return problems;
}
