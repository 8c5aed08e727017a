/** A sweep: every unit of a plan that a folder has no result of, in worker processes. @module */
import { fileURLToPath } from "node:url";
import type { RunConfig } from "../../experiments/je-v1/config/contract.ts";
import { unitsOf } from "../../experiments/je-v1/sweep/plan.ts";
import { isInShard, type Shard } from "../../experiments/je-v1/sweep/shard.ts";
import { episodeId, type ModelEntry, runUnit, type Unit, unscoredUnit } from "../../experiments/je-v1/sweep/unit.ts";
import { saltHash } from "../../experiments/je-v1/verify/commitment.ts";
import { ERROR_CODES, type ErrorCode, PermafrostError } from "../../kernel/error.ts";
import { stateOfFile, writeEpisode } from "./episode_files.ts";
import { pauses } from "./pause.ts";
import { runPool } from "./worker_pool.ts";

/** What is swept, and how. */
export interface SweepOptions {
  /** Whose sweep. */ readonly config: RunConfig;
  /** Who plays. */ readonly models: readonly ModelEntry[];
  /** Where episodes are and go; it is there. */ readonly folder: string;
  /** The campaign's secret, and the file that workers read it from; null: none. */
  readonly salt: { readonly text: string; readonly path: string } | null;
  /** The part of the plan to run; null: all. */ readonly shard: Shard | null;
  /** Worker processes; 0: this one does all. */ readonly workers: number;
  /** Stops it; what is written stays. */ readonly signal: AbortSignal;
  /** A clock in milliseconds, for latencies. */ readonly nowMs: () => number;
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
 * @throws {PermafrostError} unavailable: a model does not run here, or workers do not; interrupted; file-*. */
export async function sweepFolder(options: SweepOptions): Promise<SweepCounts> {
  const { models, folder, salt, workers, signal, progress } = options, salt_hash = saltHash(salt?.text ?? "");
  for (const { id, adapter } of models) {
    if (adapter !== "reference") throw refuse(`the model ${id} has the adapter ${adapter}, which does not run here`);
  }
  const counts: Counts = { planned: 0, scored: 0, unscored: 0, skipped: 0, rerun: 0, damaged: 0 };
  for (const _ of partOf(options, salt_hash)) counts.planned++;
  const open = openUnits(options, { salt_hash, counts });
  const done = (state: string): void => {
    counts[state === "scored" ? "scored" : "unscored"]++;
    progress({ ...counts });
  };
  progress({ ...counts });
  if (workers === 0) {
    for await (const unit of open) {
      done(runAndWrite(unit, { folder, ...(salt === null ? {} : { salt: salt.text }), nowMs: options.nowMs }).state);
    }
    return counts;
  }
  const waiting = counts.planned; // so many workers at most have something to do
  await runPool(open, {
    ...{ workers: Math.max(1, Math.min(workers, waiting)), command: workerCommand(options), signal },
    lineOf: (unit) => JSON.stringify(unit),
    done: (_, line) => done(readReply(line)),
    lost: (unit, words) => {
      const detail = `the worker process died: ${words.slice(-300) || "it said nothing"}`;
      writeEpisode(folder, unscoredUnit(unit, { reason: "crash", detail, salt_hash }));
      done("unscored");
    },
  });
  progress({ ...counts });
  return counts;
}

/** What became of a unit, as a worker says it in one line. */
export interface UnitReply {
  /** The episode. */ readonly episode_id: string;
  /** Whether it has a total. */ readonly state: "scored" | "unscored";
}

/** Runs a unit and writes its episode.
 * @throws {PermafrostError} what `runUnit` and `writeEpisode` throw. */
export function runAndWrite(
  unit: Unit,
  { folder, salt = "", nowMs }: { folder: string; salt?: string; nowMs: () => number },
): UnitReply {
  const episode = runUnit(unit, { salt, nowMs }), { episode_id, unscored } = episode.record;
  writeEpisode(folder, episode);
  return { episode_id, state: unscored === null ? "scored" : "unscored" };
}

/** The units of the plan, or of its part. */
function* partOf({ config, models, shard }: SweepOptions, salt_hash: string): Generator<[Unit, string], void> {
  for (const unit of unitsOf(config, models)) {
    const id = episodeId(unit, salt_hash);
    if (shard === null || isInShard(id, shard)) yield [unit, id];
  }
}

/** The units of which there is no result, one at a time; counts those of which there is. */
async function* openUnits(
  options: SweepOptions,
  { salt_hash, counts }: { salt_hash: string; counts: Counts },
): AsyncGenerator<Unit, void> {
  const pause = pauses();
  for (const [unit, id] of partOf(options, salt_hash)) {
    await pause();
    if (options.signal.aborted) {
      throw new PermafrostError("interrupted", "Cannot finish the sweep: it was told to stop");
    }
    const state = stateOfFile(options.folder, id);
    if (state === "scored") {
      counts.scored++, counts.skipped++;
      options.progress({ ...counts });
      continue;
    }
    if (state === "unscored") counts.rerun++;
    if (state === "damaged") counts.damaged++;
    yield unit;
  }
}

/** This program again, as a worker: it may read, write into the folder, and nothing else; no network. */
function workerCommand({ folder, salt }: SweepOptions): string[] {
  const url = new URL("../permafrost.ts", import.meta.url);
  const script = url.protocol === "file:" ? fileURLToPath(url) : url.href;
  return [
    ...[Deno.execPath(), "run", "--no-prompt", "--quiet", "--cached-only", "--no-check", "--no-lock"],
    ...["--allow-read", `--allow-write=${folder}`, script, "je", "unit", "--output", folder],
    ...(salt === null ? [] : ["--salt-file", salt.path]),
  ];
}

/** Reads a worker's line.
 * @throws {PermafrostError} the error that the worker names. */
function readReply(line: string): string {
  const reply = JSON.parse(line) as Partial<UnitReply> & { error?: { code: string; message: string } };
  if (reply.error !== undefined) {
    const { code, message } = reply.error;
    throw new PermafrostError(Object.hasOwn(ERROR_CODES, code) ? code as ErrorCode : "internal", message);
  }
  return reply.state ?? "unscored";
}

function refuse(state: string): PermafrostError {
  return new PermafrostError("unavailable", `Cannot run the sweep: ${state}`);
}
