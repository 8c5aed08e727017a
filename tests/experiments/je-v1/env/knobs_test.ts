import { assertEquals } from "@std/assert/equals";
import { defaultKnobs, KNOB_RANGES, knobProblems, KNOBS } from "../../../../experiments/je-v1/env/knobs.ts";
import { taskOf, TASKS } from "../../../../experiments/je-v1/env/tasks.ts";

for (const task of TASKS) {
  Deno.test(`defaultKnobs() gives ${task.id} values within the ranges`, () => {
    assertEquals(knobProblems(defaultKnobs(task)), []);
  });
}

Deno.test("defaultKnobs() puts a task's own values in the place of the tier's", () => {
  assertEquals(defaultKnobs(taskOf("JE-05")!).ledger_size, 24);
  assertEquals(defaultKnobs(taskOf("JE-06")!).ledger_size, 30);
});

const GOOD = defaultKnobs(taskOf("JE-01")!);
for (const knob of KNOBS) {
  const { min, max } = KNOB_RANGES[knob];
  for (
    const [name, value] of [["below", min - 1], ["above", max + 1], ["no integer", min + 0.5], ["text", "1"], [
      "missing",
      undefined,
    ]] as const
  ) {
    Deno.test(`knobProblems() names ${knob} when it is ${name}`, () => {
      assertEquals(knobProblems({ ...GOOD, [knob]: value }).map((problem) => problem.knob), [knob]);
    });
  }
}

Deno.test("knobProblems() names a knob that there is not", () => {
  assertEquals(knobProblems({ ...GOOD, speed: 1 }).map(({ knob }) => knob), ["speed"]);
});

Deno.test("knobProblems() names the combination when decoys and near duplicates exceed their pool", () => {
  const at = (decoy_rate_bps: number, near_duplicate_bps: number) =>
    knobProblems({ ...GOOD, decoy_rate_bps, near_duplicate_bps }).map(({ knob }) => knob);
  assertEquals([at(2000, 2000), at(2001, 2000)], [[], [""]]);
});
