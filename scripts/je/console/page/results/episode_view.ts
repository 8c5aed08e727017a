/// <reference lib="dom" />
/** One episode on the page: its score, its metrics, its calls. @module */
import type { RecordedEpisode } from "../../../../../experiments/je-v1/sweep/episode_record.ts";
import type { World } from "../../../../../experiments/je-v1/env/model.ts";
import { explainScore } from "../../../../../experiments/je-v1/verify/explain.ts";
import { METRIC_NAMES } from "../../../../../experiments/je-v1/verify/metrics.ts";
import { joinSteps } from "../../../../../experiments/je-v1/verify/record_text.ts";
import type { Score } from "../../../../../experiments/je-v1/verify/score_model.ts";
import { timeline } from "../../../../charts/timeline.ts";
import { type Content, fill, focusOn, foreign, h, visible } from "../elements.ts";
import { counted, grouped, NONE, share } from "../numbers.ts";
import { svgElement } from "../svg_view.ts";
import { plainTable, tableView } from "../table_view.ts";
import { callLabel, type CallRow, callRows } from "./call_rows.ts";
import { statusOf } from "./record_shape.ts";

/** Calls of a page of the table, and of the timeline above it. */
const CALLS_PER_PAGE = 200;
/** Characters of arguments in a row of the table. */
const SHORT = 160;

/** Shows an episode that was read whole; its heading takes the focus. */
export function episodeView(
  episode: RecordedEpisode,
  { name, widthPx }: { readonly name: string; readonly widthPx: number },
): HTMLElement {
  const { record } = episode,
    { run_config: { task_id }, model, seed, score, unscored, termination, episode_id } = record;
  const title = `${task_id}, ${model.id}, seed ${seed}`;
  return h(
    "section",
    { class: "card episode" },
    h("h3", { id: "episode-title", tabindex: "-1" }, "Episode ", foreign(title)),
    h(
      "p",
      { class: "hint" },
      foreign(name),
      "; id ",
      h("code", {}, episode_id),
      ". Its id, rows, answers, chain and revealed ledger agree with each other; whether the world gives the same answers, ",
      h("code", {}, "permafrost je replay"),
      " tells.",
    ),
    unscored === null
      ? null
      : h("p", { class: "warning" }, "Unscored: ", foreign(`${unscored.reason}. ${unscored.detail}`)),
    h(
      "p",
      {},
      `${counted(record.rows, "call")}; ${termination === null ? "not played to an end" : `ended: ${termination}`}.`,
    ),
    score === null ? null : [scoreList(score), metricsTable(score)],
    callsView(episode, { title, widthPx }),
    score === null ? null : scoreSheet(episode, score),
  );
}

function scoreList(score: Score): HTMLElement {
  const { total, outcome, process, rationale, gate, score_ungated, caps, fabricated, premature } = score;
  const item = (name: string, value: Content): HTMLElement => h("div", {}, h("dt", {}, name), h("dd", {}, value));
  return h(
    "dl",
    { class: "figures" },
    item("total", share(total)),
    item("outcome", share(outcome.O)),
    item("process", share(process.P)),
    item("rationale", share(rationale.R)),
    item("gate", share(gate)),
    item("without gate and caps", share(score_ungated)),
    item("fabricated", grouped(fabricated)),
    item("premature (inferred)", grouped(premature)),
    item(
      "implicit approvals",
      `${grouped(score.implicit_approvals)} (${grouped(score.implicit_unexamined)} unexamined)`,
    ),
    caps.length === 0
      ? null
      : item("caps", foreign(caps.map(({ reason, max }) => `${share(max)}: ${reason}`).join("; "))),
  );
}

function metricsTable({ metrics }: Score): HTMLElement {
  return plainTable({
    ...{
      id: "metrics",
      caption: "Metrics; inferred ones are this project's reading of a lost source",
      rows: METRIC_NAMES,
    },
    columns: [
      { title: "Metric", text: (name) => name },
      { title: "Status", text: (name) => statusOf(name) },
      { title: "Value", text: (name) => grouped(metrics[name].value), isNumber: true },
      { title: "Part / whole", text: (name) => partsText(metrics[name]), isNumber: true },
      { title: "What it is", text: (name) => metrics[name].definition, isLong: true },
    ],
  });
}

