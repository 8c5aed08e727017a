import { assertEquals } from "@std/assert/equals";
import { readConservationInput, readParsed, readUntrusted } from "../../../experiments/conservation-v1/input.ts";
import type { JsonValue } from "../../../kernel/json_value.ts";
import { assertCode } from "../../assert_code.ts";

const INPUT = {
  spec_bytes_utf8: "a",
  output_bytes_utf8: "b",
  delta_fields: { name: "x" },
  substrate_id: "s",
  substrate_arrangement_hash: "h",
  substrate_used_info: 1,
  residual_tolerance: 2,
  required_slots: ["name"],
};
const TEXTS = ["spec_bytes_utf8", "output_bytes_utf8", "substrate_id", "substrate_arrangement_hash"];
const AMOUNTS = ["substrate_used_info", "residual_tolerance"];
const HALF = "\ud800";

/** Values that JSON can say, and the places at which they are refused. */
const REFUSED: [string, JsonValue, string][] = [
  ...[null, true, 0, "{}", []].map((value): [string, JsonValue, string] => [JSON.stringify(value), value, ""]),
  ...Object.keys(INPUT).map((field): [string, JsonValue, string] => [
    `no ${field}`,
    Object.fromEntries(Object.entries(INPUT).filter(([key]) => key !== field)),
    `/${field}`,
  ]),
  ["nothing at all", {}, "/spec_bytes_utf8"],
  ["one field more", { ...INPUT, note: "" }, "/note"],
  ["the empty key", { ...INPUT, "": 0 }, "/"],
  ["a field with slash and tilde", { ...INPUT, "~/": 0 }, "/~0~1"],
  ["__proto__ as a field", JSON.parse(`{"__proto__":${JSON.stringify(INPUT)}}`), "/__proto__"],
  ["__proto__ beside the fields", JSON.parse(`${JSON.stringify(INPUT).slice(0, -1)},"__proto__":null}`), "/__proto__"],
  ["another case", { ...INPUT, Residual_tolerance: 0 }, "/Residual_tolerance"],
  ["the first of two undeclared fields", { z: 0, ...INPUT, a: 0 }, "/z"],
  ...TEXTS.flatMap((field) =>
    [null, 0, false, [], {}, [""]].map((value): [string, JsonValue, string] => [
      `${field} ${JSON.stringify(value)}`,
      { ...INPUT, [field]: value },
      `/${field}`,
    ])
  ),
  ...TEXTS.flatMap((field) =>
    [HALF, `a${HALF}b`, "\udfff", `\udc00${HALF}`].map((value): [string, JsonValue, string] => [
      `${field} ${JSON.stringify(value)}`,
      { ...INPUT, [field]: value },
      `/${field}`,
    ])
  ),
  ...AMOUNTS.flatMap((field) =>
    [-1, 0.5, 2 ** 53, 1e300, "1", "", null, true, [], [1], {}].map((value): [string, JsonValue, string] => [
      `${field} ${JSON.stringify(value)}`,
      { ...INPUT, [field]: value },
      `/${field}`,
    ])
  ),
  ...[null, 0, "", "name", {}, { length: 0 }, true].map((value): [string, JsonValue, string] => [
    `required_slots ${JSON.stringify(value)}`,
    { ...INPUT, required_slots: value },
    "/required_slots",
  ]),
  ["a slot that is null", { ...INPUT, required_slots: [null] }, "/required_slots/0"],
  ["a slot that is a number", { ...INPUT, required_slots: ["a", "b", 3, 4] }, "/required_slots/2"],
  ["a slot that is a list", { ...INPUT, required_slots: ["a", ["b"]] }, "/required_slots/1"],
  ["a slot with half a pair", { ...INPUT, required_slots: ["a", HALF] }, "/required_slots/1"],
  ...[null, 0, "", "{}", [], [1], false].map((value): [string, JsonValue, string] => [
    `delta_fields ${JSON.stringify(value)}`,
    { ...INPUT, delta_fields: value },
    "/delta_fields",
  ]),
  ["half a pair in the delta", { ...INPUT, delta_fields: { a: [{ "b/c": HALF }] } }, "/delta_fields/a/0/b~1c"],
  ["half a pair in a key of the delta", { ...INPUT, delta_fields: { a: { [HALF]: 1 } } }, `/delta_fields/a/${HALF}`],
];
for (const [name, value, at] of REFUSED) {
  Deno.test(`readConservationInput() refuses ${name}`, () => {
    assertCode(() => readConservationInput(value), "record-invalid", at);
    assertCode(() => readParsed(value), "record-invalid", at);
  });
}

