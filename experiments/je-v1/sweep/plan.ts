/** The units of a sweep. @module */
import { PermafrostError } from "../../../kernel/error.ts";
import type { RunConfig } from "../config/contract.ts";
import document from "../run_config.json" with { type: "json" };
import type { ModelEntry, Unit } from "./unit.ts";

/** The models that run_config.json lists. */
export const DEFAULT_MODELS = document.models as readonly ModelEntry[];

/** The reference agents that stand beside every table, so that a score can be read: nothing found, guessing, a single
 * pass, everything right. */
export const BASELINES = ["approve-all", "random", "heuristic", "oracle"] as const;

/** Finds the models of a sweep among entries, in the sweep's order; with the baselines that it does not name.
 * @throws {PermafrostError} record-invalid: an id is not among them; `at` is a JSON Pointer into the configuration. */
export function modelsOf(
  config: RunConfig,
  { entries = DEFAULT_MODELS, baselines = [] }: { entries?: readonly ModelEntry[]; baselines?: readonly string[] } = {},
): ModelEntry[] {
  const asked = config.sweep.models, ids = [...asked, ...baselines.filter((id) => !asked.includes(id))];
  return ids.map((id, at) => {
    const found = entries.find((entry) => entry.id === id) ?? DEFAULT_MODELS.find((entry) => entry.id === id);
    if (found !== undefined) return found;
    const state = `no entry describes the model ${id}`;
    throw new PermafrostError("record-invalid", `Cannot plan the sweep: ${state}`, { at: `/sweep/models/${at}` });
  });
}

/** The units of a sweep one after the other: every seed, and on each every model. */
export function* unitsOf(config: RunConfig, models: readonly ModelEntry[]): Generator<Unit, void> {
  for (let seed = config.seed; seed < config.seed + config.sweep.seeds; seed++) {
    for (const model of models) yield { run_config: config, model, seed };
  }
}
