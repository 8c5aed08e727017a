/// <reference lib="dom" />
/** Tabs, as the ARIA Authoring Practices have them: one stop for the Tab key, arrows between them. @module */
import { h } from "./elements.ts";

/** A tab and what it shows. */
export interface Tab {
  /** Its id, a word. */ readonly id: string;
  /** Its name. */ readonly title: string;
  /** What it shows. */ readonly content: HTMLElement;
  /** Called each time that it is shown. */ readonly shown?: () => void;
}

/** Tabs on the page. */
export interface Tabs {
  /** The tabs. */ readonly list: HTMLElement;
  /** What they show, all but one hidden. */ readonly panels: readonly HTMLElement[];
  /** Shows a tab. */ show(id: string): void;
}

/** Makes tabs and shows the first. */
export function tabs(name: string, all: readonly Tab[]): Tabs {
  const panels = all.map(({ id, content }) =>
    h(
      "section",
      { role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}`, class: "panel" },
      content,
    )
  );
  const buttons = all.map(({ id, title }) =>
    h("button", {
      ...{ type: "button", role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}`, class: "tab" },
      on: { click: () => show(id) },
    }, title)
  );
  const show = (shown: string): void => {
    for (const [at, { id }] of all.entries()) {
      const isShown = id === shown;
      buttons[at]!.setAttribute("aria-selected", String(isShown));
      buttons[at]!.tabIndex = isShown ? 0 : -1;
      panels[at]!.hidden = !isShown;
    }
    all.find(({ id }) => id === shown)?.shown?.();
  };
  const move = (event: Event): void => {
    const { key } = event as KeyboardEvent, at = buttons.indexOf(event.target as HTMLButtonElement);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[key];
    if (next === undefined || at < 0) return;
    event.preventDefault();
    const to = (next + all.length) % all.length;
    show(all[to]!.id);
    buttons[to]!.focus();
  };
  show(all[0]!.id);
  return {
    list: h("div", { role: "tablist", "aria-label": name, class: "tabs", on: { keydown: move } }, buttons),
    panels,
    show,
  };
}
