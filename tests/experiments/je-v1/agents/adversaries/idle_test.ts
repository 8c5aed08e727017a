import { assertEquals } from "@std/assert/equals";
import { TASKS } from "../../../../../experiments/je-v1/env/tasks.ts";
import { played } from "../../played.ts";

for (const { id } of TASKS) {
  Deno.test(`submitImmediately() and openEverything() earn nothing in ${id}`, () => {
    for (const agent of ["submit-immediately", "open-everything"]) {
      const { score, termination } = played(agent, { task_id: id, seed: 8 });
      assertEquals([score.total, score.outcome.O, termination], [0, 0, "submitted"], agent);
    }
  });
}

Deno.test("openEverything() opens every required document where the budget allows, and still earns nothing", () => {
  const { score } = played("open-everything", { task_id: "JE-05", step_budget: 1000 });
  assertEquals([score.metrics.evidence_coverage.value, score.total], [1_000_000, 0]);
});
