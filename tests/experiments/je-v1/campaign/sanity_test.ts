import { assertEquals } from "@std/assert/equals";
import { sanityOf } from "../../../../experiments/je-v1/campaign/sanity.ts";
import { taskOf } from "../../../../experiments/je-v1/env/tasks.ts";

for (const id of ["JE-01", "JE-08", "JE-12", "JE-16"]) {
  Deno.test(`sanityOf() finds every agent of ${id} within its bounds (conformance 29, a sample)`, () => {
    const rows = sanityOf(taskOf(id)!, [1, 2, 3]);
    assertEquals(rows.flatMap(({ agent, problems }) => problems.map((what) => `${agent}: ${what}`)), []);
    assertEquals(rows.length, 18);
  });
}

Deno.test("sanityOf() names what breaks when the budget is too small for the solver", () => {
  const problems = sanityOf({ ...taskOf("JE-01")!, step_budget: 20 }, [1, 2]).filter((row) => row.problems.length > 0);
  assertEquals(problems.map(({ agent }) => agent).includes("solver"), true);
});
