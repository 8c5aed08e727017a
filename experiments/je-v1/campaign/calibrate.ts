/** The figures that were fixed at the freeze, and how they are measured. @module */
import { instantiate } from "../env/instantiate.ts";
import { divFloor, mulDiv } from "../env/integers.ts";
import type { Task } from "../env/tasks.ts";
import { playAgent } from "./play.ts";

/** A budget that no agent reaches while it is measured. */
export const UNBOUNDED_STEPS = 2000;

/** What was measured of a task. */
export interface Calibration {
  /** The task. */ readonly task_id: string;
  /** Most steps that the solver took. */ readonly solver_max_steps: number;
  /** One and a half times that, up to the next ten: the budget. */ readonly step_budget: number;
  /** The solver's mean total, parts per million. */ readonly solver_mean: number;
  /** The heuristic's mean total within the budget. */ readonly heuristic_mean: number;
}

/** Measures a task over seeds: the solver without a bound, then the heuristic within the budget that follows. */
export function calibrate(task: Task, seeds: readonly number[]): Calibration {
  const instances = seeds.map((seed) => ({ seed, instance: instantiate({ task_id: task.id, seed }) }));
  const play = (agent: string, step_budget: number) =>
    instances.map(({ seed, instance }) => playAgent(instance, { task, agent, seed, step_budget }));
  const solver = play("solver", UNBOUNDED_STEPS), most = Math.max(...solver.map(({ steps }) => steps));
  const step_budget = 10 * divFloor(mulDiv(most, 15, 10) + 9, 10);
  const heuristic = play("heuristic", step_budget);
  const meanOf = (played: typeof solver): number =>
    mulDiv(played.reduce((sum, { score }) => sum + score.total!, 0), 1, played.length);
  return {
    ...{ task_id: task.id, solver_max_steps: most, step_budget },
    ...{ solver_mean: meanOf(solver), heuristic_mean: meanOf(heuristic) },
  };
}
