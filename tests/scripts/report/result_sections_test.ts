import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { svgText } from "../../../scripts/charts/svg_node.ts";
import { decisionWords, leavesOf, resultSection, wantedWords } from "../../../scripts/report/result_sections.ts";
import { aResult, volatileAt } from "../../a_result.ts";
import { CRITERIA } from "./shown.ts";

const textOf = (result: ReturnType<typeof aResult>): string =>
  svgText(resultSection(result, { id: "r", name: "r.json" }));

Deno.test("decisionWords() counts what is met", () => {
  assertEquals(decisionWords(aResult({}, CRITERIA)), "1 of 2 criteria met");
});

const WANTED: readonly (readonly [Readonly<Record<string, unknown>>, string])[] = [
  [{ equals: 1 }, "equal to 1"],
  [{ atLeast: 0.5 }, "at least 0.5"],
  [{ atMost: 2 }, "at most 2"],
  [{ oneOf: ["a", null] }, 'one of ["a",null]'],
];
for (const [expected, words] of WANTED) {
  Deno.test(`wantedWords() says ${words} when a criterion wants that`, () => {
    const { decision: { criteria: [criterion] } } = aResult({}, [{ id: "c", at: "/summary/n", ...expected }]);
    assertEquals(wantedWords(criterion!), words);
  });
}

Deno.test("leavesOf() gives the places of what is not nested, lists and empty objects whole", () => {
  const summary = { a: { "b/c": 1, d: [{ e: 2 }] }, f: {}, g: null };
  assertEquals(leavesOf(summary), [["/a/b~1c", 1], ["/a/d", [{ e: 2 }]], ["/f", {}], ["/g", null]]);
  assertEquals(leavesOf(7), [["/", 7]]);
});

/** What a page must say of a result. */
const SAID: Readonly<Record<string, readonly [ReturnType<typeof aResult>, RegExp]>> = {
  "it is a draft": [aResult({ manifestSha256: null }), /none: it is a draft.*Nothing was frozen/s],
  "a criterion is not met": [aResult({}, CRITERIA), /banner is-bad.*The decision is not met.*✗ not met/s],
  "it declared and attempted something": [
    aResult(),
    /<th scope="row">read<\/th><td><code>\.<\/code>.*a\.txt.*<td>2<\/td>.*✓ declared/s,
  ],
  "it had pinned inputs": [aResult(), /Pinned inputs.*<code>data<\/code>/s],
  "it ran without bubblewrap": [aResult(), /nothing beside Deno&#39;s permissions/],
  "a place is volatile": [
    aResult(volatileAt("/rows/*/ms")),
    /May differ from run to run: <code>\/rows\/\*\/ms<\/code>/,
  ],
  "published bytes were compared": [
    aResult({
      publication: { origin: "https://a.example/", files: [{ path: "run.ts", bytes: 3, sha256: "d".repeat(64) }] },
    }),
    /<code>https:\/\/a\.example\/<\/code>.*1 files.*dddd/s,
  ],
  "there are no rows": [aResult({ rows: [] }), /It has no rows/],
};
for (const [when, [result, words]] of Object.entries(SAID)) {
  Deno.test(`resultSection() says so when ${when}`, () => {
    const text = textOf(result);
    assert(words.test(text), text);
  });
}
