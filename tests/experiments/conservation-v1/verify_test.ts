import { assertEquals } from "@std/assert/equals";
import fc from "fast-check";
import own from "../../../experiments/conservation-v1/own_vectors.json" with { type: "json" };
import published from "../../../experiments/conservation-v1/vectors.json" with { type: "json" };
import { readVectors } from "../../../experiments/conservation-v1/corpus.ts";
import {
  type ConservationFinding,
  type ConservationInput,
  serializeFindings,
  verifyConservation,
  verifyParsedConservation,
} from "../../../experiments/conservation-v1/verify.ts";
import { canonicalize } from "../../../kernel/json_encode.ts";
import type { JsonObject, JsonValue } from "../../../kernel/json_value.ts";
import { assertCode } from "../../assert_code.ts";
import { inputOf, judgeBySecond, PYTHON_PROBLEM } from "./second_verifier.ts";

const VECTORS = readVectors(published, own);

for (const { id, input, expected } of VECTORS) {
  const pointer = /^refused at (.*)$/.exec(expected)?.[1];
  if (pointer === undefined) {
    Deno.test(`verifyConservation() gives exactly the text of ${id}`, () => {
      assertEquals(serializeFindings(verifyConservation(input)), expected);
      assertEquals(serializeFindings(verifyParsedConservation(input)), expected);
    });
  } else {
    Deno.test(`verifyConservation() refuses ${id} at its place`, () => {
      assertCode(() => verifyConservation(input), "record-invalid", JSON.parse(pointer));
      assertCode(() => verifyParsedConservation(input), "record-invalid", JSON.parse(pointer));
    });
  }
}

/** The text of the five published vectors once more, beside the files, so that no edit there can move them. */
const PUBLISHED = [
  '[{"kind":"conforming"}]',
  '[{"kind":"below_spec","shortfall":41}]',
  '[{"kind":"hallucination","unaccounted":61}]',
  '[{"kind":"missing_delta","missing":["name"]}]',
  '[{"kind":"missing_delta","missing":["name"]},{"kind":"below_spec","shortfall":41}]',
];
PUBLISHED.forEach((text, at) => {
  Deno.test(`verifyConservation() gives ${text} for the published vector ${at + 1}`, () => {
    assertEquals(serializeFindings(verifyConservation(published.vectors[at]?.input)), text);
  });
});

Deno.test("verifyConservation() gives the same findings when a field's order in the input changes", () => {
  const reversed = Object.fromEntries(Object.entries(inputOf(5)).reverse());
  assertEquals(verifyConservation(reversed), verifyConservation(inputOf(5)));
});

/** Checks a property of random inputs. */
function holds(test: (input: ConservationInput, seed: number) => void): void {
  fc.assert(fc.property(fc.nat(), (seed) => test(inputOf(seed), seed)), { seed: 3, numRuns: 500 });
}

function kindsOf(findings: readonly ConservationFinding[]): string[] {
  return findings.map(({ kind }) => kind);
}

function amountOf(findings: readonly ConservationFinding[]): number | null {
  const last = findings.at(-1);
  return last?.kind === "below_spec" ? last.shortfall : last?.kind === "hallucination" ? last.unaccounted : null;
}

/** The law written down a second time, in integers of any size. */
function lawOf(input: ConservationInput): string {
  const size = (text: string): bigint => BigInt(new TextEncoder().encode(text).length);
  const { delta_fields: delta, required_slots: slots } = input;
  const deltaSize = Object.keys(delta).length === 0 ? 0n : size(canonicalize(delta));
  const [least, carried] = [size(input.spec_bytes_utf8), size(input.output_bytes_utf8)];
  const most = least + deltaSize + BigInt(input.substrate_used_info);
  const tolerance = BigInt(input.residual_tolerance);
  const filled = new Map(Object.entries(delta).filter(([, value]) => value !== null && value !== ""));
  const missing = slots.filter((slot, at) => !filled.has(slot) && slots.indexOf(slot) === at);
  const parts: string[] = [];
  if (missing.length > 0) parts.push(`{"kind":"missing_delta","missing":${JSON.stringify(missing)}}`);
  if (carried + tolerance < least) parts.push(`{"kind":"below_spec","shortfall":${least - carried}}`);
  if (carried > most + tolerance) parts.push(`{"kind":"hallucination","unaccounted":${carried - most}}`);
  return `[${parts.length > 0 ? parts.join() : '{"kind":"conforming"}'}]`;
}

