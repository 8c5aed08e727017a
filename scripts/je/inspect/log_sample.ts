/** An episode as a sample of a log. @module */
import { briefOf } from "../../../experiments/je-v1/env/brief.ts";
import type { World } from "../../../experiments/je-v1/env/model.ts";
import type { RecordedEpisode } from "../../../experiments/je-v1/sweep/episode_record.ts";
import type { ModelEntry } from "../../../experiments/je-v1/sweep/unit.ts";
import { briefText } from "../brief_text.ts";
import { callEvents, eventTime, messagesOf } from "./log_messages.ts";
import type { LogEvent, LogSample, Usage } from "./log_model.ts";
import { shortId } from "./log_names.ts";
import { logError, logScore, plain, scoreParts, SCORER } from "./log_score.ts";

/** What a sample is made with. */
export interface SampleOptions {
  /** The world that it was played on; null: none came of it. */ readonly world: World | null;
  /** When it was played, in milliseconds since 1970. */ readonly startMs: number;
  /** Whether the held-out ledger goes into the metadata. */ readonly hasLedger: boolean;
}

/** A model's name as Inspect forms them: the adapter, a slash, and the name where it is served. */
export function modelName({ adapter, model, id }: ModelEntry): string {
  return `${adapter}/${model ?? id}`;
}

/** An episode as a sample: the brief in words as input, the calls as messages and events, the score, or why there is
 * none. Pure: the same episode and options give the same sample. */
export function logSample(episode: RecordedEpisode, { world, startMs, hasLedger }: SampleOptions): LogSample {
  const { record, rows } = episode, { episode_id: id, run_config: config, seed, termination } = record;
  const uuid = shortId(["sample", id]), model = modelName(record.model), score = logScore(record);
  const input = world === null ? "" : briefText(briefOf(world, config)), error = logError(record);
  const told = { input, model, uuid, startMs }, calls = callEvents(episode, told);
  const elapsedMs = Math.round((calls.at(-1)?.working_start ?? 0) * 1000), end = eventTime(told, elapsedMs);
  const limit = { type: "custom", limit: config.step_budget } as const, isSpent = termination === "budget";
  const events: LogEvent[] = [
    { ...eventTime(told, 0), event: "sample_init", sample: { id: seed, input, target: "" }, state: {} },
    ...calls,
    ...(isSpent ? [{ ...end, event: "sample_limit", ...limit, message: "The step budget was spent." } as const] : []),
    ...(score === null ? [] : [{ ...end, event: "score", score, intermediate: false } as const]),
    ...(error === null ? [] : [{ ...end, event: "error", error } as const]),
  ];
  const isTimed = rows.some(({ latency_ms }) => latency_ms !== null), usage = usageOf(episode);
  return {
    ...{ id: seed, epoch: 1, input, target: "", messages: world === null ? [] : messagesOf(episode, told) },
    ...{ output: { model, choices: [], completion: "" }, scores: score === null ? {} : { [SCORER]: score } },
    metadata: sampleMetadata(episode, { hasLedger }),
    ...{ store: {}, events, model_usage: usage === null ? {} : { [model]: usage }, role_usage: {} },
    ...{ ...(isTimed ? { total_time: elapsedMs / 1000 } : {}), uuid, ...(error === null ? {} : { error }) },
    ...{ ...(isSpent ? { limit } : {}), attachments: {} },
  };
}

function sampleMetadata(
  { record, rows }: RecordedEpisode,
  { hasLedger }: { hasLedger: boolean },
): LogSample["metadata"] {
  const { episode_id, model, seed, salt_hash, header, termination, trajectory_hash, unscored, score, provider } =
    record;
  return plain({
    ...{ episode_id, model, seed, salt_hash, header, termination, trajectory_hash, unscored, provider },
    calls: rows.length,
    ...(score !== null && score.total === null ? { score_parts: scoreParts(score) } : {}),
    ...(hasLedger ? { reveal: record.reveal, score_sheet: score } : {}),
  });
}

/** The tokens of all calls; null where none was counted. A call without a count adds nothing: parallel calls count once. */
function usageOf({ rows }: RecordedEpisode): Usage | null {
  if (rows.every(({ tokens_in, tokens_out }) => tokens_in === null && tokens_out === null)) return null;
  const input_tokens = rows.reduce((sum, row) => sum + (row.tokens_in ?? 0), 0);
  const output_tokens = rows.reduce((sum, row) => sum + (row.tokens_out ?? 0), 0);
  return { input_tokens, output_tokens, total_tokens: input_tokens + output_tokens };
}

/** The sum of usages by model; empty where none was counted. */
export function totalUsage(samples: readonly LogSample[]): { [model: string]: Usage } {
  const total: { [model: string]: Usage } = {};
  for (const [model, usage] of samples.flatMap(({ model_usage }) => Object.entries(model_usage))) {
    const before = total[model] ?? { input_tokens: 0, output_tokens: 0, total_tokens: 0 };
    total[model] = {
      input_tokens: before.input_tokens + usage.input_tokens,
      output_tokens: before.output_tokens + usage.output_tokens,
      total_tokens: before.total_tokens + usage.total_tokens,
    };
  }
  return total;
}
