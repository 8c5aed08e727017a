/** `permafrost je calibrate`. @module */
import { calibrate, type Calibration } from "../../../experiments/je-v1/campaign/calibrate.ts";
import { PermafrostError } from "../../../kernel/error.ts";
import { shareText } from "../../je/reference_table.ts";
import { pauses } from "../../je/pause.ts";
import type { Call } from "../command.ts";
import { printJson, progressBar } from "../terminal.ts";
import { wholeOf } from "./config_options.ts";
import { tasksOf } from "./task_options.ts";

/** Measures budgets and means. Exit 1: a task's budget is not what was measured. */
export async function runCalibrate(call: Call): Promise<0 | 1> {
  const { flags, io } = call,
    count = wholeOf(call, "seeds", { fallback: 100 }),
    tasks = tasksOf(call),
    bar = progressBar(io);
  if (count === 0) throw new PermafrostError("usage", "Cannot calibrate: --seeds 0 leaves nothing to do");
  const seeds = Array.from({ length: count }, (_, seed) => seed), found: Calibration[] = [], pause = pauses();
  for (const [at, task] of tasks.entries()) {
    bar.show(at, tasks.length);
    found.push(calibrate(task, seeds));
    await pause();
  }
  bar.clear();
  const other = tasks.filter((task, at) => task.step_budget !== found[at]!.step_budget);
  if (flags.has("json")) printJson(io, { seeds: count, tasks: found });
  else {
    for (const { task_id, solver_max_steps, step_budget, solver_mean, heuristic_mean } of found) {
      const means = `solver ${shareText(solver_mean)}, heuristic ${shareText(heuristic_mean)}`;
      io.out(`${task_id}  at most ${solver_max_steps} steps, budget ${step_budget}; ${means}\n`);
    }
  }
  for (const { id, step_budget } of other) io.err(`${id} has a budget of ${step_budget}\n`);
  io.err(`${tasks.length - other.length} of ${tasks.length} budgets are as measured over ${count} seeds\n`);
  return other.length === 0 ? 0 : 1;
}
