import { assertEquals } from "@std/assert/equals";
import { CLASSES } from "../../../../experiments/je-v1/env/classes.ts";
import { POLICIES } from "../../../../experiments/je-v1/env/policies.ts";
import { taskOf, TASKS, TOOLS } from "../../../../experiments/je-v1/env/tasks.ts";

const sum = (weights: object): number => Object.values(weights).reduce((total, weight) => total + weight, 0);

Deno.test("TASKS has sixteen tasks, four a tier", () => {
  assertEquals(
    TASKS.map(({ id }) => id),
    Array.from({ length: 16 }, (_, at) => `JE-${String(at + 1).padStart(2, "0")}`),
  );
  assertEquals(
    TASKS.map(({ tier }) => tier).join(""),
    "L1".repeat(4) + "L2".repeat(4) + "L3".repeat(4) + "L4".repeat(4),
  );
});

for (const task of TASKS) {
  Deno.test(`TASKS gives ${task.id} weights that add up, known classes, tools and policies`, () => {
    assertEquals([sum(task.weights), sum(task.process_weights)], [100, 100]);
    assertEquals(task.classes.filter((name) => !CLASSES.includes(name)), []);
    assertEquals(task.tools.filter((name) => !TOOLS.includes(name)), []);
    assertEquals(task.core_tools.filter((name) => !task.tools.includes(name)), []);
    assertEquals(task.policies.filter((id) => POLICIES[id] === undefined), []);
    assertEquals(task.sources.at(-1), "policy_manual");
  });
}

Deno.test("taskOf() knows no other id", () =>
  assertEquals([taskOf("JE-17"), taskOf("je-01"), taskOf("")], [undefined, undefined, undefined]));
