import { assertEquals } from "@std/assert/equals";
import fc from "fast-check";
import { comparisonText, toDifferenceData } from "../../../scripts/cli/difference_text.ts";
import { compareStreams } from "../../../scripts/compare_streams.ts";
import { isObeyed, memoryIo, wideLines } from "../../cli_io.ts";
import { streamOf } from "../../line_stream.ts";

async function textOf(expected: string | Uint8Array, observed: string | Uint8Array, name = "theirs"): Promise<string> {
  const comparison = await compareStreams(streamOf(expected), streamOf(observed));
  return comparisonText(comparison, { name, io: memoryIo().io });
}

Deno.test("comparisonText() says that both are the same", async () => {
  assertEquals(await textOf("a\nb\n", "a\nb\n"), "SAME: theirs, 2 lines\n");
});

for (
  const [name, expected, observed, text] of [
    ["a byte", '[1]\n[{"kind":"x"}]\n', '[1]\n[{"kind":"y"}]\n', [
      "DIFFERENT: theirs",
      "  line 2, byte 11 of it, byte 15 of all, from 1",
      '  expected  [{"kind":"x"}]\\n',
      '  observed  [{"kind":"y"}]\\n',
      "                      ^",
      "  both have 2 lines",
    ]],
    ["a carriage return", "[1]\n", "[1]\r\n", [
      "DIFFERENT: theirs",
      "  line 1, byte 4 of it, byte 4 of all, from 1",
      "  expected  [1]\\n",
      "  observed  [1]\\r\\n",
      "               ^",
      "  both have 1 line",
    ]],
    ["a missing line", "[1]\n[2]\n[3]\n", "[1]\n", [
      "DIFFERENT: theirs",
      "  line 2, byte 1 of it, byte 5 of all, from 1",
      "  expected  [2]\\n",
      "  observed  (ends here)",
      "            ^",
      "  3 lines expected, 1 observed: 2 missing",
    ]],
    ["a missing final line end and a line too many", "", "\\x\u00e9\t\x00", [
      "DIFFERENT: theirs",
      "  line 1, byte 1 of it, byte 1 of all, from 1",
      "  expected  (ends here)",
      "  observed  \\\\x\\xc3\\xa9\\t\\x00(ends here)",
      "            ^",
      "  0 lines expected, 1 observed: 1 too many",
    ]],
    ["a place far within a long line", "0123456789".repeat(9) + "a" + "x".repeat(99), "0123456789".repeat(9) + "b\n", [
      "DIFFERENT: theirs",
      "  line 1, byte 91 of it, byte 91 of all, from 1",
      "  expected  ...678901234567890123456789a" + "x".repeat(36) + "...",
      "  observed  ...678901234567890123456789b\\n",
      "                                       ^",
      "  both have 1 line",
    ]],
  ] as const
) {
  Deno.test(`comparisonText() shows ${name}`, async () => {
    assertEquals((await textOf(expected, observed)).split("\n"), [...text, ""]);
  });
}

Deno.test("comparisonText() fits 80 columns and obeys nothing, whatever the bytes and the name", async () => {
  const bytes = fc.uint8Array({ maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(
      bytes,
      bytes,
      bytes,
      fc.string({ unit: "binary", maxLength: 100 }),
      async (start, left, right, name) => {
        const [expected, observed] = [new Uint8Array([...start, ...left]), new Uint8Array([...start, ...right])];
        const text = await textOf(expected, observed, name);
        assertEquals([wideLines(text), isObeyed(text)], [[], false]);
        const [mark, ...sides] = text.split("\n").slice(2, 5).toReversed();
        const column = mark?.indexOf("^") ?? -1;
        for (const side of sides) assertEquals(side.slice(12, column), sides[0]?.slice(12, column));
      },
    ),
    { seed: 20261205, numRuns: 500 },
  );
});

Deno.test("toDifferenceData() gives the sides escaped, and null where there is no difference", async () => {
  const lines = { expected: 1, observed: 1 };
  assertEquals(toDifferenceData(await compareStreams(streamOf("a\n"), streamOf("a\n"))), { difference: null, lines });
  assertEquals(toDifferenceData(await compareStreams(streamOf("aé\n"), streamOf("a\\\n"))), {
    difference: { line: 1, lineByte: 2, streamByte: 2, expected: "\\xc3\\xa9\\n", observed: "\\\\\\n" },
    lines,
  });
});
