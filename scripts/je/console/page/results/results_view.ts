/// <reference lib="dom" />
/** The Results tab: choosing files, what is wrong with them, and what they come to. @module */
import { announce } from "../announce.ts";
import { fill, focusOn, foreign, h, put } from "../elements.ts";
import { counted, share } from "../numbers.ts";
import { chartWidthPx } from "../svg_view.ts";
import { plainTable, tableView } from "../table_view.ts";
import { aggregateView } from "./aggregate_view.ts";
import { type Fault, isFault } from "./episode_read.ts";
import { episodeView } from "./episode_view.ts";
import { loadFiles, WHOLE_BYTES } from "./load_files.ts";
import type { Loaded, LoadedEpisode } from "./loaded.ts";
import { labelsOf, MAX_PLANS, reckon } from "./reckon.ts";

/** Episodes that are aggregated without being asked. */
const AT_ONCE = 5000;
/** Episodes of a page of their table: what they come to stands below it. */
const EPISODES_PER_PAGE = 20;
/** Faults that are listed. */
const MAX_FAULTS = 500;
const FILE_KINDS =
  "Files of a sweep (.jsonl), the three files of an episode's folder, or what je aggregate --json printed.";

/** Makes the tab. */
export function resultsView(): HTMLElement {
  const status = h("p", { class: "verdict", id: "results-status" }, "Nothing is loaded.");
  const room = h("div");
  let turn = 0;
  const load = async (files: readonly File[]): Promise<void> => {
    if (files.length === 0) return;
    const mine = ++turn;
    fill(room), fill(status, `Reading ${counted(files.length, "file")}…`);
    const loaded = await loadFiles(files, (done, all) => {
      if (mine === turn) fill(status, `Reading: ${done} of ${all}…`);
    });
    if (mine !== turn) return;
    fill(status, saidOf(loaded));
    announce(saidOf(loaded));
    show(room, loaded);
  };
  const picker = (id: string, text: string, more: Readonly<Record<string, string | boolean>>): HTMLElement => {
    const input = h("input", {
      ...{ type: "file", id, multiple: true, "aria-describedby": "results-hint", ...more },
      on: { change: () => void load([...input.files ?? []]) },
    });
    return h("div", { class: "field" }, h("label", { for: id }, text), input);
  };
  const clear = (): void => {
    turn++;
    fill(room), fill(status, "Nothing is loaded.");
    announce("Nothing is loaded.");
    for (const input of element.querySelectorAll<HTMLInputElement>("input[type=file]")) input.value = "";
  };
  const element = h(
    "div",
    {},
    h(
      "section",
      { class: "card choose" },
      h("h3", {}, "Open results"),
      h(
        "p",
        { class: "hint", id: "results-hint" },
        FILE_KINDS,
        " They stay on this machine: the page cannot send anything.",
      ),
      h(
        "div",
        { class: "pair" },
        picker("results-files", "Files", { accept: ".jsonl,.json" }),
        picker("results-folder", "Or a whole folder", { webkitdirectory: true }),
      ),
      h("button", { type: "button", class: "quiet", on: { click: clear } }, "Close all"),
    ),
    status,
    room,
  );
  return element;
}

function saidOf({ episodes, aggregates, faults }: Loaded): string {
  const unscored = episodes.filter(({ record }) => record.unscored !== null).length;
  return `${counted(episodes.length, "episode")} (${unscored} unscored), ${counted(aggregates.length, "aggregate")}, ` +
    `${counted(faults.length, "fault")}.`;
}

function show(room: HTMLElement, { episodes, aggregates, faults, isWhole }: Loaded): void {
  const detail = h("div", { id: "episode" }), sums = h("div", { id: "sums" });
  fill(
    room,
    faults.length === 0 ? null : faultsView(faults),
    isWhole ? null : h(
      "p",
      { class: "hint" },
      `Over ${
        WHOLE_BYTES / 2 ** 20
      } MiB: only the records were read; the rows of an episode are read and checked when it is opened.`,
    ),
    episodes.length === 0 ? null : [episodesView(episodes, detail), detail, sums],
  );
  if (episodes.length > 0) reckonInto(sums, episodes);
  for (const [at, { name, aggregate }] of aggregates.entries()) {
    const widthPx = chartWidthPx(room) - 40, id = `aggregate${at}`;
    put(room, [h("h3", {}, "Aggregate of ", foreign(name)), aggregateView(aggregate, { id, widthPx })]);
  }
}

function faultsView(faults: readonly Fault[]): HTMLElement {
  return h(
    "section",
    { class: "card faults" },
    h("h3", {}, "What is wrong with files"),
    h("p", {}, "Nothing of these is shown or counted."),
    plainTable({
      ...{ id: "faults", caption: counted(faults.length, "fault"), rows: faults.slice(0, MAX_FAULTS) },
      columns: [
        { title: "File", text: ({ file }) => file },
        { title: "Line", text: ({ line }) => line === null ? "–" : String(line), isNumber: true },
        { title: "What", text: ({ reason }) => reason, isLong: true },
      ],
    }),
    faults.length <= MAX_FAULTS ? null : h("p", {}, `${faults.length - MAX_FAULTS} more are not listed.`),
  );
}

