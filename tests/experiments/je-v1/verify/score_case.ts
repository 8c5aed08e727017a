/** A case of scoring: what happened, which part of the score is looked at, and what it must be by hand. */
import type { Judges } from "../../../../experiments/je-v1/verify/score.ts";
import type { Score } from "../../../../experiments/je-v1/verify/score_model.ts";
import { score } from "../../../../experiments/je-v1/verify/score.ts";
import { configOf, type MadeCall, type MadeEntry, madeInstance, stepsOf } from "./made_episode.ts";

/** A case. */
export interface ScoreCase {
  /** To follow "when". */
  readonly name: string;
  /** The task; JE-01 unless given. */
  readonly task_id?: string;
  /** Tools that are withheld. */
  readonly withheld?: readonly string[];
  /** The entries. */
  readonly rows: readonly MadeEntry[];
  /** Canaries of the ledger. */
  readonly canaries?: readonly string[];
  /** The calls. */
  readonly calls: readonly MadeCall[];
  /** Makes the judges; none unless given. */
  readonly judges?: () => Judges;
  /** The part that is looked at. */
  readonly pick: (score: Score) => unknown;
  /** What it must be. */
  readonly wanted: unknown;
}

/** What a case's pick gives, by this scoring or another one. */
export function pickOf(one: ScoreCase, by: typeof score = score): unknown {
  const instance = madeInstance(one.rows, {
    ...(one.task_id === undefined ? {} : { task_id: one.task_id }),
    canaries: one.canaries ?? [],
  });
  const config = configOf(one.task_id ?? "JE-01", one.withheld ?? []);
  return one.pick(by(instance, { config, steps: stepsOf(...one.calls), judges: one.judges?.() ?? null }));
}
