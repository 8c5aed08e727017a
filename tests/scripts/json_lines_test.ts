import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import fc from "fast-check";
import { type ErrorCode, PermafrostError } from "../../kernel/error.ts";
import { parseStrict } from "../../kernel/json_decode.ts";
import type { JsonValue } from "../../kernel/json_value.ts";
import { errorLine, mapLines, parseLine, type RawLine } from "../../scripts/json_lines.ts";
import { assertCode } from "../assert_code.ts";
import { isReadAlike, lineOf } from "../json_line_mutations.ts";
import { agrees } from "../json_mutations.ts";
import { collect, cutAt, streamOf } from "../line_stream.ts";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** What a line is, told in one line: its text, whichever way it came; `null` where it is too long. */
function shown(raw: RawLine): string {
  return JSON.stringify(raw === null || typeof raw === "string" ? raw : decoder.decode(raw));
}

async function linesOf(chunks: readonly (string | Uint8Array)[], maxLineBytes = 20): Promise<(string | null)[]> {
  const { lines, end } = await collect(mapLines(streamOf(...chunks), { maxLineBytes, toText: shown }));
  assertEquals(end, lines.length);
  return lines.map((line) => JSON.parse(line));
}

for (
  const [name, chunks, lines] of [
    ["nothing", [], []],
    ["a line without a line end", ["ab"], ["ab"]],
    ["CRLF", ["a\r\nb\r\n"], ["a", "b"]],
    ["CRLF cut in two", ["a\r", "\nb\r", "\n"], ["a", "b"]],
    ["a CR that ends no line", ["a\rb\n\r\nc\r"], ["a\rb", "", "c\r"]],
    ["empty lines", ["\n\n\r\n\n"], ["", "", "", ""]],
    ["a character cut in three", [...cutAt("é😀\n", [3, 4, 5])], ["é😀"]],
    ["bytes that are not UTF-8 amid lines", [new Uint8Array([97, 10, 255, 13, 10, 98])], [
      "a",
      "\ufffd",
      "b",
    ]],
    ["the replacement character itself", ["\ufffd\r\nb\n"], ["\ufffd", "b"]],
    ["a byte order mark", ["\ufeffa\n\ufeffb\n"], ["\ufeffa", "\ufeffb"]],
    ["a line at the bound", ["x".repeat(20) + "\r\nb"], ["x".repeat(20), "b"]],
    ["a line over the bound", ["a\n" + "x".repeat(21) + "\nb\n"], ["a", null, "b"]],
    ["a line too long in bytes alone", ["é".repeat(10) + "\n" + "é".repeat(10) + "x\n"], ["é".repeat(10), null]],
    ["a line over the bound cut in many", [..."x".repeat(50), "\nb"], [null, "b"]],
    ["a last line over the bound", ["a\n", "x".repeat(30)], ["a", null]],
  ] as [string, (string | Uint8Array)[], (string | null)[]][]
) {
  Deno.test(`mapLines() reads ${name}`, async () => assertEquals(await linesOf(chunks), lines));
}

Deno.test("mapLines() gives the same lines however the bytes are cut", async () => {
  const part = fc.constantFrom("a", "é", "😀", "\n", "\r\n", "\r", "\ufffd", "0123456789", '{"a":1}');
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 30 }), fc.array(fc.nat(99), { maxLength: 9 }), async (parts, cuts) => {
      const text = parts.join("");
      const whole = text.split("\n").map((line, at, all) => at < all.length - 1 ? line.replace(/\r$/, "") : line);
      if (whole.at(-1) === "") whole.pop();
      const isLong = (line: string): boolean => new TextEncoder().encode(line).length > 20;
      assertEquals(await linesOf(cutAt(text, cuts)), whole.map((line) => isLong(line) ? null : line));
    }),
    { seed: 20261201, numRuns: 1000 },
  );
});

Deno.test("mapLines() numbers lines from 1 and waits for promised texts, in order", async () => {
  const toText = (_: RawLine, line: number) => line % 2 === 0 ? `${line}` : Promise.resolve(`${line}!`);
  assertEquals((await collect(mapLines(streamOf("a\nb\nc"), { toText }))).text, "1!\n2\n3!\n");
});

