import { assertEquals } from "@std/assert/equals";
import { assertNotEquals } from "@std/assert/not-equals";
import { makeRunConfig, type RunConfigSource } from "../../../../experiments/je-v1/config/contract.ts";
import { conditionOf, judgeSetOf } from "../../../../experiments/je-v1/sweep/condition.ts";

const SOURCE: RunConfigSource = { task_id: "JE-05", seed: 1, models: ["a"], seeds: 5 };
const judges = ["deterministic/standard"];

function conditionFor(source: Partial<RunConfigSource> = {}) {
  return conditionOf(makeRunConfig({ ...SOURCE, ...source }), { judges });
}

Deno.test("conditionOf() is the same when only seed, seeds and models differ", () => {
  assertEquals(conditionFor({ seed: 9, seeds: 20, models: ["b", "c"] }), conditionFor());
});

const different: [name: string, source: Partial<RunConfigSource>][] = [
  ["a tool is withheld", { tools_withheld: ["compute"] }],
  ["a knob is set", { knobs: { ledger_size: 25 } }],
  ["the step budget differs", { step_budget: 99 }],
];
for (const [when, source] of different) {
  Deno.test(`conditionOf() is another, and not the default, when ${when}`, () => {
    assertNotEquals(conditionFor(source).hash, conditionFor().hash);
    assertEquals([conditionFor(source).isDefault, conditionFor().isDefault], [false, true]);
  });
}

Deno.test("conditionOf() is another when judges or the version differ", () => {
  const config = makeRunConfig(SOURCE);
  const hashes = [
    conditionOf(config, { judges }),
    conditionOf(config, { judges: ["model/a@host"] }),
    conditionOf(config, { judges, env_version: "je-v1/env/0" }),
  ].map(({ hash }) => hash);
  assertEquals(new Set(hashes).size, 3);
});

Deno.test("conditionOf() labels what is withheld", () => {
  assertEquals(conditionFor().label, "full");
  assertEquals(
    conditionFor({ tools_withheld: ["compute", "search_entries"] }).label,
    "withheld:search_entries,compute",
  );
});

Deno.test("judgeSetOf() names three judges on L4, else one", () => {
  assertEquals([judgeSetOf({ tier: "L1" }).length, judgeSetOf({ tier: "L4" }).length], [1, 3]);
});
