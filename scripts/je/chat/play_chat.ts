/** An episode played by a chat model. @module */
import { plainCall } from "../../../experiments/je-v1/env/call.ts";
import type { Call } from "../../../experiments/je-v1/env/envelope.ts";
import { type Episode, open, step } from "../../../experiments/je-v1/env/episode.ts";
import type { PlayedUnit, PreparedUnit } from "../../../experiments/je-v1/sweep/unit.ts";
import type { JsonObject, JsonValue } from "../../../kernel/json_value.ts";
import type { Ask } from "./ask.ts";
import type { Turn } from "./completion.ts";
import { conversationOf } from "./conversation.ts";
import { type Endpoint, endpointOf } from "./endpoint.ts";
import { readCalls } from "./tool_call.ts";

/** How an episode went: it was played to its end, or the server could not be reached or understood. */
export interface ChatPlay {
  /** What was played; null: it did not come to an end. */ readonly played: PlayedUnit | null;
  /** Why it did not; null: it did. */ readonly failed: string | null;
  /** What the server said of itself. */ readonly provider: JsonObject;
}

type Steps = PlayedUnit["steps"][number][];

const SAID_LENGTH = 10_000;
const MAX_REQUEST_UNITS = 32 * 1024 * 1024;

/** Lets a model play. Each turn's calls are made in their order, a step each, until the episode ends; the turn's tokens, time
 * and thoughts stand on the first. A turn without a call is a step as well: tool null, and args with what was said
 * instead, `{content}`, `{refusal}` or `{}`. So it ends after at most one turn more than its budget has steps.
 * @throws {PermafrostError} record-invalid: the model's entry is none for this adapter; what `ask` throws. */
export async function playChat(prepared: PreparedUnit, ask: Ask): Promise<ChatPlay> {
  const { unit, instance: { world } } = prepared, { tools_enabled, step_budget } = unit.run_config;
  const conversation = conversationOf(prepared), steps: Steps = [], count = counts();
  let episode: Episode = open(world, { tools_enabled, step_budget });
  const provider = (): JsonObject => providerOf(prepared, endpointOf(unit.model), count);
  for (let turnAt = 0; episode.termination === null; turnAt++) {
    const body = conversation.body();
    if (body.length > MAX_REQUEST_UNITS) {
      return { played: null, failed: "the conversation has grown beyond the bound", provider: provider() };
    }
    const answer = await ask(body);
    count.requests += answer.requests;
    if ("failed" in answer) return { played: null, failed: answer.failed, provider: provider() };
    const { turn, latency_ms } = answer, calls = readCalls(turn.calls, { turn: turnAt });
    count.add(turn);
    conversation.addTurn(turn, calls);
    for (const [at, read] of (calls.length > 0 ? calls : [null]).entries()) {
      if (episode.termination !== null) {
        count.unplayed += calls.length - at;
        break;
      }
      const call = plainCall(read?.call ?? saidInstead(turn)), stepped = step(episode, call);
      const measured = at > 0 ? {} : measuredOf(turn, { latency_ms });
      steps.push({ step_idx: steps.length, ...call, observation: stepped.observation, ...measured });
      conversation.addAnswer(stepped.observation, read);
      episode = stepped.episode;
    }
  }
  return { played: { termination: episode.termination, steps }, failed: null, provider: provider() };
}

function measuredOf(turn: Turn, { latency_ms }: { latency_ms: number }): Partial<Steps[number]> {
  const { tokens_in, tokens_out, reasoning, refusal, content } = turn;
  const thought = [reasoning, content, refusal].filter((text) => text !== null && text !== "").join("\n\n");
  return { tokens_in, tokens_out, latency_ms, reasoning_trace: thought === "" ? null : thought.toWellFormed() };
}

function saidInstead({ content, refusal }: Turn): Call {
  if (refusal !== null) return { tool: null, args: { refusal: refusal.slice(0, SAID_LENGTH) } };
  return { tool: null, args: content === "" ? {} : { content: content.slice(0, SAID_LENGTH) } };
}

interface Counts {
  requests: number;
  turns: number;
  unplayed: number;
  refusals: number;
  readonly seen: Readonly<Record<"model" | "system_fingerprint" | "finish_reason", Map<string, number>>>;
  readonly add: (turn: Turn) => void;
}

function counts(): Counts {
  const seen: Counts["seen"] = { model: new Map(), system_fingerprint: new Map(), finish_reason: new Map() };
  return {
    ...{ requests: 0, turns: 0, unplayed: 0, refusals: 0, seen },
    add(turn) {
      this.turns++;
      if (turn.refusal !== null) this.refusals++;
      for (const name of ["model", "system_fingerprint", "finish_reason"] as const) {
        const said = turn[name] ?? "not said";
        seen[name].set(said, (seen[name].get(said) ?? 0) + 1);
      }
    },
  };
}

function providerOf({ unit: { model, seed } }: PreparedUnit, { host }: Endpoint, count: Counts): JsonObject {
  const { requests, turns, unplayed, refusals, seen } = count;
  const tally = (map: Map<string, number>): JsonValue => Object.fromEntries([...map].sort());
  return {
    ...{ adapter: model.adapter, host, params: model.params, seed: model.send_seed ? seed : null },
    ...{ turns, requests, refusals, calls_after_end: unplayed, models: tally(seen.model) },
    ...{ system_fingerprints: tally(seen.system_fingerprint), finish_reasons: tally(seen.finish_reason) },
  };
}
