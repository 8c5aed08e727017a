import { assertEquals } from "@std/assert/equals";
import { makeRunConfig, runConfigText } from "../../../../../../experiments/je-v1/config/contract.ts";
import { KNOBS } from "../../../../../../experiments/je-v1/env/knobs.ts";
import { taskOf, TASKS } from "../../../../../../experiments/je-v1/env/tasks.ts";
import {
  AGENTS,
  type ConfigForm,
  type Field,
  FIELDS,
  formFrom,
  formOf,
  reportOf,
} from "../../../../../../scripts/je/console/page/configure/config_form.ts";
import { runCli } from "../../../../../cli_io.ts";

const FORM = formOf(taskOf("JE-05")!);

for (const task of TASKS) {
  Deno.test(`reportOf() makes of the defaults of ${task.id} what the command line prints (conformance 38)`, async () => {
    assertEquals(reportOf(formOf(task)).text, (await runCli(["je", "config", task.id])).out);
  });
}

Deno.test("formFrom() gives a form that makes the same configuration", () => {
  const config = makeRunConfig({
    ...{ task_id: "JE-14", seed: 77, knobs: { ledger_size: 40 }, tools_withheld: ["match_bank"], step_budget: 99 },
    ...{ models: ["solver", "a/b", "x:y"], seeds: 3 },
  });
  assertEquals(reportOf(formFrom(config)).text, runConfigText(config));
});

Deno.test("formFrom() keeps an order of models that the boxes cannot show", () => {
  const config = makeRunConfig({ task_id: "JE-01", seed: 1, models: ["x", "random", "oracle"], seeds: 5 });
  assertEquals(reportOf(formFrom(config)).text, runConfigText(config));
});

const wrong: [name: string, change: Partial<ConfigForm>, fields: Field[]][] = [
  ["a seed that is no number", { seed: "1e3" }, ["seed"]],
  ["a seed beyond what is exact", { seed: "9007199254740993" }, ["seed"]],
  ["an empty seed", { seed: "" }, ["seed"]],
  ["no room for the seeds", { seed: "9007199254740991" }, ["seed"]],
  ["no seeds", { seeds: "0" }, ["seeds"]],
  ["no models", { agents: [] }, ["models"]],
  ["a model named twice", { others: "oracle" }, ["models"]],
  ["a model whose id is none", { others: "<b>" }, ["models"]],
  ["a budget beyond the bound", { step_budget: "2001" }, ["step_budget"]],
  ["several at once in the order of the fields", { seed: "x", step_budget: "-1" }, ["seed", "step_budget"]],
  [
    "knobs that do not go together",
    { knobs: { ...FORM.knobs, decoy_rate_bps: "3000", near_duplicate_bps: "2000" } },
    ["knob-decoy_rate_bps", "knob-near_duplicate_bps"],
  ],
  ["a core tool withheld", { withheld: ["submit"] }, ["tools"]],
];
for (const [name, change, fields] of wrong) {
  Deno.test(`reportOf() shows ${name} at its fields`, () => {
    const { text, problems } = reportOf({ ...FORM, ...change });
    assertEquals({ text, fields: problems.map(({ field }) => field) }, { text: null, fields });
  });
}

for (const knob of KNOBS) {
  Deno.test(`reportOf() shows a wrong ${knob} at its field`, () => {
    const { problems } = reportOf({ ...FORM, knobs: { ...FORM.knobs, [knob]: "99999" } });
    assertEquals(problems.map(({ field, pointer }) => [field, pointer]), [[`knob-${knob}`, `/generator/${knob}`]]);
  });
}

Deno.test("reportOf() shows warnings at their fields", () => {
  const { warnings } = reportOf({ ...FORM, seeds: "4", withheld: ["compute"] });
  assertEquals(warnings.map(({ field }) => field), ["seeds", "tools"]);
});

Deno.test("FIELDS holds every field once", () => {
  assertEquals(new Set(FIELDS).size, FIELDS.length);
});

Deno.test("formOf() keeps what does not depend on the task, and nothing else", () => {
  const kept = { seed: "9", agents: AGENTS.slice(2), others: "m", seeds: "12" }, task = taskOf("JE-16")!;
  const before: ConfigForm = {
    ...FORM,
    ...kept,
    step_budget: "1",
    withheld: ["compute"],
    knobs: { ...FORM.knobs, ledger_size: "13" },
  };
  assertEquals(formOf(task, before), { ...formOf(task), ...kept });
});
