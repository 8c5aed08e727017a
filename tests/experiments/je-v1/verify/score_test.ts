import { assertEquals } from "@std/assert/equals";
import * as fc from "fast-check";
import { score, scoreAsync } from "../../../../experiments/je-v1/verify/score.ts";
import { canonicalize } from "../../../../kernel/json_encode.ts";
import type { JsonObject } from "../../../../kernel/json_value.ts";
import { assertCode } from "../../../assert_code.ts";
import {
  called,
  configOf,
  decides,
  doc,
  failed,
  flagsMismatch,
  HELD,
  type MadeCall,
  madeInstance,
  MISMATCH,
  opens,
  profiles,
  stepsOf,
  SUBMITS,
  UNSIGNED,
} from "./made_episode.ts";
import { failuresWith } from "./mutated_score.ts";
import { REPORT_CASES } from "./rationale_cases.ts";
import { pickOf } from "./score_case.ts";
import { SCORE_MUTANTS } from "./score_mutants.ts";

for (const one of REPORT_CASES) {
  Deno.test(`score() reports when ${one.name}`, () => assertEquals(pickOf(one), one.wanted));
}

const CONFIG = configOf("JE-01");
Deno.test("score() refuses a ledger when it is of other entries", () => {
  const { world } = madeInstance([MISMATCH, {}]), { sealed } = madeInstance([MISMATCH, {}, {}]);
  assertCode(() => score({ world, sealed }, { config: CONFIG, steps: [] }), "record-invalid", "/entries");
});
Deno.test("score() refuses a world when its task is unknown", () => {
  const instance = madeInstance([MISMATCH, {}], { task_id: "JE-99" });
  assertCode(() => score(instance, { config: CONFIG, steps: [] }), "record-invalid", "/task_id");
});
Deno.test("score() gives the same when it is asked twice", () => {
  const instance = madeInstance([MISMATCH, {}]),
    run = { config: CONFIG, steps: stepsOf(opens(doc(1)), flagsMismatch(1)) };
  assertEquals(score(instance, run), score(instance, run));
});
Deno.test("score() is plain JSON when an episode has everything in it", () => {
  const instance = madeInstance([MISMATCH, HELD, UNSIGNED, {}], { task_id: "JE-16" });
  const steps = stepsOf(profiles("user"), opens(doc(1)), flagsMismatch(1), decides(2, "hold"), decides(4, "flag"));
  const made = score(instance, { config: configOf("JE-16"), steps });
  assertEquals(JSON.parse(canonicalize(made)), JSON.parse(JSON.stringify(made)));
});
Deno.test("scoreAsync() gives what score() gives when its judges say the same", async () => {
  const instance = madeInstance([MISMATCH, {}]), steps = stepsOf(opens(doc(1)), flagsMismatch(1));
  const scores = { grounding: 1, key_facts: 2, rule: 3, consequence: 4, discipline: 0 };
  const judges = { id: "judge-a", host: "localhost" }, run = { config: CONFIG, steps };
  const late = await scoreAsync(instance, {
    ...run,
    judges: { ...judges, ask: ({ nonce }) => Promise.resolve({ nonce, scores }) },
  });
  assertEquals(late, score(instance, { ...run, judges: { ...judges, ask: ({ nonce }) => ({ nonce, scores }) } }));
});
Deno.test("scoreAsync() has no total when its judges reject", async () => {
  const instance = madeInstance([MISMATCH, {}]), steps = stepsOf(opens(doc(1)), flagsMismatch(1, { rationale: "r" }));
  const judges = { id: "judge-a", host: "localhost", ask: () => Promise.reject(new Error("gone")) };
  const { total, unscored } = await scoreAsync(instance, { config: CONFIG, steps, judges });
  assertEquals([total, unscored], [null, "judge_failed"]);
});

/** Every number of a score that is a share. */
function sharesOf(instance: ReturnType<typeof madeInstance>, calls: readonly MadeCall[]): (number | null)[] {
  const made = score(instance, { config: CONFIG, steps: stepsOf(...calls) }), { metrics } = made;
  const { evidence_coverage, evidence_precision, baseline_before_claim, premature_disposition } = metrics;
  return [
    ...[made.total, made.score_ungated, made.gate, made.outcome.O, made.outcome.J, made.outcome.F, made.process.P],
    ...[made.rationale.R, made.judge.deterministic_R, ...made.caps.map(({ max }) => max)],
    ...[evidence_coverage, evidence_precision, baseline_before_claim, premature_disposition].map(({ value }) => value),
    ...Object.values(made.process.components).map(({ value }) => value),
  ];
}

Deno.test("score() is whole millionths from 0 to 1,000,000, or null, when anything is called (conformance 30)", () => {
  const number = fc.integer({ min: 1, max: 6 }), ids = fc.array(number.map(doc), { maxLength: 3 });
  const call: fc.Arbitrary<MadeCall> = fc.oneof(
    number.map((at) => opens(doc(at))),
    fc.tuple(number, fc.constantFrom("approve", "flag", "hold"), ids).map(([at, disposition, evidence]) =>
      decides(at, disposition, {
        evidence,
        defect_class: "amount_mismatch",
        amount_minor: 500,
        rationale: `${at}% unusual`,
      })
    ),
    fc.constantFrom(SUBMITS, profiles("user"), failed(null, { raw: "?" }), called("compute", { op: "sum" })),
    fc.jsonValue().map((args): MadeCall => failed("get_entry", args as JsonObject)),
  );
  const row = fc.constantFrom({}, {}, MISMATCH, UNSIGNED, HELD);
  fc.assert(
    fc.property(fc.array(row, { maxLength: 4 }), fc.array(call, { maxLength: 25 }), (rows, calls) => {
      const shares = sharesOf(madeInstance([MISMATCH, {}, ...rows]), calls);
      return shares.every((share) => share === null || (Number.isInteger(share) && 0 <= share && share <= 1_000_000));
    }),
    { seed: 20_310_401, numRuns: 300 },
  );
});

Deno.test("score() passes every case when it is loaded without a defect", async () => {
  assertEquals(await failuresWith(), []);
});
for (const mutant of SCORE_MUTANTS) {
  Deno.test(`score() fails a case when ${mutant.name}`, async () => {
    assertEquals((await failuresWith(mutant)).length > 0, true);
  });
}
