import { assertEquals } from "@std/assert/equals";
import { assertThrows } from "@std/assert/throws";
import { parse } from "@std/jsonc/parse";

const GOOD: ReadonlyArray<[name: string, text: string, value: unknown]> = [
  ["plain JSON", '{"a": [1, -2.5e3, "x\\u0041", true, false, null, {}]}', {
    a: [1, -2500, "xA", true, false, null, {}],
  }],
  ["a comma after the last element", '{"a": [1, 2,], }', { a: [1, 2] }],
  ["a comment to the end of the line", '{"a": 1} // why', { a: 1 }],
  ["a comment between", '{/* one */"a"/* two */: [/**/1/* // */]}', { a: [1] }],
  ["what looks like a comment in a text", '["// a", "/* b */"]', ["// a", "/* b */"]],
  ["the last of a repeated key", '{"a": 1, "a": 2}', { a: 2 }],
  ["a value that is no container", " 7 ", 7],
];

for (const [name, text, value] of GOOD) {
  Deno.test(`parse() reads ${name}`, () => assertEquals(parse(text), value));
}

Deno.test("parse() makes an own property when a key is __proto__", () => {
  const value = parse('{"__proto__": {"a": 1}}') as Record<string, unknown>;
  assertEquals(Object.keys(value), ["__proto__"]);
  assertEquals(value["a"], undefined);
});

const BAD: Record<string, string> = {
  "there is no value": "",
  "there is only a comment": "// nothing",
  "a comma stands alone in an array": "[,]",
  "a comma stands alone in an object": "{,}",
  "two commas follow": "[1,,]",
  "a comma is missing": "[1 2]",
  "a colon is missing": '{"a" 1}',
  "a value is missing": '{"a":}',
  "a key is no text": "{a: 1}",
  "quotes are single": "['a']",
  "a comment does not end": "1 /* 2",
  "a text does not end": '["a',
  "a text holds a line break": '["a\nb"]',
  "an escape is unknown": '["\\x"]',
  "a number is not JSON's": "[01]",
  "an array does not end": "[1",
  "an object does not end": '{"a": 1',
  "something follows": "{} {}",
  "a word is unknown": "[undefined]",
};

for (const [name, text] of Object.entries(BAD)) {
  Deno.test(`parse() throws a SyntaxError when ${name}`, () => {
    assertThrows(() => parse(text), SyntaxError, "Cannot parse JSONC");
  });
}
