import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import fc from "fast-check";
import { unicodeWidth } from "@std/cli/unicode-width";
import {
  colors,
  fit,
  inertJson,
  labelled,
  pad,
  padLeft,
  printable,
  printableLines,
  printJson,
  progressBar,
  wrap,
} from "../../../scripts/cli/terminal.ts";
import { memoryIo, wideLines } from "../../cli_io.ts";

const SEED = { seed: 20261130 };

Deno.test("colors() paints when the terminal has colours", () => {
  assertEquals(colors({ hasColor: true }).red("x"), "\x1b[31mx\x1b[0m");
});

Deno.test("colors() leaves text alone when there are none", () => {
  const { red, green, yellow, bold } = colors({ hasColor: false });
  assertEquals([red("a"), green("b"), yellow("c"), bold("d")], ["a", "b", "c", "d"]);
});

const shown: [foreign: string, safe: string][] = [
  ["plain ü 漢 ✓ 😀", "plain ü 漢 ✓ 😀"],
  ["a\x1b[31mb", "a\\u001b[31mb"],
  ["a\x9b2Jb", "a\\u009b2Jb"],
  ["a\nb\r\tc", "a\\u000ab\\u000d\\u0009c"],
  ["a\x07\x00\x7f", "a\\u0007\\u0000\\u007f"],
  ["a\u202eb\u2066c", "a\\u202eb\\u2066c"],
  ["a\u200b\ufeff\u00ad", "a\\u200b\\ufeff\\u00ad"],
  ["a\u2028\u2029", "a\\u2028\\u2029"],
  ["a\u{e0041}", "a\\u{e0041}"],
  ["a\ud800", "a\\ud800"],
];
for (const [foreign, safe] of shown) {
  Deno.test(`printable() writes ${JSON.stringify(safe)}`, () => assertEquals(printable(foreign), safe));
}

Deno.test("printable() leaves nothing that a terminal obeys when text is arbitrary", () => {
  const text = fc.string({ unit: "binary" });
  fc.assert(fc.property(text, (foreign) => !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(printable(foreign))), SEED);
});

Deno.test("printableLines() sets lines off so that they cannot pose as the program's own", () => {
  assertEquals(printableLines("a\nHOLDS: 1\x1b[0m\n"), "a\n  | HOLDS: 1\\u001b[0m\n  | ");
});

Deno.test("inertJson() keeps the value and leaves nothing that a terminal obeys", () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
      const json = inertJson(JSON.stringify(value));
      assertEquals(JSON.stringify(JSON.parse(json)), JSON.stringify(value));
      assert(!/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(json), json);
    }),
    SEED,
  );
});

Deno.test("inertJson() keeps the line ends of JSON Lines", () => assertEquals(inertJson('"a"\n"b"\n'), '"a"\n"b"\n'));

Deno.test("printJson() prints one line", () => {
  const { io, ended } = memoryIo();
  printJson(io, { a: "\n\u2028" });
  assertEquals(ended(0).out, '{"a":"\\n\\u2028"}\n');
});

const fitted: [text: string, columns: number, expected: string][] = [
  ["abc", 3, "abc"],
  ["abcd", 3, "ab…"],
  ["", 0, ""],
  ["abc", 1, "…"],
  ["漢字漢字", 8, "漢字漢字"],
  ["漢字漢字", 7, "漢字漢…"],
  ["漢字漢字", 6, "漢字…"],
];
for (const [text, columns, expected] of fitted) {
  Deno.test(`fit() gives ${expected} when ${text} has ${columns} columns`, () => {
    assertEquals(fit(text, columns), expected);
  });
}

Deno.test("fit() is quick when text is long", () => {
  const started = performance.now();
  assertEquals(fit("x".repeat(5_000_000), 10), "xxxxxxxxx…");
  assert(performance.now() - started < 5_000);
});

Deno.test("pad() and padLeft() count columns, not characters", () => {
  assertEquals([pad("漢", 4), padLeft("漢", 4), pad("abc", 2)], ["漢  ", "  漢", "abc"]);
});

Deno.test("wrap() indents what it continues", () => {
  assertEquals(wrap("aaaa bbbb cccc", { width: 12, indent: 3 }), "aaaa bbbb\n   cccc");
});

Deno.test("wrap() breaks words that are wider than a line", () => {
  assertEquals(wrap("aa " + "b".repeat(20), { width: 10, indent: 0 }), "aa\nbbbbbbbbbb\nbbbbbbbbbb");
});

Deno.test("wrap() loses no character and makes no line too wide when text is arbitrary", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), fc.integer({ min: 20, max: 90 }), (text, width) => {
      const wrapped = wrap(text, { width, indent: 4 });
      assertEquals(wrapped.replace(/\s/g, ""), text.replace(/\s/g, ""));
      for (const line of wrapped.split("\n")) assert(unicodeWidth(line) <= width, line);
    }),
    SEED,
  );
});

Deno.test("labelled() puts words beside their label and wraps them there", () => {
  const { io } = memoryIo({ columns: 40 });
  const text = labelled(io, "Label", { text: "one two three four five six seven eight", mark: "✓" });
  assertEquals(text, "Label       ✓ one two three four five\n              six seven eight\n");
});

Deno.test("labelled() makes foreign text printable and fits the terminal", () => {
  const text = labelled(memoryIo().io, "Label", { text: `a\nb\x1b[31m ${"x".repeat(300)}` });
  assertEquals(wideLines(text), []);
  assert(text.includes("a b\\u001b[31m"), text);
});

Deno.test("progressBar() writes nothing when standard error is no terminal", () => {
  const { io, ended } = memoryIo();
  const bar = progressBar(io);
  bar.show(1, 2);
  bar.clear();
  assertEquals(ended(0).err, "");
});

Deno.test("progressBar() draws in place and is cleared", () => {
  const { io, ended } = memoryIo({ isTerminal: true });
  const bar = progressBar(io);
  bar.show(1, 2);
  bar.clear();
  bar.clear();
  assertEquals(ended(0).err, `\r[${"#".repeat(20)}${"-".repeat(20)}] 1/2\x1b[K\r\x1b[K`);
});

Deno.test("progressBar() clears nothing when it was never shown", () => {
  const { io, ended } = memoryIo({ isTerminal: true });
  progressBar(io).clear();
  assertEquals(ended(0).err, "");
});

Deno.test("progressBar() draws rarely when progress is quick", () => {
  const { io, ended } = memoryIo({ isTerminal: true });
  const bar = progressBar(io);
  for (let done = 0; done < 10_000; done++) bar.show(done, 10_000);
  assert(ended(0).err.split("\r").length < 100);
});

for (
  const [done, total] of [[0, 0], [0, 1], [1, 1], [1 / 3, 2 / 3], [1e308, 1e308], [0, Number.MAX_VALUE]] as const
) {
  Deno.test(`progressBar() fits the terminal when ${done} of ${total} is done`, () => {
    for (const columns of [40, 80, 200]) {
      const { io, ended } = memoryIo({ isTerminal: true, columns });
      progressBar(io).show(done, total);
      const line = ended(0).err.slice(1, -"\x1b[K".length);
      assert(line.startsWith("[") && line.length < columns, line);
    }
  });
}
