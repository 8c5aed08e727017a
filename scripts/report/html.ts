/** HTML as data, by the same elements as charts, so that text is always text. @module */
import type { JsonValue } from "../../kernel/json_value.ts";
import { svg, type SvgNode } from "../charts/svg_node.ts";

/** An element of HTML, or text. */
export type HtmlPart = SvgNode | string;

/** Makes an element of HTML; `children` is what is in it, everything else an attribute. */
export const html: typeof svg = svg;

/** A heading with what stands beneath it; those of the second level are landmarks, named by their heading. */
export function section(
  { id, title, level = 2 }: { readonly id: string; readonly title: string; readonly level?: 2 | 3 | 4 },
  ...children: readonly HtmlPart[]
): SvgNode {
  const heading = html(`h${level}`, { id: `${id}-title`, children: [title] });
  const name = level === 2 ? { "aria-labelledby": `${id}-title` } : {};
  return html("section", { id, ...name, children: [heading, ...children] });
}

/** A table with a caption; the first cell of each line names it. Tables wider than the page scroll by themselves, by key
 * too.
 * @param rows Lines of as many parts as there are columns. */
export function table(
  { caption, columns, kind = "" }: {
    readonly caption: string;
    readonly columns: readonly string[];
    readonly kind?: string;
  },
  rows: readonly (readonly HtmlPart[])[],
): SvgNode {
  const head = columns.map((name) => html("th", { scope: "col", children: [name] }));
  const body = rows.map((cells) =>
    html("tr", {
      children: cells.map((cell, at) =>
        at === 0 ? html("th", { scope: "row", children: [cell] }) : html("td", { children: [cell] })
      ),
    })
  );
  return html("div", {
    ...{ class: `scroll ${kind}`.trim(), role: "group", tabindex: "0", "aria-label": caption },
    children: [html("table", {
      children: [
        html("caption", { children: [caption] }),
        html("thead", { children: [html("tr", { children: head })] }),
        html("tbody", { children: body }),
      ],
    })],
  });
}

/** Pairs of a name and what it is. */
export function facts(pairs: readonly (readonly [string, HtmlPart])[]): SvgNode {
  return html("dl", {
    children: pairs.map(([name, value]) =>
      html("div", { children: [html("dt", { children: [name] }), html("dd", { children: [value] })] })
    ),
  });
}

/** Text as code: a digest, a path, a value. */
export function code(text: string): SvgNode {
  return html("code", { children: [text] });
}

/** Text that opens on request. */
export function details(summary: string, ...children: readonly HtmlPart[]): SvgNode {
  return html("details", { children: [html("summary", { children: [summary] }), ...children] });
}

/** The most characters of a value that are shown unasked. */
export const SHOWN_CHARACTERS = 160;

/** A JSON value as text: texts as they are, all else as JSON. */
export function valueWords(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A JSON value for a cell; long ones open on request. */
export function valueCell(value: JsonValue): HtmlPart {
  const words = valueWords(value), characters = [...words];
  const whole = typeof value === "string" ? words : code(words);
  if (characters.length <= SHOWN_CHARACTERS) return whole;
  return details(`${characters.slice(0, SHOWN_CHARACTERS / 2).join("")}…`, whole);
}

/** Whether something holds, by a sign and a word. */
export function verdict(
  { holds, yes, no }: { readonly holds: boolean; readonly yes: string; readonly no: string },
): SvgNode {
  const name = holds ? "good" : "bad";
  return html("strong", { class: name, children: [`${holds ? "✓" : "✗"} ${holds ? yes : no}`] });
}

/** A chart with words beneath it; where there is too little room it scrolls by itself, by key too. */
export function figure(chart: SvgNode, { caption }: { readonly caption: string }): SvgNode {
  const picture = html("div", {
    ...{ class: "picture", role: "group", tabindex: "0", "aria-label": caption },
    children: [chart],
  });
  return html("figure", { children: [picture, html("figcaption", { children: [caption] })] });
}
