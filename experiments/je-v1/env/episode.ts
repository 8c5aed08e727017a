/** The loop: an episode is opened on a world, and each call makes the next episode and one observation. Nothing here
 * knows the held-out ledger. @module */
import { PermafrostError } from "../../../kernel/error.ts";
import type { JsonObject } from "../../../kernel/json_value.ts";
import { checkArguments } from "./arguments.ts";
import { taskOfWorld } from "./brief.ts";
import { plainCall, rawOf } from "./call.ts";
import type { Call, Envelope, Observation } from "./envelope.ts";
import type { World } from "./model.ts";
import { type ToolName, TOOLS } from "./tasks.ts";
import type { DispositionRecord } from "./tool_data.ts";
import { READING_TOOLS, type ReadingTool } from "./tools/reading.ts";
import { fail, type ToolReply } from "./tools/reply.ts";
import { setDisposition } from "./tools/set_disposition.ts";
import { indexOf } from "./world_index.ts";

export type { Call, Envelope, Observation } from "./envelope.ts";

/** How an episode ended. */
export type Termination = "submitted" | "budget";

/** An episode between two calls; a value, never changed. */
export interface Episode {
  /** The world it plays in. */ readonly world: World;
  /** The tools at hand. */ readonly tools_enabled: readonly ToolName[];
  /** Steps that it may take. */ readonly step_budget: number;
  /** Steps taken. */ readonly steps_used: number;
  /** The latest disposition of each entry that has one, by entry id. */
  readonly dispositions: ReadonlyMap<string, DispositionRecord>;
  /** How it ended; null: it goes on. */ readonly termination: Termination | null;
}

/** How an episode is set up. */
export interface OpenOptions {
  /** Some of the task's tools, its core ones among them. */ readonly tools_enabled: readonly ToolName[];
  /** Steps that it may take, from 1. */ readonly step_budget: number;
}

/** Opens an episode on a world; the world is frozen from now on.
 * @throws {PermafrostError} record-invalid: the world is of no known task, a tool is not of the task or named twice, a
 * core tool is missing, or the budget is no whole number from 1 to 1,000,000; `at` points into the options. */
export function open(world: World, options: OpenOptions): Episode {
  const task = taskOfWorld(world), given: readonly string[] = options.tools_enabled;
  const refuse = (at: string, state: string): PermafrostError =>
    new PermafrostError("record-invalid", `Cannot open an episode: ${state}`, { at });
  const stranger = given.findIndex((tool, at) => !task.tools.includes(tool as ToolName) || given.indexOf(tool) !== at);
  if (stranger >= 0) {
    throw refuse(`/tools_enabled/${stranger}`, `${given[stranger]} is not a tool of ${task.id}, or named twice`);
  }
  const missing = task.core_tools.find((tool) => !given.includes(tool));
  if (missing !== undefined) throw refuse("/tools_enabled", `${missing} cannot be withheld`);
  const { step_budget } = options;
  if (!Number.isSafeInteger(step_budget) || step_budget < 1 || step_budget > 1_000_000) {
    throw refuse("/step_budget", "the budget is not a whole number from 1 to 1000000");
  }
  const tools_enabled = TOOLS.filter((tool) => given.includes(tool));
  return {
    world: indexOf(world).world,
    tools_enabled,
    step_budget,
    steps_used: 0,
    dispositions: new Map(),
    termination: null,
  };
}

/** Takes one call: the next episode, and what the agent observes. Never throws, whatever the call is, and changes nothing
 * that it is given. Every call costs a step but a submit that is taken; without steps left only that is taken, and any
 * other call ends the episode. An episode that has ended stays as it is, and answers as one without steps does. */
export function step(
  episode: Episode,
  call: Call,
): { readonly episode: Episode; readonly observation: Observation } {
  const { tool, args } = plainCall(call), isOver = episode.termination !== null;
  const isSubmit = tool === "submit" && checkArguments("submit", args) === null;
  if (isSubmit && !isOver) return close(episode);
  if (isOver || episode.steps_used >= episode.step_budget) {
    const ended: Episode = isOver ? episode : { ...episode, termination: "budget" };
    const { error } = fail(
      "budget_exhausted",
      isOver ? "the episode has ended" : "no steps are left: the episode ends",
    );
    return { episode: ended, observation: answer(ended, tool, { error }) };
  }
  const reply = replyTo(episode, { tool, args }), steps_used = episode.steps_used + 1;
  let next: Episode = { ...episode, steps_used };
  if (tool === "set_disposition" && "data" in reply) {
    const { changed: _, ...record } = reply.data as DispositionRecord & { changed: boolean };
    next = { ...next, dispositions: new Map(episode.dispositions).set(record.je_id, record) };
  }
  return { episode: next, observation: answer(next, tool, reply) };
}

function close(episode: Episode): { episode: Episode; observation: Observation } {
  const ended: Episode = { ...episode, termination: "submitted" };
  const data = { termination: "submitted", dispositions: episode.dispositions.size };
  return { episode: ended, observation: answer(ended, "submit", { data }) };
}

function replyTo(episode: Episode, { tool, args }: Call): ToolReply {
  if (tool === null) {
    return rawOf({ tool, args }) === null
      ? fail("no_tool_call", "no tool was called; call one of the tools at hand")
      : fail("malformed_call", "the call could not be read; name a tool and give its arguments as a JSON object");
  }
  if (!(episode.tools_enabled as readonly string[]).includes(tool)) {
    return fail("unknown_tool", "there is no tool of this name at hand");
  }
  const name = tool as ToolName, problem = checkArguments(name, args);
  if (problem !== null) return fail("invalid_args", problem.message, problem);
  const index = indexOf(episode.world), given = args as JsonObject;
  if (name === "set_disposition") return setDisposition(index, given, { before: episode.dispositions });
  return READING_TOOLS[name as ReadingTool](index, given); // a submit that is taken has been, and one that is not has a problem
}

/** The most of a tool's name that an answer repeats. */
const SHOWN_NAME = 64;

function answer(episode: Episode, tool: string | null, reply: ToolReply): Envelope {
  const { steps_used, step_budget } = episode, steps_left = step_budget - steps_used;
  const shown = tool === null ? null : tool.slice(0, SHOWN_NAME).toWellFormed();
  const envelope: Envelope = "error" in reply
    ? { ok: false, tool: shown, error: reply.error, steps_used, steps_left }
    : { ok: true, tool: tool ?? "", data: reply.data as JsonObject, steps_used, steps_left };
  return freezeNew(envelope);
}

/** Freezes what is not frozen yet: agents share answers with the record of the episode. */
function freezeNew<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) freezeNew(part);
  return Object.freeze(value);
}
