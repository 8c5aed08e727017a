import { assertEquals } from "@std/assert/equals";
import { type ChildOutput, collectOutput } from "../../kernel/child_output.ts";
import type { ErrorCode } from "../../kernel/error.ts";
import { assertCode } from "../assert_code.ts";

const BOUNDS = { outputBytes: 10_000, lineBytes: 100 };
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function feed(text: string, sizes = text.length): ChildOutput {
  const output = collectOutput(BOUNDS);
  const all = bytes(text);
  for (let at = 0; at < all.length; at += sizes) output.feed(all.subarray(at, at + sizes));
  output.end();
  return output;
}

const GOOD: readonly [string, string, unknown[], unknown][] = [
  ["there is a summary alone", '{"summary":1}\n', [], 1],
  ["the summary is null", '{"summary":null}\n', [], null],
  ["rows come first", '{"row":{"a":1}}\n{"row":[2]}\n{"summary":{}}\n', [{ a: 1 }, [2]], {}],
  ["the last line has no end", '{"row":1}\n{"summary":2}', [1], 2],
  ["lines end in CR LF", '{"row":1}\r\n{"summary":2}\r\n', [1], 2],
  ["blanks stand around", ' {"row" : 1}\t\n{"summary":2} \n', [1], 2],
  ["a key holds a backslash", '{"row":{"\\\\":1,"\\u0041":2}}\n{"summary":{"\\\\\\"":3}}\n', [{ "\\": 1, A: 2 }], {
    '\\"': 3,
  }],
  ["text is not ASCII", '{"row":"é\u{1F600}"}\n{"summary":"\u2028"}\n', ["é\u{1F600}"], "\u2028"],
  [
    "progress is between",
    '{"progress":{"done":0,"total":0}}\n{"progress":{"done":1,"total":2.5}}\n{"summary":0}\n',
    [],
    0,
  ],
];
for (const [name, text, rows, summary] of GOOD) {
  for (const sizes of [1, 3, 1_000]) {
    Deno.test(`collectOutput() takes rows and summary when ${name}, ${sizes} bytes a chunk`, () => {
      const output = feed(text, sizes);
      assertEquals<unknown>([output.rows, output.summary()], [rows, summary]);
    });
  }
}

const BAD: readonly [string, string, ErrorCode, string][] = [
  ["nothing was printed", "", "child-summary", "stdout:1"],
  ["there is no summary", '{"row":1}\n', "child-summary", "stdout:2"],
  ["there are two summaries", '{"summary":1}\n{"summary":1}\n', "child-summary", "stdout:2"],
  ["a row follows the summary", '{"row":1}\n{"summary":1}\n{"row":1}\n', "child-summary", "stdout:3"],
  ["progress follows the summary", '{"summary":1}\n{"progress":{"done":1,"total":1}}\n', "child-summary", "stdout:2"],
  ["text follows the summary", '{"summary":1}\ndone\n', "child-protocol", "stdout:2"],
  ["a line is text", "hello\n", "child-protocol", "stdout:1"],
  ["a line is empty", '{"row":1}\n\n{"summary":1}\n', "child-protocol", "stdout:2"],
  ["an empty line ends the output", '{"summary":1}\n\n', "child-protocol", "stdout:2"],
  ["a line holds two values", '{"row":1}{"row":2}\n', "child-protocol", "stdout:1"],
  ["a line has a byte order mark", '\ufeff{"summary":1}\n', "child-protocol", "stdout:1"],
  ["a key is repeated", '{"row":1,"row":2}\n', "child-protocol", "stdout:1"],
  ["a key is repeated through an escape", '{"row":1,"r\\u006fw":2}\n', "child-protocol", "stdout:1"],
  ["there are two kinds in a line", '{"row":1,"summary":2}\n', "child-protocol", "stdout:1"],
  ["the kind is unknown", '{"rows":[]}\n', "child-protocol", "stdout:1"],
  ["the kind is an own name of objects", '{"constructor":1}\n', "child-protocol", "stdout:1"],
  ["the kind is __proto__", '{"__proto__":{"summary":1}}\n', "child-protocol", "stdout:1"],
  ["a line is an array", '[{"row":1}]\n', "child-protocol", "stdout:1"],
  ["a line is null", "null\n", "child-protocol", "stdout:1"],
  ["an object is empty", "{}\n", "child-protocol", "stdout:1"],
  ["a number is too large", '{"row":1e999}\n', "child-protocol", "stdout:1"],
  ["half a surrogate pair is there", '{"row":"\\ud800"}\n', "child-protocol", "stdout:1"],
  ["the last line is torn", '{"summary":1', "child-protocol", "stdout:1"],
  ["progress is a number", '{"progress":1}\n', "child-protocol", "stdout:1"],
  ["progress is null", '{"progress":null}\n', "child-protocol", "stdout:1"],
  ["progress is negative", '{"progress":{"done":-1,"total":1}}\n', "child-protocol", "stdout:1"],
  ["progress is beyond its total", '{"progress":{"done":2,"total":1}}\n', "child-protocol", "stdout:1"],
  ["progress has no total", '{"progress":{"done":2}}\n', "child-protocol", "stdout:1"],
  ["progress is text", '{"progress":{"done":"1","total":"2"}}\n', "child-protocol", "stdout:1"],
  ["a line is too long", `{"row":"${"x".repeat(100)}"}\n`, "child-line", "stdout:1"],
  ["a line without end is too long", "x".repeat(101), "child-line", "stdout:1"],
  ["the output is too long", '{"row":1}\n'.repeat(1_001), "child-output", "stdout:1"],
];
for (const [name, text, code, at] of BAD) {
  Deno.test(`collectOutput() throws ${code} when ${name}`, () => {
    assertCode(() => feed(text), code, at);
  });
}

