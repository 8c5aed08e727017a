/** One reference agent on one instance: played, replayed and scored, with nothing written. @module */
import { agentOf } from "../agents/by_id.ts";
import type { Instance } from "../env/instantiate.ts";
import { playEpisode } from "../env/session.ts";
import type { Task } from "../env/tasks.ts";
import { makeHeader } from "../verify/commitment.ts";
import { replay } from "../verify/replay.ts";
import { score } from "../verify/score.ts";
import type { Score } from "../verify/score_model.ts";
import { rowOf, trajectoryHash } from "../verify/trajectory.ts";

/** What came of an episode. */
export interface Played {
  /** The score. */ readonly score: Score;
  /** Steps taken. */ readonly steps: number;
  /** Calls answered with an error. */ readonly errors: number;
  /** Whether its replay came out the same, call by call. */ readonly isReplayed: boolean;
}

/** Plays an agent on an instance with all tools of the task and its budget, then replays and scores the record. */
export function playAgent(
  instance: Instance,
  what: { task: Task; agent: string; seed: number; salt?: string; step_budget?: number },
): Played {
  const { task, seed, salt = "", step_budget = task.step_budget } = what, { world, sealed } = instance;
  const header = makeHeader(instance, { seed, salt, tools_enabled: task.tools, step_budget });
  const agent = agentOf(what.agent, { instance, seed })!;
  const { steps, episode } = playEpisode(world, agent, { tools_enabled: task.tools, step_budget });
  const rows = steps.map((step) => rowOf(step));
  const again = replay({ header, rows, trajectory_hash: trajectoryHash(header, rows) }, world);
  const config = { tools_enabled: task.tools, scoring: { weights: task.weights } };
  return {
    score: score({ world, sealed }, { config, steps }),
    steps: episode.steps_used,
    errors: steps.filter(({ observation }) => !observation.ok).length,
    isReplayed: again.status === "identical",
  };
}
