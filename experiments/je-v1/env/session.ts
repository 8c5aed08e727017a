/** An episode as an agent plays it, call by call. @module */
import type { JsonValue } from "../../../kernel/json_value.ts";
import { type Brief, briefOf, taskOfWorld } from "./brief.ts";
import { plainCall } from "./call.ts";
import type { Envelope } from "./envelope.ts";
import { type Episode, open, step, type Termination } from "./episode.ts";
import type { World } from "./model.ts";
import type { ToolName } from "./tasks.ts";

/** What an agent holds: nothing but the brief and the tools. */
export interface Session {
  /** What it is told. */ readonly brief: Brief;
  /** The tools at hand. */ readonly tools: readonly ToolName[];
  /** Calls a tool. After the end it answers as it did last, and nothing is recorded. */
  call(tool: string | null, args: JsonValue): Envelope;
  /** Whether the episode has ended. */ readonly isOver: boolean;
  /** Steps that remain. */ readonly stepsLeft: number;
}

/** Plays an episode; returns when it is done or gives up, and at the latest when the session is over. */
export type Agent = (session: Session) => void;

/** One call with its answer. */
export interface PlayedStep {
  /** From 0. */ readonly step_idx: number;
  /** The tool that was called. */ readonly tool: string | null;
  /** The arguments as the environment took them. */ readonly args: JsonValue;
  /** The answer. */ readonly observation: Envelope;
  /** Time from the answer before, or the start, to this answer; null: not measured. */ readonly latency_ms:
    | number
    | null;
}

/** An episode that has been played. */
export interface PlayedEpisode {
  /** How it stands at the end. */ readonly episode: Episode;
  /** How it ended; `stopped`: the agent returned without a submit. */ readonly termination: Termination | "stopped";
  /** Every call. */ readonly steps: readonly PlayedStep[];
}

/** How an episode is set up. */
export interface PlayOptions {
  /** The tools at hand; all of the task unless given. */ readonly tools_enabled?: readonly ToolName[];
  /** Steps that it may take; the task's unless given. */ readonly step_budget?: number;
  /** A clock in milliseconds, for the latencies. */ readonly nowMs?: () => number;
}

/** Lets an agent play an episode on a world. What the agent throws is passed on.
 * @throws {PermafrostError} record-invalid: what {@linkcode open} refuses. */
export function playEpisode(world: World, agent: Agent, options: PlayOptions = {}): PlayedEpisode {
  const task = taskOfWorld(world), { nowMs } = options;
  const setup = {
    tools_enabled: options.tools_enabled ?? task.tools,
    step_budget: options.step_budget ?? task.step_budget,
  };
  let episode = open(world, setup), last: Envelope | null = null, before = nowMs?.() ?? 0;
  const steps: PlayedStep[] = [];
  const session: Session = {
    brief: briefOf(world, { tools_enabled: episode.tools_enabled, step_budget: episode.step_budget }),
    tools: episode.tools_enabled,
    call(tool, args) {
      if (last !== null && episode.termination !== null) return last;
      const call = plainCall({ tool, args }), stepped = step(episode, call), now = nowMs?.() ?? 0;
      const latency_ms = nowMs === undefined ? null : Math.max(0, Math.trunc(now - before));
      steps.push({ step_idx: steps.length, ...call, observation: stepped.observation, latency_ms });
      episode = stepped.episode, last = stepped.observation, before = now;
      return last;
    },
    get isOver() {
      return episode.termination !== null;
    },
    get stepsLeft() {
      return episode.step_budget - episode.steps_used;
    },
  };
  agent(session);
  return { episode, termination: episode.termination ?? "stopped", steps };
}
