import { assertEquals } from "@std/assert/equals";
import fc from "fast-check";
import { byteLines, lineBlocks, splitBlock } from "../../scripts/byte_lines.ts";

function streamOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return ReadableStream.from(chunks);
}

async function linesOf(chunks: readonly string[], maxBytes = 100): Promise<(string | null)[]> {
  const encoder = new TextEncoder(), decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const lines: (string | null)[] = [];
  for await (const batch of byteLines(streamOf(chunks.map((chunk) => encoder.encode(chunk))), maxBytes)) {
    for (const line of batch) lines.push(line && decoder.decode(line));
  }
  return lines;
}

for (
  const [name, chunks, lines] of [
    ["nothing", [], []],
    ["an empty chunk", [""], []],
    ["a line without a line end", ["ab"], ["ab"]],
    ["a line with LF", ["ab\n"], ["ab"]],
    ["a line with CRLF", ["ab\r\n"], ["ab"]],
    ["empty lines", ["\n\r\n\n"], ["", "", ""]],
    ["CR alone as part of a line", ["a\rb\r\r\nc\r"], ["a\rb\r", "c\r"]],
    ["a CRLF cut in two", ["ab\r", "\ncd"], ["ab", "cd"]],
    ["a line cut in three", ["a", "b", "c\nd\n"], ["abc", "d"]],
    ["a character cut in two", ["é\n"], ["é"]],
    ["a byte order mark", ["\ufeffa\n"], ["\ufeffa"]],
    ["a line end as the first chunk's last byte", ["a\n", "b\n"], ["a", "b"]],
  ] as const
) {
  Deno.test(`byteLines() reads ${name}`, async () => assertEquals(await linesOf(chunks), [...lines]));
}

for (
  const [name, chunks, lines] of [
    ["LF", ["abcd\nabcde\nabc\n"], ["abcd", null, "abc"]],
    ["CRLF", ["abcd\r\nabcde\r\nabc\r\n"], ["abcd", null, "abc"]],
    ["CRLF cut before the LF", ["abcd\r", "\nabcde\r", "\nabc"], ["abcd", null, "abc"]],
    ["a CR that makes it too long", ["abcd\r\r\nabcd"], [null, "abcd"]],
    ["a CR at the very end", ["abcd\r"], [null]],
    ["no line end", ["abcde"], [null]],
    ["no line end, many chunks", ["ab", "cd", "ef", "gh", "ij"], [null]],
    ["many chunks, then a good line", ["ab", "cd", "ef", "gh\nij"], [null, "ij"]],
    ["two that are too long in a row", ["abcdef\nabc", "def\n"], [null, null]],
  ] as const
) {
  Deno.test(`byteLines() gives null for a line over the bound, ended by ${name}`, async () => {
    assertEquals(await linesOf(chunks, 4), [...lines]);
  });
}

Deno.test("byteLines() gives the same lines however the bytes are cut", async () => {
  const text = fc.array(fc.constantFrom("a", "bc", "é", "\n", "\r\n", "\r", "0123456789"), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(
      text,
      fc.array(fc.nat(40), { maxLength: 8 }),
      fc.integer({ min: 1, max: 12 }),
      async (parts, cuts, max) => {
        const bytes = new TextEncoder().encode(parts.join(""));
        const places = [
          0,
          ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b),
          bytes.length,
        ];
        const chunks = places.slice(1).map((end, i) => bytes.slice(places[i], end));
        const seen: (string | null)[] = [];
        for await (const batch of byteLines(streamOf(chunks), max)) {
          for (const line of batch) seen.push(line && new TextDecoder().decode(line));
        }
        const whole = parts.join("").split("\n");
        const last = whole.pop() ?? "";
        const expected = [...whole.map((line) => line.replace(/\r$/, "")), ...(last === "" ? [] : [last])];
        assertEquals(seen, expected.map((line) => new TextEncoder().encode(line).length > max ? null : line));
      },
    ),
    { seed: 20261130, numRuns: 1000 },
  );
});

Deno.test("byteLines() gives each chunk's lines before it reads the next chunk", async () => {
  let given = 0;
  const source = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(new TextEncoder().encode(`${++given}\n`));
    },
  }, { highWaterMark: 0 });
  const lines = byteLines(source, 10);
  await lines.next();
  assertEquals(given, 1);
  await lines.return();
});

Deno.test("byteLines() cancels its source when the caller stops", async () => {
  let isCancelled = false;
  const source = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array([10])),
    cancel: () => void (isCancelled = true),
  });
  for await (const _ of byteLines(source, 10)) break;
  assertEquals(isCancelled, true);
});

Deno.test("byteLines() copies a long line of one-byte chunks a bounded number of times", async () => {
  const { set } = Uint8Array.prototype;
  const size = 100_000;
  let copied = 0;
  let length = 0;
  function* bytes(): Generator<Uint8Array> {
    for (let i = 0; i < size; i++) yield new Uint8Array([97]);
  }
  try {
    Uint8Array.prototype.set = function (this: Uint8Array, part: ArrayLike<number>, at?: number): void {
      copied += part.length;
      set.call(this, part, at);
    };
    for await (const [line] of byteLines(ReadableStream.from(bytes()), size)) length += line?.length ?? 0;
  } finally {
    Uint8Array.prototype.set = set;
  }
  assertEquals([length, copied < 4 * size], [size, true], `${copied} bytes copied`);
});

for (
  const [name, chunks, blocks] of [
    ["nothing", [], []],
    ["whole lines of a chunk at once", ["a\nb\r\n\n"], [["a\nb\r\n\n"]]],
    ["a line over three chunks, then whole lines", ["a", "b", "c\nd\ne\n", "f\n"], [["abc\n", "d\ne\n"], ["f\n"]]],
    ["a last line without a line end", ["a\nb"], [["a\n"], ["b"]]],
    ["a shared line at the bound", ["abc", "de\nf\n"], [["abcde\n", "f\n"]]],
    ["a shared line over the bound", ["abc", "def\nf\n"], [[null, "f\n"]]],
    ["a long line within one chunk", ["abcdefghi\nf\n"], [["abcdefghi\nf\n"]]],
    ["a last line over the bound", ["a\nbcd", "efgh"], [["a\n"], [null]]],
  ] as [string, string[], (string | null)[][]][]
) {
  Deno.test(`lineBlocks() gives ${name}`, async () => {
    const seen: (string | null)[][] = [];
    const source = streamOf(chunks.map((chunk) => new TextEncoder().encode(chunk)));
    for await (const list of lineBlocks(source, 6)) {
      seen.push(list.map((block) => block && new TextDecoder().decode(block)));
    }
    assertEquals(seen, blocks);
  });
}

Deno.test("splitBlock() takes line ends off, and gives null for a line that is too long", () => {
  const lines = splitBlock(new TextEncoder().encode("a\r\n\nabcd\r\nabcde\r\nabc\r"), 4);
  assertEquals(lines.map((line) => line && new TextDecoder().decode(line)), ["a", "", "abcd", null, "abc\r"]);
});