function episodesView(episodes: readonly LoadedEpisode[], detail: HTMLElement): HTMLElement {
  const open = async ({ name, open, record }: LoadedEpisode): Promise<void> => {
    const got = await open();
    if (!isFault(got) && got.record.episode_id === record.episode_id) {
      fill(detail, episodeView(got, { name, widthPx: chartWidthPx(detail) - 40 }));
      return focusOn("episode-title");
    }
    const fault = isFault(got) ? got : { file: name, line: 1, reason: "the file has changed since it was loaded" };
    fill(detail, faultsView([fault]));
    announce(`Cannot open the episode: ${fault.reason}`);
  };
  const of = ({ record: { run_config, model, seed } }: LoadedEpisode): string =>
    `${run_config.task_id}, ${model.id}, seed ${seed}`;
  return h(
    "section",
    { class: "card" },
    h("h3", {}, "Episodes"),
    tableView<LoadedEpisode>({
      ...{ id: "episodes", caption: "Episodes", rows: episodes, perPage: EPISODES_PER_PAGE },
      columns: [
        {
          title: "Task",
          text: ({ record }) => record.run_config.task_id,
          order: ({ record }) => record.run_config.task_id,
        },
        { title: "Tier", text: ({ record }) => record.run_config.tier, order: ({ record }) => record.run_config.tier },
        { title: "Condition", text: ({ label }) => label, order: ({ label }) => label },
        { title: "Model", text: ({ record }) => record.model.id, order: ({ record }) => record.model.id },
        {
          title: "Seed",
          text: ({ record }) => String(record.seed),
          order: ({ record }) => record.seed,
          isNumber: true,
        },
        {
          title: "Total",
          text: ({ record }) => totalText(record),
          order: ({ record }) => record.score?.total ?? null,
          isNumber: true,
        },
        {
          title: "Outcome",
          text: ({ record }) => share(record.score?.outcome.O),
          order: ({ record }) => record.score?.outcome.O ?? null,
          isNumber: true,
        },
        {
          title: "Process",
          text: ({ record }) => share(record.score?.process.P),
          order: ({ record }) => record.score?.process.P ?? null,
          isNumber: true,
        },
        {
          title: "Rationale",
          text: ({ record }) => share(record.score?.rationale.R),
          order: ({ record }) => record.score?.rationale.R ?? null,
          isNumber: true,
        },
        {
          title: "Calls",
          text: ({ record }) => String(record.rows),
          order: ({ record }) => record.rows,
          isNumber: true,
        },
        { title: "Ended", text: ({ record }) => record.termination ?? "–", order: ({ record }) => record.termination },
        { title: "File", text: ({ name }) => shortName(name), order: ({ name }) => name },
      ],
      action: { text: "Open", of, run: (row) => void open(row) },
    }),
  );
}

function totalText({ score, unscored }: LoadedEpisode["record"]): string {
  return unscored === null ? share(score?.total) : `unscored: ${unscored.reason}`;
}

/** A name of 64 digits by its beginning. */
function shortName(name: string): string {
  return name.replace(/([0-9a-f]{12})[0-9a-f]{52}/, "$1…");
}

/** Reckons what episodes come to, under one condition where somebody chooses one. */
function reckonInto(sums: HTMLElement, episodes: readonly LoadedEpisode[]): void {
  const labels = labelsOf(episodes), room = h("div");
  const reckonNow = (chosen: string): void => {
    const those = chosen === "" ? episodes : episodes.filter(({ label }) => label === chosen), reckoned = reckon(those);
    if (reckoned === null) {
      return fill(
        room,
        h(
          "p",
          { class: "problem" },
          `Their sweeps plan over ${MAX_PLANS} episodes; use permafrost je aggregate --json and load what it prints.`,
        ),
      );
    }
    const widthPx = chartWidthPx(sums) - 40;
    fill(room, aggregateView(reckoned.aggregate, { id: "sum", widthPx, tiers: reckoned.tiers }));
  };
  const select = h("select", { id: "condition", on: { change: () => reckonNow(select.value) } });
  select.append(h("option", { value: "" }, "every condition, each apart"));
  for (const label of labels) select.append(h("option", { value: label }, label));
  const chooser = labels.length < 2
    ? null
    : h("div", { class: "field" }, h("label", { for: "condition" }, "Condition"), select);
  fill(sums, h("h3", {}, "What they come to"), chooser, room);
  if (episodes.length <= AT_ONCE) return reckonNow("");
  const start = h("button", {
    ...{ type: "button", id: "reckon" },
    on: { click: () => (reckonNow(select.value), focusOn("sums")) },
  }, `Reckon ${counted(episodes.length, "episode")}; the page does not answer meanwhile`);
  sums.tabIndex = -1;
  fill(room, start);
}
