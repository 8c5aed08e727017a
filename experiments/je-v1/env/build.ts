/** The ground on which a world is built. @module */
import type { Build } from "./bundle.ts";
import { opaqueId } from "./ids.ts";
import { defaultKnobs, knobProblems, type Knobs } from "./knobs.ts";
import { makeMaster } from "./master.ts";
import type { AnnexName, World } from "./model.ts";
import { labelledRng } from "./rng.ts";
import { type Task, taskOf } from "./tasks.ts";
import { PermafrostError } from "../../../kernel/error.ts";

/** What names a world. */
export interface WorldSource {
  /** `JE-01` to `JE-16`. */ readonly task_id: string;
  /** A whole number from 0 to 2^53 - 1. */ readonly seed: number;
  /** Knobs that differ from the task's defaults. */ readonly generator?: Partial<Knobs>;
  /** The campaign's secret; empty unless given. */ readonly salt?: string;
}

/** Which annexes repeat which source. */
const ANNEX_SOURCES: readonly (readonly [AnnexName, string])[] = [
  ["accounts", "coa"],
  ["parties", "parties"],
  ["users", "users"],
  ["periods", "calendar"],
  ["rates", "rates"],
  ["bank", "bank"],
];

/** Makes the ground: master data, names of policies and annexes.
 * @throws {PermafrostError} record-invalid: no such task, a seed or knob out of range, or knobs that exclude each
 * other; `at` is a JSON Pointer into the source. */
export function makeBuild(source: WorldSource): Build {
  const task = taskOf(source.task_id), { seed, salt = "" } = source;
  if (task === undefined) throw refuse("/task_id", "there is no such task");
  if (!Number.isSafeInteger(seed) || seed < 0) throw refuse("/seed", "it is not a whole number from 0 to 2^53 - 1");
  const knobs = { ...defaultKnobs(task), ...source.generator }, [problem] = knobProblems(knobs);
  if (problem !== undefined) {
    throw refuse(`/generator${problem.knob === "" ? "" : `/${problem.knob}`}`, problem.reason);
  }
  const ground = { salt, task_id: task.id, seed };
  const hasRates = knobs.fx_share_bps > 0 || task.sources.includes("rates"), master = makeMaster(ground, { hasRates });
  return {
    ...ground,
    ...{ task, knobs, master, currency: master.home.currency },
    policies: Object.fromEntries(task.policies.map((id) => [id, opaqueId(ground, "D", `policy/${id}`)])),
    annexes: annexesOf(task, (name) => opaqueId(ground, "D", `annex/${name}`)),
    rng: (label) => labelledRng(ground, label),
    id: (kind, label) => opaqueId(ground, kind, label),
  };
}

/** The annexes of a task; `ledger`, the extract of entries around, is there for every task whose entries have some. */
function annexesOf(task: Task, idOf: (name: AnnexName) => string): World["annexes"] {
  const names = ANNEX_SOURCES.filter(([, source]) => task.sources.includes(source)).map(([name]) => name);
  return Object.fromEntries([...names, "ledger" as const].map((name) => [name, idOf(name)]));
}

function refuse(at: string, state: string): PermafrostError {
  return new PermafrostError("record-invalid", `Cannot make a world: ${state}`, { at });
}
