/// <reference lib="dom" />
/** What is read out while the focus stays where it is. @module */
import { h } from "./elements.ts";

/** How long nothing more must happen before it is said, in milliseconds: whoever types is not interrupted. */
const QUIET_MS = 400;

const region = h("div", { class: "only-read", role: "status", "aria-live": "polite", id: "announcements" });
let timer = 0;

/** The element that is read out when it changes. */
export function announcements(): HTMLElement {
  return region;
}

/** Has a text read out politely; of several in a row only the last. */
export function announce(text: string): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    region.textContent = region.textContent === text ? `${text}\u00a0` : text; // the same text again is a change too
  }, QUIET_MS) as unknown as number;
}
