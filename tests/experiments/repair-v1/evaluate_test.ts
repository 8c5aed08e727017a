import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import fc from "fast-check";
import {
  dispositionOf,
  DISPOSITIONS,
  evaluateRepair,
  REPAIR_STATUSES,
  type RepairEvaluation,
} from "../../../experiments/repair-v1/evaluate.ts";
import { PermafrostError } from "../../../kernel/error.ts";

const SEED = { seed: 20261201, numRuns: 2_000 };
const code = fc.oneof(
  fc.constantFrom("K7", "K7 ", "k7", "K9", "", " ", "\ufeff", "\u200b"),
  fc.string({ unit: "binary", maxLength: 4 }),
  fc.constantFrom(null, 7, true, undefined),
);
const label = fc.oneof(fc.boolean(), fc.constantFrom("false", null, 0, 1, undefined));
const attempt = fc.record({ code, valid: label, more: fc.jsonValue({ maxDepth: 1 }) }, { requiredKeys: [] });
const ledger = fc.record({ verifiedCode: code, attempts: fc.array(attempt, { maxLength: 5 }) }, {
  requiredKeys: ["attempts"],
});

/** The published rules once more, in another form: the first decision of a list of them. */
function byTheRules({ verifiedCode, attempts }: { verifiedCode?: unknown; attempts: readonly unknown[] }) {
  const isText = (value: unknown): value is string => typeof value === "string" && /\S/.test(value);
  const permitted = (attempts as { code?: unknown; valid?: unknown }[]).slice(0, 2);
  const decisions: (RepairEvaluation | false)[] = [
    !isText(verifiedCode) && { status: "missing-code-evidence", attemptsUsed: 0 },
    ...permitted.flatMap((one, at): (RepairEvaluation | false)[] => [
      !isText(one.code) && { status: "missing-code-evidence", attemptsUsed: at + 1 },
      one.code !== verifiedCode && { status: "fact-changed", attemptsUsed: at + 1 },
      one.valid !== true && one.valid !== false && { status: "invalid-format-label", attemptsUsed: at + 1 },
      one.valid === true && { status: "complete", attemptsUsed: at + 1 },
    ]),
    permitted.length === 2 && { status: "stopped", attemptsUsed: 2 },
    { status: "needs-next-attempt", attemptsUsed: permitted.length },
  ];
  return decisions.find((decision) => decision !== false);
}

Deno.test("evaluateRepair() does what the rules say for random ledgers", () => {
  fc.assert(fc.property(ledger, (one) => assertEquals(evaluateRepair(one), byTheRules(one) as RepairEvaluation)), SEED);
});

Deno.test("evaluateRepair() never depends on attempts beyond the second", () => {
  const later = fc.array(fc.oneof(attempt, fc.constantFrom(null, [], 7, "x")), { maxLength: 4 });
  fc.assert(
    fc.property(ledger, attempt, attempt, later, (one, first, second, more) => {
      const two = { ...one, attempts: [first, second] };
      assertEquals(evaluateRepair({ ...one, attempts: [first, second, ...more] }), evaluateRepair(two));
    }),
    SEED,
  );
});

Deno.test("evaluateRepair() uses at most two attempts, and no more than were logged", () => {
  fc.assert(
    fc.property(ledger, (one) => {
      const { attemptsUsed } = evaluateRepair(one);
      assert(Number.isInteger(attemptsUsed) && attemptsUsed <= Math.min(2, one.attempts.length));
    }),
    SEED,
  );
});

Deno.test("evaluateRepair() completes only with the verified code and a true label", () => {
  const likely = fc.record({
    verifiedCode: fc.constantFrom("K7", "K9"),
    attempts: fc.array(attempt, { maxLength: 3 }),
  });
  fc.assert(
    fc.property(likely, (one) => {
      const { status, attemptsUsed } = evaluateRepair(one);
      const { code, valid } = one.attempts[attemptsUsed - 1] ?? {};
      assert(status !== "complete" || (code === one.verifiedCode && valid === true));
    }),
    SEED,
  );
});

Deno.test("evaluateRepair() changes nothing and repeats its answer", () => {
  fc.assert(
    fc.property(ledger, (one) => {
      const before = structuredClone(one);
      assertEquals(evaluateRepair(one), evaluateRepair(one));
      assertEquals(one, before);
    }),
    SEED,
  );
});

Deno.test("evaluateRepair() looks at two attempts only when there are a million", () => {
  let reads = 0;
  const attempts: unknown[] = new Array(1_000_000);
  attempts[0] = attempts[1] = { code: "K7", valid: false };
  Object.defineProperty(attempts, 2, { get: () => reads++ });
  assertEquals(evaluateRepair({ verifiedCode: "K7", attempts }), { status: "stopped", attemptsUsed: 2 });
  assertEquals(reads, 0);
});

Deno.test("evaluateRepair() throws record-invalid with a message that names the place", () => {
  try {
    evaluateRepair({ attempts: [7] });
  } catch (error) {
    assert(error instanceof PermafrostError && error.code === "record-invalid");
    return assertEquals(error.message, "Cannot read the ledger at /attempts/0: it is not an object");
  }
  throw new Error("nothing was thrown");
});

Deno.test("dispositionOf() gives every status its one disposition", () => {
  assertEquals(
    REPAIR_STATUSES.map((status) => dispositionOf(status)),
    REPAIR_STATUSES.map((name) => DISPOSITIONS[name]),
  );
  assertEquals(Object.keys(DISPOSITIONS).sort(), [...REPAIR_STATUSES].sort());
});
