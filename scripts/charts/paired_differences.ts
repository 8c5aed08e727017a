/** Differences between pairs, round a line at zero. @module */
// @ts-types="@types/d3-array"
import { extent } from "d3-array";
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
import { intervalMarks, ppmText, type ScoreBar } from "./score_bars.ts";
import { svg, type SvgNode } from "./svg_node.ts";

const ROW_PX = 26;
const TOP_PX = 6;
const BOTTOM_PX = 26;

/** A dot with its interval for each difference, in the order given; those without a mean say so. */
export function pairedDifferences(rows: readonly ScoreBar[], options: ChartOptions): SvgNode {
  const { widthPx = DEFAULT_WIDTH_PX } = options;
  const values = rows.map(({ mean_ppm, note = "" }) =>
    `${mean_ppm === null ? "none" : ppmText(mean_ppm)}${note && ` ${note}`}`
  );
  const left = 8 + Math.min(widthPx * 0.42, Math.max(0, ...rows.map((row) => textWidthPx(row.label))));
  const right = 12 + Math.min(widthPx * 0.3, Math.max(0, ...values.map(textWidthPx)));
  const all = rows.flatMap(({ mean_ppm, low_ppm, high_ppm }) => [mean_ppm, low_ppm, high_ppm]).filter((ppm) =>
    ppm !== null
  );
  const [least = 0, most = 0] = extent([0, ...all]);
  const x = scaleLinear([least, most === least ? least + 1_000_000 : most], [left + 10, widthPx - right - 10]).nice(4);
  const bottom = TOP_PX + rows.length * ROW_PX;
  const ticks = x.ticks(4).map((ppm) => ({ x: x(ppm), text: ppmText(ppm), isBase: ppm === 0 }));
  return chartFrame(options, {
    heightPx: bottom + BOTTOM_PX,
    children: [
      ...verticalAxis(ticks, { top: TOP_PX, bottom }),
      ...rows.map((row, at) => {
        const y = TOP_PX + at * ROW_PX + ROW_PX / 2, { mean_ppm, low_ppm, high_ppm } = row;
        const hasInterval = low_ppm !== null && high_ppm !== null;
        return svg("g", {
          children: [
            label(fitText(row.label, left - 8), { x: left - 8, y, anchor: "end" }),
            ...(hasInterval ? intervalMarks({ low: x(low_ppm), high: x(high_ppm), y }) : []),
            ...(mean_ppm === null ? [] : [svg("circle", { class: "chart-dot", cx: x(mean_ppm), cy: y, r: 5 })]),
            label(fitText(values[at]!, right - 8), { x: widthPx - right + 8, y, kind: "value" }),
          ],
        });
      }),
    ],
  });
}
