/** SVG as data: what charts are made of, for a page that is written and for one that is alive. Nothing here touches Deno,
 * node or a document. @module */

/** An element of SVG. */
export interface SvgNode {
  /** Its name, such as `rect`. */ readonly tag: string;
  /** Its attributes; numbers are written with two decimals at most. */
  readonly attributes: Readonly<Record<string, string | number>>;
  /** What is in it; text is text. */ readonly children: readonly (SvgNode | string)[];
}

/** What an element is made of: its attributes, and what is in it. */
export type SvgParts = { readonly [name: string]: string | number | SvgNode["children"] | undefined } & {
  /** What is in it. */ readonly children?: SvgNode["children"];
};

/** Makes an element; `children` is what is in it, everything else an attribute. */
export function svg(tag: string, { children = [], ...attributes }: SvgParts = {}): SvgNode {
  return { tag, attributes: attributes as SvgNode["attributes"], children };
}

/** A number as SVG has it: two decimals at most, and no negative zero. */
export function numberText(value: number): string {
  return String(Math.round(value * 100) / 100 + 0);
}

/** An attribute's value as text. */
export function attributeText(value: string | number): string {
  return typeof value === "number" ? numberText(value) : value;
}

/** Elements of HTML that have no end. */
const VOID: ReadonlySet<string> = new Set(["br", "input", "meta"]);

/** An element, of SVG or of HTML, as text to be put into HTML; nothing in it is ever markup but the elements themselves. */
export function svgText({ tag, attributes, children }: SvgNode): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeMarkup(attributeText(value))}"`);
  if (VOID.has(tag)) return `<${tag}${written.join("")}>`;
  const inner = children.map((child) => typeof child === "string" ? escapeMarkup(child) : svgText(child));
  return `<${tag}${written.join("")}>${inner.join("")}</${tag}>`;
}

/** Text for HTML and for attributes in double quotes. Control characters that HTML forbids become U+FFFD. */
export function escapeMarkup(text: string): string {
  // deno-lint-ignore no-control-regex -- they are what is looked for
  return text.toWellFormed().replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, "\ufffd")
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
