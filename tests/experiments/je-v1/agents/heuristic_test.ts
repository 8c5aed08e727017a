import { assertEquals } from "@std/assert/equals";
import { assert } from "@std/assert/assert";
import { TASKS } from "../../../../experiments/je-v1/env/tasks.ts";
import { played } from "../played.ts";

for (const { id } of TASKS) {
  Deno.test(`heuristic() opens one document an entry of ${id} and makes no failing call`, () => {
    const { steps, termination } = played("heuristic", { task_id: id, seed: 6 });
    const failed = steps.filter(({ observation }) => !observation.ok);
    assertEquals([failed.map(({ tool }) => tool), termination], [[], "submitted"]);
    const entries = steps.filter(({ tool }) => tool === "get_entry").length;
    assert(steps.filter(({ tool }) => tool === "open_document").length <= entries + 1);
  });
}

Deno.test("heuristic() keeps steps for its decisions when the budget is short", () => {
  const { termination, episode } = played("heuristic", { task_id: "JE-01", step_budget: 15 });
  assert(termination === "submitted" && episode.steps_used <= 15);
});
