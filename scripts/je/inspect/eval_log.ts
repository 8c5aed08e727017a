/** A log of Inspect: the episodes of one task, model and condition. @module */
import { ENV_VERSION } from "../../../experiments/je-v1/env/instantiate.ts";
import { conditionOf } from "../../../experiments/je-v1/sweep/condition.ts";
import type { EpisodeRecord } from "../../../experiments/je-v1/sweep/episode_record.ts";
import { ONE_PPM } from "../../../experiments/je-v1/verify/ratio.ts";
import manifest from "../../../experiments/je-v1/manifest.json" with { type: "json" };
import project from "../../../deno.json" with { type: "json" };
import { sha256Hex } from "../../../kernel/digest.ts";
import { PermafrostError } from "../../../kernel/error.ts";
import { canonicalize } from "../../../kernel/json_encode.ts";
import type { JsonObject, JsonValue } from "../../../kernel/json_value.ts";
import { TRANSCRIPT_ADAPTER } from "../transcript.ts";
import { type EvalLog, LOG_VERSION, type LogError, type LogSample, TESTED_WITH } from "./log_model.ts";
import { isoTime, logFileName, shortId } from "./log_names.ts";
import { modelName, totalUsage } from "./log_sample.ts";
import { plain, SCORER } from "./log_score.ts";

/** The format of what the export adds in metadata. */
export const EXPORT_FORMAT = "permafrost/inspect-export@1";

const REST = "Every sample starts then; later times add the measured latencies, and nothing where there are none.";
const NO_TIME = `An episode records no time of day: created is 1970-01-01 UTC, which stands for none. ${REST}`;
const GIVEN_TIME = `An episode records no time of day: created was given when the log was made. ${REST}`;

const MESSAGES =
  "Made from the record: the brief, then each call and its answer. What an adapter says beside them, and " +
  "which calls came in one turn, is not recorded.";
const MAX_LENGTH = 256 * 1024 * 1024;

/** What is equal for all samples of a log. */
export type LogIdentity = Pick<EpisodeRecord, "run_config" | "model" | "salt_hash" | "judges" | "header">;

/** What a log is made with. */
export interface LogOptions {
  /** When it was played, in milliseconds since 1970; null: nobody says. */ readonly createdMs: number | null;
  /** Whether the held-out ledger is in it. */ readonly hasLedger: boolean;
}

/** What a log calls its model: its entry, without the digest of one transcript, which is a sample's. */
export function logModel({ model }: LogIdentity): LogIdentity["model"] {
  if (model.adapter !== TRANSCRIPT_ADAPTER) return model;
  const { transcript_sha256: _, ...params } = model.params;
  return { ...model, params };
}

/** What tells one log from another: equal for episodes of one task, model, condition and salt. */
export function logKey(identity: LogIdentity): string {
  const { run_config, salt_hash, judges, header } = identity, model = logModel(identity);
  const condition = conditionOf(run_config, { judges, env_version: header?.env_version ?? ENV_VERSION }).hash;
  return canonicalize({ task_id: run_config.task_id, model, condition, salt_hash } as unknown as JsonValue);
}

/** The name of a log's file; the same for the same key and time. */
export function logName(key: string, { task_id, createdMs }: { task_id: string; createdMs: number | null }): string {
  return logFileName({ created: isoTime(createdMs ?? 0), task: task_id, id: shortId(["task", key]) });
}

/** Makes a log of samples that share a key. They come out by seed. A log in which no sample has a score is an error, as
 * nothing was measured; else samples without one are errors of their own and are in no mean but the one that says so.
 * Pure. */
