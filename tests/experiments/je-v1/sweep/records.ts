/** Records of episodes for tests: one that was played, and others like it that were not. @module */
import { makeRunConfig, type RunConfigSource } from "../../../../experiments/je-v1/config/contract.ts";
import type {
  EpisodeRecord,
  RecordedEpisode,
  UnscoredReason,
} from "../../../../experiments/je-v1/sweep/episode_record.ts";
import { DEFAULT_MODELS } from "../../../../experiments/je-v1/sweep/plan.ts";
import { episodeId, type ModelEntry, runUnit, type Unit } from "../../../../experiments/je-v1/sweep/unit.ts";
import { saltHash } from "../../../../experiments/je-v1/verify/commitment.ts";

/** The hash of no salt. */
export const NO_SALT = saltHash("");

/** An entry for a model; one of run_config.json where that has it. */
export function modelOf(id: string): ModelEntry {
  return DEFAULT_MODELS.find((entry) => entry.id === id) ?? { id, adapter: "test", params: {}, send_seed: false };
}

/** A unit of a small plan on JE-01. */
export function unitOf(
  { model = "heuristic", seed = 1, ...source }: Partial<RunConfigSource> & { model?: string } = {},
): Unit {
  const run_config = makeRunConfig({ task_id: "JE-01", models: [model], seeds: 5, ...source, seed: 1 });
  return { run_config, model: modelOf(model), seed };
}

const PLAYED = new Map<string, RecordedEpisode>();

/** A played episode; the same one for the same unit. */
export function played(unit: Unit = unitOf()): RecordedEpisode {
  const id = episodeId(unit, NO_SALT), before = PLAYED.get(id);
  if (before !== undefined) return before;
  const episode = runUnit(unit);
  PLAYED.set(id, episode);
  return episode;
}

/** A record with a total that was made up, or without one. */
export function recordOf(unit: Unit, result: number | UnscoredReason, { salt_hash = NO_SALT } = {}): EpisodeRecord {
  const { record } = played(unitOf()), { run_config, model, seed } = unit;
  const frame = { ...record, run_config, model, seed, salt_hash, episode_id: episodeId(unit, salt_hash) };
  if (typeof result !== "number") return { ...frame, score: null, unscored: { reason: result, detail: "" } };
  return { ...frame, score: { ...record.score!, total: result }, unscored: null };
}
