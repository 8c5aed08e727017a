import { assertEquals } from "@std/assert/equals";
import { escapeXml, xmlText } from "../../../scripts/report/xml.ts";

const ESCAPED: readonly [string, string, string][] = [
  ["markup", `<a b="c">&'</a>`, `&lt;a b=&quot;c&quot;&gt;&amp;'&lt;/a&gt;`],
  ["the end of a CDATA section", "]]>", "]]&gt;"],
  ["tabs and line ends", "\t\r\n", "&#9;&#13;&#10;"],
  ["control characters", "\0\x1b\x7f\x85", "\\u0000\\u001b\x7f\x85"],
  ["halves of pairs", "\ud800a\udfff", "\\ud800a\\udfff"],
  ["whole pairs", "😀", "😀"],
  ["what is no character", "\ufffe\uffff", "\\ufffe\\uffff"],
];
for (const [what, text, expected] of ESCAPED) {
  Deno.test(`escapeXml() writes ${what} so that any parser reads it`, () => {
    assertEquals(escapeXml(text), expected);
  });
}

Deno.test("xmlText() writes an element a line, and leaves out attributes without a value", () => {
  const leaf = { name: "c", attributes: {}, content: "<" };
  const root = {
    name: "a",
    attributes: { x: 1, y: undefined, z: '"' },
    content: [{ name: "b", attributes: {} }, leaf],
  };
  assertEquals(
    xmlText(root),
    `<?xml version="1.0" encoding="UTF-8"?>\n<a x="1" z="&quot;">\n  <b/>\n  <c>&lt;</c>\n</a>\n`,
  );
});
