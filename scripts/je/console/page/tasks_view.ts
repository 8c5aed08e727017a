/// <reference lib="dom" />
/** The Tasks tab: what the sixteen tasks are. @module */
import { defaultKnobs, KNOBS } from "../../../../experiments/je-v1/env/knobs.ts";
import { type Task, TASKS } from "../../../../experiments/je-v1/env/tasks.ts";
import { h } from "./elements.ts";
import { plainTable } from "./table_view.ts";

const TIERS = ["L1", "L2", "L3", "L4"] as const;

/** Makes the tab; `choose` is called with the id of a task that is to be configured. */
export function tasksView(choose: (id: string) => void): HTMLElement {
  return h(
    "div",
    {},
    plainTable({
      ...{ id: "tasks", caption: "The tasks", rows: TASKS },
      columns: [
        { title: "Task", text: ({ id }) => id },
        { title: "Tier", text: ({ tier }) => tier },
        { title: "Title", text: ({ title }) => title },
        { title: "Tools", text: ({ tools }) => String(tools.length), isNumber: true },
        { title: "Step budget", text: ({ step_budget }) => String(step_budget), isNumber: true },
        { title: "Outcome / process / rationale", text: weightsText, isNumber: true },
        { title: "Entries", text: (task) => String(defaultKnobs(task).ledger_size), isNumber: true },
      ],
    }),
    TIERS.map((tier) =>
      h(
        "section",
        { class: "tasks", "aria-labelledby": `tier-${tier}` },
        h("h3", { id: `tier-${tier}` }, `Tier ${tier}`),
        h("div", { class: "grid" }, TASKS.filter((task) => task.tier === tier).map((task) => taskCard(task, choose))),
      )
    ),
  );
}

function weightsText({ weights: { outcome, process, rationale } }: Task): string {
  return `${outcome} / ${process} / ${rationale}`;
}

function taskCard(task: Task, choose: (id: string) => void): HTMLElement {
  const { id, title, told, tools, core_tools, sources, classes, policies, step_budget, evidence_scope, has_holds } =
    task;
  const knobs = defaultKnobs(task), own = KNOBS.filter((knob) => Object.hasOwn(task.knobs, knob));
  const part = (name: string, text: string): HTMLElement[] => [h("dt", {}, name), h("dd", {}, text)];
  return h(
    "article",
    { class: "card", "aria-labelledby": `task-${id}` },
    h("h4", { id: `task-${id}` }, `${id} ${title}`),
    h("p", {}, told),
    h(
      "dl",
      {},
      part("Core tools", core_tools.join(", ")),
      part("Other tools", tools.filter((tool) => !core_tools.includes(tool)).join(", ")),
      part("Sources", sources.join(", ")),
      part("Weights", `${weightsText(task)} of 100 (outcome / process / rationale)`),
      part("Step budget", String(step_budget)),
      part("Planted", `${classes.join(", ")}${has_holds ? "; support can be pending" : ""}`),
      part("Required evidence", evidence_scope === "all" ? "of every entry" : "of defects, holds and decoys"),
      part("Policies", policies.join(", ")),
      own.length === 0 ? [] : part("Own knobs", own.map((knob) => `${knob} ${knobs[knob]}`).join(", ")),
    ),
    h(
      "button",
      { type: "button", on: { click: () => choose(id) } },
      "Configure",
      h("span", { class: "only-read" }, ` ${id}`),
    ),
  );
}
