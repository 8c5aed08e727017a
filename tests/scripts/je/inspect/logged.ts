/** Episodes and logs for tests of the export. */
import { fileURLToPath } from "node:url";
import { makeRunConfig } from "../../../../experiments/je-v1/config/contract.ts";
import type { RecordedEpisode, UnscoredReason } from "../../../../experiments/je-v1/sweep/episode_record.ts";
import { finishUnit, prepareUnit, unscoredUnit } from "../../../../experiments/je-v1/sweep/unit.ts";
import { playEpisode } from "../../../../experiments/je-v1/env/session.ts";
import { evalLog, type LogOptions } from "../../../../scripts/je/inspect/eval_log.ts";
import { checkedWorld } from "../../../../scripts/je/inspect/export_episode.ts";
import type { EvalLog } from "../../../../scripts/je/inspect/log_model.ts";
import { logSample } from "../../../../scripts/je/inspect/log_sample.ts";
import { playTranscript, readTranscript, transcriptAgent } from "../../../../scripts/je/transcript.ts";
import { NO_SALT } from "../../../experiments/je-v1/sweep/records.ts";

/** A small world of JE-01. */
export const SMALL = makeRunConfig({ task_id: "JE-01", seed: 1, knobs: { ledger_size: 12 }, models: ["m"], seeds: 2 });
/** A model that is reached over a network. */
export const CHAT = {
  id: "m",
  adapter: "chat",
  base_url: "http://127.0.0.1:9/v1",
  model: "m-1",
  params: {},
  send_seed: false,
};
/** The transcript of fixtures/inspect: every kind of call that there is. */
export const CALLS = readTranscript(
  fileURLToPath(new URL("../../../../fixtures/inspect/calls.jsonl", import.meta.url)),
  { at: "calls.jsonl" },
);

/** The episode of the transcript. */
export function smallEpisode({ salt = "", seed = 1 } = {}): RecordedEpisode {
  return playTranscript(CALLS, { run_config: SMALL, seed, id: "m", salt }).episode;
}

/** The same calls by a model: two tokens read and one written a call, half a second each, and a thought first. */
export function chatEpisode(seed = 1): RecordedEpisode {
  const prepared = prepareUnit({ run_config: SMALL, model: CHAT, seed });
  const { termination, steps } = playEpisode(prepared.instance.world, transcriptAgent(CALLS), SMALL);
  const volatile = { tokens_in: 2, tokens_out: 1, latency_ms: 500 };
  const reasoning_trace = "First I look at all of it.";
  return finishUnit(prepared, {
    termination,
    steps: steps.map((step, at) => ({ ...step, ...volatile, ...(at === 0 ? { reasoning_trace } : {}) })),
  });
}

/** An episode of the model that has no result. */
export function failedEpisode(reason: UnscoredReason, { seed = 2 } = {}): RecordedEpisode {
  const unit = { run_config: SMALL, model: CHAT, seed }, why = { reason, detail: "it broke off", salt_hash: NO_SALT };
  return unscoredUnit(unit, reason === "instance" ? why : { ...why, prepared: prepareUnit(unit) });
}

/** The log of episodes that share one. */
export function logOf(episodes: readonly RecordedEpisode[], options: Partial<LogOptions> = {}): EvalLog {
  const { createdMs = null, hasLedger = false } = options;
  const samples = episodes.map((episode) => {
    return logSample(episode, { world: checkedWorld(episode, { at: "ep" }), startMs: createdMs ?? 0, hasLedger });
  });
  return evalLog(samples, { identity: episodes[0]!.record, createdMs, hasLedger });
}
