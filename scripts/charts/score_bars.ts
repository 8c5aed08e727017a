/** Scores as bars from 0 to 1, with their intervals. @module */
// @ts-types="@types/d3-scale"
import { scaleLinear } from "d3-scale";
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

const ROW_PX = 26;
const BAR_PX = 14;
const TOP_PX = 6;
const BOTTOM_PX = 26;

/** A share of one with three decimals; 977500 is `0.978`. */
export function ppmText(ppm: number): string {
  const thousandths = Math.round(Math.abs(ppm) / 1000), sign = ppm < 0 && thousandths > 0 ? "−" : "";
  return `${sign}${Math.floor(thousandths / 1000)}.${String(thousandths % 1000).padStart(3, "0")}`;
}

/** A horizontal bar for each score, in the order given, with the number after it; what has no mean says so. */
export function scoreBars(rows: readonly ScoreBar[], options: ChartOptions): SvgNode {
  const { widthPx = DEFAULT_WIDTH_PX } = options;
  const values = rows.map(({ mean_ppm, note = "" }) =>
    `${mean_ppm === null ? "none" : ppmText(mean_ppm)}${note && ` ${note}`}`
  );
  const left = 8 + Math.min(widthPx * 0.36, Math.max(0, ...rows.map((row) => textWidthPx(row.label))));
  const right = 12 + Math.min(widthPx * 0.3, Math.max(0, ...values.map(textWidthPx)));
  const x = scaleLinear([0, 1_000_000], [left, widthPx - right]).clamp(true), bottom = TOP_PX + rows.length * ROW_PX;
  const ticks = [0, 250_000, 500_000, 750_000, 1_000_000].map((ppm) => ({
    ...{
      x: x(ppm),
      text: ppm % 500_000 === 0 ? String(ppm / 1_000_000) : (ppm / 1_000_000).toFixed(2),
      isBase: ppm === 0,
    },
  }));
  return chartFrame(options, {
    heightPx: bottom + BOTTOM_PX,
    children: [
      ...verticalAxis(ticks, { top: TOP_PX, bottom }),
      ...rows.map((row, at) => {
        const y = TOP_PX + at * ROW_PX + ROW_PX / 2;
        return svg("g", {
          children: [
            label(fitText(row.label, left - 8), { x: left - 8, y, anchor: "end" }),
            ...barOf(row, { x, y }),
            label(fitText(values[at]!, right - 8), { x: widthPx - right + 8, y, kind: "value" }),
          ],
        });
      }),
    ],
  });
}

function barOf(
  { mean_ppm, low_ppm, high_ppm }: ScoreBar,
  { x, y }: { x: (ppm: number) => number; y: number },
): SvgNode[] {
  if (mean_ppm === null) return [];
  const bar = svg("rect", {
    class: "chart-bar",
    x: x(0),
    y: y - BAR_PX / 2,
    width: x(mean_ppm) - x(0),
    height: BAR_PX,
  });
  return low_ppm === null || high_ppm === null
    ? [bar]
    : [bar, ...intervalMarks({ low: x(low_ppm), high: x(high_ppm), y })];
}

/** A line from one end of an interval to the other, with a short one across each end. */
export function intervalMarks(
  { low, high, y }: { readonly low: number; readonly high: number; readonly y: number },
): SvgNode[] {
  const end = (at: number): SvgNode => svg("line", { class: "chart-interval", x1: at, x2: at, y1: y - 4, y2: y + 4 });
  return [svg("line", { class: "chart-interval", x1: low, x2: high, y1: y, y2: y }), end(low), end(high)];
}
