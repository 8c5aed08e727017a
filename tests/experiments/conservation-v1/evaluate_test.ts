import { assertEquals } from "@std/assert/equals";
import { assertThrows } from "@std/assert/throws";
import own from "../../../experiments/conservation-v1/own_vectors.json" with { type: "json" };
import published from "../../../experiments/conservation-v1/vectors.json" with { type: "json" };
import { type ConservationVector, readVectors } from "../../../experiments/conservation-v1/corpus.ts";
import { type ConservationParts, evaluateVector, summarize } from "../../../experiments/conservation-v1/evaluate.ts";
import { PermafrostError } from "../../../kernel/error.ts";
import { mutatedLoader } from "../../mutated_modules.ts";
import { MUTANTS } from "./mutants.ts";

const VECTORS = readVectors(published, own);
const MODULES = ["canonical_bytes.ts", "findings.ts", "input.ts", "plain_data.ts", "rules.ts", "verify.ts"];
const loadParts = mutatedLoader<ConservationParts>("conservation-v1", MODULES);

/** The vectors that do not agree; a verifier that breaks down agrees on none. */
function disagreeing(parts: ConservationParts): string[] {
  return VECTORS.filter((vector) => {
    try {
      return !evaluateVector(vector, parts).agree;
    } catch {
      return true;
    }
  }).map(({ id }) => id);
}

Deno.test("evaluateVector() agrees on every vector when the modules are loaded without a defect", async () => {
  assertEquals(disagreeing(await loadParts()), []);
});

for (const mutant of MUTANTS) {
  Deno.test(`evaluateVector() disagrees on some vector, and not on all, when ${mutant.name}`, async () => {
    const { length } = disagreeing(await loadParts(mutant));
    assertEquals(length > 0, true, "no vector catches it");
    assertEquals(length < VECTORS.length, true, "it is broken, and no mutant");
  });
}

Deno.test("evaluateVector() gives a row with its declared fields, in order", () => {
  const [first] = VECTORS;
  assertEquals(Object.entries(evaluateVector(first as ConservationVector)), [
    ["id", "published-1"],
    ["source", "published"],
    ["rule", null],
    ["expected", '[{"kind":"conforming"}]'],
    ["observed", '[{"kind":"conforming"}]'],
    ["observedParsed", '[{"kind":"conforming"}]'],
    ["agree", true],
  ]);
});

const VECTOR: ConservationVector = {
  id: "v",
  source: "own",
  rule: "r",
  input: null,
  expected: '[{"kind":"conforming"}]',
};
const conforming = () => [{ kind: "conforming" } as const];
const refuse = (code: "record-invalid" | "internal") => (): never => {
  throw new PermafrostError(code, "no", { at: "/a" });
};

for (
  const [name, parts] of [
    ["the one", { verifyConservation: refuse("record-invalid"), verifyParsedConservation: conforming }],
    ["the other", { verifyConservation: conforming, verifyParsedConservation: refuse("record-invalid") }],
  ] as const
) {
  Deno.test(`evaluateVector() disagrees when only ${name} verifier refuses`, () => {
    const row = evaluateVector(VECTOR, { ...parts, serializeFindings: () => VECTOR.expected });
    assertEquals(row.agree, false);
    assertEquals([row.observed, row.observedParsed].includes('refused at "/a"'), true);
  });
}

Deno.test("evaluateVector() throws on when the verifier fails otherwise than by refusing", () => {
  const parts = {
    verifyConservation: refuse("internal"),
    verifyParsedConservation: conforming,
    serializeFindings: () => "",
  };
  assertThrows(() => evaluateVector(VECTOR, parts), PermafrostError);
});

Deno.test("summarize() counts the published and the own vectors, refusals and rules apart", () => {
  const row = { ...evaluateVector(VECTORS[0] as ConservationVector), agree: true };
  const rows = [
    row,
    { ...row, agree: false },
    { ...row, source: "own" as const, rule: "b" },
    { ...row, source: "own" as const, rule: "a", expected: 'refused at "/a"', agree: false },
    { ...row, source: "own" as const, rule: "b", agree: false },
  ];
  assertEquals(summarize(rows), {
    published: { planned: 2, agreed: 1 },
    own: { planned: 3, agreed: 1, refusals: 1 },
    rules: { b: { planned: 2, agreed: 1 }, a: { planned: 1, agreed: 0 } },
  });
});

Deno.test("summarize() counts 5 published and 156 own vectors, all agreed, by every declared rule", () => {
  const summary = summarize(VECTORS.map((vector) => evaluateVector(vector)));
  assertEquals(summary.published, { planned: 5, agreed: 5 });
  assertEquals(summary.own, { planned: 156, agreed: 156, refusals: 50 });
  assertEquals(Object.keys(summary.rules).sort(), Object.keys(own.rules).sort());
});
