import { assertEquals } from "@std/assert/equals";
import { escapeMarkup, numberText, svg, svgText } from "../../../scripts/charts/svg_node.ts";

const NUMBERS: readonly (readonly [number, string])[] = [
  [0, "0"],
  [-0, "0"],
  [-0.001, "0"],
  [1.005, "1"],
  [1 / 3, "0.33"],
  [-2.675, "-2.67"],
  [640, "640"],
];
for (const [value, text] of NUMBERS) {
  Deno.test(`numberText() gives ${text} when it is asked for ${Object.is(value, -0) ? "-0" : value}`, () => {
    assertEquals(numberText(value), text);
  });
}

const TEXTS: Readonly<Record<string, readonly [string, string]>> = {
  "it is an element": ["<script>a</script>", "&#60;script&#62;a&#60;/script&#62;"],
  "it would end an attribute": [`" onload='x'`, "&#34; onload=&#39;x&#39;"],
  "it is a reference": ["&lt;", "&#38;lt;"],
  "it holds control characters": ["a\0b\x1bc\x7f", "a\ufffdb\ufffdc\ufffd"],
  "it holds half of a pair": ["a\ud800", "a\ufffd"],
  "it has lines": ["a\n\tb", "a\n\tb"],
};
for (const [when, [text, written]] of Object.entries(TEXTS)) {
  Deno.test(`escapeMarkup() keeps text text when ${when}`, () => {
    assertEquals(escapeMarkup(text), written);
  });
}

Deno.test("svgText() writes attributes in their order, numbers short, text and children as they stand", () => {
  const node = svg("g", { class: 'a"b', x: 1 / 3, children: ["<", svg("path", { d: "M0" }), "b"] });
  assertEquals(svgText(node), '<g class="a&#34;b" x="0.33">&#60;<path d="M0"></path>b</g>');
});
