import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { svgText } from "../../../scripts/charts/svg_node.ts";
import {
  facts,
  figure,
  html,
  section,
  SHOWN_CHARACTERS,
  table,
  valueCell,
  valueWords,
  verdict,
} from "../../../scripts/report/html.ts";

const written = (part: ReturnType<typeof valueCell>): string => typeof part === "string" ? part : svgText(part);

Deno.test("section() is a landmark named by its heading when it is of the second level", () => {
  const [second, third] = [2, 3].map((level) =>
    svgText(section({ id: "a", title: "<T>", level: level as 2 | 3 }, "body"))
  );
  assertEquals(second, '<section id="a" aria-labelledby="a-title"><h2 id="a-title">&#60;T&#62;</h2>body</section>');
  assertEquals(third, '<section id="a"><h3 id="a-title">&#60;T&#62;</h3>body</section>');
});

Deno.test("table() names columns and lines by header cells, and scrolls by key", () => {
  const text = svgText(table({ caption: "C", columns: ["x", "y"] }, [["1", "2"]]));
  for (
    const part of [
      '<th scope="col">x</th>',
      '<th scope="row">1</th><td>2</td>',
      "<caption>C</caption>",
      'role="group" tabindex="0" aria-label="C"',
    ]
  ) {
    assert(text.includes(part), part);
  }
});

const VALUES: Readonly<Record<string, readonly [Parameters<typeof valueCell>[0], string]>> = {
  "a text": ["a<b", "a<b"],
  "a number": [1.5, "<code>1.5</code>"],
  "null": [null, "<code>null</code>"],
  "a list": [["a"], "<code>[&#34;a&#34;]</code>"],
};
for (const [what, [value, text]] of Object.entries(VALUES)) {
  Deno.test(`valueCell() shows ${what} so that texts and JSON differ`, () =>
    assertEquals(written(valueCell(value)), text));
}

Deno.test("valueCell() opens long values on request, and loses nothing", () => {
  const long = "é".repeat(SHOWN_CHARACTERS + 1), text = written(valueCell(long));
  assert(
    text.startsWith(`<details><summary>${"é".repeat(SHOWN_CHARACTERS / 2)}…</summary>`) && text.includes(long),
    text,
  );
  assertEquals(written(valueCell("é".repeat(SHOWN_CHARACTERS))), "é".repeat(SHOWN_CHARACTERS));
});

Deno.test("valueWords() gives texts as they are and all else as JSON", () => {
  assertEquals([valueWords("1"), valueWords(1), valueWords({ a: "1" })], ["1", "1", '{"a":"1"}']);
});

Deno.test("verdict() says by a sign and a word whether it holds", () => {
  const words = { yes: "met", no: "not met" };
  assertEquals(
    [true, false].map((holds) => svgText(verdict({ holds, ...words }))),
    ['<strong class="good">✓ met</strong>', '<strong class="bad">✗ not met</strong>'],
  );
});

Deno.test("facts() pairs each name with what it is", () => {
  assertEquals(svgText(facts([["a", "b"]])), "<dl><div><dt>a</dt><dd>b</dd></div></dl>");
});

Deno.test("figure() puts words beneath a chart, and scrolls by key", () => {
  const text = svgText(figure(html("svg"), { caption: "C" }));
  assert(text.endsWith("<figcaption>C</figcaption></figure>") && text.includes('tabindex="0"'), text);
});
