import { assertEquals } from "@std/assert/equals";
import { assertRejects } from "@std/assert/rejects";
import { normalizeCandidate } from "../../experiments/fence-v1/normalize.ts";
import { scoreResponse } from "../../experiments/fence-v1/score.ts";
import { openGold } from "../../scripts/fence_gold.ts";
import { type FenceLineCounts, type FenceLineOptions, fenceLines } from "../../scripts/fence_lines.ts";

const GOLD = {
  supplier: "Øre Kiosk",
  invoice_number: "9",
  invoice_date: "2026-07-08",
  due_date: "2026-08-07",
  currency: "EUR",
  invoice_total: "1.00",
  review_fields: [],
};
const GOOD = JSON.stringify(GOLD);
const FENCED = "```json\n" + GOOD + "\n```";

function streamOf(...chunks: (string | Uint8Array)[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return ReadableStream.from(
    chunks.map((chunk) => typeof chunk === "string" ? encoder.encode(chunk) : chunk),
  );
}

async function run(
  source: ReadableStream<Uint8Array>,
  options: FenceLineOptions = {},
): Promise<{ records: Record<string, unknown>[]; counts: FenceLineCounts }> {
  const lines = fenceLines(source, options);
  let text = "";
  for (;;) {
    const { done, value } = await lines.next();
    if (!done) text += value;
    else return { records: text.split("\n").slice(0, -1).map((line) => JSON.parse(line)), counts: value };
  }
}

function jsonl(...values: unknown[]): string {
  return values.map((value) => JSON.stringify(value) + "\n").join("");
}

Deno.test("fenceLines() prints mode, candidate and reason of each line, strings and objects mixed", async () => {
  const raws = ["{}", FENCED, "Sure! {}", "```yaml\n{}\n```", "x".repeat(9000)];
  const { records, counts } = await run(streamOf(jsonl(...raws, { id: 7, text: FENCED })));
  assertEquals(
    records,
    [...raws, FENCED].map((raw, i) => {
      const { mode, text, reason } = normalizeCandidate(raw);
      return { line: i + 1, mode, candidate: text, reason };
    }),
  );
  assertEquals(Object.keys(records[0] ?? {}), ["line", "mode", "candidate", "reason"]);
  assertEquals(counts, { lines: 6, framed: 3, accepted: 0, bad: 0 });
});

for (
  const [name, value] of [["null", null], ["a number", 1], ["a list", ["{}"]], ["an object", {}]] as const
) {
  Deno.test(`fenceLines() says not_string for a field that holds ${name}`, async () => {
    const { records, counts } = await run(streamOf(jsonl({ text: value })));
    assertEquals(records, [{ line: 1, mode: null, candidate: null, reason: "not_string" }]);
    assertEquals(counts.bad, 0);
  });
}

Deno.test("fenceLines() reads the field that is asked for", async () => {
  const { records } = await run(streamOf(jsonl({ text: "x", output: "{}" }, "{}")), { field: "output" });
  assertEquals(records.map(({ mode }) => mode), ["bare", "bare"]);
});

Deno.test("fenceLines() reads a field called __proto__ only where the line holds it", async () => {
  const { records } = await run(streamOf('{"__proto__":"{}"}\n{"a":1}\n'), { field: "__proto__" });
  assertEquals(records.map(({ mode, error }) => mode ?? error), [
    "bare",
    {
      code: "line-shape",
      message: 'Cannot read the line: it is neither a JSON string nor an object with the field "__proto__"',
    },
  ]);
});

const BAD_LINES: [string, string | Uint8Array, string][] = [
  ["an empty line", "", "json-empty"],
  ["a line of spaces", "  ", "json-empty"],
  ["no JSON", "Sure! {}", "json-syntax"],
  ["two values", '"{}" "{}"', "json-trailing"],
  ["a string cut off", '"{}', "json-syntax"],
  ["a byte order mark", '\ufeff"{}"', "json-bom"],
  ["bytes that are not UTF-8", new Uint8Array([0x22, 0xff, 0x22]), "json-not-utf8"],
  ["the field twice", '{"text":"{}","text":"{}"}', "json-duplicate-key"],
  ["half a surrogate pair", '"\\ud83e"', "json-lone-surrogate"],
  ["an object without the field", '{"output":"{}"}', "line-shape"],
  ["an inherited field", "{}", "line-shape"],
  ["a number", "7", "line-shape"],
  ["null", "null", "line-shape"],
  ["a list", '["{}"]', "line-shape"],
  ["a line over the bound", `"${"x".repeat(1_048_575)}"`, "json-too-large"],
];

for (const [name, bad, code] of BAD_LINES) {
  Deno.test(`fenceLines() reports ${name} as ${code} in its place and goes on`, async () => {
    const { records, counts } = await run(streamOf('"{}"\n', bad, "\r\n", '"{}"'));
    const seen = records.map((
      { line, mode, error },
    ) => [line, mode, (error as { code: string } | undefined)?.code]);
    assertEquals(seen, [[1, "bare", undefined], [2, undefined, code], [3, "bare", undefined]]);
    assertEquals(Object.keys(records[1] ?? {}), ["line", "error"]);
    assertEquals(counts, { lines: 3, framed: 2, accepted: 0, bad: 1 });
  });
}

Deno.test("fenceLines() reads a line at the bound exactly", async () => {
  const { records } = await run(streamOf(`"${"x".repeat(1_048_574)}"\n`));
  assertEquals(records, [{ line: 1, mode: null, candidate: null, reason: "too_large" }]);
});

Deno.test("fenceLines() takes another bound", async () => {
  const { records, counts } = await run(streamOf('"{}"\n"{ }"\n'), { maxLineBytes: 4 });
  assertEquals([records[0]?.mode, records[1]?.error], ["bare", {
    code: "json-too-large",
    message: "Cannot read the line: it exceeds 4 bytes",
  }]);
  assertEquals(counts.bad, 1);
});

Deno.test("fenceLines() gives nothing for nothing", async () => {
  assertEquals(await run(streamOf()), { records: [], counts: { lines: 0, framed: 0, accepted: 0, bad: 0 } });
});

Deno.test("fenceLines() scores every line against one gold record", async () => {
  const gold = await openGold(streamOf(JSON.stringify(GOLD, null, 2)));
  const { records, counts } = await run(streamOf(jsonl(FENCED, GOOD, "no", "{}")), { gold });
  const scores = [GOOD, GOOD, null, "{}"].map((text) => JSON.parse(JSON.stringify(scoreResponse(GOLD, text))));
  assertEquals(records.map(({ score }) => score), scores);
  assertEquals(counts, { lines: 4, framed: 3, accepted: 2, bad: 0 });
});

Deno.test("fenceLines() pairs a gold record with each line, bad lines and bad records included", async () => {
  const other = { ...GOLD, supplier: "Other" };
  const gold = await openGold(streamOf(jsonl(GOLD, other, {}, other, GOLD)));
  const source = streamOf(jsonl(FENCED), "nonsense\n", jsonl(FENCED, FENCED, FENCED));
  const { records, counts } = await run(source, { gold });
  const seen = records.map(({ error, score }) => {
    return (error as { code: string })?.code ?? (score as { accepted: boolean }).accepted;
  });
  assertEquals(seen, [true, "json-syntax", "gold-invalid", false, true]);
  assertEquals(counts, { lines: 5, framed: 3, accepted: 2, bad: 2 });
});

Deno.test("fenceLines() reports lines that have no gold record", async () => {
  const gold = await openGold(streamOf(jsonl(GOLD, GOLD)));
  const { records, counts } = await run(streamOf(jsonl(GOOD, GOOD, GOOD, GOOD)), { gold });
  assertEquals(records.map(({ error }) => (error as { code: string } | undefined)?.code), [
    undefined,
    undefined,
    "gold-unpaired",
    "gold-unpaired",
  ]);
  assertEquals([counts.lines, counts.bad], [4, 2]);
});

Deno.test("fenceLines() reports gold records that have no line, once, after the last line", async () => {
  const gold = await openGold(streamOf(jsonl(GOLD, GOLD, GOLD)));
  const { records, counts } = await run(streamOf(jsonl(GOOD)), { gold });
  assertEquals(records[1], {
    line: 2,
    error: {
      code: "gold-unpaired",
      message: "Cannot pair the gold records: there are more of them than lines",
    },
  });
  assertEquals(counts, { lines: 1, framed: 1, accepted: 1, bad: 1 });
});

Deno.test("fenceLines() passes an error of its source on", async () => {
  const source = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new TypeError("broken")),
  });
  await assertRejects(() => run(source), TypeError, "broken");
});

