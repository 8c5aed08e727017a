import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import type { JsonValue } from "../../../kernel/json_value.ts";
import { summaryText } from "../../../scripts/cli/summary_text.ts";
import { isObeyed, memoryIo, wideLines } from "../../cli_io.ts";

const shown: [summary: JsonValue, text: string][] = [
  [7, "Summary     7\n"],
  ["a\nb", 'Summary     "a\\nb"\n'],
  [{}, "Summary\n"],
  [{ count: 2 }, "Summary\n  count                 2\n"],
  [{ count: [1, 2] }, "Summary\n  count                 [1,2]\n"],
  [{ a: { x: 1, y: "b" } }, 'Summary\n  a                     x 1  y "b"\n'],
  [
    { a: { x: 1 }, b: { x: 2 } },
    "Summary                             a              b\n  x                                 1              2\n",
  ],
];
for (const [summary, text] of shown) {
  Deno.test(`summaryText() shows ${JSON.stringify(summary)}`, () => {
    assertEquals(summaryText(summary, memoryIo().io), text);
  });
}

Deno.test("summaryText() takes objects of other fields for another table", () => {
  const text = summaryText({ a: { x: 1 }, b: { x: 2 }, c: { y: 3 } }, memoryIo().io);
  assertEquals(text.split("\n").length - 1, 3);
  assert(text.includes("c                     y 3"), text);
});

Deno.test("summaryText() says how much it leaves out", () => {
  const summary = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`n${n}`, n]));
  assert(summaryText(summary, memoryIo().io).endsWith("  and 24 more (--json lists all)\n"));
});

const wide: { [name: string]: JsonValue } = {
  "many columns": Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`pipeline${n}`, { count: n, other: n }])),
  "long names": { ["x".repeat(200)]: 1, ["y".repeat(200)]: { ["z".repeat(200)]: "z".repeat(200) } },
  "long values": { a: "x".repeat(500), b: { c: "y".repeat(500) }, d: { c: "y".repeat(500) } },
  "escapes": { "\x1b[31m\n": { "\x9b": "\x1b" }, "b\u202e": { "\x9b": "\x1b" }, "c": "\x1b\n" },
};
for (const [what, summary] of Object.entries(wide)) {
  Deno.test(`summaryText() fits 80 columns and stays printable with ${what}`, () => {
    const text = summaryText(summary, memoryIo().io);
    assertEquals(wideLines(text), []);
    assert(!isObeyed(text), text);
  });
}

Deno.test("summaryText() loses no column when there are more than fit", () => {
  const text = summaryText(wide["many columns"]!, memoryIo().io);
  for (let n = 0; n < 9; n++) assert(text.includes(`pipeline${n}`), text);
});
