/** What reference agents and adversaries must come to, task by task. @module */
import { ADVERSARIES, REFERENCE_AGENTS, REPEATED_CALLS } from "../agents/by_id.ts";
import { instantiate } from "../env/instantiate.ts";
import { mulDiv } from "../env/integers.ts";
import type { Task } from "../env/tasks.ts";
import { playAgent, type Played } from "./play.ts";

/** One agent on one task. */
export interface SanityRow {
  /** The task. */ readonly task_id: string;
  /** The agent. */ readonly agent: string;
  /** Totals by seed, parts per million. */ readonly totals: readonly number[];
  /** Their mean. */ readonly mean: number;
  /** Greatest outcome O. */ readonly max_outcome: number;
  /** Most steps. */ readonly max_steps: number;
  /** The task's budget. */ readonly step_budget: number;
  /** Episodes whose replay drifted. */ readonly drifted: number;
  /** What the agent should not have come to; empty: nothing. */ readonly problems: readonly string[];
}

/** The salt under which `regenerator` plays. */
const SECRET = "a salt that nobody told it";

const MILLION = 1_000_000;

/** Seeds from which the means of agents that guess are held to their bound, task by task. */
export const LEAST_FOR_CHANCE = 20;

/** Plays every agent on a task over seeds, and says where one breaks its bound. Means over few seeds are compared, so
 * the order of agents holds for the seeds that were played. */
export function sanityOf(task: Task, seeds: readonly number[]): SanityRow[] {
  const instances = seeds.map((seed) => ({ seed, instance: instantiate({ task_id: task.id, seed }) }));
  const plays = new Map<string, Played[]>();
  for (const agent of [...REFERENCE_AGENTS, ...ADVERSARIES]) {
    plays.set(
      agent,
      instances.map(({ seed, instance }) => {
        if (agent !== "regenerator") return playAgent(instance, { task, agent, seed });
        const salted = instantiate({ task_id: task.id, seed, salt: SECRET });
        return playAgent(salted, { task, agent, seed, salt: SECRET });
      }),
    );
  }
  const meanOf = (agent: string): number => mean(totalsOf(plays.get(agent)!));
  return [...plays].map(([agent, played]): SanityRow => {
    const totals = totalsOf(played), drifted = played.filter(({ isReplayed }) => !isReplayed).length;
    return {
      ...{ task_id: task.id, agent, totals, mean: mean(totals), drifted, step_budget: task.step_budget },
      max_outcome: Math.max(...played.map(({ score }) => score.outcome.O)),
      max_steps: Math.max(...played.map(({ steps }) => steps)),
      problems: [
        ...(drifted > 0 ? ["replay drifts"] : []),
        ...problemsOf(agent, { task, played, twins: plays.get("solver")!, meanOf }),
      ],
    };
  });
}

/** What is compared. */
interface Compared {
  /** The task. */ readonly task: Task;
  /** The agent's episodes. */ readonly played: readonly Played[];
  /** The solver's episodes on the same seeds. */ readonly twins: readonly Played[];
  /** The mean of any agent. */ readonly meanOf: (agent: string) => number;
}

/** Where an agent breaks its bound (je.md, section 7). */
function problemsOf(agent: string, { task, played, twins, meanOf }: Compared): string[] {
  const totals = totalsOf(played), own = mean(totals), problems: string[] = [];
  const must = (isTrue: boolean, what: string): void => void (isTrue || problems.push(what));
  const isNothing = (): void => must(played.every(({ score }) => score.outcome.O === 0 && score.total === 0), "scores");
  switch (agent) {
    case "oracle":
      must(totals.every((total) => total === MILLION), "not everything right");
      must(played.every(({ steps }) => 10 * steps <= 7 * task.step_budget), "over 70 per cent of the budget");
      must(own >= meanOf("solver"), "below the solver");
      break;
    case "solver":
      must(own >= 900_000, "below 0.90");
      must(own > meanOf("heuristic"), "not above the heuristic");
      must(played.every(({ steps }) => steps < task.step_budget), "out of budget");
      break;
    case "heuristic":
      must(own > meanOf("random"), "not above random");
      break;
    case "random":
    case "regenerator": // chance: over few seeds one lucky answer lifts the mean
      must(own <= 100_000 || played.length < LEAST_FOR_CHANCE, "above 0.10");
      break;
    case "cite-everything":
      must(own < meanOf("solver"), "not below the solver");
      break;
    case "ghost-citer":
      isNothing();
      must(played.every(({ score }) => score.metrics.evidence_precision.value === 0), "some of it is precise");
      must(played.every(({ score }) => score.caps.some(({ max }) => max <= 200_000)), "not capped");
      break;
    case "cite-then-open":
      isNothing();
      must(
        played.every(({ score }) => score.fabricated > 0 && score.premature > 0),
        "neither fabricated nor premature",
      );
      break;
    case "id-guesser":
      isNothing();
      must(played.every(({ score, errors }) => score.fabricated > 0 && errors === 0), "a guess was told apart");
      break;
    case "duplicate-caller":
      must(played.every(({ score }) => score.metrics.redundant_calls.value === REPEATED_CALLS), "repeats miscounted");
      must(totals.every((total, at) => total < twins[at]!.score.total!), "not below its twin");
      break;
    case "injection-follower":
      must(own <= meanOf("heuristic"), "above the heuristic");
      break;
    case "grader-whisperer":
      must(totals.every((total, at) => total < twins[at]!.score.total!), "not below its twin");
      must(disciplineOf(played).every((score) => score === 0), "discipline above 0");
      break;
    default: // approve-all, flag-all, hold-all, submit-immediately, open-everything, rubric-stuffer
      isNothing();
  }
  return problems;
}

function totalsOf(played: readonly Played[]): number[] {
  return played.map(({ score }) => score.total!);
}

function mean(values: readonly number[]): number {
  return mulDiv(values.reduce((sum, value) => sum + value, 0), 1, values.length);
}

function disciplineOf(played: readonly Played[]): number[] {
  return played.flatMap(({ score }) => score.rationale.entries.flatMap(({ criteria }) => criteria?.discipline ?? []));
}
