import { assertEquals } from "@std/assert/equals";
import { assert } from "@std/assert/assert";
import { openingOf } from "../../../../experiments/je-v1/agents/oracle.ts";
import { instantiate } from "../../../../experiments/je-v1/env/instantiate.ts";
import { TASKS } from "../../../../experiments/je-v1/env/tasks.ts";
import { played } from "../played.ts";

for (const task of TASKS) {
  Deno.test(`oracle() earns every point of ${task.id} within 70 per cent of the budget (conformance 28, a sample)`, () => {
    for (const seed of [0, 11]) {
      const { score, episode } = played("oracle", { task_id: task.id, seed });
      assertEquals(score.total, 1_000_000, `seed ${seed}`);
      assert(10 * episode.steps_used <= 7 * task.step_budget, `${episode.steps_used} of ${task.step_budget}`);
    }
  });

  Deno.test(`oracle() earns every point of ${task.id} whatever tool is withheld (conformance 39, a sample)`, () => {
    const instance = instantiate({ task_id: task.id, seed: 7 });
    const optional = task.tools.filter((tool) => !task.core_tools.includes(tool));
    for (const withheld of [...optional.map((tool) => [tool]), optional]) {
      const { score } = played("oracle", { task_id: task.id, seed: 7, instance, withheld, step_budget: 1000 });
      assertEquals(score.total, 1_000_000, withheld.join());
    }
  });
}

Deno.test("openingOf() knows no call for an id that is not in the world", () => {
  const { world } = instantiate({ task_id: "JE-07", seed: 1 });
  for (const kind of ["M", "F", "B", "Q"]) {
    assertEquals(openingOf(world, `${kind}-00000000`, { tools: TASKS[6]!.tools }), null);
  }
});
