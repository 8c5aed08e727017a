import { assertEquals } from "@std/assert/equals";
import { sanityOf } from "../../../../../experiments/je-v1/campaign/sanity.ts";
import { TASKS } from "../../../../../experiments/je-v1/env/tasks.ts";

const SEEDS = Array.from({ length: 20 }, (_, seed) => seed);
for (const task of TASKS) {
  Deno.test(`sanityOf() finds every agent of ${task.id} within its bounds over 20 seeds (conformance 28 and 29)`, () => {
    const rows = sanityOf(task, SEEDS);
    assertEquals(rows.flatMap(({ agent, problems }) => problems.map((what) => `${agent}: ${what}`)), []);
  });
}
