/** A sweep: every unit of a plan that a folder has no result of, in worker processes. @module */
import { canonicalize } from "../../kernel/json_encode.ts";
import type { RunConfig } from "../../experiments/je-v1/config/contract.ts";
import { unitsOf } from "../../experiments/je-v1/sweep/plan.ts";
import { isInShard, type Shard } from "../../experiments/je-v1/sweep/shard.ts";
import { episodeId, type ModelEntry, type Unit } from "../../experiments/je-v1/sweep/unit.ts";
import { saltHash } from "../../experiments/je-v1/verify/commitment.ts";
import { PermafrostError } from "../../kernel/error.ts";
import { judgeSeats } from "./chat/chat_judge.ts";
import { episodePath, readHead, stateOfFile } from "./episode_files.ts";
import { pauses } from "./pause.ts";
import { passesOf, runPass, type UnitMeans, type UnitPass } from "./unit_passes.ts";

/** What is swept, and how. */
export interface SweepOptions extends UnitMeans {
  /** Whose sweep. */ readonly config: RunConfig;
  /** Who plays. */ readonly models: readonly ModelEntry[];
  /** The part of the plan to run; null: all. */ readonly shard: Shard | null;
  /** Is told of each step forward. */ readonly progress: (counts: SweepCounts) => void;
}

/** How far a sweep is. */
export interface SweepCounts {
  /** Episodes of the plan, or of its part. */ readonly planned: number;
  /** Those that have a total. */ readonly scored: number;
  /** Those that have none. */ readonly unscored: number;
  /** Those that were there, with a total, before. */ readonly skipped: number;
  /** Those that were there without a total and were run again. */ readonly rerun: number;
  /** Those whose file was damaged and was replaced. */ readonly damaged: number;
}

type Counts = { -readonly [name in keyof SweepCounts]: number };

/** Runs a sweep, or goes on with one: an episode with a total is never run again, whatever it is.
 * @throws {PermafrostError} unavailable: a model does not run here, or workers do not; record-invalid: a model's entry is not
 * as its adapter needs it, or the folder has results of other judges; usage: a model would judge itself, or there is no
 * key; interrupted; file-*. */
export async function sweepFolder(options: SweepOptions): Promise<SweepCounts> {
  const { models, salt, progress } = options,
    salt_hash = saltHash(salt?.text ?? ""),
    passes = passesOf(models, options);
  const counts: Counts = { planned: 0, scored: 0, unscored: 0, skipped: 0, rerun: 0, damaged: 0 };
  for (const _ of partOf(options, salt_hash)) counts.planned++;
  const done = (state: string): void => {
    counts[state === "scored" ? "scored" : "unscored"]++;
    progress({ ...counts });
  };
  progress({ ...counts });
  for (const pass of passes) {
    const isFirst = (model: ModelEntry): boolean => passes.find(({ takes }) => takes(model)) === pass;
    const open = openUnits(options, { pass, isFirst, salt_hash, counts });
    await runPass(open, pass, { ...options, most: counts.planned, done });
  }
  progress({ ...counts });
  return counts;
}

/** The units of the plan, or of its part. */
function* partOf({ config, models, shard }: SweepOptions, salt_hash: string): Generator<[Unit, string], void> {
  for (const unit of unitsOf(config, models)) {
    const id = episodeId(unit, salt_hash);
    if (shard === null || isInShard(id, shard)) yield [unit, id];
  }
}

/** The units of a pass of which there is no result, one at a time; counts, in the first pass of each, those of which there
 * is. */
async function* openUnits(
  options: SweepOptions,
  how: { pass: UnitPass; isFirst: (model: ModelEntry) => boolean; salt_hash: string; counts: Counts },
): AsyncGenerator<Unit, void> {
  const { pass, isFirst, salt_hash, counts } = how, pause = pauses();
  for (const [unit, id] of partOf(options, salt_hash)) {
    await pause();
    if (options.signal.aborted) {
      throw new PermafrostError("interrupted", "Cannot finish the sweep: it was told to stop");
    }
    if (!pass.takes(unit.model)) continue;
    const state = stateOfFile(options.folder, id);
    if (state === "scored") refuseOtherJudges(unit, id, options);
    if (isFirst(unit.model)) {
      if (state === "scored") counts.scored++, counts.skipped++, options.progress({ ...counts });
      if (state === "unscored") counts.rerun++;
      if (state === "damaged") counts.damaged++;
    }
    if (state !== "scored") yield unit;
  }
}

/** A judge is no part of an episode's name, so its results need a folder of their own. */
function refuseOtherJudges({ run_config }: Unit, id: string, { folder, judge }: SweepOptions): void {
  if (judge === undefined) return;
  const { judges } = readHead(episodePath(folder, id)), at = `${id}.jsonl`;
  if (canonicalize(judges) === canonicalize(judgeSeats(judge.entry, run_config))) return;
  const state = `${at} was scored by ${judges[0] ?? "nobody"}; sweep into another folder`;
  throw new PermafrostError("record-invalid", `Cannot sweep under the judge ${judge.entry.id}: ${state}`, { at });
}