Deno.test("mapLines() gives a chunk's lines before it reads the next chunk", async () => {
  let given = 0;
  const source = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode(`${++given}\n`)),
  }, { highWaterMark: 0 });
  const lines = mapLines(source, { toText: shown });
  assertEquals([(await lines.next()).value, given], ['"1"\n', 1]);
  await lines.return(0);
});

Deno.test("mapLines() cancels its source when the caller stops", async () => {
  let isCancelled = false;
  const source = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array([10])),
    cancel: () => void (isCancelled = true),
  });
  for await (const _ of mapLines(source, { toText: shown })) break;
  assert(isCancelled);
});

const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
const LEDGER = { verifiedCode: "K7", attempts: Array.from({ length: 10_000 }, () => ({ code: "K7", valid: false })) };

for (
  const [name, line] of [
    ["compact JSON", '{"a":[1,null,true,"x"],"b":{"c":-0.5}}'],
    ["null", "null"],
    ["blanks between tokens", ' { "a" : [ 1 , "b c" ] }\t\r'],
    ["blanks and brackets in strings", '{ "a]": " \\" [ ", "b" :"\\\\ "}'],
    ["keys that look like indices, out of order", '{"2":1,"1":2,"a":3}'],
    ["the key __proto__", '{"__proto__":{"polluted":1},"constructor":1}'],
    ["the key __proto__ with blanks", '{"__proto__": {"polluted": 1}}'],
    ["keys with escapes that V8 may confuse", '{"\\\\":1,"\\n":2,"\\"":3}'],
    ["keys with escapes and blanks", '{"\\\\": 1, "\\n": 2}'],
    ["escapes that are not needed", '{"\\u0061":"\\/\\u00e9"}'],
    ["a pair of surrogates as escapes", '"\\ud83d\\ude00"'],
    ["ud after a backslash", '"\\\\ud800"'],
    ["a pair of surrogates as it is", '"😀"'],
    ["2^53 - 1", "9007199254740991"],
    ["2^53", "9007199254740992"],
    ["2^53 with blanks", "[ 9007199254740992 ]"],
    ["2^66 as ECMAScript writes it", "73786976294838210000"],
    ["numbers in other forms", "[-0,1.0,1e5,0.10,1E+2]"],
    ["512 levels", nested(512)],
    ["512 levels with blanks", nested(512).replace("]", " ]")],
    ["10,000 attempts", JSON.stringify(LEDGER)],
    ["10,000 attempts with blanks", JSON.stringify(LEDGER, null, 1).replace(/\n */g, " ")],
    ["600 brackets in a string", JSON.stringify({ a: "[{".repeat(600) + '\\"', b: [1] })],
  ] as const
) {
  Deno.test(`parseLine() gives the value that parseStrict gives for ${name}`, () => {
    const value = parseLine(line);
    assert(agrees(value, parseStrict(line)), JSON.stringify(value).slice(0, 200));
    assertEquals("polluted" in {}, false);
  });
}

