/// <reference lib="dom" />
/** The Configure tab: a form, its problems, and what it makes. @module */
import { taskOf } from "../../../../../experiments/je-v1/env/tasks.ts";
import { announce } from "../announce.ts";
import { fill, focusOn, h, jump } from "../elements.ts";
import { counted, grouped } from "../numbers.ts";
import { checkView } from "./check_view.ts";
import { type Field, type FieldNote, FIELDS, formFrom, formOf, reportOf } from "./config_form.ts";
import { configureForm } from "./configure_form.ts";
import { outputView } from "./output.ts";

/** The tab on the page. */
export interface ConfigureView {
  /** What stands on the page. */ readonly element: HTMLElement;
  /** Chooses a task, with its defaults. */ chooseTask(id: string): void;
}

const SUMMARY = "problem-summary";

/** Makes the tab. */
export function configureView(): ConfigureView {
  const summary = h("div", { id: SUMMARY, tabindex: "-1", class: "summary", role: "group", hidden: true });
  const verdict = h("p", { class: "verdict" });
  const output = outputView(() => focusOn(SUMMARY));
  let before = "";
  const changed = (): void => {
    const { text, config, problems, warnings } = reportOf(form.read());
    for (const field of FIELDS) {
      const reasons = (notes: readonly FieldNote[]): string[] =>
        notes.filter((note) => note.field === field).map(({ reason }) => reason);
      form.fields.get(field)!.showNotes({ problems: reasons(problems), warnings: reasons(warnings) });
    }
    const nameOf = (field: Field): string => form.fields.get(field)!.name;
    showSummary(
      summary,
      problems.map((note) => ({
        ...{ focusId: form.fields.get(note.field)!.focusId, text: `${nameOf(note.field)}: ${note.reason}` },
      })),
    );
    const seeds = config?.sweep.seeds ?? 0, models = config?.sweep.models.length ?? 0;
    const said = config === null
      ? `${counted(problems.length, "problem")}; there is no configuration until each is mended.`
      : `Complete: ${counted(models, "model")} on ${counted(seeds, "seed")}, ${
        counted(config.sweep.episodes, "episode")
      }` +
        ` of at most ${grouped(config.step_budget)} steps.`;
    fill(verdict, said);
    verdict.classList.toggle("bad", config === null);
    output.show(text, `${form.read().task_id.toLowerCase()}.run_config.json`);
    const notes = [...problems, ...warnings].map(({ field, reason }) => `${nameOf(field)}: ${reason}.`);
    const all = [said, ...notes].join(" ");
    if (before !== "" && all !== before) announce(all);
    before = all;
  };
  const form = configureForm(() => changed());
  form.write(formOf(taskOf("JE-01")!));
  const { element, write, read } = form;
  return {
    element: h(
      "div",
      { class: "columns" },
      element,
      h(
        "div",
        { class: "aside" },
        verdict,
        summary,
        output.element,
        checkView((config) => {
          write(formFrom(config));
          focusOn("field-task");
        }),
      ),
    ),
    chooseTask(id) {
      write(formOf(taskOf(id)!, read()));
      focusOn("field-task");
    },
  };
}

/** Lists problems with a link to the field of each. */
function showSummary(summary: HTMLElement, problems: readonly { focusId: string; text: string }[]): void {
  const hadFocus = summary.contains(document.activeElement);
  summary.hidden = problems.length === 0;
  if (hadFocus && problems.length === 0) focusOn("field-task");
  const heading = `There ${problems.length === 1 ? "is" : "are"} ${counted(problems.length, "problem")}`;
  fill(
    summary,
    h("h3", { id: `${SUMMARY}-title` }, heading),
    h("ul", {}, problems.map(({ focusId, text }) => h("li", {}, jump(focusId, text)))),
  );
  summary.setAttribute("aria-labelledby", `${SUMMARY}-title`);
}
