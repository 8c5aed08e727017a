import { assertEquals } from "@std/assert/equals";
import { assert } from "@std/assert/assert";
import { pairedDifferences } from "../../../scripts/charts/paired_differences.ts";
import { attributesOf, elementsOf, textsOf } from "./svg_search.ts";

const OPTIONS = { title: "Differences", description: "Means", id: "d" };

Deno.test("pairedDifferences() puts dots on their sides of zero", () => {
  const chart = pairedDifferences([
    { label: "less", mean_ppm: -200_000, low_ppm: -300_000, high_ppm: -100_000 },
    { label: "more", mean_ppm: 100_000, low_ppm: -50_000, high_ppm: 250_000 },
  ], OPTIONS);
  const zero = Number(
    elementsOf(chart, "line").find(({ attributes }) => attributes.class === "chart-base")!.attributes.x1,
  );
  const [less, more] = attributesOf(chart, "circle", "cx").map(Number);
  assertEquals(Math.round((zero - less!) / (more! - zero) * 10), 20);
});

Deno.test("pairedDifferences() stays finite when every difference is 0 or there is none", () => {
  for (const rows of [[], [{ label: "a", mean_ppm: 0, low_ppm: 0, high_ppm: 0 }]]) {
    const chart = pairedDifferences(rows, OPTIONS);
    const numbers = attributesOf(chart, "line", "x1").map(Number);
    assert(numbers.length > 0 && numbers.every(Number.isFinite), String(numbers));
  }
});

Deno.test("pairedDifferences() says none when there is no mean", () => {
  const chart = pairedDifferences([{ label: "a", mean_ppm: null, low_ppm: null, high_ppm: null }], OPTIONS);
  assertEquals([elementsOf(chart, "circle").length, textsOf(chart).includes("none")], [0, true]);
});
