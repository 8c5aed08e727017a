import { assertEquals } from "@std/assert/equals";
import {
  makeRunConfig,
  readRunConfig,
  type RunConfigSource,
  runConfigText,
  validateRunConfig,
} from "../../../../experiments/je-v1/config/contract.ts";
import { TASKS } from "../../../../experiments/je-v1/env/tasks.ts";
import type { JsonValue } from "../../../../kernel/json_value.ts";
import { assertCode } from "../../../assert_code.ts";

const SOURCE: RunConfigSource = { task_id: "JE-05", seed: 7, models: ["oracle", "solver"], seeds: 5 };

/** A configuration with one place changed; undefined takes it away. */
function changed(path: string, value: JsonValue | undefined): unknown {
  const config = JSON.parse(JSON.stringify(makeRunConfig(SOURCE)));
  const parts = path.split("/").slice(1), last = parts.pop()!;
  const holder = parts.reduce((part, key) => part[key], config);
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return config;
}

for (const { id } of TASKS) {
  Deno.test(`makeRunConfig() makes what the validator passes for ${id}`, () => {
    assertEquals(validateRunConfig(makeRunConfig({ ...SOURCE, task_id: id })), { problems: [], warnings: [] });
  });
}

Deno.test("makeRunConfig() has exactly the fields of the contract", () => {
  const { generator, ...config } = makeRunConfig({ ...SOURCE, tools_withheld: ["compute"] });
  assertEquals(config, {
    ...{ task_id: "JE-05", tier: "L2", seed: 7 },
    tools_enabled: ["list_entries", "get_entry", "open_document", "search_entries", "set_disposition", "submit"],
    ...{ tools_withheld: ["compute"], step_budget: TASKS[4]!.step_budget },
    scoring: {
      weights: { outcome: 60, process: 25, rationale: 15 },
      ...{ judge: "global_rubric_v1", judges_per_episode: 1 },
    },
    sweep: { models: ["oracle", "solver"], seeds: 5, episodes: 10 },
  });
  assertEquals([generator.ledger_size, generator.sources], [24, TASKS[4]!.sources]);
  assertEquals(Object.keys(generator).length, 13);
});

Deno.test("makeRunConfig() asks for three judges when the tier is L4", () => {
  const judges = TASKS.map(({ id, tier }) => [
    tier === "L4",
    makeRunConfig({ ...SOURCE, task_id: id }).scoring.judges_per_episode === 3,
  ]);
  assertEquals(judges.every(([isL4, isThree]) => isL4 === isThree), true);
});

const unmade: [name: string, source: Partial<RunConfigSource>, at: string][] = [
  ["there is no such task", { task_id: "JE-17" }, "/task_id"],
  ["a core tool is withheld", { tools_withheld: ["submit"] }, "/tools_enabled"],
  ["a tool is not the task's", { tools_withheld: ["match_bank"] }, "/tools_withheld"],
  ["a tool is withheld twice", { tools_withheld: ["compute", "compute"] }, "/tools_withheld"],
  ["the budget is 0", { step_budget: 0 }, "/step_budget"],
  ["the budget is above 2,000", { step_budget: 2001 }, "/step_budget"],
  ["the budget is a fraction", { step_budget: 1.5 }, "/step_budget"],
  ["a knob is out of range", { knobs: { ledger_size: 401 } }, "/generator/ledger_size"],
  ["a knob is not known", { knobs: { luck: 1 } as never }, "/generator/luck"],
  ["knobs exclude each other", { knobs: { decoy_rate_bps: 3000, near_duplicate_bps: 1500 } }, "/generator"],
  ["there is no model", { models: [] }, "/sweep/models"],
  ["a model is named twice", { models: ["a", "a"] }, "/sweep/models/1"],
  ["there is no seed", { seeds: 0 }, "/sweep/seeds"],
  ["the seeds go beyond 2^53", { seed: Number.MAX_SAFE_INTEGER, seeds: 2 }, "/seed"],
];
for (const [when, source, at] of unmade) {
  Deno.test(`makeRunConfig() throws record-invalid at ${at} when ${when}`, () => {
    assertCode(() => makeRunConfig({ ...SOURCE, ...source }), "record-invalid", at);
  });
}

Deno.test("makeRunConfig() keeps request_confirmation when the task is JE-14", () => {
  const source = { ...SOURCE, task_id: "JE-14", tools_withheld: ["request_confirmation"] };
  assertCode(() => makeRunConfig(source), "record-invalid", "/tools_enabled");
});

