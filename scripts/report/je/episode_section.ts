/** An episode as a section of a page: its score, and its calls as a timeline and a table. @module */
import { taskOf } from "../../../experiments/je-v1/env/tasks.ts";
import type { RecordedEpisode } from "../../../experiments/je-v1/sweep/episode_record.ts";
import { decimal } from "../../../experiments/je-v1/sweep/aggregate_text.ts";
import { timeline } from "../../charts/timeline.ts";
import type { SvgNode } from "../../charts/svg_node.ts";
import { callLabel, type CallRow, callRows } from "../../je/console/page/results/call_rows.ts";
import { code, facts, figure, html, type HtmlPart, section, table, verdict } from "../html.ts";
import { gridOf, rowsTable } from "../rows_table.ts";

/** An episode: who played what, its score part by part with what is inferred marked so, and every call. */
export function episodeSection(
  episode: RecordedEpisode,
  { id, name }: { readonly id: string; readonly name: string },
): SvgNode {
  const { record } = episode, { run_config, model, seed, termination, unscored, score, judges } = record;
  const { rows, knowsPremature } = callRows(episode), task = taskOf(run_config.task_id);
  const { table: calls, data } = callTable(rows, { id: `${id}-calls` });
  return section(
    { id, title: name },
    html("p", {
      class: `banner is-${unscored === null ? "good" : "bad"}`,
      children: unscored === null
        ? [verdict({ holds: true, yes: `Total ${decimal(score!.total)}`, no: "" }), "."]
        : [verdict({ holds: false, yes: "", no: "No score" }), `: ${unscored.reason}, ${unscored.detail}`],
    }),
    facts([
      ["Task", `${run_config.task_id} ${task?.title ?? ""}, ${run_config.tier}, seed ${seed}`],
      ["Played by", `${model.id} (${model.adapter})`],
      ["Ended", termination ?? "not to an end"],
      ["Judged by", judges.join(", ")],
      ["Episode", code(record.episode_id)],
      ["Trajectory", record.trajectory_hash === null ? "none" : code(record.trajectory_hash)],
    ]),
    ...(score === null ? [] : [scoreTable(score)]),
    figure(lineOf(rows, { id: `${id}-line`, name }), {
      caption: knowsPremature
        ? "Every call in its order"
        : "Every call in its order; without the ledger, nobody knows which decisions were too early",
    }),
    calls,
    data,
  );
}

function lineOf(rows: readonly CallRow[], { id, name }: { readonly id: string; readonly name: string }): SvgNode {
  const steps = rows.map((row) => {
    const { kind, marks, row: { step_idx } } = row;
    return { step_idx, kind, marks, label: callLabel(row) };
  });
  const description = `${rows.length} calls in their order; the table below has the same.`;
  return timeline(steps, { id, title: `Calls of ${name}`, description });
}

function scoreTable(
  { outcome, process, rationale, gate, score_ungated, total, metrics }: NonNullable<RecordedEpisode["record"]["score"]>,
): HtmlPart {
  const share = (ppm: number | null): string => ppm === null ? "none" : decimal(ppm);
  return table({ caption: "The score, part by part", columns: ["part", "value"] }, [
    ["total", share(total)],
    ["outcome", share(outcome.O)],
    ["process", share(process.P)],
    ["rationale", share(rationale.R)],
    ["gate", share(gate)],
    ["without gate and caps", share(score_ungated)],
    ...Object.entries(metrics).map(([name, { value, status }]) => [
      status === "inferred" ? `${name} (inferred)` : name,
      name === "steps_to_first_flag" ? (value === null ? "none" : String(value)) : share(value),
    ]),
  ]);
}

function callTable(rows: readonly CallRow[], { id }: { readonly id: string }) {
  const lines = rows.map(({ row: { tool, args, tokens_in, tokens_out, latency_ms }, kind, marks, answer }) => ({
    ...{ call: tool ?? "none", arguments: args, answer, kind, marks: marks.join(", ") },
    ...{ "tokens in": tokens_in, "tokens out": tokens_out, "latency in ms (may differ)": latency_ms },
  }));
  return rowsTable(gridOf(lines), { id, caption: "Every call" });
}
