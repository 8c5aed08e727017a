import { assertEquals } from "@std/assert/equals";
import { assertThrows } from "@std/assert/throws";
import initWabt from "npm:wabt@1.0.39";
import { type LineScanner, openLineScanner } from "../../../../experiments/recovery-v1/vault/line_scan.ts";
import { LINE_SCAN_CODE } from "../../../../experiments/recovery-v1/vault/line_scan_code.ts";
import { utf8 } from "./a_vault.ts";
import { isJsonLine, joinLines, spellLines } from "./spelled_json.ts";

/** The lines of bytes that are taken in pieces of a size, and whether each is JSON. */
function scanAll(bytes: Uint8Array, size: number, scanner: LineScanner = openLineScanner()): [string, boolean][] {
  const found: [string, boolean][] = [];
  const keep = (lines: ReturnType<LineScanner["take"]>): void => {
    for (const { index, start, end, isJson } of lines) {
      assertEquals(index, found.length);
      found.push([[...scanner.bytes(start, end)].join(), isJson]);
    }
  };
  for (let at = 0; at < bytes.length; at += size) keep(scanner.take(bytes.subarray(at, at + size)));
  keep(scanner.finish());
  return found;
}

const isJson = (line: string | Uint8Array): boolean | undefined =>
  scanAll(typeof line === "string" ? utf8(line) : line, 7)[0]?.[1];

Deno.test("line_scan_code.ts holds line_scan.wat as wabt assembles it", async () => {
  const wabt = await (initWabt as unknown as () => Promise<{
    parseWat: (
      name: string,
      text: string,
      features: object,
    ) => { toBinary: (options: object) => { buffer: Uint8Array } };
  }>)();
  const url = new URL("../../../../experiments/recovery-v1/vault/line_scan.wat", import.meta.url);
  const { buffer } = wabt.parseWat("line_scan.wat", Deno.readTextFileSync(url), { simd: true, bulk_memory: true })
    .toBinary({});
  assertEquals(buffer.toBase64(), LINE_SCAN_CODE);
});

const JSON_LINES = [
  ...["{}", "[]", '""', "0", "-0", "-0.0e-0", "1E+5", "1e999", "true", " null ", "\tfalse\r", '{"a":[1,{"b":null}]}'],
  ...['"\\u0061\\uD800\\"\\\\\\/\\b\\f\\n\\r\\t"', '{"a":1,"a":2}', "[[[[[]]]]]", '"é漢🧵\u007f\u2028"', "[1 , 2]"],
  ...[`"${"x".repeat(200)}"`, `[${"1,".repeat(200)}1]`, `${" ".repeat(130)}7`, `"${"\\\\".repeat(63)}"`],
];
for (const line of JSON_LINES) {
  Deno.test(`openLineScanner() takes ${JSON.stringify(line).slice(0, 40)} for JSON at every place of a step`, () => {
    for (let pad = 0; pad < 70; pad++) assertEquals(isJson(" ".repeat(pad) + line), true);
  });
}

const OTHER_LINES = [
  ...[
    "",
    " ",
    "{",
    "}",
    "[1,]",
    "[,1]",
    "{,}",
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    "{1:2}",
    '{"a" 1}',
    "[1 2]",
    "1 2",
    "[}",
  ],
  ...["01", "-", "+1", "1.", ".5", "1e", "1e+", "0x1", "NaN", "Infinity", "nul", "nulll", "True", "'a'", '"a', 'a"'],
  ...[
    '"\\x"',
    '"\\u12"',
    '"\\u12g4"',
    '"\t"',
    '"\u0001"',
    '"\\',
    '"\\"',
    "[1]]",
    '{"a":1}}',
    "\ufeff1",
    "\u00a01",
    "//",
    "1,",
  ],
];
for (const line of OTHER_LINES) {
  Deno.test(`openLineScanner() takes ${JSON.stringify(line)} for no JSON at every place of a step`, () => {
    for (let pad = 0; pad < 70; pad++) assertEquals(isJson(`${" ".repeat(pad)}${line}\n`), false);
  });
}

const BAD_UTF8 = [
  "80",
  "c0 80",
  "c1 bf",
  "e0 80 80",
  "ed a0 80",
  "f0 80 80 80",
  "f4 90 80 80",
  "f5 80 80 80",
  "ff",
  "e6 bc",
  "c3",
];
for (const bad of BAD_UTF8) {
  Deno.test(`openLineScanner() takes a string with the bytes ${bad} for no JSON at every place of a step`, () => {
    const bytes = bad.split(" ").map((byte) => parseInt(byte, 16));
    for (let pad = 0; pad < 70; pad++) {
      const line = Uint8Array.from([...new Array(pad).fill(0x20), 0x22, ...bytes, 0x22]);
      assertEquals([isJson(line), isJsonLine(line)], [false, false]);
    }
  });
}

Deno.test("openLineScanner() tells random lines as JSON.parse does, however they are cut", () => {
  const lines = spellLines(4_000, 20261201), bytes = joinLines(lines);
  const expected = lines.map((line): [string, boolean] => [[...line].join(), isJsonLine(line)]);
  for (const size of [1, 63, 64, 1_000, bytes.length]) assertEquals(scanAll(bytes, size), expected);
});

Deno.test("openLineScanner() agrees with JSON.parse when lines are nested deeper than its own stack", () => {
  for (const depth of [65_535, 65_536, 65_537, 70_000]) {
    assertEquals(isJson("[".repeat(depth) + "]".repeat(depth)), true);
    assertEquals(isJson("[".repeat(depth) + "]".repeat(depth - 1)), false);
  }
});

for (
  const [text, expected] of [
    ["", []],
    ["\n", [""]],
    ["1\n", ["1"]],
    ["1", ["1"]],
    ["1\n\n2\r\n", ["1", "", "2\r"]],
    ["\n\n", ["", ""]],
  ] as const
) {
  Deno.test(`openLineScanner() gives ${expected.length} lines for ${JSON.stringify(text)}`, () => {
    for (const size of [1, 2, 100]) {
      assertEquals(scanAll(utf8(text), size).map(([line]) => line), expected.map((line) => [...utf8(line)].join()));
    }
  });
}

Deno.test("openLineScanner() throws when a line is longer than its bound, and not at the bound", () => {
  assertEquals(scanAll(utf8("12345\n1"), 2, openLineScanner({ maxLineBytes: 5 })).length, 2);
  for (const text of ["123456\n", "123456"]) {
    assertThrows(() => scanAll(utf8(text), 2, openLineScanner({ maxLineBytes: 5 })), Error);
  }
});
