/** One model in one table. @module */
import { METRIC_NAMES, type MetricStatus } from "../verify/metrics.ts";
import type { EpisodeRecord, UnscoredReason } from "./episode_record.ts";
import { roundRatio } from "./exact.ts";
import { type Interval, summarize } from "./statistics.ts";

/** A mean over the scored episodes in which there is a value. */
export interface PartMean {
  /** In how many. */ readonly n: number;
  /** The mean, a whole number; null of none. */ readonly mean: number | null;
}

/** One model in one table; shares are whole numbers of millionths. */
export interface Row {
  /** The model. */ readonly model: string;
  /** Whether it is here only for comparison. */ readonly is_baseline: boolean;
  /** Episodes that were to be. */ readonly n_planned: number;
  /** Those with a total. */ readonly n_scored: number;
  /** Those without. */ readonly n_unscored: number;
  /** Why, by reason; `missing`: there is no file. */ readonly unscored: { readonly [reason in Missing]?: number };
  /** The mean of totals; null of none. */ readonly mean: number | null;
  /** The mean with 0 for each unscored episode. */ readonly mean_if_unscored_zero: number | null;
  /** The least; null of none. */ readonly min: number | null;
  /** The sample standard deviation; null: not measurable. */ readonly sd: number | null;
  /** A 95 % bootstrap interval of the mean; null: not measurable. */ readonly ci95: Interval | null;
  /** Whether the spread can be measured. */ readonly variance: "measured" | "not measurable";
  /** Means of the parts of the score. */ readonly parts: { readonly [part in Part]: PartMean };
  /** Means of the six metrics. */
  readonly metrics: { readonly [name: string]: PartMean & { readonly status: MetricStatus | null } };
}

type Missing = UnscoredReason | "missing";
type Part = "outcome" | "process" | "rationale" | "score_ungated";

/** What is kept of the episodes of one model in one table. */
export interface RowState {
  /** The model. */ readonly id: string;
  /** Whether no sweep names it. */ readonly isBaseline: boolean;
  /** The instances that were planned. */ readonly planned: Set<string>;
  /** By instance the total, or why there is none. */ readonly results: Map<string, number | UnscoredReason>;
  /** Sums of parts and metrics. */ readonly sums: Map<string, { n: number; sum: number; status: MetricStatus | null }>;
}

/** A row without episodes. */
export function rowState(id: string): RowState {
  return { id, isBaseline: false, planned: new Set(), results: new Map(), sums: new Map() };
}

/** Takes a record of the row's model; `instance` is the short name of what it was played on. */
export function takeRecord(
  row: RowState,
  { score, unscored }: EpisodeRecord,
  { instance }: { readonly instance: string },
): void {
  const total = score?.total ?? null;
  row.planned.add(instance);
  row.results.set(instance, total ?? unscored!.reason);
  if (score === null || total === null) return;
  const add = (name: string, value: number | null, status: MetricStatus | null): void => {
    const before = row.sums.get(name) ?? { n: 0, sum: 0, status };
    row.sums.set(name, value === null ? before : { n: before.n + 1, sum: before.sum + value, status });
  };
  add("outcome", score.outcome.O, null), add("process", score.process.P, null);
  add("rationale", score.rationale.R, null), add("score_ungated", score.score_ungated, null);
  for (const name of METRIC_NAMES) add(`metric/${name}`, score.metrics[name].value, score.metrics[name].status);
}

/** Reckons a row; `table` names its streams of chance. */
export function rowOf(row: RowState, table: string): Row {
  const totals = totalsOf(row), n_planned = row.planned.size;
  const { n, mean, min, sd, ci95, variance } = summarize([...totals.values()], `mean/${table}/${row.id}`);
  const sum = [...totals.values()].reduce((all, total) => all + total, 0);
  const part = (name: string): PartMean => {
    const { n, sum } = row.sums.get(name) ?? { n: 0, sum: 0 };
    return { n, mean: n === 0 ? null : roundRatio(BigInt(sum), BigInt(n)) };
  };
  return {
    ...{ model: row.id, is_baseline: row.isBaseline, n_planned, n_scored: n, n_unscored: n_planned - n },
    unscored: reasonsOf(row),
    ...{ mean, mean_if_unscored_zero: n_planned === 0 ? null : roundRatio(BigInt(sum), BigInt(n_planned)) },
    ...{ min, sd, ci95, variance },
    parts: {
      ...{ outcome: part("outcome"), process: part("process"), rationale: part("rationale") },
      score_ungated: part("score_ungated"),
    },
    metrics: Object.fromEntries(METRIC_NAMES.map((name) => [name, {
      ...part(`metric/${name}`),
      status: row.sums.get(`metric/${name}`)?.status ?? null,
    }])),
  };
}

/** The totals by instance. */
export function totalsOf({ results }: RowState): Map<string, number> {
  return new Map([...results].filter((entry): entry is [string, number] => typeof entry[1] === "number"));
}

function reasonsOf({ planned, results }: RowState): { [reason in Missing]?: number } {
  const reasons: { [reason in Missing]?: number } = {};
  for (const instance of planned) {
    const result = results.get(instance) ?? "missing";
    if (typeof result !== "number") reasons[result] = (reasons[result] ?? 0) + 1;
  }
  return reasons;
}
