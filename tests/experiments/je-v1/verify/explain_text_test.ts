import { assertEquals } from "@std/assert/equals";
import { counted, grouped, wrapped } from "../../../../experiments/je-v1/verify/explain_text.ts";

Deno.test("wrapped() breaks between words when a line is full", () => {
  const lines = wrapped("word ".repeat(40), { first: 2, rest: 4 });
  assertEquals(lines.map((line) => [line.length <= 80, line.search(/\S/)]), [[true, 2], [true, 4], [true, 4]]);
});
Deno.test("wrapped() fills a line to its last column when words fit exactly", () => {
  assertEquals(wrapped("a".repeat(39) + " " + "b".repeat(40)).map(({ length }) => length), [80]);
});
Deno.test("wrapped() cuts a word when no line can hold it", () => {
  assertEquals(wrapped("x".repeat(200)).map(({ length }) => length), [78, 80, 46]);
});
Deno.test("wrapped() makes no line when there are no words", () => assertEquals(wrapped(" \n"), []));
for (
  const [value, text] of [[null, "-"], [0, "0"], [999, "999"], [1_000_000, "1,000,000"], [-1234, "-1,234"]] as const
) {
  Deno.test(`grouped() writes ${text} when it is given ${value}`, () => assertEquals(grouped(value), text));
}
for (const [count, text] of [[0, "0 calls"], [1, "1 call"], [1200, "1,200 calls"]] as const) {
  Deno.test(`counted() writes ${text} when there are ${count}`, () => assertEquals(counted(count, "call"), text));
}
