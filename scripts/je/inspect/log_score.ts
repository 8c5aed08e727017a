/** A score as Inspect has scores: one number, with the exact parts beside it. @module */
import type { EpisodeRecord } from "../../../experiments/je-v1/sweep/episode_record.ts";
import { decimal } from "../../../experiments/je-v1/sweep/aggregate_text.ts";
import type { Score } from "../../../experiments/je-v1/verify/score_model.ts";
import { ONE_PPM } from "../../../experiments/je-v1/verify/ratio.ts";
import type { JsonObject, JsonValue } from "../../../kernel/json_value.ts";
import type { LogError, LogScore } from "./log_model.ts";

/** The name of the scorer. */
export const SCORER = "je_v1_total";

/** The score of an episode; null where it has no total. The value is the total in parts per million over a million: the
 * double nearest to it, and `total_ppm` beside it is exact. */
export function logScore({ score, termination }: EpisodeRecord): LogScore | null {
  if (score === null || score.total === null) return null;
  const { outcome, process, rationale, gate, caps } = score;
  const bounds = caps.map(({ reason, max }) => `; at most ${decimal(max)}: ${reason.replaceAll("_", " ")}`).join("");
  const explanation = `outcome ${decimal(outcome.O)}, process ${decimal(process.P)}, rationale ` +
    `${decimal(rationale.R)}, gate ${decimal(gate)}${bounds}`;
  return {
    ...{ value: score.total / ONE_PPM, answer: termination ?? "", explanation },
    ...{ metadata: scoreParts(score), history: [] },
  };
}

/** The parts of a score that name no entry: what is right in which entry stays out. Shares are in parts per million. */
export function scoreParts(score: Score): JsonObject {
  const { outcome, process, rationale, gate, caps, metrics, judge } = score;
  const { fabricated, implicit_approvals, implicit_unexamined, premature, canary_reported } = score;
  return plain({
    ...{ schema: score.schema, total_ppm: score.total, score_ungated_ppm: score.score_ungated, gate_ppm: gate, caps },
    outcome: { O_ppm: outcome.O, J_ppm: outcome.J, F_ppm: outcome.F, exact: outcome.exact },
    process: { P_ppm: process.P, components: process.components },
    rationale: { R_ppm: rationale.R },
    ...{ metrics, judge, fabricated, implicit_approvals, implicit_unexamined, premature, canary_reported },
    note: score.note,
  });
}

/** Why an episode has no score, as Inspect has the errors of samples; null where it has one. */
export function logError({ unscored }: Pick<EpisodeRecord, "unscored">): LogError | null {
  if (unscored === null) return null;
  return { message: `${unscored.reason}: ${unscored.detail}`, traceback: "", traceback_ansi: "" };
}

/** What is plain JSON by its making, as the type of it. */
export function plain(value: unknown): JsonObject {
  return value as JsonValue as JsonObject;
}
