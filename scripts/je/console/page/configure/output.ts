/// <reference lib="dom" />
/** What the form makes: the text of the configuration, to be copied or saved. @module */
import { announce } from "../announce.ts";
import { h } from "../elements.ts";

/** The output on the page. */
export interface OutputView {
  /** What stands on the page. */ readonly element: HTMLElement;
  /** Shows a text under a file name; null: there is none. */
  show(text: string | null, name: string): void;
}

/** How long a file is kept for the browser to save it, in milliseconds. */
const KEPT_MS = 60_000;

/** Makes the output; `refused` is called where there is nothing to copy or save. */
export function outputView(refused: () => void): OutputView {
  let text: string | null = null, name = "run_config.json";
  const area = h("textarea", {
    ...{
      id: "output",
      readonly: true,
      rows: 22,
      spellcheck: "false",
      class: "code",
      "aria-describedby": "output-hint",
    },
  });
  const withText = (use: (text: string) => void) => (): void => text === null ? refused() : use(text);
  const copy = withText((given) => {
    copyText(given, area).then((isDone) =>
      announce(isDone ? "Copied." : "The browser refuses to copy; the text is selected, so copy it with the keyboard.")
    );
  });
  const save = withText((given) => {
    saveText(given, name);
    announce(`Saved as ${name}.`);
  });
  return {
    element: h(
      "section",
      { class: "card" },
      h("h3", {}, h("label", { for: "output" }, "Run config")),
      h(
        "p",
        { class: "hint", id: "output-hint" },
        "Byte for byte what ",
        h("code", {}, "permafrost je config"),
        " prints.",
      ),
      area,
      h(
        "div",
        { class: "buttons" },
        h("button", { type: "button", class: "main", on: { click: save } }, "Download"),
        h("button", { type: "button", on: { click: copy } }, "Copy"),
      ),
    ),
    show(given, file) {
      text = given, name = file;
      area.value = given ?? "";
      area.placeholder = given === null ? "There is none while there are problems." : "";
    },
  };
}

async function copyText(text: string, area: HTMLTextAreaElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch { // a browser or an origin without it
    area.select();
    return document.execCommand("copy");
  }
}

/** Lets the browser save a text as a file. */
function saveText(text: string, name: string): void {
  const link = h("a", { download: name, hidden: true }),
    url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.href = url;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
