import { assertEquals } from "@std/assert/equals";
import { assert } from "@std/assert/assert";
import { calibrate } from "../../../../../experiments/je-v1/campaign/calibrate.ts";
import { TASKS } from "../../../../../experiments/je-v1/env/tasks.ts";

const SEEDS = Array.from({ length: 100 }, (_, seed) => seed);
for (const task of TASKS) {
  Deno.test(`calibrate() measures the frozen budget of ${task.id} over seeds 0 to 99`, () => {
    const { step_budget, solver_mean } = calibrate(task, SEEDS);
    assertEquals(step_budget, task.step_budget);
    assert(solver_mean >= 900_000, String(solver_mean));
  });
}