Deno.test("fenceLines() prints what each chunk ended before it asks for the next", async () => {
  let given = 0;
  const source = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode(`"${++given}"\n"x`)),
  }, { highWaterMark: 0 });
  const lines = fenceLines(source);
  const { value } = await lines.next();
  assertEquals([given, String(value).split("\n").length], [1, 2]);
  await lines.return({ lines: 0, framed: 0, accepted: 0, bad: 0 });
});

Deno.test("fenceLines() prints a large chunk in pieces of whole lines", async () => {
  const lines = fenceLines(streamOf('"{}"\n'.repeat(10_000)));
  let pieces = 0, count = 0;
  for await (const piece of lines) {
    pieces++;
    count += piece.split("\n").length - 1;
    assertEquals([piece.endsWith("\n"), piece.length < 70_000], [true, true]);
  }
  assertEquals([count, pieces > 5], [10_000, true]);
});

Deno.test("fenceLines() holds a few MiB at most, whatever the length of the stream and of its lines", async () => {
  const chunk = new TextEncoder().encode((JSON.stringify({ text: FENCED }) + "\n").repeat(200));
  const endless = new Uint8Array(65_536).fill(0x78);
  let sent = 0;
  const source = new ReadableStream<Uint8Array>({
    pull: (controller) => ++sent > 3000 ? controller.close() : controller.enqueue(sent < 1500 ? chunk : endless),
  }, { highWaterMark: 0 });
  let peak = 0, bytes = 0;
  for await (const piece of fenceLines(source)) {
    bytes += piece.length;
    peak = Math.max(peak, Deno.memoryUsage().external);
  }
  assertEquals(
    [bytes > 50_000_000, peak < 64_000_000],
    [true, true],
    `${bytes} bytes out, ${peak} bytes held`,
  );
});