function partsText({ num, den }: { readonly num: number | null; readonly den: number | null }): string {
  return num === null || den === null ? NONE : `${grouped(num)} / ${grouped(den)}`;
}

/** The timeline with its twin, a table of the same calls page by page. */
function callsView(episode: RecordedEpisode, { title, widthPx }: { title: string; widthPx: number }): HTMLElement {
  const { rows, knowsPremature } = callRows(episode), drawing = h("div", { class: "drawing" }), detail = h("div");
  if (rows.length === 0) return h("p", {}, "There are no calls.");
  const draw = (seen: readonly CallRow[]): void => {
    if (seen.length === 0) return fill(drawing, h("p", {}, "No call is on this page."));
    const steps = seen.map((call) => ({
      ...{ step_idx: call.row.step_idx, kind: call.kind, marks: call.marks, label: visible(callLabel(call)) },
    }));
    const description =
      "A sign for each call of the page of the table below, told apart by shape and colour; the table says the same.";
    fill(
      drawing,
      svgElement(timeline(steps, { title: `Calls: ${visible(title)}`, description, widthPx, id: "timeline" })),
    );
  };
  const table = tableView<CallRow>({
    ...{ id: "calls", caption: "Calls", rows, perPage: CALLS_PER_PAGE, shown: draw },
    columns: [
      { title: "Step", text: ({ row }) => String(row.step_idx), order: ({ row }) => row.step_idx, isNumber: true },
      { title: "Call", text: ({ row }) => row.tool ?? NONE, order: ({ row }) => row.tool },
      { title: "Kind", text: ({ kind }) => kind, order: ({ kind }) => kind },
      { title: "Arguments", text: ({ args }) => args.length > SHORT ? `${args.slice(0, SHORT)}…` : args, isLong: true },
      { title: "Answer", text: ({ answer }) => answer, order: ({ answer }) => answer },
      { title: "Marks", text: ({ marks }) => marks.join(", "), order: ({ marks }) => marks.length },
      {
        title: "Tokens in",
        text: ({ row }) => grouped(row.tokens_in),
        order: ({ row }) => row.tokens_in,
        isNumber: true,
      },
      {
        title: "Tokens out",
        text: ({ row }) => grouped(row.tokens_out),
        order: ({ row }) => row.tokens_out,
        isNumber: true,
      },
      { title: "ms", text: ({ row }) => grouped(row.latency_ms), order: ({ row }) => row.latency_ms, isNumber: true },
    ],
    action: {
      ...{ text: "Show", of: ({ row }) => `call ${row.step_idx}` },
      run: (call) => (fill(detail, callDetail(call)), focusOn("call-title")),
    },
  });
  const unknown = knowsPremature
    ? null
    : h("p", { class: "hint" }, "No ledger is revealed, so premature dispositions are not marked.");
  return h("div", {}, h("h4", {}, "Calls"), drawing, unknown, table, detail);
}

function callDetail({ row, observation }: CallRow): HTMLElement {
  const block = (name: string, text: string): HTMLElement[] => [
    h("h5", {}, name),
    h("pre", { tabindex: "0", role: "region", "aria-label": name }, visible(text)),
  ];
  return h(
    "div",
    { class: "call" },
    h("h4", { id: "call-title", tabindex: "-1" }, `Call ${row.step_idx}: `, foreign(row.tool ?? "no readable call")),
    block("Arguments", JSON.stringify(row.args, null, 2)),
    block("Answer", JSON.stringify(observation, null, 2)),
    row.reasoning_trace === null ? null : block("Reasoning", row.reasoning_trace),
  );
}

/** The score sheet in words, as `permafrost je explain` prints it. */
function scoreSheet({ record, rows, observations }: RecordedEpisode, score: Score): HTMLElement {
  const { reveal, header, run_config: config } = record;
  let text: string;
  try {
    if (reveal === null || header === null) return h("p", {}, "No ledger is revealed, so there is no score sheet.");
    const instance = { world: { task_id: header.task_id } as World, sealed: reveal.sealed };
    text = explainScore(instance, { config, steps: joinSteps(rows, observations), score }).join("\n");
  } catch {
    return h("p", { class: "warning" }, "The score sheet cannot be written: the record lacks what it is made from.");
  }
  return h(
    "details",
    {},
    h("summary", {}, "Score sheet in words"),
    h("pre", { tabindex: "0", role: "region", "aria-label": "Score sheet" }, visible(text)),
  );
}
