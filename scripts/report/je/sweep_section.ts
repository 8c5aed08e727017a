/** What sweeps come to, as sections of a page. @module */
import type { Aggregate, Table } from "../../../experiments/je-v1/sweep/aggregate.ts";
import type { Row } from "../../../experiments/je-v1/sweep/aggregate_rows.ts";
import type { Pair } from "../../../experiments/je-v1/sweep/aggregate_pairs.ts";
import { decimal } from "../../../experiments/je-v1/sweep/aggregate_text.ts";
import { taskOf } from "../../../experiments/je-v1/env/tasks.ts";
import { pairedDifferences } from "../../charts/paired_differences.ts";
import type { ScoreBar } from "../../charts/row_chart.ts";
import { scoreBars } from "../../charts/score_bars.ts";
import type { SvgNode } from "../../charts/svg_node.ts";
import { statusOf } from "../../je/console/page/results/record_shape.ts";
import { code, figure, html, type HtmlPart, section, table, verdict } from "../html.ts";

const NONE = "not measurable";

/** A sweep: bars and tables for each task and condition, differences between models, means over tasks. */
export function sweepSection(
  aggregate: Aggregate,
  { id, name }: { readonly id: string; readonly name: string },
): SvgNode {
  const { planned, scored, unscored, tables, cross_task, findings, notes } = aggregate;
  return section(
    { id, title: name },
    html("p", {
      class: `banner is-${findings.length === 0 ? "good" : "bad"}`,
      children: [
        verdict({ holds: findings.length === 0, yes: "One set of episodes", no: "Not one set of episodes" }),
        `: ${planned} planned, ${scored} scored, ${unscored} without a score.`,
      ],
    }),
    ...findings.map(({ code: kind, at, observed }) =>
      html("p", {
        children: [
          kind === "mixed-conditions"
            ? `${at} was played under several conditions, which are never pooled: `
            : `${at} has several descriptions of one model: `,
          code(observed.join(", ")),
        ],
      })
    ),
    ...(cross_task.length === 0 ? [] : [crossPart(aggregate, { id: `${id}-cross` })]),
    ...tables.map((each, at) => tablePart(each, { id: `${id}-${at + 1}` })),
    section(
      { id: `${id}-notes`, title: "To be read with it", level: 3 },
      html("ul", { children: notes.map((note) => html("li", { children: [note] })) }),
    ),
  );
}

function barOf({ mean, ci95 }: Pick<Row, "mean" | "ci95">, label: string): ScoreBar {
  return { label, mean_ppm: mean, low_ppm: ci95?.low ?? null, high_ppm: ci95?.high ?? null };
}

function crossPart({ cross_task }: Aggregate, { id }: { readonly id: string }): SvgNode {
  return section(
    { id, title: "Over tasks", level: 3 },
    html("p", { children: ["Only episodes with every default and all tools; seeds are drawn whole."] }),
    figure(
      scoreBars(cross_task.map((row) => barOf(row, row.model)), {
        ...{ id: `${id}-bars`, title: "Mean score by model, over tasks" },
        description: "One bar a model with its 95 % interval; the table below has the same numbers.",
      }),
      { caption: "Mean of totals with a 95 % interval over seeds" },
    ),
    table(
      { caption: "Means over tasks", columns: ["model", "mean", "95 % interval", "tasks", "seeds", "left out"] },
      cross_task.map(({ model, mean, ci95, tasks, n_seeds, n_seeds_left_out }) => [
        ...[model, share(mean), interval(ci95)],
        ...[String(tasks.length), String(n_seeds), String(n_seeds_left_out)],
      ]),
    ),
  );
}

