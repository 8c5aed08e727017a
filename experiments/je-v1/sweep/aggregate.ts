/** What a set of episodes comes to (je.md, section 9): a table for each task and condition, never one for several. It
 * takes records one by one and keeps a number for each. @module */
import { canonicalize } from "../../../kernel/json_encode.ts";
import type { RunConfig } from "../config/contract.ts";
import type { Tier } from "../env/model.ts";
import { ENV_VERSION } from "../env/instantiate.ts";
import { type CrossTask, crossTasks } from "./aggregate_cross.ts";
import { type Pair, pairsOf } from "./aggregate_pairs.ts";
import { type Row, rowOf, type RowState, rowState, takeRecord } from "./aggregate_rows.ts";
import { conditionOf } from "./condition.ts";
import type { EpisodeRecord } from "./episode_record.ts";
import { BASELINES } from "./plan.ts";

/** A table: one task under one condition. */
export interface Table {
  /** The task. */ readonly task_id: string;
  /** Its tier. */ readonly tier: Tier;
  /** SHA-256 of the condition. */ readonly condition: string;
  /** `full` or what is withheld. */ readonly label: string;
  /** Whether all is the task's default. */ readonly is_default: boolean;
  /** Steps that an episode may take. */ readonly step_budget: number;
  /** Who judges. */ readonly judges: readonly string[];
  /** Hashes of the salts under which it was played. */ readonly salt_hashes: readonly string[];
  /** The models, those of the sweep first, then baselines. */ readonly rows: readonly Row[];
  /** Baselines of which no episode is here. */ readonly baselines_missing: readonly string[];
  /** Pairs of models; of two baselines only where a sweep names them. */ readonly pairs: readonly Pair[];
}

/** Why the set is not one that can be read as a whole. */
export interface AggregateFinding {
  /** Which. */ readonly code: "mixed-conditions" | "mixed-models";
  /** The task. */ readonly at: string;
  /** Conditions, or a model's id. */ readonly observed: readonly string[];
}

/** What a set of episodes comes to. Shares are whole numbers of millionths. */
export interface Aggregate {
  /** The format. */ readonly format: "je-v1/aggregate@1";
  /** All episodes. */ readonly planned: number;
  /** Those with a total. */ readonly scored: number;
  /** Those without. */ readonly unscored: number;
  /** By task and condition. */ readonly tables: readonly Table[];
  /** Means over tasks; empty where conditions are mixed. */ readonly cross_task: readonly CrossTask[];
  /** Why it is not one set; empty: it is. */ readonly findings: readonly AggregateFinding[];
  /** What readers must know. */ readonly notes: readonly string[];
}

/** What takes records. */
export interface Aggregator {
  /** Takes a record; the order does not matter. One of an id that was taken before counts once more: join them first. */
  add(record: EpisodeRecord): void;
  /** What they come to. */ finish(): Aggregate;
}

interface TableState {
  readonly config: RunConfig;
  readonly judges: readonly string[];
  readonly env_version: string;
  readonly rows: Map<string, RowState>;
  readonly named: Set<string>;
  readonly plans: Set<string>;
  readonly salts: Set<string>;
}

/** Short names of salts, so that little is kept of each episode. */
type SaltNames = Map<string, number>;

const NOTES: readonly string[] = [
  "One run per seed mixes two variances: that of the instances and that of the model's sampling.",
  "The smallest p that an exact sign-flip test of n pairs can give is 2^(1-n): 0.0625 for five seeds, so five seeds " +
  "cannot reach 0.05; six give 0.03125.",
  "Unscored episodes stay in the count of what was planned; mean if 0 counts each of them as 0.",
];
const INFERRED_NOTE = "The verifiers of JE-12 and JE-16 were rebuilt around the inferred metrics, so their scores " +
  "cannot confirm those definitions.";

