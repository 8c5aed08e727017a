/** The structure of a run's configuration: keys, types and ranges, as run_config_contract.schema.json says them for
 * other programs. What follows from other fields is judged in derived.ts. @module */
import { KNOB_RANGES, KNOBS } from "../env/knobs.ts";
import { TASKS, TOOLS } from "../env/tasks.ts";
import type { ContractNote } from "./contract.ts";

/** The most steps that an episode may take. */
export const MAX_STEP_BUDGET = 2000;
/** The most seeds of one sweep. */
export const MAX_SEEDS = 100_000;
/** The most models of one sweep. */
export const MAX_MODELS = 100;
/** How the id of a model is written. */
export const MODEL_ID = /^[A-Za-z0-9][A-Za-z0-9._:\/@+-]{0,127}$/;

type Check = (value: unknown, pointer: string) => ContractNote[];

/** Everything that is wrong with the structure, in the order of the contract's fields. */
export function structureProblems(value: unknown): ContractNote[] {
  return RUN_CONFIG(value, "");
}

const PART = whole(0, 100);
const TOOL_LIST = list(oneOf(TOOLS), { most: TOOLS.length });
const KNOB_CHECKS = KNOBS.map((knob): [string, Check] => [knob, whole(KNOB_RANGES[knob].min, KNOB_RANGES[knob].max)]);

const RUN_CONFIG = record({
  task_id: oneOf(TASKS.map(({ id }) => id)),
  tier: oneOf(["L1", "L2", "L3", "L4"]),
  seed: whole(0, Number.MAX_SAFE_INTEGER),
  generator: record({
    ...Object.fromEntries(KNOB_CHECKS),
    sources: list(text(/^[a-z]+(?:_[a-z]+)*$/), { least: 1, most: 20 }),
  }),
  tools_enabled: TOOL_LIST,
  tools_withheld: TOOL_LIST,
  step_budget: whole(1, MAX_STEP_BUDGET),
  scoring: record({
    weights: record({ outcome: PART, process: PART, rationale: PART }),
    judge: oneOf(["global_rubric_v1"]),
    judges_per_episode: oneOf([1, 3]),
  }),
  sweep: record({
    models: list(text(MODEL_ID), { least: 1, most: MAX_MODELS }),
    seeds: whole(1, MAX_SEEDS),
    episodes: whole(1, MAX_MODELS * MAX_SEEDS),
  }),
});

function whole(min: number, max: number): Check {
  return (value, pointer) =>
    Number.isInteger(value) && (value as number) >= min && (value as number) <= max
      ? []
      : [{ pointer, reason: `must be a whole number from ${min} to ${max}` }];
}

function oneOf(values: readonly (string | number)[]): Check {
  const said = values.map((value) => JSON.stringify(value)).join(", ");
  return (value, pointer) =>
    values.includes(value as string | number) ? [] : [{ pointer, reason: `must be one of ${said}` }];
}

function text(pattern: RegExp): Check {
  return (value, pointer) =>
    typeof value === "string" && pattern.test(value)
      ? []
      : [{ pointer, reason: `must be text of the form ${pattern.source}` }];
}

/** An array of different strings. */
function list(item: Check, { least = 0, most }: { least?: number; most: number }): Check {
  return (value, pointer) => {
    if (!Array.isArray(value)) return [{ pointer, reason: "must be an array" }];
    if (value.length < least || value.length > most) {
      return [{ pointer, reason: `must have ${least} to ${most} elements` }];
    }
    return value.flatMap((each, at) => {
      const problems = item(each, `${pointer}/${at}`);
      if (problems.length > 0 || value.indexOf(each) === at) return problems;
      return [{ pointer: `${pointer}/${at}`, reason: "stands there twice" }];
    });
  };
}

/** An object with exactly these keys. */
function record(fields: Readonly<Record<string, Check>>): Check {
  return (value, pointer) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      return [{ pointer, reason: "must be an object" }];
    }
    const given = value as Readonly<Record<string, unknown>>;
    const known = Object.entries(fields).flatMap(([key, check]) =>
      Object.hasOwn(given, key) ? check(given[key], `${pointer}/${key}`) : [{ pointer, reason: `lacks ${key}` }]
    );
    const unknown = Object.keys(given).filter((key) => !Object.hasOwn(fields, key));
    return [...known, ...unknown.map((key) => ({ pointer: `${pointer}/${escape(key)}`, reason: "is not known here" }))];
  };
}

/** A key as a segment of a JSON Pointer. */
function escape(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
