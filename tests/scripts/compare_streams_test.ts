import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { assertRejects } from "@std/assert/rejects";
import fc from "fast-check";
import { type ByteComparison, compareStreams, CONTEXT_BYTES } from "../../scripts/compare_streams.ts";
import { inChild } from "../in_child.ts";
import { cutAt, streamOf } from "../line_stream.ts";

const decode = (bytes: Uint8Array): string => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

function compare(expected: string, observed: string): Promise<ByteComparison> {
  return compareStreams(streamOf(expected), streamOf(observed));
}

for (
  const [name, expected, observed, place, lines] of [
    ["a byte within a line", "ab\ncdef\n", "ab\ncxef\n", [2, 2, 5], [2, 2]],
    ["the first byte", "a", "b", [1, 1, 1], [1, 1]],
    ["the first byte of a later line", "a\nb\n", "a\nc\n", [2, 1, 3], [2, 2]],
    ["the line end", "a\nb\n", "a\r\nb\n", [1, 2, 2], [2, 2]],
    ["no final line end", "a\nb\n", "a\nb", [2, 2, 4], [2, 2]],
    ["a line that is missing", "a\nb\n", "a\n", [2, 1, 3], [2, 1]],
    ["a line too many", "a\n", "a\nb\nc\n", [2, 1, 3], [1, 3]],
    ["an empty line too many", "a\n", "a\n\n", [2, 1, 3], [1, 2]],
    ["a line too many without a line end", "a\n", "a\nb", [2, 1, 3], [1, 2]],
    ["nothing at all", "a\nb\n", "", [1, 1, 1], [2, 0]],
    ["a character of several bytes", "é\n", "è\n", [1, 2, 2], [1, 1]],
  ] as const
) {
  Deno.test(`compareStreams() places ${name}`, async () => {
    const { difference, lines: seen } = await compare(expected, observed);
    assertEquals([difference?.line, difference?.lineByte, difference?.streamByte], [...place]);
    assertEquals([seen.expected, seen.observed], [...lines]);
  });
}

for (const [name, text] of [["nothing", ""], ["lines", "a\nb\n"], ["no final line end", "a\nb"]] as const) {
  Deno.test(`compareStreams() finds no difference for ${name} twice`, async () => {
    const count = text === "" ? 0 : 2;
    assertEquals(await compare(text, text), { difference: null, lines: { expected: count, observed: count } });
  });
}

Deno.test("compareStreams() gives what both have before, and what each has after, within the line", async () => {
  const { difference } = await compare("x\nabcde\nz\n", "x\nabXde");
  assertEquals(decode(difference!.before), "ab");
  assertEquals([decode(difference!.expected), decode(difference!.observed)], ["cde\n", "Xde"]);
});

Deno.test("compareStreams() keeps a bounded part of long lines", async () => {
  const { difference } = await compare("a".repeat(900_000) + "b".repeat(900_000), "a".repeat(900_000));
  assertEquals([difference?.lineByte, decode(difference!.before)], [900_001, "a".repeat(CONTEXT_BYTES)]);
  assertEquals([decode(difference!.expected), decode(difference!.observed)], ["b".repeat(CONTEXT_BYTES), ""]);
});

Deno.test("compareStreams() finds what comparing whole texts finds, however the bytes are cut", async () => {
  const text = fc.array(fc.constantFrom("a", "b", "é", "\n", "\n", "\r\n", "0123456789".repeat(8)), { maxLength: 12 });
  const cuts = fc.array(fc.nat(999), { maxLength: 6 });
  const change = fc.option(fc.tuple(fc.nat(), fc.constantFrom("", "x", "\n", "a\n")), { freq: 4 });
  await fc.assert(
    fc.asyncProperty(text, change, cuts, cuts, async (parts, edit, ownCuts, theirCuts) => {
      const expected = parts.join("");
      const at = (edit?.[0] ?? 0) % (expected.length + 1);
      const observed = edit === null ? expected : expected.slice(0, at) + edit[1] + expected.slice(at + 1);
      const comparison = await compareStreams(
        streamOf(...cutAt(expected, ownCuts)),
        streamOf(...cutAt(observed, theirCuts)),
      );
      assertEquals(comparison, compareWhole(expected, observed));
    }),
    { seed: 20261203, numRuns: 2000 },
  );
});

function compareWhole(expected: string, observed: string): ByteComparison {
  const [left, right] = [expected, observed].map((text) => new TextEncoder().encode(text)) as [Uint8Array, Uint8Array];
  const lines = { expected: countLines(expected), observed: countLines(observed) };
  let at = 0;
  while (at < left.length && left[at] === right[at]) at++;
  if (at === left.length && at === right.length) return { difference: null, lines };
  const start = left.lastIndexOf(10, at - 1) + 1;
  const lineStart = at === 0 ? 0 : start;
  const rest = (bytes: Uint8Array): Uint8Array => {
    const end = bytes.indexOf(10, at);
    return bytes.slice(at, Math.min(at + CONTEXT_BYTES, end < 0 ? bytes.length : end + 1));
  };
  return {
    difference: {
      line: left.slice(0, at).filter((byte) => byte === 10).length + 1,
      lineByte: at - lineStart + 1,
      streamByte: at + 1,
      before: left.slice(Math.max(lineStart, at - CONTEXT_BYTES), at),
      expected: rest(left),
      observed: rest(right),
    },
    lines,
  };
}

function countLines(text: string): number {
  return text.split("\n").length - (text === "" || text.endsWith("\n") ? 1 : 0);
}

Deno.test("compareStreams() passes an error of either stream on, and closes the other", async () => {
  for (const isFirst of [true, false]) {
    let isCancelled = false;
    const broken = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new TypeError("broken")) });
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(9)),
      cancel: () => void (isCancelled = true),
    });
    const [expected, observed] = isFirst ? [broken, endless] : [endless, broken];
    await assertRejects(() => compareStreams(expected!, observed!), TypeError, "broken");
    assert(isCancelled);
  }
});

Deno.test("compareStreams() holds a few MiB at most, whatever the length of the streams and their lines", async () => {
  const report = await inChild(`
    import { compareStreams } from "./scripts/compare_streams.ts";
    const endless = (last) => {
      let sent = 0;
      return new ReadableStream({
        pull: (controller) => {
          if (++sent > 2000) return controller.close();
          const chunk = new Uint8Array(65_536).fill(0x78);
          if (sent === 2000) chunk[65_535] = last;
          controller.enqueue(chunk);
        },
      }, { highWaterMark: 0 });
    };
    const before = Deno.memoryUsage().rss;
    const { difference } = await compareStreams(endless(1), endless(2));
    console.log(difference?.streamByte, Deno.memoryUsage().rss - before < 100 * 2 ** 20);
  `);
  assertEquals(report.stdout, `${2000 * 65_536} true\n`, report.stderr);
});
