import { assertEquals } from "@std/assert/equals";
import { assertRejects } from "@std/assert/rejects";
import fc from "fast-check";
import { PermafrostError } from "../../kernel/error.ts";
import type { LineError } from "../../scripts/json_lines.ts";
import { type RecordLineOptions, recordLines, type RecordTool } from "../../scripts/record_lines.ts";
import { collect, cutAt, streamOf } from "../line_stream.ts";

/** Gives numbers back, with the next one; refuses all else. */
const TOOL: RecordTool = {
  toText: (value) => {
    if (typeof value === "number") return JSON.stringify([value, value + 1]);
    throw new PermafrostError("record-invalid", "Cannot read the record: it is no number");
  },
  explain: (value) => Array.isArray(value) ? "it is a list; give one number a line" : null,
  advice: "give one number a line",
};

async function run(chunks: readonly (string | Uint8Array)[], options: RecordLineOptions = {}) {
  const told: LineError[] = [];
  const lines = recordLines(streamOf(...chunks), { tool: TOOL, onBad: (bad) => void told.push(bad), ...options });
  const { lines: texts, end } = await collect(lines);
  const values: unknown[] = texts.map((text) => JSON.parse(text));
  const codeOf = (value: unknown): unknown => (value as LineError).error?.code ?? value;
  assertEquals(values.filter((value) => !Array.isArray(value)) as LineError[], told);
  assertEquals(end.bad, told.length);
  return { values, seen: values.map(codeOf), told, end };
}

Deno.test("recordLines() writes a line for each record, in order, and counts", async () => {
  const { seen, end } = await run(["1\n2\r\n 3 "]);
  assertEquals(seen, [[1, 2], [2, 3], [3, 4]]);
  assertEquals(end, { lines: 3, bad: 0 });
});

for (
  const [name, bad, code] of [
    ["an empty line", "", "json-empty"],
    ["a line of blanks", " \t", "json-empty"],
    ["no JSON", "one", "json-syntax"],
    ["a byte order mark", "\ufeff1", "json-bom"],
    ["bytes that are not UTF-8", new Uint8Array([0x22, 0xff, 0x22]), "json-not-utf8"],
    ["a repeated key", '{"a":1,"a":1}', "json-duplicate-key"],
    ["a repeated __proto__", '{"__proto__":1,"__proto__":1}', "json-duplicate-key"],
    ["half of a surrogate pair", '"\\ud83e"', "json-lone-surrogate"],
    ["2^53 + 1", "9007199254740993", "json-number-range"],
    ["513 levels", "[".repeat(513) + "]".repeat(513), "json-too-deep"],
    ["a line over the bound", `"${"x".repeat(1_048_575)}"`, "json-too-large"],
    ["a record that is refused", '{"__proto__":1}', "record-invalid"],
  ] as const
) {
  Deno.test(`recordLines() puts ${code} in the place of ${name} and goes on`, async () => {
    const { values, seen, end } = await run(["1\n", bad, "\r\n", "3"]);
    assertEquals(seen, [[1, 2], code, [3, 4]]);
    const { line, error } = values[1] as LineError;
    assertEquals([line, Object.keys(values[1] as object), Object.keys(error)], [2, ["line", "error"], [
      "code",
      "message",
    ]]);
    assertEquals(end, { lines: 3, bad: 1 });
  });
}

Deno.test("recordLines() takes another bound", async () => {
  const { seen, told } = await run(["1234\n12345\n"], { maxLineBytes: 4 });
  assertEquals(seen, [[1234, 1235], "json-too-large"]);
  assertEquals(told[0]?.error.message, "Cannot read the line: it exceeds 4 bytes");
});

for (
  const [name, text, isExplained] of [
    ["a value that the tool can name", "[1]", true],
    ["the first line of a document over several lines", '{\n"a": 1\n}', true],
    ["the first line of a list over several lines", ' [ {"a": 1},\r\n{"a": 2}]', true],
    ["a value that the tool cannot name", '"a"', false],
    ["a broken line that ends what it begins", '{"a":}', false],
    ["a line that only looks like the start of a document, later", "1\n{\n", false],
  ] as const
) {
  Deno.test(`recordLines() ${isExplained ? "tells" : "does not tell"} what to give for ${name}`, async () => {
    const { told } = await run([text]);
    assertEquals(told[0]?.error.message.endsWith("; give one number a line"), isExplained, told[0]?.error.message);
  });
}

Deno.test("recordLines() passes on what is no PermafrostError", async () => {
  const toText = () => {
    throw new TypeError("a fault");
  };
  await assertRejects(() => collect(recordLines(streamOf("1\n"), { tool: { ...TOOL, toText } })), TypeError, "a fault");
});

Deno.test("recordLines() writes the same however the bytes are cut", async () => {
  const line = fc.constantFrom("1", '{"a":"é😀"}', "", " 2", '"\\ud800"', "[1]", "x".repeat(40), "9007199254740993");
  const end = fc.constantFrom("\n", "\r\n");
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(line, end), { maxLength: 12 }),
      fc.array(fc.nat(999), { maxLength: 8 }),
      async (parts, cuts) => {
        const text = parts.map((part) => part.join("")).join("");
        const whole = await run([text], { maxLineBytes: 30 });
        assertEquals(whole.end.lines, parts.length);
        assertEquals(await run(cutAt(text, cuts), { maxLineBytes: 30 }), whole);
      },
    ),
    { seed: 20261204, numRuns: 500 },
  );
});
