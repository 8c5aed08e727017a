import { assertEquals } from "@std/assert/equals";
import { openGold } from "../../scripts/fence_gold.ts";
import { assertCodeAsync } from "../assert_code.ts";

const GOLD = {
  supplier: "Marram Well Drilling",
  invoice_number: "5",
  invoice_date: "2026-07-08",
  due_date: null,
  currency: "EUR",
  invoice_total: "1.00",
  review_fields: ["due_date"],
};
const LINE = JSON.stringify(GOLD);

function streamOf(text: string): ReadableStream<Uint8Array> {
  return ReadableStream.from([new TextEncoder().encode(text)]);
}

for (
  const [name, text] of [
    ["one line", LINE],
    ["one line and LF", LINE + "\n"],
    ["one line and CRLF", LINE + "\r\n"],
    ["many lines", JSON.stringify(GOLD, null, 2)],
    [
      "many lines with CRLF and blank lines",
      "\r\n" + JSON.stringify(GOLD, null, 2).replaceAll("\n", "\r\n") + "\r\n\r\n",
    ],
  ] as const
) {
  Deno.test(`openGold() gives the one record of ${name} for every line`, async () => {
    const gold = await openGold(streamOf(text));
    assertEquals([await gold.next(), await gold.next(), await gold.hasMore()], [GOLD, GOLD, false]);
  });
}

Deno.test("openGold() gives a record a line, and undefined after the last", async () => {
  const other = { ...GOLD, supplier: "Sable" };
  const gold = await openGold(streamOf(`${LINE}\n${JSON.stringify(other)}\r\n${LINE}`));
  assertEquals([await gold.hasMore(), await gold.next()], [true, GOLD]);
  assertEquals([await gold.next(), await gold.hasMore(), await gold.next()], [other, true, GOLD]);
  assertEquals([await gold.hasMore(), await gold.next(), await gold.next()], [false, undefined, undefined]);
});

Deno.test("openGold() goes on after a record that is bad", async () => {
  const gold = await openGold(streamOf(`{}\nnonsense\n\n${LINE}\n"${"x".repeat(1_048_576)}"\n${LINE}\n`));
  await assertCodeAsync(gold.next, "gold-invalid");
  await assertCodeAsync(gold.next, "json-syntax");
  await assertCodeAsync(gold.next, "json-empty");
  assertEquals(await gold.next(), GOLD);
  await assertCodeAsync(gold.next, "json-too-large");
  assertEquals([await gold.next(), await gold.hasMore()], [GOLD, false]);
});

for (
  const [name, text] of [
    ["nothing", ""],
    ["a blank line", "\n"],
    ["what is no invoice", '{"supplier":"a"}\n'],
    ["an array of records", `[${LINE}]`],
    ["a record with a key twice", LINE.slice(0, -1) + ',"currency":"EUR"}'],
    ["a record cut off", LINE.slice(0, -1)],
    ["a byte order mark", "\ufeff" + LINE],
    ["a first line that is no JSON", `nonsense\n${LINE}\n`],
    ["a text too long", "{\n" + `"${"x".repeat(1000)}",\n`.repeat(1100)],
    ["a line too long", `"${"x".repeat(1_048_576)}"`],
  ] as const
) {
  Deno.test(`openGold() refuses ${name}`, async () => {
    await assertCodeAsync(() => openGold(streamOf(text)), "gold-invalid");
  });
}
