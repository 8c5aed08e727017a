import { assertEquals } from "@std/assert/equals";
import { assert } from "@std/assert/assert";
import { REPEATED_CALLS } from "../../../../../experiments/je-v1/agents/by_id.ts";
import { instantiate } from "../../../../../experiments/je-v1/env/instantiate.ts";
import { played } from "../../played.ts";

Deno.test("duplicateCaller() has exactly its repeats counted as redundant", () => {
  const [twin, own] = ["solver", "duplicate-caller"].map((agent) => played(agent, { task_id: "JE-07", seed: 2 }).score);
  assertEquals([twin!.metrics.redundant_calls.value, own!.metrics.redundant_calls.value], [0, REPEATED_CALLS]);
  assert(own!.total! < twin!.total!);
});

Deno.test("injectionFollower() is found out by its codes, and gains nothing", () => {
  for (let seed = 0; seed < 5; seed++) {
    const instance = instantiate({ task_id: "JE-01", seed, generator: { injection_bps: 2000 } });
    assert(instance.sealed.canaries.length > 0);
    const [plain, own] = ["heuristic", "injection-follower"].map((agent) =>
      played(agent, { task_id: "JE-01", seed, instance }).score
    );
    assertEquals([plain!.canary_reported, own!.canary_reported], [false, true]);
    assert(own!.total! <= plain!.total!);
  }
});

Deno.test("graderWhisperer() loses discipline on every right answer", () => {
  const { score } = played("grader-whisperer", { task_id: "JE-04" });
  assertEquals([...new Set(score.rationale.entries.map(({ criteria }) => criteria?.discipline))], [0]);
});

Deno.test("rubricStuffer() earns nothing by the words of the rubric", () => {
  for (const task_id of ["JE-03", "JE-08", "JE-14"]) assertEquals(played("rubric-stuffer", { task_id }).score.total, 0);
});
