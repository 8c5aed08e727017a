/// <reference lib="dom" />
/** Checking a configuration that somebody has already. @module */
import type { RunConfig } from "../../../../../experiments/je-v1/config/contract.ts";
import { announce } from "../announce.ts";
import { fill, foreign, h } from "../elements.ts";
import { counted } from "../numbers.ts";
import { checkText, MAX_CONFIG_BYTES, type TextReport } from "./check_text.ts";

/** How many problems are shown one by one. */
const MAX_SHOWN = 200;

/** Makes the part of the page that checks; `use` puts a configuration into the form. */
export function checkView(use: (config: RunConfig) => void): HTMLElement {
  const room = h("div", { id: "check-notes", class: "notes" });
  const area = h("textarea", {
    ...{ id: "check-text", rows: 8, spellcheck: "false", autocomplete: "off", class: "code" },
    "aria-describedby": "check-hint check-notes",
  });
  const say = (report: TextReport): void => {
    const { problems, warnings, config, isExact } = report, count = problems.length;
    if (count > 0) area.setAttribute("aria-invalid", "true");
    else area.removeAttribute("aria-invalid");
    const verdict = count > 0
      ? `${counted(count, "problem")} in the configuration, each by JSON Pointer.`
      : `Every field is as it must be${
        isExact
          ? ", and the bytes are those that the command line writes."
          : "; the command line writes other spaces or another order."
      }`;
    fill(
      room,
      h("p", { class: count > 0 ? "problem" : "good" }, verdict),
      count === 0 ? null : h("ul", {}, problems.slice(0, MAX_SHOWN).map(noteItem)),
      count > MAX_SHOWN ? h("p", {}, `${count - MAX_SHOWN} more are not shown.`) : null,
      warnings.length === 0 ? null : h(
        "ul",
        {},
        warnings.map((warning) =>
          h("li", { class: "warning" }, "Warning: ", h("code", {}, warning.pointer), " ", warning.reason)
        ),
      ),
      config === null
        ? null
        : h("button", { type: "button", on: { click: () => use(config) } }, "Put it into the form"),
    );
    announce([verdict, ...problems.slice(0, 5).map(({ pointer, reason }) => `${pointer} ${reason}`)].join(" "));
  };
  const check = (): void => say(checkText(area.value));
  const picker = h("input", {
    ...{ type: "file", id: "check-file", accept: ".json,application/json" },
    on: { change: () => void readInto(area, picker).then((problem) => problem === null ? check() : say(problem)) },
  });
  return h(
    "section",
    { class: "card" },
    h("h3", {}, "Check a configuration"),
    h("label", { for: "check-text" }, "Text of a run config"),
    h("p", { class: "hint", id: "check-hint" }, "Paste one here, or choose a file of at most 1 MiB."),
    area,
    room,
    h(
      "div",
      { class: "buttons" },
      h("button", { type: "button", on: { click: check } }, "Check"),
      h("label", { for: "check-file", class: "file" }, "Or a file ", picker),
    ),
  );
}

function noteItem({ pointer, reason }: { readonly pointer: string; readonly reason: string }): HTMLElement {
  return h("li", {}, h("code", {}, pointer === "" ? "(the whole)" : foreign(pointer)), " ", foreign(reason));
}

/** Reads the chosen file into the text area; gives a report where it cannot be read. */
async function readInto(area: HTMLTextAreaElement, { files }: HTMLInputElement): Promise<TextReport | null> {
  const file = files?.[0];
  if (file === undefined) return null;
  const refused = (reason: string): TextReport => {
    area.value = "";
    return {
      problems: [{ pointer: "", reason: `${file.name}: ${reason}` }],
      warnings: [],
      config: null,
      isExact: false,
    };
  };
  if (file.size > MAX_CONFIG_BYTES) return refused("it has over 1 MiB");
  try {
    area.value = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer());
    return null;
  } catch {
    return refused("it cannot be read, or is not UTF-8");
  }
}
