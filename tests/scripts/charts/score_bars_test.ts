import { assertEquals } from "@std/assert/equals";
import { assert } from "@std/assert/assert";
import type { ScoreBar } from "../../../scripts/charts/row_chart.ts";
import { scoreBars } from "../../../scripts/charts/score_bars.ts";
import { svgText } from "../../../scripts/charts/svg_node.ts";
import { attributesOf, elementsOf, textsOf } from "./svg_search.ts";

const OPTIONS = { title: "Scores", description: "Means", id: "s", widthPx: 640 };
const ROW: ScoreBar = { label: "a", mean_ppm: 500_000, low_ppm: 250_000, high_ppm: 750_000 };

Deno.test("scoreBars() draws a bar in proportion to its mean, and its interval within it", () => {
  const chart = scoreBars([ROW, { ...ROW, label: "b", mean_ppm: 1_000_000 }], OPTIONS);
  const widths = attributesOf(chart, "rect", "width").map(Number);
  assertEquals(Math.round(widths[1]! / widths[0]! * 100), 200);
  const [[line]] = [elementsOf(chart, "line").filter(({ attributes }) => attributes.class === "chart-interval")];
  const [bar] = elementsOf(chart, "rect");
  const at = (share: number) => Number(bar!.attributes.x) + share * widths[1]!;
  assertEquals(
    [line!.attributes.x1, line!.attributes.x2].map(Number).map(Math.round),
    [at(0.25), at(0.75)].map(Math.round),
  );
});

Deno.test("scoreBars() says none and draws nothing when there is no mean", () => {
  const chart = scoreBars([{ label: "a", mean_ppm: null, low_ppm: null, high_ppm: null }], OPTIONS);
  assertEquals(elementsOf(chart, "rect").length, 0);
  assert(textsOf(chart).includes("none"));
});

Deno.test("scoreBars() draws no interval when there is none", () => {
  const chart = scoreBars([{ ...ROW, low_ppm: null }], OPTIONS);
  assertEquals(attributesOf(chart, "line", "class").filter((name) => name === "chart-interval"), []);
});

for (const widthPx of [320, 640, 1200]) {
  Deno.test(`scoreBars() keeps bars within the picture when it is ${widthPx} pixels wide and a label is long`, () => {
    const chart = scoreBars([{ ...ROW, mean_ppm: 1_000_000, label: "m".repeat(200), note: "n".repeat(99) }], {
      ...OPTIONS,
      widthPx,
    });
    const [bar] = elementsOf(chart, "rect"), { x, width } = bar!.attributes;
    assert(Number(width) > widthPx * 0.2 && Number(x) + Number(width) < widthPx);
  });
}

Deno.test("scoreBars() shows labels whole when there is room for them", () => {
  for (let length = 1; length <= 24; length++) {
    const label = "m".repeat(length), chart = scoreBars([{ ...ROW, label }], OPTIONS);
    assertEquals(textsOf(chart).includes(label), true, String(length));
  }
});

Deno.test("scoreBars() names the picture for those who do not see it", () => {
  const text = svgText(scoreBars([ROW], { ...OPTIONS, title: "<t>" }));
  assert(text.includes('role="img" aria-labelledby="s-title s-desc"'), text);
  assert(text.includes('<title id="s-title">&#60;t&#62;</title><desc id="s-desc">Means</desc>'), text);
});
