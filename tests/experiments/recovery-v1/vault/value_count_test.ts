import { assertEquals } from "@std/assert/equals";
import { countInValues } from "../../../../experiments/recovery-v1/vault/value_count.ts";

const COUNTS: readonly (readonly [json: string, text: string, count: number])[] = [
  ['"aXbX"', "X", 2],
  ['"aaaa"', "aa", 2],
  ['"aaa"', "aa", 1],
  ['{"X":1}', "X", 0],
  ['{"X" \t:"X"}', "X", 1],
  ['{"a":{"X":["X",{"X":"X"}]}}', "X", 2],
  ['["ab","ab"]', "bab", 0],
  ['"\\u0058"', "X", 1],
  ['"\\u0058"', "u0058", 0],
  ['"\\\\u0058"', "X", 0],
  ['"\\\\u0058"', "u0058", 1],
  ['"\\n"', "n", 0],
  ['"\\n"', "\n", 1],
  ['"\\\\\\"X"', '\\"X', 1],
  ['"\\/"', "/", 1],
  ['{"a\\"":"X"}', "X", 1],
  ['{"a":"X","a":"X"}', "X", 2],
  ['{"\\u0061":"X","a":"X"}', "X", 2],
  ['{"__proto__":"X"}', "X", 1],
  ['["","X"]', "X", 1],
  ["[1,true,null]", "1", 0],
  ['"\\ud83e\\uddf5"', "🧵", 1],
  ['"e\u0301"', "é", 0],
];
for (const [json, text, count] of COUNTS) {
  Deno.test(`countInValues() counts ${count} of ${JSON.stringify(text)} when the text is ${json}`, () => {
    assertEquals(countInValues(json, text), count);
  });
}
