import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { code, reportMarkdown, resultMarkdown, text } from "../../../scripts/report/markdown.ts";
import { aResult } from "../../a_result.ts";
import { HOSTILE } from "./hostile_result.ts";
import { everything } from "./shown.ts";

const CRITERIA = [{ id: "one", at: "/summary/n", equals: 1 }, { id: "two", at: "/summary/n", equals: 2 }];
const ROWS = [{ id: "a", agree: true }, { id: "b", agree: false }];
const GOLDEN = new URL("../../../fixtures/report/result.md", import.meta.url);

Deno.test("resultMarkdown() gives the bytes that are kept", () => {
  const results = [{ name: "r.json", result: aResult({ rows: ROWS }, CRITERIA) }];
  assertEquals(resultMarkdown(results), Deno.readTextFileSync(GOLDEN));
});

Deno.test("resultMarkdown() says first what differs when there are several results", () => {
  const first = { name: "1", result: aResult() }, other = { name: "2", result: aResult({ summary: { n: 7 } }) };
  const [head, ...lines] = resultMarkdown([first, other]).split("\n");
  assertEquals(head, "## 2 against 1: different in 1 place");
  assert(lines.includes("| `/summary/n` | `1` | `7` |"), lines.join("\n"));
  assertEquals(resultMarkdown([first, { ...first, name: "2" }]).split("\n")[0], "## 2 against 1: the same");
});

Deno.test("reportMarkdown() has results first, then sweeps and episodes as code", () => {
  const markdown = reportMarkdown(everything()), headings = markdown.match(/^## .*$/gm)!;
  assertEquals(headings.map((line) => line.replace(/:.*/, "")), [
    ...["## 2.json against 1.json", "## 1.json", "## 2.json", "## swept", "## episode"],
  ]);
  const blocks = [...markdown.matchAll(/^```text\n([^]*?)\n```$/gm)].map(([, block]) => block!.split("\n")[0]);
  assertEquals(blocks.length, 2);
  assert(blocks[0]!.startsWith("Episodes: 10 planned"), blocks[0]);
});

const TEXTS: readonly (readonly [string, string])[] = [
  ["a|b", "a&#124;b"],
  ["<b>", "&#60;b&#62;"],
  ["**x** _y_", "&#42;&#42;x&#42;&#42; &#95;y&#95;"],
  ["[a](b)", "&#91;a&#93;&#40;b&#41;"],
  ["a\n# b", "a &#35; b"],
  ["&lt;", "&#38;lt;"],
  ["https://x", "https&#58;//x"],
  ["www.x.example", "www&#46;x.example"],
  ["@a", "&#64;a"],
  ["a-b_c.json", "a-b&#95;c.json"],
];
for (const [words, written] of TEXTS) {
  Deno.test(`text() leaves no markup when it is ${JSON.stringify(words)}`, () => assertEquals(text(words), written));
}

const CODES: readonly (readonly [string, string])[] = [
  ["a", "`a`"],
  ["a`b", "`` a`b ``"],
  ["a``b`", "``` a``b` ```"],
  ["a|b", "`a\\|b`"],
  [" ", "(empty)"],
  ["a\nb", "`a b`"],
];
for (const [words, written] of CODES) {
  Deno.test(`code() keeps within its fence when it is ${JSON.stringify(words)}`, () =>
    assertEquals(code(words), written));
}

Deno.test("resultMarkdown() lets no text of a result become markup when every text is", () => {
  const markdown = resultMarkdown([{ name: "<script>alert(1)</script>", result: HOSTILE }]);
  const outside = markdown.replace(/(`+).*?[^`]\1(?!`)/g, "");
  assertEquals(/<|\]\(|javascript:/.exec(outside), null);
});
