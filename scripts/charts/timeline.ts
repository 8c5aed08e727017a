/** A trajectory as a line of signs, one a call, told apart by shape as well as by colour. @module */
// @ts-types="@types/d3-shape"
import {
  symbol,
  symbolCircle,
  symbolCross,
  symbolDiamond,
  symbolSquare,
  symbolStar,
  symbolTriangle,
  type SymbolType,
  symbolWye,
} from "d3-shape";
import { chartFrame, type ChartOptions, DEFAULT_WIDTH_PX, label, textWidthPx } from "./chart_frame.ts";
import { svg, type SvgNode } from "./svg_node.ts";

/** What a call did. */
export type CallKind = "list" | "open" | "ask" | "reckon" | "decide" | "submit" | "failed";
/** What can be said of a call beside that. */
export type CallMark = "opened" | "cited" | "premature";

/** A call of a trajectory. */
export interface TimelineStep {
  /** From 0. */ readonly step_idx: number;
  /** What it did. */ readonly kind: CallKind;
  /** What is said of it when it is pointed at. */ readonly label: string;
  /** What else holds. */ readonly marks: readonly CallMark[];
}

const SHAPES: Readonly<Record<CallKind, readonly [SymbolType, string]>> = {
  list: [symbolSquare, "list or search"],
  open: [symbolCircle, "open"],
  ask: [symbolDiamond, "ask or look up"],
  reckon: [symbolCross, "reckon"],
  decide: [symbolTriangle, "decide"],
  submit: [symbolStar, "submit"],
  failed: [symbolWye, "failed"],
};
const MARKS: Readonly<Record<CallMark, string>> = {
  opened: "opened (ring)",
  cited: "cited later (line below)",
  premature: "decided too early (line above)",
};

const STEP_PX = 18;
const ROW_PX = 40;
const AREA_PX2 = 90;
const LEGEND_ROW_PX = 20;

/** Signs for the calls in their order, as many in a row as there is room for, the number of its first call before each
 * row; above them what the signs mean, of those that occur. */
export function timeline(steps: readonly TimelineStep[], options: ChartOptions): SvgNode {
  const { widthPx = DEFAULT_WIDTH_PX } = options, left = 16 + textWidthPx(String(steps.length));
  const legend = legendOf(steps, { widthPx }), perRow = Math.max(1, Math.floor((widthPx - left - 4) / STEP_PX));
  const rows = Math.ceil(steps.length / perRow);
  const children = steps.map((step, at) => {
    const x = left + (at % perRow) * STEP_PX + STEP_PX / 2;
    const y = legend.heightPx + Math.floor(at / perRow) * ROW_PX + ROW_PX / 2;
    return svg("g", {
      class: `chart-call chart-${step.kind}`,
      children: [svg("title", { children: [step.label] }), ...signOf(step, { x, y })],
    });
  });
  const numbers = Array.from({ length: rows }, (_, row) => {
    const y = legend.heightPx + row * ROW_PX + ROW_PX / 2;
    return label(String(steps[row * perRow]!.step_idx), { x: left - 6, y, anchor: "end", kind: "tick" });
  });
  return chartFrame(options, {
    heightPx: legend.heightPx + rows * ROW_PX,
    children: [...legend.children, ...numbers, ...children],
  });
}

function signOf({ kind, marks }: Pick<TimelineStep, "kind" | "marks">, { x, y }: { x: number; y: number }): SvgNode[] {
  const [shape] = SHAPES[kind], across = { x1: x - 6, x2: x + 6 };
  const sign = svg("path", {
    ...{ class: "chart-sign", transform: `translate(${x.toFixed(2)},${y.toFixed(2)})` },
    d: symbol(shape, AREA_PX2)()!.replace(
      /-?\d+\.\d{3,}/g,
      (text: string) => String(Math.round(Number(text) * 100) / 100),
    ),
  });
  return [
    ...(marks.includes("opened") ? [svg("circle", { class: "chart-ring", cx: x, cy: y, r: 8.5 })] : []),
    sign,
    ...(marks.includes("cited") ? [svg("line", { class: "chart-cited", ...across, y1: y + 14, y2: y + 14 })] : []),
    ...(marks.includes("premature")
      ? [svg("line", { class: "chart-premature", ...across, y1: y - 14, y2: y - 14 })]
      : []),
  ];
}

/** What the signs mean, side by side while there is room. */
function legendOf(steps: readonly TimelineStep[], { widthPx }: { widthPx: number }) {
  const kinds = (Object.keys(SHAPES) as CallKind[]).filter((kind) => steps.some((step) => step.kind === kind));
  const marks = (Object.keys(MARKS) as CallMark[]).filter((mark) => steps.some((step) => step.marks.includes(mark)));
  const items = [
    ...kinds.map((kind) => ({ kind, marks: [] as CallMark[], text: SHAPES[kind][1] })),
    ...marks.map((mark) => ({
      kind: mark === "premature" ? "decide" as const : "open" as const,
      marks: [mark],
      text: MARKS[mark],
    })),
  ];
  const children: SvgNode[] = [];
  let x = 12, row = 0;
  for (const { kind, marks, text } of items) {
    const width = 34 + textWidthPx(text);
    if (x > 12 && x + width > widthPx) x = 12, row++;
    const y = row * LEGEND_ROW_PX * 1.5 + LEGEND_ROW_PX;
    children.push(
      svg("g", {
        class: `chart-${kind}`,
        children: [...signOf({ kind, marks }, { x, y }), label(text, { x: x + 14, y })],
      }),
    );
    x += width;
  }
  return { children, heightPx: items.length === 0 ? 0 : row * LEGEND_ROW_PX * 1.5 + LEGEND_ROW_PX * 2 };
}
