import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import fc from "fast-check";
import { canonicalize } from "../../../../../kernel/json_encode.ts";
import { open, step } from "../../../../../experiments/je-v1/env/episode.ts";
import { instantiate } from "../../../../../experiments/je-v1/env/instantiate.ts";
import { taskOf, TASKS } from "../../../../../experiments/je-v1/env/tasks.ts";
import { anyCall } from "../../../../experiments/je-v1/fuzz_calls.ts";
import { smallWorld } from "../../../../experiments/je-v1/small_world.ts";

for (const { id } of TASKS) {
  Deno.test(`step() gives one observation at the cost of one step in 10,000 fuzzed calls of ${id} (conformance 16)`, () => {
    const world = smallWorld(id), start = open(world, { tools_enabled: taskOf(id)!.tools, step_budget: 20_000 });
    let episode = start;
    fc.assert(
      fc.property(anyCall(world), (call) => {
        const { episode: next, observation } = step(episode, call);
        const isFree = observation.ok && observation.tool === "submit";
        assertEquals(observation.steps_used, episode.steps_used + (isFree ? 0 : 1));
        assert(canonicalize(observation).length < 60_000);
        episode = next.termination === null ? next : start;
      }),
      { seed: 10_000, numRuns: 10_000 },
    );
  });
}

for (const id of ["JE-01", "JE-08"]) {
  Deno.test(`step() gives one observation at the cost of one step in 10,000 fuzzed calls of an instance of ${id}`, () => {
    const { world } = instantiate({ task_id: id, seed: 11 });
    const start = open(world, { tools_enabled: taskOf(id)!.tools, step_budget: 20_000 });
    let episode = start;
    fc.assert(
      fc.property(anyCall(world), (call) => {
        const { episode: next, observation } = step(episode, call);
        assertEquals(
          observation.steps_used - episode.steps_used,
          observation.ok && observation.tool === "submit" ? 0 : 1,
        );
        episode = next.termination === null ? next : start;
      }),
      { seed: 10_001, numRuns: 10_000 },
    );
  });
}
