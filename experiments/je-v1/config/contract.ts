/** The contract between whatever configures a run and the environment (je.md, section 10): one validator for the
 * command line and a page. Nothing here touches Deno, node or a package. @module */
import { PermafrostError } from "../../../kernel/error.ts";
import { defaultKnobs, type Knobs } from "../env/knobs.ts";
import type { Tier } from "../env/model.ts";
import { type Task, taskOf, type ToolName } from "../env/tasks.ts";
import { derivedProblems } from "./derived.ts";
import { structureProblems } from "./structure.ts";
import { warningsOf } from "./warnings.ts";

/** The rubric of the judge. */
export const JUDGE = "global_rubric_v1";

/** A run's configuration. Every field is there. */
export interface RunConfig {
  /** `JE-01` to `JE-16`. */ readonly task_id: string;
  /** The task's tier. */ readonly tier: Tier;
  /** The first seed of the sweep. */ readonly seed: number;
  /** All knobs, and the task's sources. */ readonly generator: Knobs & { readonly sources: readonly string[] };
  /** The tools at hand, in the task's order. */ readonly tools_enabled: readonly ToolName[];
  /** The task's other tools, in the task's order. */ readonly tools_withheld: readonly ToolName[];
  /** Steps that an episode may take, 1 to 2,000. */ readonly step_budget: number;
  /** How an episode is scored. */ readonly scoring: RunScoring;
  /** What is run. */ readonly sweep: RunSweep;
}

/** How an episode is scored. */
export interface RunScoring {
  /** The task's, in parts of 100. */
  readonly weights: Readonly<Record<"outcome" | "process" | "rationale", number>>;
  /** The rubric. */ readonly judge: typeof JUDGE;
  /** 3 on L4, else 1. */ readonly judges_per_episode: 1 | 3;
}

/** What a sweep runs: every model on every seed. */
export interface RunSweep {
  /** Ids of models, each once. */ readonly models: readonly string[];
  /** How many seeds, from the first on. */ readonly seeds: number;
  /** Models times seeds. */ readonly episodes: number;
}

/** Something that a validator says about one place. */
export interface ContractNote {
  /** Where, as a JSON Pointer (RFC 6901); empty: the whole. */ readonly pointer: string;
  /** What, in words that follow the place. */ readonly reason: string;
}

/** What is wrong with a configuration, and what its reader should know of it. */
export interface ContractReport {
  /** Why it is refused; empty: it is not. Those of the structure alone, where that is not sound. */
  readonly problems: readonly ContractNote[];
  /** What limits what can be said of its results; empty where it is refused. */
  readonly warnings: readonly ContractNote[];
}

/** Judges a value as a run's configuration. Refuses unknown keys, values out of range, and every derived field that
 * does not follow from the others. Problems come in the order of the contract's fields.
 * @param value What JSON text gave. */
export function validateRunConfig(value: unknown): ContractReport {
  const structure = structureProblems(value);
  if (structure.length > 0) return { problems: structure, warnings: [] };
  const problems = derivedProblems(value as RunConfig);
  return { problems, warnings: problems.length > 0 ? [] : warningsOf(value as RunConfig) };
}

/** Passes a value on that is a run's configuration.
 * @throws {PermafrostError} record-invalid: it is none; `at` is the first problem's JSON Pointer. */
export function readRunConfig(value: unknown): RunConfig {
  const [problem, ...more] = validateRunConfig(value).problems;
  if (problem === undefined) return value as RunConfig;
  const rest = more.length === 0 ? "" : ` (and ${more.length} more)`;
  const state = `${problem.pointer === "" ? "it" : problem.pointer} ${problem.reason}${rest}`;
  throw new PermafrostError("record-invalid", `Cannot use the run config: ${state}`, { at: problem.pointer });
}

/** What a configuration is made from; the task gives the rest. */
export interface RunConfigSource {
  /** `JE-01` to `JE-16`. */ readonly task_id: string;
  /** The first seed. */ readonly seed: number;
  /** Knobs that differ from the task's defaults. */ readonly knobs?: Partial<Knobs>;
  /** Tools to withhold, in any order. */ readonly tools_withheld?: readonly string[];
  /** Steps that an episode may take; the task's unless given. */ readonly step_budget?: number;
  /** Ids of models. */ readonly models: readonly string[];
  /** How many seeds. */ readonly seeds: number;
}

/** Makes a configuration with every derived field, and validates it.
 * @throws {PermafrostError} record-invalid: what is given makes none; `at` is a JSON Pointer into it. */
export function makeRunConfig(source: RunConfigSource): RunConfig {
  const task = taskOf(source.task_id), withheld = source.tools_withheld ?? [];
  if (task === undefined) {
    throw new PermafrostError("record-invalid", "Cannot make a run config: there is no such task", { at: "/task_id" });
  }
  const stranger = withheld.find((tool, at) => !isTool(task, tool) || withheld.indexOf(tool) !== at);
  if (stranger !== undefined) {
    const state = isTool(task, stranger) ? `${stranger} is withheld twice` : `the task has no tool ${stranger}`;
    throw new PermafrostError("record-invalid", `Cannot make a run config: ${state}`, { at: "/tools_withheld" });
  }
  return readRunConfig({
    ...{ task_id: task.id, tier: task.tier, seed: source.seed },
    generator: { ...defaultKnobs(task), ...source.knobs, sources: [...task.sources] },
    tools_enabled: task.tools.filter((tool) => !withheld.includes(tool)),
    tools_withheld: task.tools.filter((tool) => withheld.includes(tool)),
    step_budget: source.step_budget ?? task.step_budget,
    scoring: { weights: { ...task.weights }, judge: JUDGE, judges_per_episode: task.tier === "L4" ? 3 : 1 },
    sweep: { models: [...source.models], seeds: source.seeds, episodes: source.models.length * source.seeds },
  });
}

function isTool(task: Task, name: string): boolean {
  return (task.tools as readonly string[]).includes(name);
}

/** A configuration as the text of a file: two spaces of indent, keys in the order of the contract, a final line feed.
 * Whoever writes configurations writes these bytes. */
export function runConfigText(config: RunConfig): string {
  return `${JSON.stringify(config, null, 2)}\n`;
}
