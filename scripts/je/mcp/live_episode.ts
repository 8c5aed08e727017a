/** An episode that is played from outside, a call at a time, and its record. @module */
import { type Brief, briefOf } from "../../../experiments/je-v1/env/brief.ts";
import { plainCall } from "../../../experiments/je-v1/env/call.ts";
import type { Envelope } from "../../../experiments/je-v1/env/envelope.ts";
import { open, step } from "../../../experiments/je-v1/env/episode.ts";
import type { PlayedStep } from "../../../experiments/je-v1/env/session.ts";
import type { ToolName } from "../../../experiments/je-v1/env/tasks.ts";
import type { RecordedEpisode } from "../../../experiments/je-v1/sweep/episode_record.ts";
import { finishUnit, type PreparedUnit } from "../../../experiments/je-v1/sweep/unit.ts";
import type { JsonObject } from "../../../kernel/json_value.ts";

/** What a client plays: it gives out the brief and answers calls, and nothing else of the unit. */
export interface LiveEpisode {
  /** What the agent is told. */ readonly brief: Brief;
  /** The tools at hand, in the order of the environment. */ readonly tools: readonly ToolName[];
  /** Calls a tool. After the end it answers as it did last, and nothing is recorded. Throws nothing but what `begin` does. */
  readonly call: (tool: string | null, args: unknown) => Envelope;
  /** Whether a tool was called. */ readonly hasBegun: () => boolean;
  /** Whether the episode has ended by itself: a submit, or no steps left. */ readonly isOver: () => boolean;
  /** Makes its record, as stopped where it has not ended; no call follows. */
  readonly finish: (provider: JsonObject) => RecordedEpisode;
}

/** Opens the episode of a unit that has committed to its ledger.
 * @param options `nowMs`: a clock in milliseconds, for the latencies; `begin` is called before the first call is taken.
 * @throws {PermafrostError} record-invalid: what `open` refuses. */
export function openLive(
  prepared: PreparedUnit,
  { nowMs, begin }: { nowMs: () => number; begin?: () => void },
): LiveEpisode {
  const { unit: { run_config: { tools_enabled, step_budget } }, instance: { world } } = prepared;
  const steps: PlayedStep[] = [];
  let episode = open(world, { tools_enabled, step_budget }), last: Envelope | null = null, before = nowMs();
  return {
    brief: briefOf(world, { tools_enabled: episode.tools_enabled, step_budget }),
    tools: episode.tools_enabled,
    call(tool, args) {
      if (last !== null && episode.termination !== null) return last;
      if (last === null) begin?.();
      const call = plainCall({ tool, args }), stepped = step(episode, call), now = nowMs();
      const latency_ms = Math.max(0, Math.trunc(now - before));
      steps.push({ step_idx: steps.length, ...call, observation: stepped.observation, latency_ms });
      [episode, last, before] = [stepped.episode, stepped.observation, now];
      return last;
    },
    hasBegun: () => steps.length > 0,
    isOver: () => episode.termination !== null,
    finish: (provider) => finishUnit(prepared, { termination: episode.termination ?? "stopped", steps, provider }),
  };
}
