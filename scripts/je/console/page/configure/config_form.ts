/** What the form of a run's configuration holds, and what it makes: the contract's object, judged by the contract's own
 * validator. Nothing here touches the page. @module */
import {
  type ContractNote,
  JUDGE,
  type RunConfig,
  runConfigText,
  validateRunConfig,
} from "../../../../../experiments/je-v1/config/contract.ts";
import { defaultKnobs, type Knob, KNOBS } from "../../../../../experiments/je-v1/env/knobs.ts";
import { type Task, taskOf, TASKS, type ToolName } from "../../../../../experiments/je-v1/env/tasks.ts";
import { DEFAULT_MODELS } from "../../../../../experiments/je-v1/sweep/plan.ts";
import document from "../../../../../experiments/je-v1/run_config.json" with { type: "json" };

/** What stands in the fields, numbers as they were typed. */
export interface ConfigForm {
  /** The task. */ readonly task_id: string;
  /** The first seed. */ readonly seed: string;
  /** Each knob. */ readonly knobs: Readonly<Record<Knob, string>>;
  /** Tools that are withheld. */ readonly withheld: readonly ToolName[];
  /** Steps that an episode may take. */ readonly step_budget: string;
  /** The reference agents that are chosen. */ readonly agents: readonly string[];
  /** Ids of other models, one a line. */ readonly others: string;
  /** How many seeds. */ readonly seeds: string;
}

/** A field of the form: what a problem can be shown at. */
export type Field =
  | "task"
  | "seed"
  | "tools"
  | "step_budget"
  | "models"
  | "seeds"
  | `knob-${Knob}`;

/** A problem or warning, with the field at which it is shown. */
export interface FieldNote extends ContractNote {
  /** The field. */ readonly field: Field;
}

/** What a form makes. */
export interface FormReport {
  /** The configuration's text, byte for byte as the command line writes it; null where there are problems. */
  readonly text: string | null;
  /** The configuration; null where there are problems. */ readonly config: RunConfig | null;
  /** What is wrong, in the order of the fields. */ readonly problems: readonly FieldNote[];
  /** What limits what can be said of its results. */ readonly warnings: readonly FieldNote[];
}

/** The reference agents that the form offers. */
export const AGENTS: readonly string[] = DEFAULT_MODELS.map(({ id }) => id);

/** The form with all defaults of a task; of a form before it, seed, models and number of seeds stay. */
export function formOf(task: Task, before?: ConfigForm): ConfigForm {
  const { seed, seeds } = document.defaults;
  return {
    ...{ task_id: task.id, knobs: textOf(defaultKnobs(task)), withheld: [], step_budget: String(task.step_budget) },
    ...{ seed: before?.seed ?? String(seed), seeds: before?.seeds ?? String(seeds) },
    ...{ agents: before?.agents ?? AGENTS, others: before?.others ?? "" },
  };
}

/** The form that makes a configuration. */
export function formFrom(config: RunConfig): ConfigForm {
  const { task_id, seed, generator, tools_withheld, step_budget, sweep: { models, seeds } } = config;
  const { sources: _, ...knobs } = generator;
  const isPlain = models.every((id, at) => at === 0 || rank(models[at - 1]!) <= rank(id));
  return {
    ...{
      task_id,
      seed: String(seed),
      knobs: textOf(knobs),
      withheld: tools_withheld,
      step_budget: String(step_budget),
    },
    agents: isPlain ? models.filter((id) => AGENTS.includes(id)) : [],
    others: (isPlain ? models.filter((id) => !AGENTS.includes(id)) : models).join("\n"),
    seeds: String(seeds),
  };
}

/** Judges a form and makes its configuration. */
export function reportOf(form: ConfigForm): FormReport {
  const value = valueOf(form), { problems, warnings } = validateRunConfig(value);
  const fields = (notes: readonly ContractNote[]): FieldNote[] =>
    notes.flatMap((note) => fieldsOf(note).map((field) => ({ ...note, field })))
      .sort((one, other) => FIELDS.indexOf(one.field) - FIELDS.indexOf(other.field));
  if (problems.length > 0) {
    const causes = problems.filter(({ pointer }) => pointer !== "/sweep/episodes");
    return { text: null, config: null, problems: fields(causes.length > 0 ? causes : problems), warnings: [] };
  }
  const config = value as RunConfig;
  return { text: runConfigText(config), config, problems: [], warnings: fields(warnings) };
}

/** The fields in their order on the page. */
export const FIELDS: readonly Field[] = [
  ...["task", "seed", "seeds"] as const,
  ...["models", "tools", "step_budget"] as const,
  ...KNOBS.map((knob): Field => `knob-${knob}`),
];

/** The ids of all models of a form: agents in their order, then the others in theirs. */
export function modelsOf({ agents, others }: Pick<ConfigForm, "agents" | "others">): string[] {
  const typed = others.split("\n").map((line) => line.trim()).filter((line) => line !== "");
  return [...AGENTS.filter((id) => agents.includes(id)), ...typed];
}

/** The contract's object. What was typed and is no whole number stays text, for the validator to refuse. */
function valueOf(form: ConfigForm): unknown {
  const task = taskOf(form.task_id) ?? TASKS[0]!, models = modelsOf(form), seeds = numberOf(form.seeds);
  const isWithheld = (tool: ToolName): boolean => form.withheld.includes(tool);
  return {
    ...{ task_id: form.task_id, tier: task.tier, seed: numberOf(form.seed) },
    generator: {
      ...Object.fromEntries(KNOBS.map((knob) => [knob, numberOf(form.knobs[knob])])),
      sources: [...task.sources],
    },
    tools_enabled: task.tools.filter((tool) => !isWithheld(tool)),
    tools_withheld: task.tools.filter(isWithheld),
    step_budget: numberOf(form.step_budget),
    scoring: { weights: { ...task.weights }, judge: JUDGE, judges_per_episode: task.tier === "L4" ? 3 : 1 },
    sweep: { models, seeds, episodes: typeof seeds === "number" ? models.length * seeds : seeds },
  };
}

function numberOf(text: string): number | string {
  const digits = text.trim();
  return /^(?:0|[1-9][0-9]{0,15})$/.test(digits) && Number.isSafeInteger(Number(digits)) ? Number(digits) : text;
}

function textOf(knobs: Readonly<Record<Knob, number>>): Record<Knob, string> {
  return Object.fromEntries(KNOBS.map((knob) => [knob, String(knobs[knob])])) as Record<Knob, string>;
}

/** Where a model stands when agents come first in their order: all others behind them. */
function rank(id: string): number {
  const at = AGENTS.indexOf(id);
  return at < 0 ? AGENTS.length : at;
}

/** The fields to which a place of the contract belongs; a combination of knobs belongs to each of them. */
function fieldsOf({ pointer, reason }: ContractNote): Field[] {
  const [, first = "", second = ""] = pointer.split("/");
  if (first === "generator") {
    const named = KNOBS.filter((knob) => knob === second || (second === "" && reason.includes(knob)));
    return named.length > 0 ? named.map((knob): Field => `knob-${knob}`) : ["task"];
  }
  if (first === "seed" || first === "step_budget") return [first];
  if (first.startsWith("tools_")) return ["tools"];
  if (first === "sweep") return [second === "models" ? "models" : "seeds"];
  return ["task"];
}