Deno.test("collectOutput() throws child-protocol when a line is not UTF-8", () => {
  const output = collectOutput(BOUNDS);
  assertCode(() => output.feed(Uint8Array.of(34, 0xff, 34, 10)), "child-protocol", "stdout:1");
});

Deno.test("collectOutput() takes a line when it is as long as the bound", () => {
  const row = "x".repeat(BOUNDS.lineBytes - '{"row":""}'.length);
  assertEquals(feed(`{"row":"${row}"}\n{"summary":1}`).rows, [row]);
});

Deno.test("collectOutput() throws child-line when a line is one byte longer than the bound", () => {
  const row = "x".repeat(BOUNDS.lineBytes - '{"row":""}'.length + 1);
  assertCode(() => feed(`{"row":"${row}"}\n`), "child-line");
});

Deno.test("collectOutput() takes output when both streams are as long as the bound together", () => {
  const output = collectOutput({ outputBytes: 20, lineBytes: 100 });
  output.feed(bytes('{"summary":1}\n'));
  output.feedError(bytes("123456"));
  output.end();
  assertEquals(output.summary(), 1);
});

Deno.test("collectOutput() throws child-output when standard error passes the bound", () => {
  const output = collectOutput({ outputBytes: 20, lineBytes: 100 });
  output.feed(bytes('{"summary":1}\n'));
  assertCode(() => output.feedError(bytes("1234567")), "child-output");
});

Deno.test("collectOutput() keeps what it was fed when the buffer is used again", () => {
  const output = collectOutput(BOUNDS);
  const buffer = bytes('{"row":"first');
  output.feed(buffer);
  buffer.fill(0);
  output.feed(bytes('"}\n{"summary":1}\n'));
  assertEquals(output.rows, ["first"]);
});

Deno.test("collectOutput() reports progress in order when lines say so", () => {
  const seen: number[][] = [];
  const output = collectOutput(BOUNDS, (done, total) => seen.push([done, total]));
  output.feed(bytes('{"progress":{"done":1,"total":2}}\n{"progress":{"done":2,"total":2}}\n'));
  assertEquals(seen, [[1, 2], [2, 2]]);
});

const TAILS: readonly [string, string, string][] = [
  ["nothing was printed", "", ""],
  ["it is plain", "  one\ntwo\n", "one\ntwo"],
  ["it has colours", "\x1b[1m\x1b[31merror\x1b[0m: x", "error: x"],
  ["it moves the cursor", "a\x1b[2J\x1b[1;1Hb", "ab"],
  ["it sets a title", "a\x1b]0;title\x07b", "ab"],
  ["it makes a link", "a\x1b]8;;http://x.test\x1b\\b", "ab"],
  ["it has C0 controls", "a\0b\x07c\x08d\re\tf\x0bg\x7fh", "a b c d e f g h"],
  ["it has C1 controls", "a\u0080b\u0085c", "a b c"],
  ["it turns the text around", "a\u202eb\u2066c\u200fd\u2028e", "a b c d e"],
  ["Deno remarks on the broker", "Warning Permission broker is an experimental feature\nmine", "mine"],
];
for (const [name, text, expected] of TAILS) {
  Deno.test(`collectOutput() gives a clean tail when ${name}`, () => {
    const output = collectOutput(BOUNDS);
    output.feedError(bytes(text));
    assertEquals(output.errorTail(), expected);
  });
}

Deno.test("collectOutput() gives the last 8 KiB when more was printed", () => {
  const output = collectOutput({ outputBytes: 1e6, lineBytes: 100 });
  for (let i = 0; i < 100; i++) output.feedError(bytes(`${i}`.padStart(999, "x") + "\n"));
  assertEquals([output.errorTail().length, output.errorTail().endsWith("x99")], [8_191, true]);
});

Deno.test("collectOutput() replaces what is not UTF-8 in the tail when bytes are torn", () => {
  const output = collectOutput(BOUNDS);
  output.feedError(Uint8Array.of(0xff, 65, 0xe2, 0x82));
  assertEquals(output.errorTail(), "\ufffdA\ufffd");
});
