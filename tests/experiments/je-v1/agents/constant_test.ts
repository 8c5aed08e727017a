import { assertEquals } from "@std/assert/equals";
import { assert } from "@std/assert/assert";
import { TASKS } from "../../../../experiments/je-v1/env/tasks.ts";
import { played } from "../played.ts";

for (const { id } of TASKS) {
  for (const agent of ["approve-all", "flag-all", "hold-all"]) {
    Deno.test(`constantAgent() comes to nothing in ${id} as ${agent} (conformance 29)`, () => {
      for (const seed of [0, 1, 2]) {
        const { score } = played(agent, { task_id: id, seed });
        assertEquals([score.outcome.O, score.total], [0, 0]);
      }
    });
  }
}

Deno.test("randomAgent() guesses by its seed alone", () => {
  const [one, same, other] = [1, 1, 2].map((seed) =>
    JSON.stringify(played("random", { task_id: "JE-06", seed }).steps)
  );
  assertEquals([one === same, one === other], [true, false]);
});

Deno.test("randomAgent() averages at most a tenth over twenty seeds", () => {
  const totals = Array.from({ length: 20 }, (_, seed) => played("random", { task_id: "JE-03", seed }).score.total!);
  assert(totals.reduce((sum, total) => sum + total, 0) / 20 <= 100_000, totals.join());
});
