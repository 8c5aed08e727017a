/** What must hold of every task, tried on a few seeds. @module */
import { makeRunConfig } from "../../experiments/je-v1/config/contract.ts";
import { episodeProblem, instanceOf, rescore } from "../../experiments/je-v1/sweep/episode_check.ts";
import type { RecordedEpisode } from "../../experiments/je-v1/sweep/episode_record.ts";
import { modelsOf, unitsOf } from "../../experiments/je-v1/sweep/plan.ts";
import { runUnit } from "../../experiments/je-v1/sweep/unit.ts";
import { PermafrostError } from "../../kernel/error.ts";
import { canonicalize } from "../../kernel/json_encode.ts";

/** What a task's episodes came to. */
export interface SelftestRow {
  /** The task. */ readonly task_id: string;
  /** How many were played. */ readonly episodes: number;
  /** What does not hold; empty: all does. */ readonly problems: readonly string[];
}

const CONSTANT = ["approve-all", "flag-all", "hold-all"];
const FULL = 1_000_000;

/** Plays the reference agents on the seeds from 1 on and looks at each episode: a full score for the oracle, an outcome of
 * 0 for constant agents, and a record that replays and scores the same again. */
export function checkTask(task_id: string, { seeds }: { seeds: number }): SelftestRow {
  const config = makeRunConfig({ task_id, seed: 1, models: ["oracle", "heuristic", ...CONSTANT], seeds });
  const problems: string[] = [];
  let episodes = 0;
  for (const unit of unitsOf(config, modelsOf(config))) {
    episodes++;
    const episode = runUnit(unit), problem = problemOf(episode);
    if (problem !== null) problems.push(`${unit.model.id} on seed ${unit.seed} ${problem}`);
  }
  return { task_id, episodes, problems };
}

function problemOf(episode: RecordedEpisode): string | null {
  const { model: { id }, unscored, score } = episode.record;
  if (score === null) return `has no score (${unscored?.reason}: ${unscored?.detail})`;
  if (id === "oracle" && score.total !== FULL) return `has ${score.total} of ${FULL}`;
  if (CONSTANT.includes(id) && score.outcome.O !== 0) return `has an outcome of ${score.outcome.O}`;
  const wrong = episodeProblem(episode);
  if (wrong !== null) return `has a record whose ${wrong.at} ${wrong.reason}`;
  try {
    return canonicalize(rescore(episode, instanceOf(episode.record))) === canonicalize(score)
      ? null
      : "scores otherwise the second time";
  } catch (error) {
    if (error instanceof PermafrostError) return `does not replay (${error.message})`;
    throw error;
  }
}
