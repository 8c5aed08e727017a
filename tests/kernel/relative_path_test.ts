import { assertEquals } from "@std/assert/equals";
import * as fc from "fast-check";
import { compareBytes, findFoldedTwins, freezeNameProblem } from "../../kernel/relative_path.ts";

const MALFORMED = [
  "",
  "/",
  "/a",
  "//a",
  "a//b",
  "a/",
  "./a",
  "a/.",
  "a/./b",
  "..",
  "../a",
  "a/../b",
  "a/..",
  "a\\b",
  "\\\\host\\a",
  "C:/a",
  "c:a",
  "z:",
  "a\0",
  "a\nb",
  "\ta",
  "a\x7f",
  "a\u0085b",
  "a\u009f",
  "a\ud800",
  "\udc00/b",
];
for (const text of MALFORMED) {
  Deno.test(`freezeNameProblem() names a problem when given ${JSON.stringify(text)}`, () => {
    assertEquals(typeof freezeNameProblem(text), "string");
  });
}

const FINE = [
  "a",
  "a/b.json",
  ".gitignore",
  "a b",
  "ä",
  "日本/語",
  "😀",
  "a,b",
  "a-b",
  "a/-b",
  "console",
  "a.con",
  "com",
  "com10",
];
for (const path of FINE) {
  Deno.test(`freezeNameProblem() is null when given ${JSON.stringify(path)}`, () => {
    assertEquals(freezeNameProblem(path), null);
  });
}

const BREAKING = [
  "a%20b",
  "100%",
  "a ",
  "a /b",
  "a.",
  "d./b",
  "a\u0308",
  "\u212a",
  "a\ufffd",
  "-rf",
  "a<b",
  "a>b",
  "a:b",
  'a"b',
  "a|b",
  "a?b",
  "a*b",
  "con",
  "CON.txt",
  "d/nul",
  "aux.tar.gz/x",
  "COM1",
  "lpt9.log",
  "com¹",
  "prn .x",
  "CONIN$",
  "a\u200bb",
  "a\u202eb",
  "\ufeffa",
  "a\u00ad",
  "a\u2028b",
  ".permafrost-write-12-0.tmp",
  "d/.permafrost-write-12-0.tmp",
];
for (const path of BREAKING) {
  Deno.test(`freezeNameProblem() names a problem when given ${JSON.stringify(path)}`, () => {
    assertEquals(typeof freezeNameProblem(path), "string");
  });
}

const LEFTOVERS: readonly [string, boolean][] = [
  [".permafrost-write-1-0.tmp", true],
  ["d/e/.permafrost-write-123-45.tmp", true],
  ["x.permafrost-write-1-0.tmp", false],
  [".permafrost-write-1.tmp", false],
  [".permafrost-write-1-0.tmp/x", false],
];
for (const [path, expected] of LEFTOVERS) {
  Deno.test(`freezeNameProblem() says ${expected ? "leftover" : "nothing"} when given ${path}`, () => {
    assertEquals(freezeNameProblem(path)?.includes("a write that was killed") ?? false, expected);
  });
}

const TWINS: readonly [string, string[], [string, string][]][] = [
  ["all names differ", ["a", "b", "a/b", "ab"], []],
  ["a path is given twice", ["a", "a"], []],
  ["two files differ by case", ["readme", "README"], [["README", "readme"]]],
  ["three files differ by case", ["aa", "AA", "aA"], [["AA", "aA"], ["AA", "aa"]]],
  ["folders differ by case", ["Data/x", "data/y", "data/z"], [["Data", "data"]]],
  ["twin folders hold the same name", ["D/x", "d/x"], [["D", "d"]]],
  ["twin folders hold twins", ["D/x", "d/y", "d/Y"], [["D", "d"], ["d/Y", "d/y"]]],
  ["a file and a folder differ by case", ["a", "A/b"], [["A", "a"]]],
  ["deep folders differ by case", ["r/s/T/a", "r/s/t/b"], [["r/s/T", "r/s/t"]]],
  ["the same name lies in two folders", ["a/x", "b/X"], []],
  ["names differ by normal form", ["\u00e4", "a\u0308"], [["a\u0308", "\u00e4"]]],
  ["case has two letters", ["straße", "STRASSE"], [["STRASSE", "straße"]]],
  ["sigma has two small forms", ["ς", "σ"], [["ς", "σ"]]],
  ["the Kelvin sign stands for k", ["k", "\u212a"], [["k", "\u212a"]]],
  ["nothing is given", [], []],
];
for (const [name, paths, expected] of TWINS) {
  Deno.test(`findFoldedTwins() finds ${expected.length} when ${name}`, () => {
    assertEquals(findFoldedTwins(paths), expected);
    assertEquals(findFoldedTwins([...paths].reverse()), expected);
  });
}

const ORDER: readonly [string, string][] = [
  ["", "a"],
  ["a", "aa"],
  ["B", "a"],
  ["z", "ä"],
  ["a.b", "a/b"],
  ["\u07ff", "\u0800"],
  ["\ud7ff", "\ue000"],
  ["\uffff", "\u{10000}"], // the language's own order is the other way round
  ["\ue000", "\u{1f600}"],
  ["a\uff5e", "a\u{20000}"],
  ["\u{10000}", "\u{10001}"],
  ["\u{103ff}", "\u{10400}"],
];
for (const [low, high] of ORDER) {
  Deno.test(`compareBytes() puts ${JSON.stringify(low)} first when beside ${JSON.stringify(high)}`, () => {
    assertEquals([Math.sign(compareBytes(low, high)), Math.sign(compareBytes(high, low))], [-1, 1]);
    assertEquals([compareBytes(low, low), compareBytes(high, high)], [0, 0]);
  });
}

Deno.test("compareBytes() agrees with the bytes of UTF-8 when texts are random", () => {
  const text = fc.string({ unit: "binary", maxLength: 6 });
  const near = fc.string({
    unit: fc.constantFrom("a", "\ud7ff", "\ue000", "\uffff", "\u{10000}", "\u{10ffff}"),
    maxLength: 5,
  });
  const encode = (value: string) => new TextEncoder().encode(value);
  const viaBytes = (a: Uint8Array, b: Uint8Array) => {
    const at = a.findIndex((byte, i) => byte !== b[i]);
    return at < 0 ? Math.sign(a.length - b.length) : at >= b.length ? 1 : Math.sign((a[at] ?? 0) - (b[at] ?? 0));
  };
  fc.assert(
    fc.property(
      fc.oneof(text, near),
      fc.oneof(text, near),
      (a, b) => Math.sign(compareBytes(a, b)) === viaBytes(encode(a), encode(b)),
    ),
    { seed: 20260921, numRuns: 3000 },
  );
});

Deno.test("freezeNameProblem() lets pass only what joins below a folder when texts are random", () => {
  const piece = fc.constantFrom("a", ".", "..", "/", "\\", ":", "C", "\0", " ", "ä", "\ud800");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 7 }), (pieces) => {
      const text = pieces.join("");
      if (freezeNameProblem(text) !== null) return true;
      const url = new URL(text.split("/").map(encodeURIComponent).join("/"), "file:///base/folder/");
      return url.href.startsWith("file:///base/folder/") &&
        decodeURIComponent(url.pathname) === `/base/folder/${text}`;
    }),
    { seed: 20260921, numRuns: 3000 },
  );
});