const long = (parts: string): string => `{"a":"${"x".repeat(1100)}",${parts}}`;
for (
  const [name, line, code] of [
    ["an empty line", "", "json-empty"],
    ["blanks alone", " \t", "json-empty"],
    ["a byte order mark", "\ufeff{}", "json-bom"],
    ["two values", "{}{}", "json-trailing"],
    ["two numbers", "1 2", "json-trailing"],
    ["a line that is cut off", '{"a":', "json-syntax"],
    ["a blank within a word", "tr ue", "json-syntax"],
    ["another blank", "[1,\u00a02]", "json-syntax"],
    ["a repeated key", '{"a":1,"a":1}', "json-duplicate-key"],
    ["a repeated key with blanks", '{"a": 1, "a": 1}', "json-duplicate-key"],
    ["a repeated key through an escape", '{"a":1,"\\u0061":1}', "json-duplicate-key"],
    ["a repeated __proto__", '{"__proto__":1,"__proto__":1}', "json-duplicate-key"],
    ["half of a surrogate pair", '"\\ud83d"', "json-lone-surrogate"],
    ["half of a surrogate pair in capitals", '"\\uD83D"', "json-lone-surrogate"],
    ["half of a surrogate pair in a key", '{"\\udc00":1}', "json-lone-surrogate"],
    ["half of a surrogate pair with blanks", '[ "\\udc00" ]', "json-lone-surrogate"],
    ["2^53 + 1", "9007199254740993", "json-number-range"],
    ["-(2^53 + 1) with blanks", "[ -9007199254740993 ]", "json-number-range"],
    ["a number that is infinite", "1e400", "json-number-range"],
    ["a number that vanishes", "1e-400", "json-number-range"],
    ["513 levels", nested(513), "json-too-deep"],
    ["513 levels of objects", '{"a":'.repeat(513) + "1" + "}".repeat(513), "json-too-deep"],
    ["513 levels with blanks", nested(513).replace("]", " ]"), "json-too-deep"],
    ["513 levels behind strings", long(`"b\\"":"[\\\\","c":${nested(512)}`), "json-too-deep"],
    ["a million levels", nested(500_000), "json-too-deep"],
    ["a million brackets that open", "[".repeat(1_000_000), "json-too-deep"],
    ["a string without end", '"' + "[{".repeat(1000), "json-syntax"],
  ] as [string, string, ErrorCode][]
) {
  Deno.test(`parseLine() refuses ${name} as ${code}`, () => {
    assertCode(() => parseLine(line), code);
    assert(isReadAlike(line));
  });
}

/** Tells whether parseLine took what JSON.parse made of the line. */
function isFast(line: string): boolean {
  const native = JSON.parse;
  let made: unknown;
  try {
    JSON.parse = (text: string) => made = native(text);
    return parseLine(line) === made;
  } finally {
    JSON.parse = native;
  }
}

for (
  const [line, expected] of [
    ['{"a":[1,"\\n",{"é":null}]}', true],
    ['{"a": [1, "\\n", {"é": null}]}', true],
    ['{"1":0,"2":0,"a":0}', true],
    [`[${"[],".repeat(2000)}1]`, true],
    ['{"2":0,"1":0}', false],
    ["[1.0]", false],
    ['["\\u00e9"]', false],
    ['["\\/"]', false],
  ] as const
) {
  Deno.test(`parseLine() is ${expected ? "" : "not "}fast for ${line.slice(0, 40)}`, () => {
    assertEquals(isFast(line), expected);
  });
}

Deno.test("parseLine() refuses a line that is too long, and bytes that are not UTF-8", () => {
  assertCode(() => parseLine(null, 5), "json-too-large");
  assertCode(() => parseLine(new Uint8Array([0x22, 0xff, 0x22])), "json-not-utf8");
  assertEquals(parseLine(new TextEncoder().encode('{ "a": "\ufffd" }')), { a: "\ufffd" });
});

Deno.test("parseLine() gives what parseStrict gives for random lines, broken and whole", () => {
  fc.assert(fc.property(fc.nat(), (seed) => isReadAlike(lineOf(seed))), { seed: 20261202, numRuns: 8_000 });
});

Deno.test("parseLine() gives what parseStrict gives at each depth near the bound", () => {
  const wrap = (value: JsonValue, level: number): JsonValue =>
    level % 3 === 0 ? { "]": value, "[": "\\" } : [level, value];
  let value: JsonValue = "{";
  for (let level = 1; level < 530; level++) {
    value = wrap(value, level);
    if (level < 505) continue;
    for (const line of [JSON.stringify(value), JSON.stringify(value, null, 1).replace(/\n */g, "")]) {
      assert(isReadAlike(line));
    }
  }
});

Deno.test("errorLine() names the place within the line alone", () => {
  const message = "Cannot read the JSON text at line 1, column 3: it is bad";
  assertEquals(errorLine(7, new PermafrostError("json-syntax", message)), {
    line: 7,
    error: { code: "json-syntax", message: "Cannot read the JSON text at column 3: it is bad" },
  });
});
