import { type Schema, Validator } from "@cfworker/json-schema";
import { assertEquals } from "@std/assert/equals";
import fc from "fast-check";
import type { JsonValue } from "../../../../kernel/json_value.ts";
import { checkArguments } from "../../../../experiments/je-v1/env/arguments.ts";
import { plainCall } from "../../../../experiments/je-v1/env/call.ts";
import { type ToolName, TOOLS } from "../../../../experiments/je-v1/env/tasks.ts";
import { TOOL_SCHEMAS } from "../../../../experiments/je-v1/env/tool_schemas.ts";
import { valueFor, wordsOf } from "../fuzz_calls.ts";
import { smallWorld } from "../small_world.ts";

const FLAG: Record<string, JsonValue> = {
  ...{ je_id: "JE-00000001", disposition: "flag", defect_class: "duplicate", amount_minor: 5 },
  ...{ evidence: ["D-00000001"], rationale: "Twice." },
};
const without = (name: string): JsonValue => Object.fromEntries(Object.entries(FLAG).filter(([key]) => key !== name));
const BANK: Record<string, JsonValue> = {
  ...{ currency: "USD", amount_min: -5, amount_max: 5, from: "2031-03-01", to: "2031-03-31" },
};

const RIGHT: readonly [string, ToolName, JsonValue][] = [
  ["nothing is needed", "list_entries", {}],
  ["a limit is at its end", "list_entries", { limit: 50 }],
  ["a condition is empty", "search_entries", { where: {} }],
  ["a flag has all it needs", "set_disposition", FLAG],
  ["a class carries no amount", "set_disposition", {
    ...without("amount_minor") as object,
    defect_class: "sod_conflict",
  }],
  ["an approval says nothing else", "set_disposition", { je_id: "JE-00000001", disposition: "approve" }],
  ["a rationale has 1200 characters beyond the BMP", "set_disposition", {
    ...FLAG,
    rationale: "\u{1f600}".repeat(1200),
  }],
  ["a submit has a note", "submit", { note: "" }],
  ["amounts are negative", "match_bank", BANK],
  ["a ratio has its three numbers", "compute", { op: "mul_ratio", ints: [7, -1, 2] }],
];
for (const [state, tool, args] of RIGHT) {
  Deno.test(`checkArguments() passes ${tool} when ${state}`, () => assertEquals(checkArguments(tool, args), null));
}

const WRONG: readonly [string, string, ToolName, JsonValue][] = [
  ["arguments are null", "", "submit", null],
  ["one is missing", "/je_id", "get_entry", {}],
  ["one is null", "/je_id", "get_entry", { je_id: null }],
  ["one is unknown", "/id", "get_entry", { je_id: "JE-00000001", id: 1 }],
  ["one is named as what all objects have", "/__proto__", "submit", JSON.parse('{"__proto__":1}')],
  ["a limit is beyond its end", "/limit", "list_entries", { limit: 51 }],
  ["a limit is text", "/limit", "list_entries", { limit: "5" }],
  ["a limit is a fraction", "/limit", "list_entries", { limit: 2.5 }],
  ["an amount is beyond 2^53", "/amount_min", "match_bank", { ...BANK, amount_min: 2 ** 53 }],
  ["a day is none", "/from", "match_bank", { ...BANK, from: "2031-13-01" }],
  ["a currency is unknown", "/currency", "match_bank", { ...BANK, currency: "GBP" }],
  ["an id has a letter that ids lack", "/je_id", "get_entry", { je_id: "JE-0000000I" }],
  ["an id is followed by a line", "/je_id", "get_entry", { je_id: "JE-00000001\n" }],
  ["a part of a condition is unknown", "/where/vendor", "search_entries", { where: { vendor: "V-101" } }],
  ["evidence repeats", "/evidence", "set_disposition", { ...FLAG, evidence: ["D-00000001", "D-00000001"] }],
  ["evidence is no id", "/evidence/1", "set_disposition", { ...FLAG, evidence: ["D-00000001", "invoice"] }],
  ["evidence has nine ids", "/evidence", "set_disposition", {
    ...FLAG,
    evidence: Array.from({ length: 9 }, (_, at) => `D-0000000${at}`),
  }],
  ["a flag has no class", "/defect_class", "set_disposition", without("defect_class")],
  ["a flag has no amount", "/amount_minor", "set_disposition", without("amount_minor")],
  ["a flag has no evidence", "/evidence", "set_disposition", without("evidence")],
  ["a flag has an empty list of evidence", "/evidence", "set_disposition", { ...FLAG, evidence: [] }],
  ["a flag has no rationale", "/rationale", "set_disposition", without("rationale")],
  ["a hold has a blank rationale", "/rationale", "set_disposition", {
    ...{ je_id: "JE-00000001", disposition: "hold", rationale: " \n" },
  }],
  ["a rationale is too long", "/rationale", "set_disposition", { ...FLAG, rationale: "x".repeat(1201) }],
  ["a class is unknown", "/defect_class", "set_disposition", { ...FLAG, defect_class: "fraud" }],
  ["a difference has three numbers", "/ints", "compute", { op: "sub", ints: [1, 2, 3] }],
  ["a denominator is nothing", "/ints/2", "compute", { op: "mul_ratio", ints: [1, 2, 0] }],
  ["a sum has no numbers", "/ints", "compute", { op: "sum", ints: [] }],
];
for (const [state, pointer, tool, args] of WRONG) {
  Deno.test(`checkArguments() refuses ${tool} when ${state}`, () => {
    assertEquals(checkArguments(tool, args)?.pointer, pointer);
  });
}

Deno.test("checkArguments() shows no more of an unknown name than 64 characters", () => {
  const problem = checkArguments("submit", { ["\u{1f600}".repeat(10_000)]: 1 });
  assertEquals(problem!.pointer.length, 65);
});

/** Tools whose schema says all that is checked. */
const WHOLE: readonly ToolName[] = TOOLS.filter((tool) => tool !== "set_disposition" && tool !== "compute");
const WORDS = wordsOf(smallWorld());
for (const tool of TOOLS) {
  Deno.test(`checkArguments() agrees with a JSON Schema validator on ${tool}`, () => {
    const validator = new Validator(TOOL_SCHEMAS[tool].parameters as unknown as Schema, "2020-12");
    fc.assert(
      fc.property(valueFor(TOOL_SCHEMAS[tool].parameters, WORDS), (value) => {
        const { args, tool: name } = plainCall({ tool, args: value });
        if (name === null) return;
        const ours = checkArguments(tool, args) === null, theirs = validator.validate(args).valid;
        if (WHOLE.includes(tool)) assertEquals(ours, theirs);
        else if (ours) assertEquals(theirs, true);
      }),
      { seed: 3, numRuns: 300 },
    );
  });
}
