/** From episodes to what they come to, by the experiment's own arithmetic. Nothing here touches the page. @module */
import { type Aggregate, aggregator } from "../../../../../experiments/je-v1/sweep/aggregate.ts";
import { type CrossTask, crossTasks } from "../../../../../experiments/je-v1/sweep/aggregate_cross.ts";
import { type RowState, rowState, takeRecord } from "../../../../../experiments/je-v1/sweep/aggregate_rows.ts";
import { conditionOf } from "../../../../../experiments/je-v1/sweep/condition.ts";
import type { Tier } from "../../../../../experiments/je-v1/env/model.ts";
import type { LoadedEpisode } from "./loaded.ts";

/** A tier of which several tasks were played. */
export interface TierMeans {
  /** The tier. */ readonly tier: Tier;
  /** Its models, each over the same kind of episodes as a mean over tasks: defaults and all tools only. */
  readonly models: readonly CrossTask[];
}

/** What episodes come to. */
export interface Reckoned {
  /** The experiment's aggregate. */ readonly aggregate: Aggregate;
  /** Means over the tasks of a tier; none where conditions are mixed. */ readonly tiers: readonly TierMeans[];
}

/** Episodes of a sweep's plan that can be counted without files: beyond, a page would not come back. */
export const MAX_PLANS = 1_000_000;

/** Aggregates. Where the sweeps that records name have more than {@linkcode MAX_PLANS} episodes together, null. */
export function reckon(episodes: readonly LoadedEpisode[]): Reckoned | null {
  if (plannedBy(episodes) > MAX_PLANS) return null;
  const all = aggregator();
  for (const { record } of episodes) all.add(record);
  const aggregate = all.finish();
  return { aggregate, tiers: aggregate.findings.length > 0 ? [] : tierMeans(episodes) };
}

/** The labels of the conditions, each once. */
export function labelsOf(episodes: readonly LoadedEpisode[]): string[] {
  return [...new Set(episodes.map(({ label }) => label))].sort();
}

/** How many episodes the different plans have together. */
function plannedBy(episodes: readonly LoadedEpisode[]): number {
  const plans = new Map<string, number>();
  for (const { record: { run_config, salt_hash } } of episodes) {
    const { task_id, seed, sweep, ...rest } = run_config;
    plans.set(
      JSON.stringify([task_id, seed, sweep, rest.tools_enabled, rest.step_budget, rest.generator, salt_hash]),
      sweep.episodes,
    );
  }
  return [...plans.values()].reduce((sum, count) => sum + count, 0);
}

function tierMeans(episodes: readonly LoadedEpisode[]): TierMeans[] {
  const tiers = new Map<Tier, Map<string, Map<string, RowState>>>();
  for (const { record } of episodes) {
    const { run_config, judges, header, model, salt_hash, seed } = record, { tier, task_id } = run_config;
    const env = header === null ? {} : { env_version: header.env_version };
    if (!conditionOf(run_config, { judges, ...env }).isDefault) continue;
    const tasks = getOr(tiers, tier, () => new Map()), rows = getOr(tasks, task_id, () => new Map<string, RowState>());
    takeRecord(getOr(rows, model.id, () => rowState(model.id)), record, { instance: `${salt_hash} ${seed}` });
  }
  return [...tiers].sort(([one], [other]) => one < other ? -1 : 1).flatMap(([tier, tasks]) => {
    const models = crossTasks(
      [...tasks].sort(([one], [other]) => one < other ? -1 : 1)
        .map(([task_id, rows]) => ({ task_id, rows: [...rows.values()] })),
    );
    return models.length === 0 ? [] : [{ tier, models }];
  });
}

function getOr<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const fresh = make();
  map.set(key, fresh);
  return fresh;
}
