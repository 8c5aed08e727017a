/** The sixteen tasks, as tasks.json has them. @module */
import type { Tier } from "./model.ts";
import type { DefectClass } from "./classes.ts";
import document from "../tasks.json" with { type: "json" };

/** The tools of the environment. */
export const TOOLS = [
  "list_entries",
  "get_entry",
  "open_document",
  "search_entries",
  "lookup_master",
  "fx_rate",
  "match_bank",
  "find_related",
  "population_profile",
  "compute",
  "request_confirmation",
  "set_disposition",
  "submit",
] as const;

/** One of {@linkcode TOOLS}. */
export type ToolName = typeof TOOLS[number];

/** What a task's process score weighs, in parts of 100. */
export interface ProcessWeights {
  /** Evidence coverage. */ readonly coverage: number;
  /** Evidence precision. */ readonly precision: number;
  /** Relevance of what is cited. */ readonly relevance: number;
  /** Opening before deciding. */ readonly order: number;
  /** No repeated calls. */ readonly economy: number;
  /** An explicit submit. */ readonly closure: number;
  /** A profile before a claim of unusualness; 0 where the task has none. */ readonly baseline: number;
}

/** A task. */
export interface Task {
  /** `JE-01` to `JE-16`. */ readonly id: string;
  /** Its title. */ readonly title: string;
  /** How hard it is. */ readonly tier: Tier;
  /** What the agent is told beyond the brief that all tasks share. */ readonly told: string;
  /** The tools it offers, in one order for all tasks. */ readonly tools: readonly ToolName[];
  /** Those of them that cannot be withheld. */ readonly core_tools: readonly ToolName[];
  /** The classes that are planted. */ readonly classes: readonly DefectClass[];
  /** Whether every entry has required evidence, or only defects, holds and decoys. */
  readonly evidence_scope: "all" | "targets";
  /** Where its records come from. */ readonly sources: readonly string[];
  /** The policies in force. */ readonly policies: readonly string[];
  /** Parts of 100. */ readonly weights: Readonly<Record<"outcome" | "process" | "rationale", number>>;
  /** Parts of 100. */ readonly process_weights: ProcessWeights;
  /** Steps that an episode may take unless its config says otherwise. */ readonly step_budget: number;
  /** Knobs whose default is not the tier's. */ readonly knobs: Readonly<Record<string, number>>;
  /** Whether support can be pending. */ readonly has_holds: boolean;
}

/** Every task, in the order of their ids. */
export const TASKS = document.tasks as unknown as readonly Task[];

/** The task with an id; undefined when there is none. */
export function taskOf(id: string): Task | undefined {
  return TASKS.find((task) => task.id === id);
}
