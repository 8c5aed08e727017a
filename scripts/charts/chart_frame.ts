/** What all charts share: a frame with a title for those who do not see it, labels, and an axis. @module */
import { svg, type SvgNode } from "./svg_node.ts";

/** How a chart is named. */
export interface ChartOptions {
  /** What it shows, in a few words; the name of the picture. */ readonly title: string;
  /** What can be read from it, in a sentence. */ readonly description: string;
  /** Its width in CSS pixels, and that of its coordinates; 640 unless given. It shrinks where there is less room. */
  readonly widthPx?: number;
  /** What the ids in it start with; must differ between the charts of a page. */ readonly id: string;
}

/** The width of a chart unless given, in CSS pixels. */
export const DEFAULT_WIDTH_PX = 640;
/** The size of text in charts, in CSS pixels. */
export const TEXT_PX = 13;

/** About how wide a text is, in CSS pixels; the font is not known here, so this errs on the wide side. */
export function textWidthPx(text: string): number {
  return [...text].length * TEXT_PX * 0.62;
}

/** Shortens a text to a width. */
export function fitText(text: string, widthPx: number): string {
  const most = Math.max(1, Math.floor(widthPx / (TEXT_PX * 0.62) + 0.01)), characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("")}…`;
}

/** The picture round what a chart draws: its role, its name and its description. */
export function chartFrame(
  { title, description, id, widthPx = DEFAULT_WIDTH_PX }: ChartOptions,
  { heightPx, children }: { readonly heightPx: number; readonly children: readonly SvgNode[] },
): SvgNode {
  return svg("svg", {
    ...{ class: "chart", role: "img", "aria-labelledby": `${id}-title ${id}-desc` },
    ...{ viewBox: `0 0 ${Math.round(widthPx)} ${Math.round(heightPx)}`, width: widthPx, height: heightPx },
    children: [
      svg("title", { id: `${id}-title`, children: [title] }),
      svg("desc", { id: `${id}-desc`, children: [description] }),
      ...children,
    ],
  });
}

/** A text that starts, ends or is centred at a place. */
export function label(
  text: string,
  { x, y, anchor = "start", kind = "" }: {
    readonly x: number;
    readonly y: number;
    readonly anchor?: "start" | "middle" | "end";
    readonly kind?: string;
  },
): SvgNode {
  const name = kind === "" ? "chart-text" : `chart-text chart-${kind}`;
  return svg("text", { class: name, x, y, "text-anchor": anchor, "dominant-baseline": "middle", children: [text] });
}

/** Vertical lines with a number beneath each. */
export function verticalAxis(
  ticks: readonly { readonly x: number; readonly text: string; readonly isBase: boolean }[],
  { top, bottom }: { readonly top: number; readonly bottom: number },
): SvgNode[] {
  return ticks.flatMap(({ x, text, isBase }) => [
    svg("line", { class: isBase ? "chart-base" : "chart-grid", x1: x, x2: x, y1: top, y2: bottom }),
    label(text, { x, y: bottom + 12, anchor: "middle", kind: "tick" }),
  ]);
}
