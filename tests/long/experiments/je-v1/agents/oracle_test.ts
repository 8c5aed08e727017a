import { assertEquals } from "@std/assert/equals";
import { instantiate } from "../../../../../experiments/je-v1/env/instantiate.ts";
import { TASKS } from "../../../../../experiments/je-v1/env/tasks.ts";
import { played } from "../../../../experiments/je-v1/played.ts";

for (const task of TASKS) {
  Deno.test(`oracle() earns every point of ${task.id} under every allowed withholding (conformance 39)`, () => {
    const optional = task.tools.filter((tool) => !task.core_tools.includes(tool));
    for (const seed of [1, 2]) {
      const instance = instantiate({ task_id: task.id, seed });
      for (let set = 0; set < 2 ** optional.length; set++) {
        const withheld = optional.filter((_, at) => (set >> at) % 2 === 1);
        const { score } = played("oracle", { task_id: task.id, seed, instance, withheld });
        assertEquals(score.total, 1_000_000, `seed ${seed} without ${withheld.join()}`);
      }
    }
  });
}