Deno.test("verifyConservation() agrees with the law in integers of any size for random inputs", () => {
  holds((input) => assertEquals(serializeFindings(verifyConservation(input)), lawOf(input)));
});

Deno.test("verifyConservation() gives conforming alone, and the other kinds once each in their order", () => {
  const allowed = [
    "conforming",
    "missing_delta",
    "below_spec",
    "hallucination",
    "missing_delta,below_spec",
    "missing_delta,hallucination",
  ];
  const seen = new Set<string>();
  holds((input) => {
    const kinds = kindsOf(verifyConservation(input)).join();
    assertEquals(allowed.includes(kinds), true, kinds);
    seen.add(kinds);
  });
  assertEquals([...seen].sort(), allowed.toSorted());
});

Deno.test("verifyConservation() never reduces an amount when the tolerance grows: it stays whole, then goes", () => {
  holds((input) => {
    const amount = amountOf(verifyConservation({ ...input, residual_tolerance: 0 }));
    if (amount === null) return;
    const at = (residual_tolerance: number) => amountOf(verifyConservation({ ...input, residual_tolerance }));
    assertEquals([at(amount - 1), at(amount), at(amount + 1)], [amount, null, null]);
  });
});

Deno.test("verifyConservation() reports as many bytes less when the substrate gives more", () => {
  holds((input) => {
    const judge = (more: number) =>
      verifyConservation({ ...input, residual_tolerance: 0, substrate_used_info: input.substrate_used_info + more });
    const before = judge(0);
    const amount = amountOf(before);
    if (amount === null || kindsOf(before).at(-1) !== "hallucination") return;
    assertEquals([amountOf(judge(amount - 1)), amountOf(judge(amount))], [1, null]);
  });
});

Deno.test("verifyConservation() gives the same when keys of the delta stand in another order", () => {
  const reversed = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map(reversed);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).reverse().map(([key, part]) => [key, reversed(part)]));
  };
  holds((input) => {
    const delta_fields = reversed(input.delta_fields) as JsonObject;
    assertEquals(verifyConservation({ ...input, delta_fields }), verifyConservation(input));
  });
});

Deno.test("verifyConservation() names no slot when nothing is required, whatever the delta", () => {
  holds((input) => {
    const kinds = kindsOf(verifyConservation({ ...input, required_slots: [] }));
    assertEquals(kinds.includes("missing_delta"), false);
  });
});

Deno.test("verifyConservation() changes nothing of what it judges", () => {
  holds((input, seed) => {
    verifyConservation(input);
    assertEquals(input, inputOf(seed));
  });
});

Deno.test("verifyParsedConservation() gives what verifyConservation() gives when random inputs went through JSON", () => {
  holds((input) => {
    // Keys with escapes are left out: JSON.parse of this engine may give wrong ones.
    const line = JSON.stringify(input);
    if (/\\[^"]*":/.test(line)) return;
    assertEquals(verifyParsedConservation(JSON.parse(line)), verifyConservation(input));
  });
});

const LEFT_OUT = PYTHON_PROBLEM === "" ? "" : ` (left out: ${PYTHON_PROBLEM})`;

Deno.test({
  name: `verifyConservation() agrees with the second implementation on 400 random inputs${LEFT_OUT}`,
  ignore: PYTHON_PROBLEM !== "",
  fn: async () => {
    const inputs = Array.from({ length: 400 }, (_, seed) => inputOf(seed));
    const observed = inputs.map((input) => serializeFindings(verifyConservation(input)));
    assertEquals(await judgeBySecond(inputs.map((input) => JSON.stringify(input))), observed);
    const kinds = new Set(observed.map((text) => text.replaceAll(/"missing":.*?\]|\d+/g, "")));
    assertEquals(kinds.size, 6, "the inputs do not reach all kinds");
  },
});

Deno.test({
  name: `readVectors() gives vectors with whose texts the second implementation agrees${LEFT_OUT}`,
  ignore: PYTHON_PROBLEM !== "",
  fn: async () => {
    const texts = await judgeBySecond(VECTORS.map(({ input }) => JSON.stringify(input)));
    const asRows = texts.map((text) => text.replace(/^\{"refused":(.*)\}$/, "refused at $1"));
    assertEquals(asRows, VECTORS.map(({ expected }) => expected));
  },
});
