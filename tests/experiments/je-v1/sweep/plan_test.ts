import { assertEquals } from "@std/assert/equals";
import { makeRunConfig } from "../../../../experiments/je-v1/config/contract.ts";
import { BASELINES, modelsOf, unitsOf } from "../../../../experiments/je-v1/sweep/plan.ts";
import { assertCode } from "../../../assert_code.ts";
import { modelOf } from "./records.ts";

const CONFIG = makeRunConfig({ task_id: "JE-01", seed: 3, models: ["solver", "oracle"], seeds: 2 });

Deno.test("modelsOf() gives the sweep's models and then the baselines that it does not name", () => {
  assertEquals(modelsOf(CONFIG, { baselines: BASELINES }).map(({ id }) => id), [
    ...["solver", "oracle", "approve-all", "random", "heuristic"],
  ]);
});

Deno.test("modelsOf() takes an entry that it is given before one of run_config.json", () => {
  const entry = { ...modelOf("solver"), params: { temperature: 0 } };
  assertEquals(modelsOf(CONFIG, { entries: [entry] }), [entry, modelOf("oracle")]);
});

Deno.test("modelsOf() throws record-invalid when no entry describes a model", () => {
  const config = makeRunConfig({ task_id: "JE-01", seed: 1, models: ["oracle", "nobody"], seeds: 1 });
  assertCode(() => modelsOf(config), "record-invalid", "/sweep/models/1");
});

Deno.test("unitsOf() gives every model on every seed", () => {
  const units = [...unitsOf(CONFIG, modelsOf(CONFIG))];
  assertEquals(units.map(({ model, seed }) => [seed, model.id]), [[3, "solver"], [3, "oracle"], [4, "solver"], [
    4,
    "oracle",
  ]]);
  assertEquals(units.every(({ run_config }) => run_config === CONFIG), true);
});
