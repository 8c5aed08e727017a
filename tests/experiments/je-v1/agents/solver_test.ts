import { assertEquals } from "@std/assert/equals";
import { assert } from "@std/assert/assert";
import { TASKS } from "../../../../experiments/je-v1/env/tasks.ts";
import { played } from "../played.ts";

for (const { id } of TASKS) {
  Deno.test(`solver() finds by tools alone what the ledger of ${id} holds`, () => {
    const { instance, episode, score, termination } = played("solver", { task_id: id, seed: 21 });
    for (const gold of instance.sealed.entries) {
      const said = episode.dispositions.get(gold.je_id);
      assertEquals(said?.disposition ?? "approve", gold.gold, gold.je_id);
      if (gold.gold === "flag") {
        assertEquals([said?.defect_class, said?.amount_minor], [gold.class, gold.amount_minor ?? null]);
      }
    }
    assert(score.total! >= 850_000 && termination === "submitted", `${score.total} ${termination}`);
  });
}

Deno.test("solver() submits what it has when the budget is short", () => {
  const { termination, episode } = played("solver", { task_id: "JE-05", seed: 3, step_budget: 40 });
  assertEquals([termination, episode.steps_used], ["submitted", 40]);
});

Deno.test("solver() goes without tools that are withheld", () => {
  for (const { id, tools, core_tools } of TASKS) {
    const withheld = tools.filter((tool) => !core_tools.includes(tool));
    const { termination, steps } = played("solver", { task_id: id, seed: 3, withheld, step_budget: 1000 });
    assertEquals([termination, steps.filter(({ observation }) => !observation.ok).length], ["submitted", 0], id);
  }
});
