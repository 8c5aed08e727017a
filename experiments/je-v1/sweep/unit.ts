/** The unit of work: one configuration, one model, one seed; an episode comes of it (je.md, section 9). Running it again
 * gives the same episode, so a batch engine may hand it out more than once. @module */
import { type Sha256, sha256Hex } from "../../../kernel/digest.ts";
import { PermafrostError } from "../../../kernel/error.ts";
import { canonicalize } from "../../../kernel/json_encode.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../kernel/json_value.ts";
import { agentOf } from "../agents/by_id.ts";
import { readRunConfig, type RunConfig } from "../config/contract.ts";
import { MODEL_ID } from "../config/structure.ts";
import { ENV_VERSION, type Instance, instantiate } from "../env/instantiate.ts";
import { type Agent, type PlayedEpisode, playEpisode } from "../env/session.ts";
import { commitLedger, makeHeader, saltHash } from "../verify/commitment.ts";
import { score } from "../verify/score.ts";
import type { Step } from "../verify/step.ts";
import { type Header, rowOf, trajectoryHash, type VolatileFields } from "../verify/trajectory.ts";
import { judgeSetOf } from "./condition.ts";
import { EPISODE_FORMAT, type EpisodeRecord, type RecordedEpisode, type UnscoredReason } from "./episode_record.ts";

/** Who plays, as run_config.json lists models. */
export interface ModelEntry {
  /** Its name in a sweep. */ readonly id: string;
  /** How it is reached; `reference`: an agent of this experiment, by its id. */ readonly adapter: string;
  /** Where it is served. */ readonly base_url?: string;
  /** Its name there. */ readonly model?: string;
  /** What it is asked with. */ readonly params: JsonObject;
  /** Whether it is sent the seed. */ readonly send_seed: boolean;
}

/** One unit of work. */
export interface Unit {
  /** The configuration; its sweep names the plan that the unit is a part of. */ readonly run_config: RunConfig;
  /** Who plays. */ readonly model: ModelEntry;
  /** Which instance. */ readonly seed: number;
}

/** What is at hand when a unit runs. */
export interface UnitOptions {
  /** The campaign's secret; empty unless given. */ readonly salt?: string;
  /** A clock in milliseconds, for the latencies; without one they are null. */ readonly nowMs?: () => number;
}

/** Reads a unit: exactly `{run_config, model, seed}`. The seed need not be one of the sweep's.
 * @throws {PermafrostError} record-invalid: it is none; `at` is a JSON Pointer. */
export function readUnit(value: JsonValue): Unit {
  if (!isJsonObject(value) || Object.keys(value).sort().join() !== "model,run_config,seed") {
    throw refuse("it must be an object of run_config, model and seed", "");
  }
  const { seed } = value;
  if (!Number.isSafeInteger(seed) || (seed as number) < 0) throw refuse("seed must be a whole number", "/seed");
  return { run_config: readRunConfig(value.run_config), model: readModel(value.model!), seed: seed as number };
}

type IsOfType = (value: JsonValue | undefined) => boolean;
const isText: IsOfType = (value) => typeof value === "string";
const MODEL_FIELDS: Readonly<Record<string, IsOfType>> = {
  ...{ id: isText, adapter: isText, base_url: isText, model: isText, params: isJsonObject },
  send_seed: (value) => typeof value === "boolean",
};

/** Reads a model's entry; `base_url` and `model` may be left out.
 * @throws {PermafrostError} record-invalid: it is none; `at` is a JSON Pointer into the unit. */
export function readModel(value: JsonValue): ModelEntry {
  if (!isJsonObject(value)) throw refuse("model must be an object", "/model");
  for (const [key, isRight] of Object.entries(MODEL_FIELDS)) {
    const isOptional = key === "base_url" || key === "model", given = value[key];
    if (given === undefined && isOptional) continue;
    if (!isRight(given)) throw refuse(`${key} is not of its type`, `/model/${key}`);
  }
  const stranger = Object.keys(value).find((key) => !Object.hasOwn(MODEL_FIELDS, key));
  if (stranger !== undefined) throw refuse(`${JSON.stringify(stranger)} is not known in a model`, "/model");
  if (!MODEL_ID.test(value.id as string)) throw refuse("the model's id is not of the form of one", "/model/id");
  return value as unknown as ModelEntry;
}

/** The name of a unit's episode: SHA-256 of what decides it; the sweep that it is a part of does not. */
export function episodeId(unit: Unit, salt_hash: string): Sha256 {
  const { sweep: _sweep, seed: _seed, ...run_config } = unit.run_config;
  return sha256Hex(
    canonicalize({ env_version: ENV_VERSION, run_config, model: unit.model, seed: unit.seed, salt_hash }),
  );
}

/** What is ready before the first call of an episode. */
export interface PreparedUnit {
  /** The unit. */ readonly unit: Unit;
  /** The world and what is right in it; an agent under test gets neither. */ readonly instance: Instance;
  /** The header, with the commitment to the ledger. */ readonly header: Header;
  /** What opens the commitment. */ readonly nonce: Sha256;
}

