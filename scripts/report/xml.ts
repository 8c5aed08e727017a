/** XML 1.0, written. @module */

/** What XML 1.0 cannot hold, not even escaped: most control characters, halves of surrogate pairs, U+FFFE and U+FFFF. */
const UNWRITABLE = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** An element: its name, its attributes in their order (undefined ones are left out), and what is in it. */
export interface XmlElement {
  /** Its name. */ readonly name: string;
  /** Its attributes. */ readonly attributes: { readonly [name: string]: string | number | undefined };
  /** Its elements, or its text. */ readonly content?: readonly XmlElement[] | string;
}

/** Escapes text for an attribute or an element. What XML cannot hold is shown as its number, such as `\\u0000`; tabs and
 * line ends are written as references, so that no reader changes them. */
export function escapeXml(text: string): string {
  return text
    .replace(UNWRITABLE, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .replace(/[&<>"]/g, (found) => ENTITIES[found]!)
    .replace(/[\t\n\r]/g, (found) => `&#${found.charCodeAt(0)};`);
}

/** Writes a document of one element, a line an element, two spaces a level, with one LF at its end. */
export function xmlText(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${elementText(root, "")}`;
}

function elementText({ name, attributes, content = [] }: XmlElement, indent: string): string {
  const words = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escapeXml(String(value))}"`]
  );
  const start = `${indent}<${name}${words.join("")}`;
  if (content.length === 0) return `${start}/>\n`;
  if (typeof content === "string") return `${start}>${escapeXml(content)}</${name}>\n`;
  return `${start}>\n${content.map((one) => elementText(one, `${indent}  `)).join("")}${indent}</${name}>\n`;
}
