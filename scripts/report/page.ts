/** One page that stands alone: it asks for nothing, from wherever it is opened. @module */
import { createHash } from "node:crypto";
import { CHART_CSS } from "../charts/chart_style.ts";
import { escapeMarkup, type SvgNode, svgText } from "../charts/svg_node.ts";
import { html, type HtmlPart } from "./html.ts";
import { PAGE_CSS } from "./page_css.ts";
import { PAGE_SCRIPT } from "./page_script.ts";

/** What a page holds. */
export interface PageParts {
  /** Its name, in the window and at its top. */ readonly title: string;
  /** What stands under the name. */ readonly lead: readonly HtmlPart[];
  /** Its sections, with their ids and names for the list of contents. */
  readonly sections: readonly { readonly id: string; readonly title: string; readonly body: SvgNode }[];
  /** What stands at its end. */ readonly foot: readonly HtmlPart[];
}

/** Writes the page. Its policy (CSP) lets nothing in but its own style and its own script, by their digests, so that no
 * text in it could run or fetch anything, even if it became markup. Same parts, same bytes. */
export function pageText({ title, lead, sections, foot }: PageParts): string {
  const style = CHART_CSS + PAGE_CSS;
  const policy = [
    ...["default-src 'none'", `style-src '${integrity(style)}'`, `script-src '${integrity(PAGE_SCRIPT)}'`],
    ...["base-uri 'none'", "form-action 'none'"],
  ].join("; ");
  const contents = html("nav", {
    "aria-label": "Contents",
    children: [html("ul", {
      children: sections.map(({ id, title }) =>
        html("li", { children: [html("a", { href: `#${id}`, children: [title] })] })
      ),
    })],
  });
  const body = [
    html("a", { class: "skip", href: "#main", children: ["Skip to the content"] }),
    html("header", { children: [html("h1", { children: [title] }), ...lead] }),
    ...(sections.length > 1 ? [contents] : []),
    html("main", { id: "main", tabindex: "-1", children: sections.map(({ body }) => body) }),
    html("footer", { children: foot }),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeMarkup(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escapeMarkup(title)}</title>
<style>${style}</style>
</head>
<body>
${body.map(svgText).join("\n")}
<script>${PAGE_SCRIPT}</script>
</body>
</html>
`;
}

function integrity(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
