/** Whether an episode's record is true to itself, and to the environment. @module */
import { PermafrostError } from "../../../kernel/error.ts";
import { canonicalize } from "../../../kernel/json_encode.ts";
import { type Instance, instantiate } from "../env/instantiate.ts";
import { saltHash, verifyCommitment } from "../verify/commitment.ts";
import { joinSteps } from "../verify/record_text.ts";
import { replay, type ReplayDrift, type ReplayIdentical } from "../verify/replay.ts";
import { score } from "../verify/score.ts";
import type { Score } from "../verify/score_model.ts";
import { type Header, trajectoryHash } from "../verify/trajectory.ts";
import type { EpisodeRecord, RecordedEpisode } from "./episode_record.ts";
import { episodeId } from "./unit.ts";

/** What is wrong with an episode by itself: the place as a JSON Pointer into the record, and why. */
export interface EpisodeProblem {
  /** Where. */ readonly at: string;
  /** Why. */ readonly reason: string;
}

/** Judges an episode by itself, without its world: its name, its header, its chain, its revealed ledger. Null where all
 * agree. */
export function episodeProblem({ record, rows }: RecordedEpisode): EpisodeProblem | null {
  const { header, trajectory_hash, reveal } = record;
  if (episodeId(record, record.salt_hash) !== record.episode_id) {
    return { at: "/episode_id", reason: "is not that of its configuration, model, seed and salt" };
  }
  if (header === null) return rows.length === 0 && reveal === null ? null : { at: "/header", reason: "is missing" };
  const wrong = headerProblem(record, header);
  if (wrong !== null) return { at: `/header/${wrong}`, reason: "is not that of the run config, the seed or the salt" };
  if (trajectoryHash(header, rows) !== trajectory_hash) {
    return { at: "/trajectory_hash", reason: "is not the last link of the chain of rows" };
  }
  if (reveal === null || !verifyCommitment(header.ledger_commitment, reveal)) {
    return { at: "/reveal", reason: "does not open the commitment of the header" };
  }
  return null;
}

/** The first field of a header that is not as the record says; null: none. */
function headerProblem(record: EpisodeRecord, header: Header): string | null {
  const { run_config: { task_id, generator, tools_enabled, step_budget }, seed, salt_hash } = record;
  const expected = { task_id, seed, generator, tools_enabled, step_budget, salt_hash };
  for (const [key, value] of Object.entries(expected)) {
    if (canonicalize(header[key as keyof typeof expected]) !== canonicalize(value)) return key;
  }
  return null;
}

/** Makes the instance of a record again.
 * @throws {PermafrostError} record-invalid: the salt is not the one whose hash the record has, or no world comes of it. */
export function instanceOf(record: EpisodeRecord, salt = ""): Instance {
  const { run_config: { task_id, generator: { sources: _, ...generator } }, seed } = record;
  if (saltHash(salt) !== record.salt_hash) {
    const state = "it was played under another salt; give the campaign's with --salt-file";
    throw new PermafrostError("record-invalid", `Cannot make the world of the episode again: ${state}`, {
      at: "/salt_hash",
    });
  }
  return instantiate({ task_id, seed, generator, salt });
}

/** Replays an episode on its instance. Null: it has no header, so nothing was played.
 * @throws {PermafrostError} as {@linkcode instanceOf} and `replay`. */
export function replayEpisode(episode: RecordedEpisode, instance: Instance): ReplayIdentical | ReplayDrift | null {
  const { record: { header, trajectory_hash }, rows, observations } = episode;
  if (header === null) return null;
  const outcome = replay({ header, rows }, instance.world, { observations });
  if (outcome.status === "drift" || outcome.trajectory_hash === trajectory_hash) return outcome;
  return {
    ...{ status: "drift", first_step: null, diff: null },
    ...{ expected: trajectory_hash ?? "no hash", got: outcome.trajectory_hash },
  };
}

/** Scores an episode again on its instance; it must replay first.
 * @throws {PermafrostError} record-invalid: the replay drifts (`at` is the first step, as a JSON Pointer), or nothing
 * was played. */
export function rescore(episode: RecordedEpisode, instance: Instance): Score {
  const { record, rows, observations } = episode, outcome = replayEpisode(episode, instance);
  if (outcome === null || record.termination === null) throw refuse("nothing was played to an end", "");
  if (outcome.status === "drift") {
    throw refuse("its replay drifts; see je replay", outcome.first_step === null ? "" : `/${outcome.first_step}`);
  }
  return score(instance, { config: record.run_config, steps: joinSteps(rows, observations) });
}

function refuse(state: string, at: string): PermafrostError {
  return new PermafrostError("record-invalid", `Cannot score the episode: ${state}`, { at });
}