for (
  const [name, value, at] of [
    ["an undeclared field before a missing one", { typo: 0 }, "/typo"],
    [
      "a missing field before a wrong one",
      { ...INPUT, spec_bytes_utf8: 0, required_slots: undefined },
      "/required_slots",
    ],
    [
      "the first wrong field in the declared order",
      { ...INPUT, required_slots: 0, output_bytes_utf8: 0 },
      "/output_bytes_utf8",
    ],
  ] as const
) {
  Deno.test(`readParsed() names ${name}`, () => {
    assertCode(() => readParsed(JSON.parse(JSON.stringify(value))), "record-invalid", at);
  });
}

const ACCEPTED: [string, Partial<typeof INPUT> | object][] = [
  ["the amounts 0", { substrate_used_info: 0, residual_tolerance: 0 }],
  ["the amounts -0", { substrate_used_info: -0, residual_tolerance: -0 }],
  ["the amounts 2^53-1", { substrate_used_info: 2 ** 53 - 1, residual_tolerance: 2 ** 53 - 1 }],
  ["whole pairs", { spec_bytes_utf8: "\ud83d\ude00", delta_fields: { "\ud83d\ude00": "\ud83d\ude00" } }],
  ["a written escape of half a pair", { delta_fields: { "\\ud800": "\\ud800" } }],
  ["a slot named __proto__", { required_slots: ["__proto__", "", "a", "a"] }],
  ["a field named toJSON in the delta", { delta_fields: { toJSON: 1, constructor: null } }],
  ["__proto__ in the delta", { delta_fields: JSON.parse('{"__proto__":{"name":1}}') }],
  ["nothing but empty values", { spec_bytes_utf8: "", delta_fields: {}, substrate_id: "", required_slots: [] }],
];
for (const [name, change] of ACCEPTED) {
  Deno.test(`readConservationInput() accepts ${name}, and gives it back in an object of its own`, () => {
    const value = { ...INPUT, ...change };
    const read = readConservationInput(value);
    assertEquals(read as unknown, value);
    assertEquals(read === value as unknown, false);
    assertEquals(Object.keys(read), Object.keys(INPUT));
    assertEquals(readParsed(value as JsonValue).input, read);
  });
}

Deno.test("readConservationInput() accepts fields in any order, and an object without a prototype", () => {
  const value = Object.assign(Object.create(null), Object.fromEntries(Object.entries(INPUT).reverse()));
  assertEquals(Object.entries(readConservationInput(value)), Object.entries(INPUT));
});

Deno.test("readUntrusted() gives the length of the canonical delta", () => {
  assertEquals(readUntrusted({ ...INPUT, delta_fields: { n: 1e21, a: "\u20ac" } }).deltaBytes, 21);
  assertEquals(readUntrusted({ ...INPUT, delta_fields: {} }).deltaBytes, 2);
});

Deno.test("readConservationInput() does not take fields from where all objects inherit", () => {
  const { substrate_id: _, ...rest } = INPUT;
  Object.defineProperty(Object.prototype, "substrate_id", { value: "inherited", configurable: true });
  try {
    assertCode(() => readConservationInput(rest), "record-invalid", "/substrate_id");
    assertCode(() => readParsed(rest), "record-invalid", "/substrate_id");
  } finally {
    Reflect.deleteProperty(Object.prototype, "substrate_id");
  }
});
