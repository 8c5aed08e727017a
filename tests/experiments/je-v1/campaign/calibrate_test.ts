import { assertEquals } from "@std/assert/equals";
import { assert } from "@std/assert/assert";
import { calibrate } from "../../../../experiments/je-v1/campaign/calibrate.ts";
import { TASKS } from "../../../../experiments/je-v1/env/tasks.ts";

for (const task of TASKS) {
  Deno.test(`calibrate() asks no more than the budget of ${task.id} on a few seeds`, () => {
    const { solver_max_steps, step_budget } = calibrate(task, [1, 2]);
    assert(step_budget <= task.step_budget, `${step_budget}`);
    assertEquals(step_budget, 10 * Math.ceil(Math.round(solver_max_steps * 1.5) / 10));
  });
}
