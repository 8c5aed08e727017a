/// <reference lib="dom" />
/** An aggregate on the page: a chart for each table and condition, and beside each chart the same as a table. @module */
import type { Aggregate, Table } from "../../../../../experiments/je-v1/sweep/aggregate.ts";
import type { CrossTask } from "../../../../../experiments/je-v1/sweep/aggregate_cross.ts";
import type { Pair } from "../../../../../experiments/je-v1/sweep/aggregate_pairs.ts";
import type { Row } from "../../../../../experiments/je-v1/sweep/aggregate_rows.ts";
import { taskOf } from "../../../../../experiments/je-v1/env/tasks.ts";
import { METRIC_NAMES } from "../../../../../experiments/je-v1/verify/metrics.ts";
import { pairedDifferences } from "../../../../charts/paired_differences.ts";
import type { ScoreBar } from "../../../../charts/row_chart.ts";
import { scoreBars } from "../../../../charts/score_bars.ts";
import { type Content, foreign, h, visible } from "../elements.ts";
import { counted, grouped, interval, NONE, share, signedShare } from "../numbers.ts";
import { svgElement } from "../svg_view.ts";
import { plainTable } from "../table_view.ts";
import { statusOf } from "./record_shape.ts";
import type { TierMeans } from "./reckon.ts";

/** How many tables, models and pairs are drawn; a file may hold more. */
const MAX_TABLES = 200;
const MAX_BARS = 100;

/** How an aggregate is shown. */
export interface AggregateOptions {
  /** What its ids start with. */ readonly id: string;
  /** How wide charts are. */ readonly widthPx: number;
  /** Means over the tasks of a tier. */ readonly tiers?: readonly TierMeans[];
}

/** Shows an aggregate. Conditions stand apart: nothing here is a mean over several. */
export function aggregateView(aggregate: Aggregate, options: AggregateOptions): HTMLElement {
  const { planned, scored, unscored, tables, cross_task, findings, notes } = aggregate, { id, tiers = [] } = options;
  const shown = tables.slice(0, MAX_TABLES);
  return h(
    "div",
    { class: "aggregate" },
    h("dl", { class: "figures" }, figure("planned", planned), figure("scored", scored), figure("unscored", unscored)),
    findings.map(({ code, at, observed }) =>
      h(
        "p",
        { class: "problem" },
        "Not pooled: ",
        foreign(at),
        code === "mixed-conditions"
          ? ` was played under ${
            counted(observed.length, "condition")
          }, each shown apart below, and nothing over tasks is said.`
          : " has two descriptions of one model: ",
        code === "mixed-conditions" ? null : foreign(observed.join(", ")),
      )
    ),
    tiers.map((tier, at) =>
      crossView(tier.models, { ...options, id: `${id}-tier${at}`, title: `Tier ${tier.tier}: means over its tasks` })
    ),
    cross_task.length === 0
      ? null
      : crossView(cross_task, { ...options, id: `${id}-cross`, title: "All tasks: means over tasks" }),
    shown.map((table, at) => tableSection(table, { ...options, id: `${id}-table${at}` })),
    shown.length === tables.length ? null : h("p", {}, `${tables.length - shown.length} more tables are not shown.`),
    notes.length === 0 ? null : h("ul", { class: "remarks" }, notes.map((note) => h("li", {}, foreign(note)))),
  );
}

function figure(name: string, value: number): HTMLElement {
  return h("div", {}, h("dt", {}, name), h("dd", {}, grouped(value)));
}

/** A chart with its twin: the same as a table, which can be closed but is there. */
export function twin(chart: Content, table: HTMLElement): HTMLElement {
  return h(
    "div",
    { class: "twin" },
    h("div", { class: "drawing" }, chart),
    h("details", {}, h("summary", {}, "The same as a table"), table),
  );
}

function crossView(models: readonly CrossTask[], options: AggregateOptions & { readonly title: string }): HTMLElement {
  const { id, widthPx, title } = options, drawn = models.slice(0, MAX_BARS);
  const bars = drawn.map(({ model, mean, ci95 }): ScoreBar => ({
    ...{ label: visible(model), mean_ppm: mean, low_ppm: ci95?.low ?? null, high_ppm: ci95?.high ?? null },
  }));
  const description =
    "A bar for the mean of each model, with its 95 % interval. Defaults and all tools only; seeds are drawn whole.";
  return h(
    "section",
    { class: "card" },
    h("h3", {}, title),
    h("p", { class: "hint" }, "Defaults and all tools only; no other condition is in it."),
    twin(
      svgElement(scoreBars(bars, { title, description, widthPx, id })),
      plainTable({
        ...{ id: `${id}-twin`, caption: `Means: ${title}`, rows: models },
        columns: [
          { title: "Model", text: ({ model }) => model },
          { title: "Mean", text: ({ mean }) => share(mean), isNumber: true },
          { title: "95 % interval", text: spread, isNumber: true },
          { title: "Seeds", text: ({ n_seeds }) => grouped(n_seeds), isNumber: true },
          { title: "Seeds left out", text: ({ n_seeds_left_out }) => grouped(n_seeds_left_out), isNumber: true },
          { title: "Tasks", text: ({ tasks }) => tasks.join(", ") },
        ],
      }),
    ),
  );
}

/** An interval, or that there is none to be measured. */
function spread({ ci95, variance }: { ci95: CrossTask["ci95"]; variance: string }): string {
  return variance === "measured" ? interval(ci95) : "not measurable";
}

