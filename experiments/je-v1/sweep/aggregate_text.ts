/** An aggregate in words and tables of 80 columns. @module */
import { taskOf } from "../env/tasks.ts";
import { grouped, wrapped } from "../verify/explain_text.ts";
import type { Aggregate, AggregateFinding, Table } from "./aggregate.ts";
import type { CrossTask } from "./aggregate_cross.ts";
import type { Pair } from "./aggregate_pairs.ts";
import type { Row } from "./aggregate_rows.ts";
import type { Share } from "./exact.ts";
import type { Interval } from "./statistics.ts";

/** Columns for a model and its counts together. */
const NAME_AND_COUNTS = 25;
const PAIR = 24;
const NOT_MEASURABLE = "not measurable";

/** An aggregate as lines of at most 80 columns. Totals are shares of 1 with six places. */
export function aggregateLines(aggregate: Aggregate): string[] {
  const { planned, scored, unscored, tables, cross_task, findings, notes } = aggregate;
  return [
    ...wrapped(`Episodes: ${grouped(planned)} planned, ${grouped(scored)} scored, ${grouped(unscored)} unscored`),
    ...findings.flatMap(findingLines),
    ...tables.flatMap((table) => ["", ...tableLines(table)]),
    ...(cross_task.length === 0 ? [] : ["", ...crossLines(cross_task)]),
    "",
    ...notes.flatMap((note) => wrapped(`Note: ${note}`)),
  ];
}

function findingLines({ code, at, observed }: AggregateFinding): string[] {
  const what = code === "mixed-conditions"
    ? `${at} was played under ${observed.length} conditions, which are not pooled; choose one with --condition:`
    : `${at} has two descriptions of the model ${observed.join(", ")}; put each in a folder of its own`;
  return [
    ...wrapped(`Refused: ${what}`),
    ...(code === "mixed-conditions" ? observed.flatMap((each) => wrapped(each, { first: 2, rest: 4 })) : []),
  ];
}

function tableLines(table: Table): string[] {
  const { task_id, tier, label, condition, is_default, judges, rows, pairs, baselines_missing } = table;
  const reasons = rows.filter(({ n_unscored }) => n_unscored > 0);
  const columns = Math.max(6, ...rows.map(({ n_scored, n_planned }) => `${n_scored}/${n_planned}`.length));
  return [
    ...wrapped(
      `${task_id} ${taskOf(task_id)?.title ?? ""} (${tier}), ${label}${is_default ? "" : ", not the defaults"}`,
    ),
    ...wrapped(`condition ${condition}`, { first: 2 }),
    ...wrapped(`judges: ${judges.join(", ")}; budget ${grouped(table.step_budget)}`, { first: 2 }),
    `  ${"model".padEnd(NAME_AND_COUNTS - 6)}scored       mean  95 % interval         deviation   least`,
    ...rows.map((row) => rowLine(row, columns)),
    ...reasons.flatMap(({ model, n_unscored, unscored, mean_if_unscored_zero }) => {
      const why = Object.entries(unscored).map(([reason, count]) => `${reason} ${count}`).join(", ");
      const text = `${model}: ${n_unscored} unscored (${why}); mean if 0 ${decimal(mean_if_unscored_zero)}`;
      return wrapped(text, { first: 4 });
    }),
    ...(baselines_missing.length === 0
      ? []
      : wrapped(`no episodes here of the baselines ${baselines_missing.join(", ")}`, { first: 2 })),
    ...(task_id === "JE-12" ? rows.flatMap(firstFlagLine) : []),
    ...(pairs.length === 0 ? [] : [
      "",
      `  ${"first - second".padEnd(PAIR)}   n difference        95 % interval        p     Holm`,
      ...pairs.flatMap(pairLines),
    ]),
  ];
}

function rowLine(
  { model, is_baseline, n_planned, n_scored, mean, ci95, sd, min, variance }: Row,
  columns: number,
): string {
  const room = NAME_AND_COUNTS - columns - 1, name = fit(is_baseline ? `[${model}]` : model, room);
  const spread = variance === "measured" ? `${interval(ci95).padEnd(20)}  ${decimal(sd)}` : NOT_MEASURABLE.padEnd(30);
  const counts = `${n_scored}/${n_planned}`.padStart(columns);
  return `  ${name.padEnd(room)} ${counts}   ${decimal(mean)}  ${spread}  ${decimal(min)}`;
}

function firstFlagLine({ model, metrics }: Row): string[] {
  const { n, mean, status } = metrics["steps_to_first_flag"]!;
  const text = mean === null ? "no flag" : `mean ${grouped(mean)} over ${n}`;
  return status === null ? [] : wrapped(`${model}: steps_to_first_flag (${status}) ${text}`, { first: 4 });
}

function pairLines({ models: [one, other], n, mean_difference, ci95, p, p_holm, variance }: Pair): string[] {
  const name = `${one} - ${other}`, isLong = name.length > PAIR;
  const difference = mean_difference === null ? "-" : signed(mean_difference);
  const rest = variance === "measured"
    ? `${interval(ci95).padStart(20)} ${chance(p)} ${chance(p_holm)}`
    : NOT_MEASURABLE;
  const row = `  ${(isLong ? "" : name).padEnd(PAIR)} ${String(n).padStart(3)} ${difference.padStart(9)} ${rest}`;
  return isLong ? [...wrapped(name, { first: 2, rest: 4 }), row] : [row];
}

function crossLines(models: readonly CrossTask[]): string[] {
  return [
    "Over tasks: defaults and all tools only; seeds are drawn whole",
    ...models.flatMap(({ model, tasks, n_seeds, n_seeds_left_out, mean, ci95, variance }) => {
      const spread = variance === "measured" ? interval(ci95) : `variance ${NOT_MEASURABLE}`;
      const left = n_seeds_left_out === 0 ? "" : `, ${n_seeds_left_out} seeds left out`;
      const text = `${model}: ${decimal(mean)} ${spread}, ${tasks.length} tasks, ${n_seeds} seeds${left}`;
      return wrapped(text, { first: 2, rest: 4 });
    }),
  ];
}

function chance(share: Share | null): string {
  return share === null ? "-" : decimal(share.ppm);
}

function interval(ends: Interval | null): string {
  return ends === null ? "-" : `${decimal(ends.low)}..${decimal(ends.high)}`;
}

/** Millionths as a decimal with six places, without going through a fraction. */
export function decimal(ppm: number | null): string {
  if (ppm === null) return "-       ";
  const digits = String(Math.abs(ppm)).padStart(7, "0");
  return `${ppm < 0 ? "-" : ""}${digits.slice(0, -6)}.${digits.slice(-6)}`;
}

function signed(ppm: number): string {
  return ppm > 0 ? `+${decimal(ppm)}` : decimal(ppm);
}

function fit(text: string, columns: number): string {
  return text.length <= columns ? text : `${text.slice(0, columns - 3)}...`;
}
