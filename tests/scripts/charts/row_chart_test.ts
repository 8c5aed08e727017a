import { assertEquals } from "@std/assert/equals";
import { ppmText } from "../../../scripts/charts/row_chart.ts";

const SHARES: readonly (readonly [number, string])[] = [
  [0, "0.000"],
  [977_500, "0.978"],
  [1_000_000, "1.000"],
  [-12_345, "−0.012"],
  [-400, "0.000"],
];
for (const [ppm, text] of SHARES) {
  Deno.test(`ppmText() gives ${text} when it is asked for ${ppm} ppm`, () => {
    assertEquals(ppmText(ppm), text);
  });
}