const refused: [path: string, value: JsonValue | undefined, pointer: string][] = [
  ["/tier", "L1", "/tier"],
  ["/tier", undefined, ""],
  ["/seed", -1, "/seed"],
  ["/seed", "7", "/seed"],
  ["/generator/sources", ["gl"], "/generator/sources"],
  ["/generator/sources", ["pos", "gl", "receipts", "invoices", "policy_manual"], "/generator/sources"],
  ["/generator/ledger_size", 11, "/generator/ledger_size"],
  ["/generator/chain_depth", undefined, "/generator"],
  ["/generator/a~1b", 1, "/generator/a~01b"],
  ["/tools_enabled/0", "fx_rate", "/tools_enabled/0"],
  ["/tools_withheld", ["compute"], "/tools_withheld"],
  ["/step_budget", 2001, "/step_budget"],
  ["/scoring/weights/outcome", 61, "/scoring/weights"],
  ["/scoring/judge", "global_rubric_v2", "/scoring/judge"],
  ["/scoring/judges_per_episode", 3, "/scoring/judges_per_episode"],
  ["/sweep/episodes", 11, "/sweep/episodes"],
  ["/sweep/models", ["oracle"], "/sweep/episodes"],
  ["/sweep/models/0", "a b", "/sweep/models/0"],
  ["/extra", 1, "/extra"],
  ["/sweep/extra", null, "/sweep/extra"],
];
for (const [path, value, pointer] of refused) {
  Deno.test(`validateRunConfig() refuses ${pointer || "the whole"} when ${path} becomes ${JSON.stringify(value)}`, () => {
    const { problems, warnings } = validateRunConfig(changed(path, value));
    assertEquals([problems[0]?.pointer, warnings], [pointer, []]);
  });
}

Deno.test("validateRunConfig() wants the tools in the task's order", () => {
  const { tools_enabled } = makeRunConfig(SOURCE);
  const { problems } = validateRunConfig(changed("/tools_enabled", tools_enabled.toReversed()));
  assertEquals(problems.map(({ pointer }) => pointer), ["/tools_enabled"]);
});

Deno.test("validateRunConfig() wants the withheld tools to be those that are not enabled", () => {
  const tools = makeRunConfig(SOURCE).tools_enabled.filter((tool) => tool !== "compute");
  const { problems } = validateRunConfig(changed("/tools_enabled", tools));
  assertEquals(problems.map(({ pointer }) => pointer), ["/tools_withheld"]);
});

for (const value of [null, [], "x", 1, undefined, true] as unknown[]) {
  Deno.test(`validateRunConfig() refuses the whole when it is ${JSON.stringify(value)}`, () => {
    assertEquals(validateRunConfig(value).problems.map(({ pointer }) => pointer), [""]);
  });
}

Deno.test("validateRunConfig() warns of few seeds and of withheld tools", () => {
  const { problems, warnings } = validateRunConfig(
    makeRunConfig({ ...SOURCE, seeds: 4, tools_withheld: ["compute"] }),
  );
  assertEquals(problems, []);
  assertEquals(warnings.map(({ pointer }) => pointer), ["/tools_withheld", "/sweep/seeds"]);
  assertEquals(warnings[1]!.reason.includes("variance not measurable"), true);
});

Deno.test("runConfigText() gives bytes that read back as what the validator passes (conformance 38)", () => {
  const config = makeRunConfig(SOURCE), text = runConfigText(config);
  const again = readRunConfig(JSON.parse(text));
  assertEquals([again, runConfigText(again)], [config, text]);
});

Deno.test("contract.ts reaches no module of Deno, node or a package", () => {
  const seen = new Set<string>(), outside: string[] = [];
  const visit = (url: URL): void => {
    if (seen.has(url.href)) return;
    seen.add(url.href);
    if (url.href.endsWith(".json")) return;
    const text = Deno.readTextFileSync(url);
    if (/\bDeno\./.test(text)) outside.push(url.href);
    for (const [, isType, target] of text.matchAll(/^(?:import|export) (type )?[^;]*?from "([^"]+)"/gm)) {
      if (isType !== undefined) continue;
      if (target!.startsWith(".")) visit(new URL(target!, url));
      else outside.push(target!);
    }
  };
  visit(new URL("../../../../experiments/je-v1/config/contract.ts", import.meta.url));
  assertEquals([outside, seen.size > 5], [[], true]);
});
