/** Means over tasks. Only episodes with every default and all tools count, and seeds are drawn whole: an instance of one
 * task and one of another under the same seed are drawn together. @module */
import { type RowState, totalsOf } from "./aggregate_rows.ts";
import { roundRatio } from "./exact.ts";
import { bootstrap, type Interval, MIN_MEASURABLE } from "./statistics.ts";

/** A model over several tasks. */
export interface CrossTask {
  /** The model. */ readonly model: string;
  /** The tasks. */ readonly tasks: readonly string[];
  /** Seeds with a total on each of them: the clusters. */ readonly n_seeds: number;
  /** Seeds that lack one on some task, and do not count. */ readonly n_seeds_left_out: number;
  /** The mean over tasks and seeds; null of none. */ readonly mean: number | null;
  /** A 95 % bootstrap interval over seeds; null: not measurable. */ readonly ci95: Interval | null;
  /** Whether the spread can be measured. */ readonly variance: "measured" | "not measurable";
}

/** The models that have episodes on two tasks or more, in order of their ids. */
export function crossTasks(tables: readonly { task_id: string; rows: readonly RowState[] }[]): CrossTask[] {
  const byModel = Map.groupBy(
    tables.flatMap(({ task_id, rows }) =>
      rows.filter(({ planned }) => planned.size > 0).map((row) => ({ task_id, row }))
    ),
    ({ row }) => row.id,
  );
  return [...byModel].filter(([, played]) => played.length > 1).sort(([one], [other]) => one < other ? -1 : 1)
    .map(([model, played]) => crossTask(model, played));
}

function crossTask(model: string, played: readonly { task_id: string; row: RowState }[]): CrossTask {
  const tasks = played.map(({ task_id }) => task_id), totals = played.map(({ row }) => totalsOf(row));
  const seeds = new Set(played.flatMap(({ row }) => [...row.planned]));
  const sums = [...seeds].filter((seed) => totals.every((each) => each.has(seed)))
    .map((seed) => totals.reduce((sum, each) => sum + each.get(seed)!, 0));
  const n_seeds = sums.length, isMeasurable = n_seeds >= MIN_MEASURABLE, parts = tasks.length;
  const all = sums.reduce((total, sum) => total + sum, 0);
  return {
    ...{ model, tasks, n_seeds, n_seeds_left_out: seeds.size - n_seeds },
    mean: n_seeds === 0 ? null : roundRatio(BigInt(all), BigInt(n_seeds * parts)),
    ci95: isMeasurable ? bootstrap(sums, `cross/${model}/${tasks.join()}`, { parts }) : null,
    variance: isMeasurable ? "measured" : "not measurable",
  };
}
