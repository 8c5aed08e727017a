/** Agents played on instances, for tests. @module */
import { agentOf } from "../../../experiments/je-v1/agents/by_id.ts";
import { type Instance, instantiate } from "../../../experiments/je-v1/env/instantiate.ts";
import { type PlayedEpisode, playEpisode } from "../../../experiments/je-v1/env/session.ts";
import { taskOf, type ToolName } from "../../../experiments/je-v1/env/tasks.ts";
import { score } from "../../../experiments/je-v1/verify/score.ts";
import type { Score } from "../../../experiments/je-v1/verify/score_model.ts";

/** An episode of an agent with its instance and score. */
export interface PlayedAgent extends PlayedEpisode {
  readonly instance: Instance;
  readonly score: Score;
}

/** Plays an agent on an instance. */
export function played(
  agent: string,
  what: { task_id: string; seed?: number; instance?: Instance; withheld?: readonly ToolName[]; step_budget?: number },
): PlayedAgent {
  const task = taskOf(what.task_id)!, { seed = 1, withheld = [], step_budget = task.step_budget } = what;
  const instance = what.instance ?? instantiate({ task_id: task.id, seed });
  const tools_enabled = task.tools.filter((tool) => !withheld.includes(tool));
  const episode = playEpisode(instance.world, agentOf(agent, { instance, seed })!, { tools_enabled, step_budget });
  const config = { tools_enabled, scoring: { weights: task.weights } };
  return { ...episode, instance, score: score(instance, { config, steps: episode.steps }) };
}
