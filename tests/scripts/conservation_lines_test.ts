import { assertEquals } from "@std/assert/equals";
import { serializeFindings, verifyConservation } from "../../experiments/conservation-v1/verify.ts";
import { conservationLines } from "../../scripts/conservation_lines.ts";
import { collect, streamOf } from "../line_stream.ts";

const INPUT = {
  spec_bytes_utf8: "the quick brown fox",
  output_bytes_utf8: "hi",
  delta_fields: {},
  substrate_id: "",
  substrate_arrangement_hash: "",
  substrate_used_info: 0,
  residual_tolerance: 0,
  required_slots: ["name"],
};

async function run(text: string) {
  return await collect(conservationLines(streamOf(text)));
}

Deno.test("conservationLines() writes the finding list of each line and nothing else", async () => {
  const inputs = [INPUT, { ...INPUT, output_bytes_utf8: INPUT.spec_bytes_utf8, required_slots: [] }, {
    ...INPUT,
    output_bytes_utf8: "x".repeat(99),
    required_slots: ["é\u202e", '"\\\x7f\u2028'],
  }];
  const { lines, end } = await run(inputs.map((input) => JSON.stringify(input) + "\n").join(""));
  assertEquals(lines, inputs.map((input) => serializeFindings(verifyConservation(input))));
  assertEquals(lines[0], '[{"kind":"missing_delta","missing":["name"]},{"kind":"below_spec","shortfall":17}]');
  assertEquals(lines[1], '[{"kind":"conforming"}]');
  assertEquals(lines[2]?.includes('["é\u202e","\\"\\\\\x7f\u2028"]'), true);
  assertEquals(end, {
    lines: 3,
    bad: 0,
    kinds: { conforming: 1, missing_delta: 2, below_spec: 1, hallucination: 1 },
  });
});

for (
  const [field, value, lines] of [
    ["substrate_used_info", "9007199254740991", '[{"kind":"conforming"}]'],
    ["substrate_used_info", "9007199254740992", "record-invalid"],
    ["substrate_used_info", "9007199254740993", "json-number-range"],
    ["substrate_used_info", "1.0", '[{"kind":"conforming"}]'],
    ["residual_tolerance", "1e400", "json-number-range"],
    ["residual_tolerance", "-1", "record-invalid"],
    ["delta_fields", '{"__proto__":{"name":1},"a":"é"}', '[{"kind":"conforming"}]'],
    ["delta_fields", '{"a":1,"a":1}', "json-duplicate-key"],
    ["delta_fields", '{"a":"\\udc00"}', "json-lone-surrogate"],
    ["delta_fields", `{"a":${"[".repeat(510)}${"]".repeat(510)}}`, '[{"kind":"conforming"}]'],
    ["delta_fields", `{"a":${"[".repeat(511)}${"]".repeat(511)}}`, "json-too-deep"],
    ["required_slots", '["__proto__"]', '[{"kind":"missing_delta","missing":["__proto__"]}]'],
  ] as const
) {
  Deno.test(`conservationLines() answers ${lines} for ${field} ${value.slice(0, 40)}`, async () => {
    const input = { ...INPUT, output_bytes_utf8: INPUT.spec_bytes_utf8, required_slots: [], [field]: "PLACE" };
    const { lines: [line = ""], end } = await run(JSON.stringify(input).replace('"PLACE"', () => value));
    const isBad = !lines.startsWith("[");
    assertEquals([isBad ? JSON.parse(line).error.code : line, end.bad], [lines, isBad ? 1 : 0]);
  });
}

for (
  const [name, text] of [
    ["a whole vectors document", JSON.stringify({ schema_id: "conservation/1", vectors: [{ n: 1, input: INPUT }] })],
    ["a whole vectors document over several lines", JSON.stringify({ vectors: [{ n: 1, input: INPUT }] }, null, 2)],
    ["a whole vector", JSON.stringify({ n: 1, input: INPUT, expected_findings: [] })],
    ["a list of inputs", JSON.stringify([INPUT])],
  ] as const
) {
  Deno.test(`conservationLines() tells what to give instead of ${name}`, async () => {
    const { lines: [line = ""] } = await run(text);
    assertEquals(/; give one input a line, .*vectors/.test(JSON.parse(line).error.message), true, line);
  });
}

Deno.test("conservationLines() keeps the verifier's own message where it is not such a document", async () => {
  const { lines: [line = ""] } = await run(JSON.stringify({ ...INPUT, required_slots: 7 }));
  assertEquals(JSON.parse(line).error.message.includes("/required_slots"), true, line);
});
