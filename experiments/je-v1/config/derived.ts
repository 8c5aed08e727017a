/** What in a run's configuration follows from the rest: its task, its tier, its own counts. @module */
import { knobProblems } from "../env/knobs.ts";
import { type Task, taskOf } from "../env/tasks.ts";
import type { ContractNote, RunConfig } from "./contract.ts";

/** Everything that does not follow as it should, in the order of the contract's fields; the structure is sound. */
export function derivedProblems(config: RunConfig): ContractNote[] {
  const task = taskOf(config.task_id)!, problems: ContractNote[] = [];
  const expect = (pointer: string, is: boolean, reason: string): void => {
    if (!is) problems.push({ pointer, reason });
  };
  const { seed, generator, scoring, sweep } = config, { sources, ...knobs } = generator;
  expect("/tier", config.tier === task.tier, `must be ${task.tier}, the tier of ${task.id}`);
  const isRoom = seed <= Number.MAX_SAFE_INTEGER - (sweep.seeds - 1);
  expect("/seed", isRoom, "leaves no room for the seeds of the sweep below 2^53");
  for (const { knob, reason } of knobProblems(knobs)) {
    problems.push({ pointer: knob === "" ? "/generator" : `/generator/${knob}`, reason });
  }
  expect("/generator/sources", isSame(sources, task.sources), `must be ${said(task.sources)}, as ${task.id} has them`);
  problems.push(...toolProblems(config, task));
  const { outcome, process, rationale } = task.weights, given = scoring.weights;
  const isWeighed = given.outcome === outcome && given.process === process && given.rationale === rationale;
  expect("/scoring/weights", isWeighed, `must be ${outcome}/${process}/${rationale}, as ${task.id} has them`);
  const judges = task.tier === "L4" ? 3 : 1;
  expect("/scoring/judges_per_episode", scoring.judges_per_episode === judges, `must be ${judges} on ${task.tier}`);
  const episodes = sweep.models.length * sweep.seeds;
  expect("/sweep/episodes", sweep.episodes === episodes, `must be ${episodes}: models times seeds`);
  return problems;
}

/** Tools of the task in its order, the core ones enabled, and no other withheld than those that are not enabled. */
function toolProblems(config: RunConfig, task: Task): ContractNote[] {
  const { tools_enabled, tools_withheld } = config, problems: ContractNote[] = [];
  for (const [at, tool] of tools_enabled.entries()) {
    if (!task.tools.includes(tool)) {
      problems.push({ pointer: `/tools_enabled/${at}`, reason: `is no tool of ${task.id}` });
    }
  }
  for (const tool of task.core_tools) {
    if (!tools_enabled.includes(tool)) {
      problems.push({ pointer: "/tools_enabled", reason: `lacks ${tool}, which cannot be withheld` });
    }
  }
  const inOrder = task.tools.filter((tool) => tools_enabled.includes(tool));
  if (problems.length === 0 && !isSame(tools_enabled, inOrder)) {
    problems.push({ pointer: "/tools_enabled", reason: `must stand in the order ${said(inOrder)}` });
  }
  const rest = task.tools.filter((tool) => !tools_enabled.includes(tool));
  if (!isSame(tools_withheld, rest)) {
    problems.push({
      pointer: "/tools_withheld",
      reason: `must be ${said(rest)}: the task's tools that are not enabled`,
    });
  }
  return problems;
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item, at) => item === other[at]);
}

function said(items: readonly string[]): string {
  return items.length === 0 ? "empty" : items.join(", ");
}
