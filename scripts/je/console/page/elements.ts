/// <reference lib="dom" />
/** Elements of the page. Text is only ever put into it as text. @module */
import { PermafrostError } from "../../../../kernel/error.ts";

/** What may stand in an element: text becomes a text node. */
export type Content = Node | string | number | null | readonly Content[];

/** What an element is made with: attributes, and listeners by the names of their events. */
export interface Parts {
  /** Attributes; null and false leave one out, true gives it no value. */
  readonly [attribute: string]: string | number | boolean | null | undefined | Readonly<Record<string, Listener>>;
  /** Listeners by event. */ readonly on?: Readonly<Record<string, Listener>>;
}

/** What listens to an event. */
export type Listener = (event: Event) => void;

/** Attributes that could run or fetch something; a page's own code has no use for them. */
const REFUSED = /^(?:on|style$|src|href$|action$|formaction$|background$|poster$|xlink:|xmlns)/i;

/** Makes an element of HTML. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  parts: Parts = {},
  // deno-lint-ignore permafrost/max-positional -- what an element holds follows it, as in markup
  ...content: readonly Content[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag), { on = {}, ...attributes } = parts;
  setAttributes(element, attributes as Attributes);
  for (const [event, listener] of Object.entries(on as Record<string, Listener>)) {
    element.addEventListener(event, listener);
  }
  put(element, content);
  return element;
}

/** Attributes by name. */
export type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Sets attributes, or takes them away (null and false).
 * @throws {PermafrostError} internal: one could run or fetch something. */
export function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (REFUSED.test(name)) {
      throw new PermafrostError("internal", `Cannot make a ${element.localName}: the page sets no ${name}`);
    }
    if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** Adds content to an element. */
export function put(element: Element, content: Content): void {
  if (content === null) return;
  if (typeof content === "string" || typeof content === "number") element.append(String(content));
  else if (content instanceof Node) element.append(content);
  else for (const each of content) put(element, each);
}

/** Puts content in the place of all that an element holds. */
export function fill(element: Element, ...content: readonly Content[]): void {
  element.replaceChildren();
  put(element, content);
}

/** Text from a file, kept apart from the direction of what is around it, with what hides in text made visible. */
export function foreign(text: string): HTMLElement {
  return h("bdi", { class: "foreign" }, visible(text));
}

/** Controls and marks of direction, which could make text look like other text, as their code points. */
export function visible(text: string): string {
  return text.toWellFormed().replace(
    /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (mark) => `\u27e8U+${mark.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}\u27e9`,
  );
}

/** A link to an element of this page, which moves the focus there. */
export function jump(id: string, text: Content): HTMLAnchorElement {
  const link = h("a", {}, text);
  link.href = `#${id}`;
  link.addEventListener("click", (event) => {
    event.preventDefault();
    focusOn(id);
  });
  return link;
}

/** Moves the focus to an element and shows it. */
export function focusOn(id: string): void {
  const target = document.getElementById(id);
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: "center" });
}
