import { assertEquals } from "@std/assert/equals";
import { ADVERSARIES, agentOf, REFERENCE_AGENTS } from "../../../../experiments/je-v1/agents/by_id.ts";
import { instantiate } from "../../../../experiments/je-v1/env/instantiate.ts";
import runConfig from "../../../../experiments/je-v1/run_config.json" with { type: "json" };

Deno.test("agentOf() makes every reference agent and adversary, and nothing else", () => {
  const instance = instantiate({ task_id: "JE-01", seed: 1 });
  for (const id of [...REFERENCE_AGENTS, ...ADVERSARIES]) {
    assertEquals(typeof agentOf(id, { instance, seed: 1 }), "function", id);
  }
  assertEquals(
    ["oracle2", "", "constructor"].map((id) => agentOf(id, { instance, seed: 1 })),
    Array(3).fill(undefined),
  );
});

Deno.test("REFERENCE_AGENTS are the default models of run_config.json", () => {
  assertEquals(runConfig.models.map(({ id }) => id), [...REFERENCE_AGENTS]);
});
