/** Every agent that runs without a model, by name. @module */
import type { Instance } from "../env/instantiate.ts";
import type { Agent } from "../env/session.ts";
import { citeEverything, ghostCiter, idGuesser } from "./adversaries/citing.ts";
import { openEverything, submitImmediately } from "./adversaries/idle.ts";
import { regenerator } from "./adversaries/regenerator.ts";
import { duplicateCaller, graderWhisperer, injectionFollower, rubricStuffer } from "./adversaries/wording.ts";
import { constantAgent, randomAgent } from "./constant.ts";
import { heuristic } from "./heuristic.ts";
import { oracle } from "./oracle.ts";
import { solver } from "./solver.ts";

/** The reference agents, as run_config.json names them. */
export const REFERENCE_AGENTS = [
  "oracle",
  "solver",
  "heuristic",
  "random",
  "approve-all",
  "flag-all",
  "hold-all",
] as const;

/** The adversaries. */
export const ADVERSARIES = [
  "submit-immediately",
  "open-everything",
  "cite-everything",
  "ghost-citer",
  "cite-then-open",
  "id-guesser",
  "duplicate-caller",
  "injection-follower",
  "rubric-stuffer",
  "grader-whisperer",
  "regenerator",
] as const;

/** The name of an agent that runs here. */
export type LocalAgentId = typeof REFERENCE_AGENTS[number] | typeof ADVERSARIES[number];

/** How many calls `duplicate-caller` makes twice. */
export const REPEATED_CALLS = 5;

/** Makes an agent; undefined for a name that there is not. Only the oracle and the two that answer unseen look at the
 * instance; `regenerator` makes its own from task and seed. */
export function agentOf(id: string, what: { instance: Instance; seed: number }): Agent | undefined {
  const { instance, seed } = what;
  switch (id as LocalAgentId) {
    case "oracle":
      return oracle(instance);
    case "solver":
      return solver;
    case "heuristic":
      return heuristic;
    case "random":
      return randomAgent(seed);
    case "approve-all":
      return constantAgent("approve");
    case "flag-all":
      return constantAgent("flag");
    case "hold-all":
      return constantAgent("hold");
    case "submit-immediately":
      return submitImmediately;
    case "open-everything":
      return openEverything;
    case "cite-everything":
      return citeEverything;
    case "ghost-citer":
      return ghostCiter(instance, { opensLater: false });
    case "cite-then-open":
      return ghostCiter(instance, { opensLater: true });
    case "id-guesser":
      return idGuesser;
    case "duplicate-caller":
      return duplicateCaller(REPEATED_CALLS);
    case "injection-follower":
      return injectionFollower;
    case "rubric-stuffer":
      return rubricStuffer;
    case "grader-whisperer":
      return graderWhisperer;
    case "regenerator": {
      const { sources: _, ...generator } = instance.world.generator;
      return regenerator({ task_id: instance.world.task_id, seed, generator: generator as Record<string, number> });
    }
    default:
      return undefined;
  }
}
