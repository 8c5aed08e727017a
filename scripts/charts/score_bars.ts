/** Scores as bars from 0 to 1, with their intervals. @module */
// @ts-types="@types/d3-scale"
import { scaleLinear } from "d3-scale";
import type { ChartOptions } from "./chart_frame.ts";
import { rowChart, type RowDrawing, type ScoreBar } from "./row_chart.ts";
import { svg, type SvgNode } from "./svg_node.ts";

const BAR_PX = 14;

const DRAWING: RowDrawing = {
  labelShare: 0.36,
  scale: (from, to) => ({
    x: scaleLinear([0, 1_000_000], [from, to]).clamp(true),
    ticks: [0, 250_000, 500_000, 750_000, 1_000_000],
  }),
  tickText: (ppm) => ppm % 500_000 === 0 ? String(ppm / 1_000_000) : (ppm / 1_000_000).toFixed(2),
  mark: (mean_ppm, { x, y }) =>
    svg("rect", {
      ...{ class: "chart-bar", x: x(0), y: y - BAR_PX / 2 },
      ...{ width: x(mean_ppm) - x(0), height: BAR_PX },
    }),
  isIntervalAbove: true,
};

/** A horizontal bar for each score, in the order given, with the number after it; what has no mean says so. */
export function scoreBars(rows: readonly ScoreBar[], options: ChartOptions): SvgNode {
  return rowChart(rows, { ...options, drawing: DRAWING });
}
