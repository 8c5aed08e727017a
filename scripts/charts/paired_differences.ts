/** Differences between pairs, round a line at zero. @module */
// @ts-types="@types/d3-array"
import { extent } from "d3-array";
// @ts-types="@types/d3-scale"
import { scaleLinear } from "d3-scale";
import type { ChartOptions } from "./chart_frame.ts";
import { ppmText, rowChart, type ScoreBar } from "./row_chart.ts";
import { svg, type SvgNode } from "./svg_node.ts";

/** A dot with its interval for each difference, in the order given; those without a mean say so. */
export function pairedDifferences(rows: readonly ScoreBar[], options: ChartOptions): SvgNode {
  const values = rows.flatMap(({ mean_ppm, low_ppm, high_ppm }) => [mean_ppm, low_ppm, high_ppm])
    .filter((ppm) => ppm !== null);
  const [least = 0, most = 0] = extent([0, ...values]), range = [least, most === least ? least + 1_000_000 : most];
  return rowChart(rows, {
    ...options,
    drawing: {
      labelShare: 0.42,
      scale(from, to) {
        const x = scaleLinear(range, [from + 10, to - 10]).nice(4);
        return { x, ticks: x.ticks(4) };
      },
      tickText: ppmText,
      mark: (mean_ppm, { x, y }) => svg("circle", { class: "chart-dot", cx: x(mean_ppm), cy: y, r: 5 }),
      isIntervalAbove: false,
    },
  });
}
