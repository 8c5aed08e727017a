import { Validator } from "@cfworker/json-schema";
import { assertEquals } from "@std/assert/equals";
import fc from "fast-check";
import { makeRunConfig, validateRunConfig } from "../../../../experiments/je-v1/config/contract.ts";
import { structureProblems } from "../../../../experiments/je-v1/config/structure.ts";
import { KNOB_RANGES } from "../../../../experiments/je-v1/env/knobs.ts";
import { TASKS, TOOLS } from "../../../../experiments/je-v1/env/tasks.ts";
import schema from "../../../../experiments/je-v1/config/run_config_contract.schema.json" with { type: "json" };

// deno-lint-ignore no-explicit-any -- the package's type of a schema is narrower than what JSON gives
const VALIDATOR = new Validator(schema as any, "2020-12", false);
const CONFIG = fc.constantFrom(...TASKS.map(({ id }) => id)).chain((task_id) =>
  fc.record({
    seed: fc.nat(),
    seeds: fc.integer({ min: 1, max: 100_000 }),
    models: fc.uniqueArray(fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._:\/@+-]{0,9}$/), { minLength: 1, maxLength: 5 }),
  }).map((rest) => makeRunConfig({ task_id, ...rest }))
);

function pathsOf(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, each]) => pathsOf(each, [...path, key]))];
}

const VALUES = fc.oneof(
  ...[fc.constantFrom(0, 1, 3, -1, 1.5, 2000, 2001, 100_000, 100_001, 2 ** 53 - 1, 2 ** 53, 1e300)],
  ...[
    fc.constantFrom("L1", "L5", "JE-01", "JE-17", "submit", "gl", "Gl", "", "a b", "x".repeat(129), "global_rubric_v1"),
  ],
  ...[fc.constantFrom(null, true, [], {}, ["submit"], ["submit", "submit"], ["gl", 1], { sources: [] })],
  fc.jsonValue(),
);

Deno.test("structureProblems() agrees with the published schema on valid configurations", () => {
  fc.assert(
    fc.property(CONFIG, (config) => {
      assertEquals([structureProblems(config).length, VALIDATOR.validate(config).valid], [0, true]);
    }),
    { seed: 5, numRuns: 200 },
  );
});

Deno.test("structureProblems() agrees with the published schema on configurations with one place changed", () => {
  let refused = 0;
  fc.assert(
    fc.property(CONFIG, fc.nat(), VALUES, fc.constantFrom("set", "delete", "add"), (config, pick, value, how) => {
      const copy = JSON.parse(JSON.stringify(config)), paths = pathsOf(copy).slice(1);
      const path = paths[pick % paths.length]!, last = path.at(-1)!;
      const holder = path.slice(0, -1).reduce((part, key) => part[key], copy);
      if (how === "set") holder[last] = value;
      else if (how === "add") holder[Array.isArray(holder) ? holder.length : `${last}_`] = value;
      else if (Array.isArray(holder)) holder.splice(Number(last), 1);
      else delete holder[last];
      const isRefused = structureProblems(copy).length > 0;
      if (isRefused) refused++;
      assertEquals(!isRefused, VALIDATOR.validate(copy).valid, JSON.stringify([path, how, value]));
    }),
    { seed: 6, numRuns: 3000 },
  );
  assertEquals(refused > 1500 && refused < 3000, true); // the changes hit both kinds
});

Deno.test("structureProblems() agrees with the published schema on any JSON", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      assertEquals(structureProblems(value).length === 0, VALIDATOR.validate(value).valid);
    }),
    { seed: 7, numRuns: 300 },
  );
});

Deno.test("structureProblems() passes what only validateRunConfig() refuses", () => {
  const config = { ...makeRunConfig({ task_id: "JE-01", seed: 1, models: ["a"], seeds: 5 }), tier: "L2" };
  assertEquals([structureProblems(config), VALIDATOR.validate(config).valid], [[], true]);
  assertEquals(validateRunConfig(config).problems.map(({ pointer }) => pointer), ["/tier"]);
});

Deno.test("run_config_contract.schema.json has the knobs, tasks and tools of the environment", () => {
  const { generator, task_id, tools_enabled } = schema.properties, { sources: _, ...knobs } = generator.properties;
  const ranges = Object.entries(KNOB_RANGES).map(([knob, { min, max }]) => [knob, min, max]);
  assertEquals(Object.entries(knobs).map(([knob, { minimum, maximum }]) => [knob, minimum, maximum]), ranges);
  assertEquals([task_id.enum, tools_enabled.items.enum], [TASKS.map(({ id }) => id), [...TOOLS]]);
});
