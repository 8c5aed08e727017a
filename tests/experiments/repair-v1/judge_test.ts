import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { assertThrows } from "@std/assert/throws";
import published from "../../../experiments/repair-v1/cases.json" with { type: "json" };
import { readCases, type RepairCase } from "../../../experiments/repair-v1/corpus.ts";
import { judgeCase, type RepairParts, summarize } from "../../../experiments/repair-v1/judge.ts";
import own from "../../../experiments/repair-v1/own_cases.json" with { type: "json" };
import { PermafrostError } from "../../../kernel/error.ts";
import { mutatedLoader } from "../../mutated_modules.ts";
import { MUTANTS } from "./mutants.ts";

const CASES = readCases(published, own);
const loadParts = mutatedLoader<RepairParts>("repair-v1", ["disposition.ts", "ledger.ts", "evaluate.ts"]);

/** The cases that do not agree; an evaluator that breaks down agrees on none. */
function disagreeing(parts: RepairParts): string[] {
  const agrees = (one: RepairCase): boolean => {
    try {
      return judgeCase(one, parts).agree;
    } catch {
      return false;
    }
  };
  return CASES.filter((one) => !agrees(one)).map(({ id }) => id);
}

Deno.test("judgeCase() agrees on every case when the modules are loaded without a defect", async () => {
  assertEquals(disagreeing(await loadParts()), []);
});

for (const mutant of MUTANTS) {
  Deno.test(`judgeCase() disagrees on some case, and not on all, when ${mutant.name}`, async () => {
    const { length } = disagreeing(await loadParts(mutant));
    assert(length > 0, "no case catches it");
    assert(length < CASES.length, "it is broken, and no mutant");
  });
}

Deno.test("judgeCase() keeps the ledger whole and says what is to be done", () => {
  const late = CASES.find(({ id }) => id === "third-attempt-too-late")!;
  const { input, logged, observed, status, disposition, agree } = judgeCase(late);
  assertEquals((input as { attempts: unknown[] }).attempts.length, 3);
  assertEquals([logged, observed], [3, "stopped after 2: staff-review"]);
  assertEquals([status, disposition, agree], ["stopped", "staff-review", true]);
});

Deno.test("judgeCase() counts what a case appends, and keeps that in its short form", () => {
  const { logged, append } = judgeCase(CASES.find(({ id }) => id === "many-failed")!);
  assertEquals([logged, append], [10_000, { times: 10_000, attempt: { code: "K7", valid: false } }]);
});

for (
  const [name, error] of [
    ["another code", new PermafrostError("internal", "no", { at: "/a" })],
    ["no place", new PermafrostError("record-invalid", "no")],
    ["no code at all", new Error("no")],
  ] as const
) {
  Deno.test(`judgeCase() lets a fault through when an error has ${name}`, () => {
    const evaluateRepair = (): never => {
      throw error;
    };
    assertThrows(() => judgeCase(CASES[0]!, { evaluateRepair, dispositionOf: () => "finish" }), Error, "no");
  });
}

Deno.test("summarize() counts by source and status when a row does not agree", () => {
  const rows = CASES.slice(0, 7).map((one) => judgeCase(one));
  const wrong = rows.map((row, at) => at === 0 ? { ...row, agree: false } : row);
  assertEquals(summarize(wrong), {
    published: { planned: 6, agreed: 5 },
    own: { planned: 1, agreed: 1, refusals: 1 },
    statuses: {
      "missing-code-evidence": 2,
      "fact-changed": 1,
      "invalid-format-label": 1,
      "complete": 1,
      "stopped": 1,
      "needs-next-attempt": 0,
    },
  });
});
