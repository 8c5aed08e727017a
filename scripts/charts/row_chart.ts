/** Charts of one row a score: its label, its mark, its number. @module */
import {
  chartFrame,
  type ChartOptions,
  DEFAULT_WIDTH_PX,
  fitText,
  label,
  textWidthPx,
  verticalAxis,
} from "./chart_frame.ts";
import { svg, type SvgNode } from "./svg_node.ts";

/** A score, in parts per million. */
export interface ScoreBar {
  /** Whose it is. */ readonly label: string;
  /** The mean; null: there is none. */ readonly mean_ppm: number | null;
  /** The interval's lower end; null: there is no interval. */ readonly low_ppm: number | null;
  /** Its upper end. */ readonly high_ppm: number | null;
  /** Words that stand after the number. */ readonly note?: string;
}

/** From parts per million to a place, in CSS pixels. */
export type Scale = (ppm: number) => number;

/** What the charts differ in. */
export interface RowDrawing {
  /** The largest share of the width that labels take. */ readonly labelShare: number;
  /** The scale between two places, and the values to be marked on it. */
  readonly scale: (from: number, to: number) => { readonly x: Scale; readonly ticks: readonly number[] };
  /** A tick in words. */ readonly tickText: (ppm: number) => string;
  /** What stands for a score that has a mean, at its height. */
  readonly mark: (mean_ppm: number, place: { readonly x: Scale; readonly y: number }) => SvgNode;
  /** Whether the interval is drawn over the mark. */ readonly isIntervalAbove: boolean;
}

const ROW_PX = 26;
const TOP_PX = 6;
const BOTTOM_PX = 26;

/** A share of one with three decimals; 977500 is `0.978`. */
export function ppmText(ppm: number): string {
  const thousandths = Math.round(Math.abs(ppm) / 1000), sign = ppm < 0 && thousandths > 0 ? "−" : "";
  return `${sign}${Math.floor(thousandths / 1000)}.${String(thousandths % 1000).padStart(3, "0")}`;
}

/** Draws a row for each score, in the order given; what has no mean says so. */
export function rowChart(
  rows: readonly ScoreBar[],
  { drawing, ...options }: ChartOptions & { readonly drawing: RowDrawing },
): SvgNode {
  const { labelShare, scale, tickText, mark, isIntervalAbove } = drawing, { widthPx = DEFAULT_WIDTH_PX } = options;
  const values = rows.map(({ mean_ppm, note = "" }) =>
    `${mean_ppm === null ? "none" : ppmText(mean_ppm)}${note && ` ${note}`}`
  );
  const left = 8 + Math.min(widthPx * labelShare, Math.max(0, ...rows.map((row) => textWidthPx(row.label))));
  const right = 12 + Math.min(widthPx * 0.3, Math.max(0, ...values.map(textWidthPx)));
  const { x, ticks } = scale(left, widthPx - right), bottom = TOP_PX + rows.length * ROW_PX;
  const lines = ticks.map((ppm) => ({ x: x(ppm), text: tickText(ppm), isBase: ppm === 0 }));
  return chartFrame(options, {
    heightPx: bottom + BOTTOM_PX,
    children: [
      ...verticalAxis(lines, { top: TOP_PX, bottom }),
      ...rows.map((row, at) => {
        const y = TOP_PX + at * ROW_PX + ROW_PX / 2, interval = intervalMarks(row, { x, y });
        const marks = row.mean_ppm === null ? [] : [mark(row.mean_ppm, { x, y })];
        return svg("g", {
          children: [
            label(fitText(row.label, left - 8), { x: left - 8, y, anchor: "end" }),
            ...(isIntervalAbove ? [...marks, ...interval] : [...interval, ...marks]),
            label(fitText(values[at]!, right - 8), { x: widthPx - right + 8, y, kind: "value" }),
          ],
        });
      }),
    ],
  });
}

/** A line from one end of an interval to the other, with a short one across each end; none where there is no mean. */
function intervalMarks(
  { mean_ppm, low_ppm, high_ppm }: ScoreBar,
  { x, y }: { readonly x: Scale; readonly y: number },
): SvgNode[] {
  if (mean_ppm === null || low_ppm === null || high_ppm === null) return [];
  const end = (at: number): SvgNode => svg("line", { class: "chart-interval", x1: at, x2: at, y1: y - 4, y2: y + 4 });
  const [low, high] = [x(low_ppm), x(high_ppm)];
  return [svg("line", { class: "chart-interval", x1: low, x2: high, y1: y, y2: y }), end(low), end(high)];
}
