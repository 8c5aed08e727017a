import { assertEquals } from "@std/assert/equals";
import { type Invoice, scoreResponse } from "../../../experiments/fence-v1/score.ts";
import { topMembers } from "../../../experiments/fence-v1/top_members.ts";

for (
  const [name, text, members] of [
    ["no members", " { } ", []],
    ["one member, its value with the whitespace around", '{ "a" : 1 }', [["a", " 1 "]]],
    ["members in order", '{"b":1,"a":[2,{"b":3}],"":"x"}', [["b", "1"], ["a", '[2,{"b":3}]'], ["", '"x"']]],
    ["values full of marks", '{"a":",}:{\\"","b":{"c":"]","d":[]}}', [["a", '",}:{\\""'], [
      "b",
      '{"c":"]","d":[]}',
    ]]],
    ["keys full of marks", '{",}\\":{":{}}', [[',}":{', "{}"]]],
    ["escaped keys", '{"\\u0061\\/\\n\\\\":[]}', [["a/\n\\", "[]"]]],
    ["a key called __proto__", '{"__proto__":{"__proto__":1}}', [["__proto__", '{"__proto__":1}']]],
    ["equal keys in objects apart", '{"a":{"a":1},"b":[{"a":1},{"a":2}]}', [["a", '{"a":1}'], [
      "b",
      '[{"a":1},{"a":2}]',
    ]]],
    ["strings in arrays that are equal", '{"a":["b","b"]}', [["a", '["b","b"]']]],
  ] as const
) {
  Deno.test(`topMembers() reads ${name}`, () => {
    assertEquals([...topMembers(text) ?? [["repeated", ""]]], members.map(([key, part]) => [key, part]));
  });
}

for (
  const text of [
    '{"a":1,"a":1}',
    '{"a":1,"b":2,"\\u0061":1}',
    '{"a":[[],{"b":1,"b":1}]}',
    '{"a":{"__proto__":1,"__proto__":1}}',
    '{"a":{},"b":{"c":[{}],"c":1}}',
    '{"a":{"b":{"c":1}},"a":1}',
  ]
) {
  Deno.test(`topMembers() refuses the repeated key of ${text}`, () => assertEquals(topMembers(text), null));
}

Deno.test("topMembers() reads an escaped key rightly after V8 has seen the backslash key it may take it for", () => {
  JSON.parse('{"h":[],"\\\\":0}');
  assertEquals([...topMembers('{"h":1,"\\"":2}')?.keys() ?? []], ["h", '"']);
});

Deno.test("scoreResponse() gives the same score whatever the process parsed before", () => {
  const gold: Invoice = {
    supplier: "Ash & Alder Joinery",
    invoice_number: "A1",
    invoice_date: "2026-02-03",
    due_date: "2026-03-05",
    currency: "EUR",
    invoice_total: "5.00",
    review_fields: [],
  };
  const text = JSON.stringify(gold).replace('"supplier"', '"\\u0073upplier"');
  JSON.parse(JSON.stringify({ "\\u0073up": "poison", invoice_number: "" }));
  assertEquals(scoreResponse(gold, text).accepted, true);
});