export function evalLog(
  samples: readonly LogSample[],
  { identity, createdMs, hasLedger }: LogOptions & { identity: LogIdentity },
): EvalLog {
  const sorted = samples.toSorted((a, b) => a.id - b.id), created = isoTime(createdMs ?? 0), key = logKey(identity);
  const { run_config: config, salt_hash, judges, header } = identity,
    model = logModel(identity),
    name = modelName(model);
  const env_version = header?.env_version ?? ENV_VERSION, condition = conditionOf(config, { judges, env_version });
  const { sweep: _sweep, seed: _seed, ...run_config } = config;
  const content = sorted.map(({ metadata: { episode_id, trajectory_hash }, scores }) => ({
    ...{ episode_id: episode_id!, trajectory_hash: trajectory_hash!, total: scores[SCORER]?.value ?? null },
  }));
  const run_id = shortId(["run", key, content]), task = `je-v1/${config.task_id}`;
  const longestMs = Math.max(0, ...sorted.flatMap(({ total_time = 0 }) => Math.round(total_time * 1000)));
  const completed_at = isoTime((createdMs ?? 0) + longestMs);
  const isNothing = sorted.every(({ scores }) => scores[SCORER] === undefined);
  const metadata = plain({
    ...{ format: EXPORT_FORMAT, experiment: "je-v1", manifest_sha256: manifestSha256(), condition, salt_hash, judges },
    ...{ model, tested_with: TESTED_WITH, times: createdMs === null ? NO_TIME : GIVEN_TIME },
    messages: MESSAGES,
    ledger: hasLedger ? "in the metadata of samples" : "left out",
  });
  return {
    ...{ version: LOG_VERSION, status: isNothing ? "error" : "success" },
    eval: plain({
      ...{ eval_id: shortId(["eval", key, content]), run_id, created, task, task_id: shortId(["task", key]) },
      ...{ task_version: env_version, task_attribs: {}, task_args: run_config, task_args_passed: {} },
      dataset: { name: task, samples: sorted.length, sample_ids: sorted.map(({ id }) => id), shuffled: false },
      ...{ model: name, model_generate_config: {}, model_args: model.params },
      ...(model.base_url === undefined ? {} : { model_base_url: model.base_url }),
      config: { epochs: 1, fail_on_error: false },
      packages: { permafrost: project.version },
      metadata,
      scorers: [{ name: SCORER, metrics: [{ name: "mean" }] }],
    }),
    plan: { name: "plan", steps: [{ solver: name, params: {}, params_passed: {} }], config: {} },
    results: resultsOf(sorted),
    stats: plain({ started_at: created, completed_at, model_usage: totalUsage(sorted), role_usage: {} }),
    ...(isNothing ? { error: NOTHING } : {}),
    ...{ invalidated: false, tags: [], metadata, samples: sorted },
  };
}

const NOTHING: LogError = { message: "no sample has a score", traceback: "", traceback_ansi: "" };

function resultsOf(samples: readonly LogSample[]): JsonObject {
  const totals = samples.flatMap(({ scores }) => scores[SCORER]?.metadata.total_ppm as number ?? []);
  const sum = totals.reduce((before, total) => before + total, 0), planned = samples.length;
  const metric = (name: string, whole: number): JsonObject =>
    whole === 0 ? {} : { [name]: { name, value: sum / whole / ONE_PPM, params: {} } };
  return {
    ...{ total_samples: planned, completed_samples: totals.length },
    scores: [{
      ...{ name: SCORER, scorer: SCORER, scored_samples: totals.length, unscored_samples: planned - totals.length },
      params: {},
      metrics: { ...metric("mean", totals.length), ...metric("mean_if_unscored_zero", planned) },
    }],
  };
}

/** The digest of je-v1's manifest: of the environment that made and checked what is exported. */
export function manifestSha256(): string {
  return sha256Hex(`${canonicalize(manifest)}\n`);
}

/** Writes a log as text: its fields in Inspect's order, each in canonical JSON, samples a line each. So the bytes depend
 * on what is said alone.
 * @param options `maxLength`: the most characters; 256 Mi unless given.
 * @throws {PermafrostError} file-too-large: it has more. */
export function logText(log: EvalLog, { maxLength = MAX_LENGTH }: { maxLength?: number } = {}): string {
  const { samples, ...head } = log;
  const fields = Object.entries(head).map(([key, value]) => `"${key}":${canonicalize(value)},\n`);
  const last = samples.length - 1;
  const lines = samples.map((sample, at) => `${canonicalize(sample)}${at < last ? "," : ""}\n`);
  const pieces = ["{\n", ...fields, '"samples":[\n', ...lines, "]\n}\n"];
  if (pieces.reduce((sum, { length }) => sum + length, 0) <= maxLength) return pieces.join("");
  const state = "it would be longer than its bound; export fewer seeds, each part into a folder of its own";
  throw new PermafrostError("file-too-large", `Cannot write a log of ${samples.length} samples: ${state}`);
}
