/** From the options of the je commands to a run config, models and a salt. @module */
import { resolve } from "node:path";
import { makeRunConfig, readRunConfig, type RunConfig } from "../../../experiments/je-v1/config/contract.ts";
import type { Knobs } from "../../../experiments/je-v1/env/knobs.ts";
import { DEFAULT_MODELS } from "../../../experiments/je-v1/sweep/plan.ts";
import { type ModelEntry, readModel } from "../../../experiments/je-v1/sweep/unit.ts";
import document from "../../../experiments/je-v1/run_config.json" with { type: "json" };
import { PermafrostError } from "../../../kernel/error.ts";
import { readBounded } from "../../../kernel/file_read.ts";
import { readJsonFile } from "../../../kernel/json_file.ts";
import type { Call, Io } from "../command.ts";

const MAX_CONFIG_BYTES = 1_048_576;
const MAX_SALT_BYTES = 4096;
const MAKING = ["seed", "knob", "withhold", "step-budget", "model", "seeds"];

/** The configuration that a call names or describes; `models` and `seeds` stand in for what it leaves open, and `beside`
 * names options that mean something else to the command, and so may stand beside --config.
 * @throws {PermafrostError} usage; record-invalid: it makes no configuration; file-*, json-*: of --config. */
export function configOf(
  call: Call,
  defaults: { models?: readonly string[]; seeds?: number; beside?: readonly string[] } = {},
): RunConfig {
  const { operands: [task_id], values, lists, io } = call, { config } = values;
  if (config !== undefined) {
    const given = MAKING.find((name) =>
      (values[name] ?? lists[name]?.[0]) !== undefined && !defaults.beside?.includes(name)
    );
    const both = task_id === undefined ? given && `--${given}` : "TASK";
    if (both !== undefined) throw usage(`--config says all of it; leave out ${both}`);
    return readRunConfig(readJsonFile(resolve(io.cwd, config), { maxBytes: MAX_CONFIG_BYTES, at: config }).value);
  }
  if (task_id === undefined) throw usage("TASK is missing, such as JE-01, or --config");
  const budget = values["step-budget"];
  return makeRunConfig({
    ...{ task_id, seed: wholeOf(call, "seed", { fallback: document.defaults.seed }) },
    knobs: knobsOf(lists["knob"] ?? []),
    tools_withheld: lists["withhold"] ?? [],
    ...(budget === undefined ? {} : { step_budget: wholeOf(call, "step-budget", { fallback: 0 }) }),
    models: lists["model"]?.length ? lists["model"] : defaults.models ?? DEFAULT_MODELS.map(({ id }) => id),
    seeds: wholeOf(call, "seeds", { fallback: defaults.seeds ?? document.defaults.seeds }),
  });
}

/** The whole number of an option.
 * @throws {PermafrostError} usage: it is none. */
export function wholeOf({ values }: Call, name: string, { fallback }: { fallback: number }): number {
  const text = values[name];
  if (text === undefined) return fallback;
  if (!/^(?:0|[1-9][0-9]{0,15})$/.test(text) || !Number.isSafeInteger(Number(text))) {
    throw usage(`--${name} ${text} is no whole number`);
  }
  return Number(text);
}

function knobsOf(given: readonly string[]): Partial<Knobs> {
  const knobs: { [name: string]: number } = {};
  for (const text of given) {
    const [, name = "", value = ""] = /^([a-z_]+)=(0|[1-9][0-9]{0,8})$/.exec(text) ?? [];
    if (name === "" || Object.hasOwn(knobs, name)) {
      throw usage(name === "" ? `--knob ${text} is not of the form NAME=N` : `the knob ${name} is set twice`);
    }
    knobs[name] = Number(value);
  }
  return knobs;
}

/** The models that can be named: those of a file, or of run_config.json.
 * @throws {PermafrostError} record-invalid: the file is no array of models; file-*, json-*. */
export function modelEntries({ values, io }: Call): readonly ModelEntry[] {
  const path = values["models"];
  if (path === undefined) return DEFAULT_MODELS;
  const { value } = readJsonFile(resolve(io.cwd, path), { maxBytes: MAX_CONFIG_BYTES, at: path });
  if (Array.isArray(value)) return value.map(readModel);
  throw new PermafrostError("record-invalid", `Cannot read ${path}: it is no array of models`, { at: path });
}

/** A campaign's secret and where it stands. */
export interface Salt {
  /** The secret, without a final line end. */ readonly text: string;
  /** Its file. */ readonly path: string;
}

/** Reads the salt that a call names; null where it names none.
 * @throws {PermafrostError} record-invalid: the file is empty or not UTF-8; file-*. */
export function saltOf({ values, io }: { values: Call["values"]; io: Io }): Salt | null {
  const given = values["salt-file"];
  if (given === undefined) return null;
  const path = resolve(io.cwd, given), bytes = readBounded(path, { maxBytes: MAX_SALT_BYTES, at: given });
  const text = new TextDecoder().decode(bytes).replace(/\r?\n$/, "");
  if (text !== "" && !text.includes("\ufffd")) return { text, path };
  throw new PermafrostError("record-invalid", `Cannot read the salt: ${given} is empty or not UTF-8`, { at: given });
}

function usage(state: string): PermafrostError {
  return new PermafrostError("usage", `Cannot make the run config: ${state}`);
}
