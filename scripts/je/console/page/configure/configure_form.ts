/// <reference lib="dom" />
/** The form of the Configure tab: its fields, reading them and setting them. @module */
import { defaultKnobs, type Knob, KNOB_RANGES, KNOBS } from "../../../../../experiments/je-v1/env/knobs.ts";
import { type Task, taskOf, TASKS, type ToolName } from "../../../../../experiments/je-v1/env/tasks.ts";
import { MAX_MODELS, MAX_SEEDS, MAX_STEP_BUDGET } from "../../../../../experiments/je-v1/config/structure.ts";
import { type Content, fill, h } from "../elements.ts";
import { grouped } from "../numbers.ts";
import { AGENTS, type ConfigForm, type Field, formOf } from "./config_form.ts";
import { checkbox, controlField, type FieldView, groupField, numberInput } from "./field_parts.ts";
import { KNOB_WORDS } from "./knob_words.ts";

/** The form on the page. */
export interface ConfigureForm {
  /** What stands on the page. */ readonly element: HTMLElement;
  /** Its fields. */ readonly fields: ReadonlyMap<Field, FieldView>;
  /** What stands in it. */ read(): ConfigForm;
  /** Puts values into it. */ write(form: ConfigForm): void;
}

/** Makes the form, with a task's defaults; `changed` is called when something in it is changed. */
export function configureForm(changed: () => void): ConfigureForm {
  const fields = new Map<Field, FieldView>();
  const number = (field: Field, name: string, hint: string): HTMLInputElement => {
    const input = numberInput(changed);
    fields.set(field, controlField({ id: `field-${field}`, name, hint }, input));
    return input;
  };
  const tasks = h("select", { on: { change: () => write(formOf(taskNow(), read())) } });
  for (const { id, title, tier } of TASKS) tasks.append(h("option", { value: id }, `${id} ${title} (${tier})`));
  const taskNow = (): Task => taskOf(tasks.value)!;
  const told = h("p", { class: "told" });
  fields.set(
    "task",
    controlField({ id: "field-task", name: "Task", hint: "Another task sets its own tools, budget and knobs." }, tasks),
  );
  const seed = number("seed", "First seed", `A whole number from 0 to ${grouped(Number.MAX_SAFE_INTEGER)}.`);
  const seeds = number("seeds", "Number of seeds", `1 to ${grouped(MAX_SEEDS)}; below 5 no spread can be measured.`);
  const budget = number("step_budget", "Step budget", "");
  const agents = AGENTS.map((id) => ({ id, ...checkbox(`agent-${id}`, { text: id, onChange: changed }) }));
  const others = h("textarea", {
    id: "field-others",
    rows: 2,
    spellcheck: "false",
    autocomplete: "off",
    on: { input: changed },
  });
  fields.set(
    "models",
    groupField(
      { id: "field-models", name: "Models", hint: `1 to ${MAX_MODELS}. The reference agents need no network.` },
      h("div", { class: "choices" }, agents.map(({ element }) => element)),
      h("label", { for: "field-others" }, "Other models, one id a line"),
      others,
    ),
  );
  const toolRoom = h("div", { class: "choices" });
  let tools: { name: ToolName; input: HTMLInputElement }[] = [];
  fields.set(
    "tools",
    groupField(
      {
        id: "field-tools",
        name: "Tools",
        hint: "Core tools are locked. Without a tool the condition is harder, and is scored apart.",
      },
      toolRoom,
    ),
  );
  const knobs = new Map(KNOBS.map((knob) => [knob, number(`knob-${knob}`, KNOB_WORDS[knob][0], "")]));
  const setHint = (field: Field, text: Content): void => fill(fields.get(field)!.element.querySelector(".hint")!, text);
  const write = (form: ConfigForm): void => {
    const task = taskOf(form.task_id)!, defaults = defaultKnobs(task);
    tasks.value = task.id;
    fill(told, h("strong", {}, `Tier ${task.tier}.`), ` ${task.told}`);
    seed.value = form.seed, seeds.value = form.seeds, budget.value = form.step_budget, others.value = form.others;
    for (const { id, input } of agents) input.checked = form.agents.includes(id);
    setHint("step_budget", `1 to ${grouped(MAX_STEP_BUDGET)}; the task has ${task.step_budget}.`);
    tools = task.tools.map((name) => {
      const isDisabled = task.core_tools.includes(name), text = isDisabled ? `${name} (core)` : name;
      const { element, input } = checkbox(`tool-${name}`, { text, isDisabled, onChange: changed });
      input.checked = !form.withheld.includes(name);
      return { name, input, element };
    });
    fill(toolRoom, (tools as { element?: HTMLElement }[]).map(({ element }) => element ?? null));
    for (const [knob, input] of knobs) {
      const { min, max } = KNOB_RANGES[knob];
      input.value = form.knobs[knob];
      setHint(`knob-${knob}`, [
        h("code", {}, knob),
        `: ${KNOB_WORDS[knob][1]}. ${min} to ${max}; the task has ${defaults[knob]}.`,
      ]);
    }
    changed();
  };
  const read = (): ConfigForm => ({
    ...{ task_id: tasks.value, seed: seed.value, seeds: seeds.value, step_budget: budget.value, others: others.value },
    knobs: Object.fromEntries([...knobs].map(([knob, { value }]) => [knob, value])) as Record<Knob, string>,
    withheld: tools.filter(({ input }) => !input.checked).map(({ name }) => name),
    agents: agents.filter(({ input }) => input.checked).map(({ id }) => id),
  });
  const reset = h("button", {
    ...{ type: "button", class: "quiet" },
    on: { click: () => write(formOf(taskNow(), read())) },
  }, "Set tools, budget and knobs to the task's defaults");
  const at = (field: Field): HTMLElement => fields.get(field)!.element;
  const element = h(
    "form",
    { "aria-label": "Run configuration", novalidate: true, on: { submit: (event) => event.preventDefault() } },
    h("section", { class: "card" }, h("h3", {}, "What is played"), at("task"), told),
    h(
      "section",
      { class: "card" },
      h("h3", {}, "Sweep"),
      h("div", { class: "pair" }, at("seed"), at("seeds")),
      at("models"),
    ),
    h("section", { class: "card" }, h("h3", {}, "Episode"), at("tools"), at("step_budget")),
    h(
      "section",
      { class: "card" },
      h("h3", {}, "Difficulty knobs"),
      h("div", { class: "pair" }, KNOBS.map((knob) => at(`knob-${knob}`))),
      reset,
    ),
  );
  return { element, fields, read, write };
}