/** Makes an aggregator. */
export function aggregator(): Aggregator {
  const tables = new Map<string, TableState>(), names: SaltNames = new Map();
  return {
    add(record) {
      const { run_config: config, judges, header, salt_hash, model } = record;
      const env_version = header?.env_version ?? ENV_VERSION;
      const { hash } = conditionOf(config, { judges, env_version }), key = `${config.task_id} ${hash}`;
      let table = tables.get(key);
      if (table === undefined) {
        const sets = { rows: new Map(), named: new Set<string>(), plans: new Set<string>(), salts: new Set<string>() };
        tables.set(key, table = { config, judges, env_version, ...sets });
      }
      const salt = names.get(salt_hash) ?? names.size;
      names.set(salt_hash, salt);
      table.salts.add(salt_hash);
      const { sweep, seed } = config;
      for (const id of sweep.models) table.named.add(id);
      for (const id of new Set([...sweep.models, model.id])) {
        table.plans.add(JSON.stringify([salt, seed, sweep.seeds, id]));
      }
      const entry = canonicalize(model);
      let row = table.rows.get(entry);
      if (row === undefined) table.rows.set(entry, row = rowState(model.id));
      takeRecord(row, record, { instance: `${salt} ${record.seed}` });
    },
    finish: () =>
      finish([...tables.entries()].sort(([one], [other]) => one < other ? -1 : 1).map(([, table]) => table)),
  };
}

function finish(states: readonly TableState[]): Aggregate {
  const rows = states.map(rowStates);
  const tables = states.map((state, at) => tableOf(state, rows[at]!));
  const findings = [...mixedConditions(tables), ...mixedModels(tables)];
  const all = tables.flatMap((table) => table.rows),
    sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
  const isRebuilt = tables.some(({ task_id }) => task_id === "JE-12" || task_id === "JE-16");
  return {
    format: "je-v1/aggregate@1",
    planned: sum(all.map(({ n_planned }) => n_planned)),
    scored: sum(all.map(({ n_scored }) => n_scored)),
    unscored: sum(all.map(({ n_unscored }) => n_unscored)),
    tables,
    cross_task: findings.length > 0 ? [] : crossTasks(
      tables.flatMap((table, at) => table.is_default ? [{ task_id: table.task_id, rows: rows[at]! }] : []),
    ),
    findings,
    notes: [...NOTES, ...(isRebuilt ? [INFERRED_NOTE] : [])],
  };
}

/** The rows of a table with what was planned for each: models that sweeps name in order of their ids, then baselines. */
function rowStates({ rows, named, plans }: TableState): RowState[] {
  const states = [...rows.values()], isBaseline = (id: string): boolean => !named.has(id);
  for (const id of named) if (!states.some((row) => row.id === id)) states.push(rowState(id));
  for (const plan of plans) {
    const [salt, seed, count, id] = JSON.parse(plan) as [number, number, number, string];
    for (const row of states) {
      if (row.id !== id) continue;
      for (let at = 0; at < count; at++) row.planned.add(`${salt} ${seed + at}`);
    }
  }
  return states.map((row) => ({ ...row, isBaseline: isBaseline(row.id) })).sort((one, other) =>
    Number(one.isBaseline) - Number(other.isBaseline) || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0)
  );
}

function tableOf({ config, judges, env_version, salts }: TableState, rows: readonly RowState[]): Table {
  const { task_id, tier, step_budget } = config,
    { hash, label, isDefault } = conditionOf(config, { judges, env_version });
  const name = `${task_id}/${hash}`;
  return {
    ...{ task_id, tier, condition: hash, label, is_default: isDefault, step_budget, judges },
    salt_hashes: [...salts].sort(),
    rows: rows.map((row) => rowOf(row, name)),
    baselines_missing: BASELINES.filter((id) => !rows.some((row) => row.id === id && row.results.size > 0)),
    pairs: pairsOf(rows, name),
  };
}

/** Tasks of which there is more than one condition: their scores are never pooled. */
function mixedConditions(tables: readonly Table[]): AggregateFinding[] {
  return [...Map.groupBy(tables, ({ task_id }) => task_id)].flatMap(([at, same]): AggregateFinding[] =>
    same.length === 1
      ? []
      : [{ code: "mixed-conditions", at, observed: same.map(({ label, condition }) => `${label} ${condition}`) }]
  );
}

/** Models of one id and two descriptions in one table. */
function mixedModels(tables: readonly Table[]): AggregateFinding[] {
  return tables.flatMap(({ task_id, rows }) =>
    [...Map.groupBy(rows, ({ model }) => model)].flatMap(([id, same]): AggregateFinding[] =>
      same.length === 1 ? [] : [{ code: "mixed-models", at: task_id, observed: [id] }]
    )
  );
}
