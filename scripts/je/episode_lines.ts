/** The score sheet of an episode in words, from its files alone. @module */
import type { World } from "../../experiments/je-v1/env/model.ts";
import { episodeProblem } from "../../experiments/je-v1/sweep/episode_check.ts";
import type { RecordedEpisode } from "../../experiments/je-v1/sweep/episode_record.ts";
import { explainScore } from "../../experiments/je-v1/verify/explain.ts";
import { joinSteps } from "../../experiments/je-v1/verify/record_text.ts";
import { PermafrostError } from "../../kernel/error.ts";

/** Why each point of an episode was given or not, line by line.
 * @throws {PermafrostError} record-invalid: it is not whole, or has no score; `at` is a JSON Pointer. */
export function episodeLines(episode: RecordedEpisode): string[] {
  const { record, rows, observations } = episode, problem = episodeProblem(episode);
  const { score, reveal, header, run_config: config } = record;
  if (problem !== null) throw refuse(`${problem.at} ${problem.reason}`, problem.at);
  if (score === null || reveal === null || header === null) {
    throw refuse(`it has no score (${record.unscored?.reason ?? "nothing was played"})`, "/score");
  }
  const instance = { world: { task_id: header.task_id } as World, sealed: reveal.sealed };
  return explainScore(instance, { config, steps: joinSteps(rows, observations), score });
}

function refuse(state: string, at: string): PermafrostError {
  return new PermafrostError("record-invalid", `Cannot explain the episode: ${state}`, { at });
}