/** Makes a unit's instance and commits to its ledger.
 * @throws {PermafrostError} record-invalid: no world comes of it. */
export function prepareUnit(unit: Unit, { salt = "" }: UnitOptions = {}): PreparedUnit {
  const { run_config: { task_id, generator, tools_enabled, step_budget }, seed } = unit;
  const { sources: _, ...knobs } = generator;
  const instance = instantiate({ task_id, seed, generator: knobs, salt });
  const header = makeHeader(instance, { seed, salt, tools_enabled, step_budget });
  return { unit, instance, header, nonce: commitLedger({ salt, task_id, seed }, instance.sealed).nonce };
}

/** How an episode was played, by whatever drove it. */
export interface PlayedUnit {
  /** How it ended. */ readonly termination: PlayedEpisode["termination"];
  /** Every call with its answer. */ readonly steps: readonly (Step & Partial<VolatileFields>)[];
  /** What a provider said of itself; null: there is none. */ readonly provider?: JsonObject | null;
}

/** Scores what was played and makes the record of it. */
export function finishUnit(prepared: PreparedUnit, played: PlayedUnit): RecordedEpisode {
  const { unit, instance, header, nonce } = prepared, { termination, steps, provider = null } = played;
  const rows = steps.map((step) => rowOf(step, step));
  const scored = score(instance, { config: unit.run_config, steps });
  const record: EpisodeRecord = {
    ...frame(unit, header.salt_hash),
    ...{ header, termination, rows: rows.length, trajectory_hash: trajectoryHash(header, rows) },
    unscored: scored.total === null ? { reason: "judge_failed", detail: "too few valid verdicts of judges" } : null,
    ...{ score: scored, reveal: { nonce, sealed: instance.sealed }, provider },
  };
  return { record, rows, observations: new Map(rows.map((row, at) => [row.observation_hash, steps[at]!.observation])) };
}

/** The record of a unit that gave no result of its agent: it stays in the count of what was planned. */
export function unscoredUnit(
  unit: Unit,
  why: { reason: UnscoredReason; detail: string; salt_hash: string; prepared?: PreparedUnit },
): RecordedEpisode {
  const { reason, detail, salt_hash, prepared } = why, header = prepared?.header ?? null;
  const record: EpisodeRecord = {
    ...frame(unit, salt_hash),
    ...{ header, termination: null, rows: 0, trajectory_hash: header === null ? null : trajectoryHash(header, []) },
    ...{ unscored: { reason, detail }, score: null, provider: null },
    reveal: prepared === undefined ? null : { nonce: prepared.nonce, sealed: prepared.instance.sealed },
  };
  return { record, rows: [], observations: new Map() };
}

/** Runs a unit whose model is an agent of this experiment. What an agent or a world throws makes an unscored record.
 * @throws {PermafrostError} unavailable: the model needs an adapter that plays over a network, or is no agent here. */
export function runUnit(unit: Unit, options: UnitOptions = {}): RecordedEpisode {
  const salt_hash = saltHash(options.salt ?? "");
  if (unit.model.adapter !== "reference") {
    const state = `its adapter ${JSON.stringify(unit.model.adapter)} does not run here; only reference does`;
    throw new PermafrostError("unavailable", `Cannot run ${unit.model.id}: ${state}`, { at: "/model/adapter" });
  }
  let prepared: PreparedUnit | undefined, agent: Agent | undefined;
  try {
    prepared = prepareUnit(unit, options);
    agent = agentOf(unit.model.id, { instance: prepared.instance, seed: unit.seed });
  } catch (thrown) {
    return unscoredUnit(unit, { reason: "instance", detail: said(thrown), salt_hash });
  }
  if (agent === undefined) {
    const state = "there is no reference agent of that name";
    throw new PermafrostError("unavailable", `Cannot run ${unit.model.id}: ${state}`, { at: "/model/id" });
  }
  try {
    const { tools_enabled, step_budget } = unit.run_config, { nowMs } = options;
    const setup = { tools_enabled, step_budget, ...(nowMs === undefined ? {} : { nowMs }) };
    return finishUnit(prepared, playEpisode(prepared.instance.world, agent, setup));
  } catch (thrown) {
    return unscoredUnit(unit, { reason: "crash", detail: said(thrown), salt_hash, prepared });
  }
}

function frame(
  unit: Unit,
  salt_hash: string,
): Pick<EpisodeRecord, "format" | "episode_id" | "salt_hash" | "judges"> & Unit {
  const { run_config, model, seed } = unit;
  return {
    ...{ format: EPISODE_FORMAT, episode_id: episodeId(unit, salt_hash), salt_hash },
    ...{ run_config, model, seed, judges: judgeSetOf(run_config) },
  };
}

/** The message of what was thrown, in one line of at most 500 characters. */
function said(thrown: unknown): string {
  return (thrown instanceof Error ? thrown.message : String(thrown)).replace(/\s+/g, " ").slice(0, 500);
}

function refuse(state: string, at: string): PermafrostError {
  return new PermafrostError("record-invalid", `Cannot read a unit: ${state}`, { at });
}