function tablePart(part: Table, { id }: { readonly id: string }): SvgNode {
  const { task_id, tier, label, condition, is_default, step_budget, judges, rows, pairs, baselines_missing } = part;
  const title = `${task_id} ${taskOf(task_id)?.title ?? ""} (${tier}), ${label}`,
    id_ = (name: string) => `${id}-${name}`;
  return section(
    { id, title, level: 3 },
    html("p", {
      class: "quiet",
      children: [
        `${is_default ? "All defaults" : "Not the defaults"}; ${step_budget} steps; judged by ${
          judges.join(", ")
        }; condition `,
        code(condition),
        ...(baselines_missing.length === 0 ? [] : [`; no episodes of ${baselines_missing.join(", ")}`]),
      ],
    }),
    figure(
      scoreBars(rows.map((row) => barOf(row, nameOf(row))), {
        ...{ id: id_("bars"), title: `Scores on ${task_id}` },
        description: "One bar a model with its 95 % interval; the table below has the same numbers.",
      }),
      { caption: "Mean of totals with a 95 % interval; baselines in brackets" },
    ),
    scoreTable(rows, task_id),
    metricTable(rows, task_id),
    ...(pairs.length === 0 ? [] : [
      figure(
        pairedDifferences(pairs.map(differenceOf), {
          ...{ id: id_("pairs"), title: `Differences between models on ${task_id}` },
          description: "A dot a pair, on common seeds, with its 95 % interval; the table below has the same numbers.",
        }),
        { caption: "The first model less the second, on the seeds that both have" },
      ),
      pairTable(pairs, task_id),
    ]),
  );
}

function nameOf({ model, is_baseline }: Row): string {
  return is_baseline ? `[${model}]` : model;
}

function scoreTable(rows: readonly Row[], task_id: string): HtmlPart {
  return table(
    {
      caption: `Scores on ${task_id}`,
      columns: [
        "model",
        "scored",
        "mean",
        "95 % interval",
        "deviation",
        "least",
        "without a score",
        "mean if those are 0",
      ],
    },
    rows.map((row) => [
      ...[nameOf(row), `${row.n_scored} of ${row.n_planned}`, share(row.mean), interval(row.ci95)],
      ...[row.sd === null ? NONE : share(row.sd), share(row.min)],
      Object.entries(row.unscored).map(([reason, count]) => `${reason} ${count}`).join(", ") || "none",
      share(row.mean_if_unscored_zero),
    ]),
  );
}

function metricTable(rows: readonly Row[], task_id: string): HtmlPart {
  const names = [...new Set(rows.flatMap(({ metrics }) => Object.keys(metrics)))];
  return table(
    {
      caption: `Parts and metrics on ${task_id}, means`,
      columns: ["model", "outcome", "process", "rationale", ...names.map((name) => `${name} (${statusOf(name)})`)],
    },
    rows.map((row) => [
      nameOf(row),
      ...(["outcome", "process", "rationale"] as const).map((part) => share(row.parts[part].mean)),
      ...names.map((name) => {
        const mean = row.metrics[name]?.mean ?? null;
        return name === "steps_to_first_flag" ? (mean === null ? "-" : String(mean)) : share(mean);
      }),
    ]),
  );
}

function differenceOf({ models: [one, other], mean_difference, ci95, p_holm }: Pair): ScoreBar {
  return {
    ...{ label: `${one} − ${other}`, mean_ppm: mean_difference },
    ...{ low_ppm: ci95?.low ?? null, high_ppm: ci95?.high ?? null },
    ...(p_holm === null ? {} : { note: `p ${decimal(p_holm.ppm).slice(0, 6)}` }),
  };
}

function pairTable(pairs: readonly Pair[], task_id: string): HtmlPart {
  return table(
    {
      caption: `Paired differences on ${task_id}`,
      columns: ["first − second", "seeds", "difference", "95 % interval", "p", "p after Holm"],
    },
    pairs.map(({ models, n, mean_difference, ci95, p, p_holm }) => [
      ...[models.join(" − "), String(n), share(mean_difference), interval(ci95)],
      ...[p, p_holm].map((chance) => chance === null ? NONE : share(chance.ppm)),
    ]),
  );
}

function share(ppm: number | null): string {
  return ppm === null ? "none" : decimal(ppm);
}

function interval(ends: { readonly low: number; readonly high: number } | null): string {
  return ends === null ? NONE : `${decimal(ends.low)} to ${decimal(ends.high)}`;
}