function tableSection(table: Table, options: AggregateOptions): HTMLElement {
  const { task_id, tier, label, condition, is_default, step_budget, judges, rows, pairs, baselines_missing } = table;
  const { id, widthPx } = options,
    title = `${visible(task_id)} ${taskOf(task_id)?.title ?? ""} (${visible(tier)}), ${visible(label)}`;
  const bars = rows.slice(0, MAX_BARS).map((row): ScoreBar => ({
    ...{ label: visible(row.is_baseline ? `[${row.model}]` : row.model), mean_ppm: row.mean },
    ...{ low_ppm: row.ci95?.low ?? null, high_ppm: row.ci95?.high ?? null },
    ...(row.n_unscored > 0 ? { note: `(${row.n_unscored} unscored)` } : {}),
  }));
  const description = `A bar for the mean total of each model under the condition ${
    visible(label)
  }, with its 95 % interval; baselines in brackets.`;
  return h(
    "section",
    { class: "card" },
    h("h3", {}, title),
    h(
      "p",
      { class: "hint" },
      is_default ? "All defaults. " : "Not the defaults, so it is in no mean over tasks. ",
      "Condition ",
      h("code", {}, foreign(condition)),
      "; judges ",
      foreign(judges.join(", ")),
      `; budget ${grouped(step_budget)} steps.`,
      baselines_missing.length === 0
        ? null
        : [" No episodes of the baselines ", foreign(baselines_missing.join(", ")), "."],
    ),
    twin(svgElement(scoreBars(bars, { title, description, widthPx, id })), scoresTable(rows, { id, title })),
    h("details", {}, h("summary", {}, "Means of parts and metrics"), partsTable(rows, { id, title })),
    pairs.length === 0 ? null : pairsView(pairs, { ...options, title }),
  );
}

function scoresTable(rows: readonly Row[], { id, title }: { id: string; title: string }): HTMLElement {
  return plainTable({
    ...{ id: `${id}-twin`, caption: `Totals: ${title}`, rows },
    columns: [
      { title: "Model", text: ({ model, is_baseline }) => is_baseline ? `${model} (baseline)` : model },
      { title: "Planned", text: ({ n_planned }) => grouped(n_planned), isNumber: true },
      { title: "Scored", text: ({ n_scored }) => grouped(n_scored), isNumber: true },
      { title: "Unscored", text: unscoredText, isNumber: true },
      { title: "Mean", text: ({ mean }) => share(mean), isNumber: true },
      { title: "95 % interval", text: spread, isNumber: true },
      {
        title: "Deviation",
        text: ({ sd, variance }) => variance === "measured" ? share(sd) : "not measurable",
        isNumber: true,
      },
      { title: "Least", text: ({ min }) => share(min), isNumber: true },
      {
        title: "Mean if unscored 0",
        text: ({ mean_if_unscored_zero }) => share(mean_if_unscored_zero),
        isNumber: true,
      },
    ],
  });
}

function unscoredText({ n_unscored, unscored }: Row): string {
  const why = Object.entries(unscored).map(([reason, count]) => `${reason} ${count}`).join(", ");
  return n_unscored === 0 ? "0" : `${grouped(n_unscored)} (${why})`;
}

/** The parts of the score and the six metrics, each metric with who defines it. */
function partsTable(rows: readonly Row[], { id, title }: { id: string; title: string }): HTMLElement {
  const part = (name: string, key: keyof Row["parts"]) => ({
    ...{ title: name, text: ({ parts }: Row) => share(parts[key].mean), isNumber: true as const },
  });
  return plainTable({
    ...{ id: `${id}-parts`, caption: `Means of parts and metrics: ${title}`, rows },
    columns: [
      { title: "Model", text: ({ model }) => model },
      ...[part("Outcome", "outcome"), part("Process", "process"), part("Rationale", "rationale")],
      part("Without gate and caps", "score_ungated"),
      ...METRIC_NAMES.map((name) => ({
        title: `${name} (${statusOf(name)})`,
        text: ({ metrics }: Row) =>
          metrics[name]?.mean == null ? NONE : `${grouped(metrics[name].mean)} (n ${metrics[name].n})`,
        isNumber: true as const,
      })),
    ],
  });
}

function pairsView(pairs: readonly Pair[], { id, widthPx, title }: AggregateOptions & { title: string }): HTMLElement {
  const name = ({ models: [one, other] }: Pair): string => `${one} − ${other}`,
    caption = `Paired differences: ${title}`;
  const bars = pairs.slice(0, MAX_BARS).map((pair): ScoreBar => ({
    ...{ label: visible(name(pair)), mean_ppm: pair.mean_difference },
    ...{ low_ppm: pair.ci95?.low ?? null, high_ppm: pair.ci95?.high ?? null },
  }));
  const description = "A dot for the mean difference of each pair of models on common seeds, with its 95 % interval.";
  return h(
    "div",
    {},
    h("h4", {}, "Paired differences"),
    twin(
      svgElement(pairedDifferences(bars, { title: caption, description, widthPx, id: `${id}-pairs` })),
      plainTable({
        ...{ id: `${id}-pairs-twin`, caption, rows: pairs },
        columns: [
          { title: "First − second", text: name },
          { title: "Pairs", text: ({ n }) => grouped(n), isNumber: true },
          { title: "Difference", text: ({ mean_difference }) => signedShare(mean_difference), isNumber: true },
          { title: "95 % interval", text: spread, isNumber: true },
          { title: "p", text: ({ p }) => share(p?.ppm), isNumber: true },
          { title: "p (Holm)", text: ({ p_holm }) => share(p_holm?.ppm), isNumber: true },
        ],
      }),
    ),
  );
}
