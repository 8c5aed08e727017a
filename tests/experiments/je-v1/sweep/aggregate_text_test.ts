import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import type { RunConfigSource } from "../../../../experiments/je-v1/config/contract.ts";
import { aggregator } from "../../../../experiments/je-v1/sweep/aggregate.ts";
import { aggregateLines, decimal } from "../../../../experiments/je-v1/sweep/aggregate_text.ts";
import type { UnscoredReason } from "../../../../experiments/je-v1/sweep/episode_record.ts";
import { recordOf, unitOf } from "./records.ts";

interface Group extends Partial<RunConfigSource> {
  readonly model: string;
  readonly results: readonly (number | UnscoredReason)[];
}

function linesOf(...groups: readonly Group[]): string[] {
  const aggregate = aggregator();
  for (const { results, model, ...source } of groups) {
    for (const [at, result] of results.entries()) {
      const plan = { models: [model], seeds: results.length, ...source };
      aggregate.add(recordOf(unitOf({ ...plan, model, seed: at + 1 }), result));
    }
  }
  return aggregateLines(aggregate.finish());
}

const FIVE = [500_000, 600_000, 700_000, 800_000, 900_000], FOUR = FIVE.slice(0, 4);
const LONG = "a-model-with-a-name/that-goes-on:and-on-for-more-than-eighty-columns-and-then-some-more";
const CASES: Readonly<Record<string, readonly Group[]>> = {
  "five seeds": [{ model: "solver", results: FIVE }, { model: "random", results: FIVE, models: ["solver"] }],
  "four seeds": [{ model: "solver", results: FOUR }, { model: "heuristic", results: FOUR }],
  "thousands of seeds": [{ model: "duplicate-caller", results: Array.from({ length: 1200 }, (_, at) => at) }],
  "long names": [{ model: LONG, results: FIVE }, { model: `${LONG}-2`, results: FIVE.toReversed() }],
  "unscored episodes": [{ model: "solver", results: ["crash", 1, "transport", 3, 4] }],
  "several tasks": [{ model: "solver", results: FIVE }, { model: "solver", results: FIVE, task_id: "JE-12" }],
  "mixed conditions": [
    { model: "solver", results: FIVE },
    { model: "solver", results: FIVE, task_id: "JE-05" },
    { model: "solver", results: FIVE, task_id: "JE-05", tools_withheld: ["search_entries", "compute"] },
  ],
};
for (const [name, groups] of Object.entries(CASES)) {
  Deno.test(`aggregateLines() fits 80 columns when there are ${name}`, () => {
    assertEquals(linesOf(...groups).filter((line) => [...line].length > 80), []);
  });

  Deno.test(`aggregateLines() states its limits when there are ${name}`, () => {
    const text = linesOf(...groups).join(" ").replace(/\s+/g, " ");
    assert(text.includes("One run per seed mixes two variances"));
    assert(text.includes("2^(1-n): 0.0625 for five seeds, so five seeds cannot reach 0.05"));
  });
}

Deno.test("aggregateLines() says not measurable when there are four seeds (conformance 33)", () => {
  const lines = linesOf({ model: "solver", results: FOUR }, { model: "heuristic", results: FOUR });
  assertEquals(lines.filter((line) => line.includes("not measurable")).length, 3);
});

Deno.test("aggregateLines() shows the numbers of a model and brackets its baselines", () => {
  const lines = linesOf({ model: "solver", results: FIVE }, { model: "random", results: FIVE, models: ["solver"] });
  const solver = lines.find((line) => line.startsWith("  solver "))!;
  assert(/^ {2}solver +5\/5 {3}0\.700000 {2}0\.\d{6}\.\.0\.\d{6} {4}0\.158114 {2}0\.500000$/.test(solver), solver);
  assert(lines.some((line) => line.startsWith("  [random] ")));
  assert(lines.some((line) => line.includes("no episodes here of the baselines approve-all, heuristic, oracle")));
});

Deno.test("aggregateLines() says why episodes are unscored, and the mean with 0 for them", () => {
  const text = linesOf({ model: "solver", results: ["crash", 100_000, "crash", 300_000, "transport"] }).join("\n");
  assert(text.includes("solver: 3 unscored (crash 2, transport 1); mean if 0 0.080000"), text);
});

Deno.test("aggregateLines() refuses in words, and says nothing over tasks, when conditions are mixed (conformance 34)", () => {
  const text = linesOf(...CASES["mixed conditions"]!).join("\n");
  assert(/^Refused: JE-05 was played under 2 conditions/m.test(text), text);
  assertEquals(text.includes("Over tasks"), false);
});

Deno.test("aggregateLines() calls steps_to_first_flag inferred where JE-12 shows it (conformance 27)", () => {
  const text = linesOf({ model: "solver", results: FIVE, task_id: "JE-12" }).join("\n");
  assert(text.includes("steps_to_first_flag (inferred)"), text);
});

for (
  const [ppm, text] of [[0, "0.000000"], [1_000_000, "1.000000"], [-5, "-0.000005"], [123_456, "0.123456"]] as const
) {
  Deno.test(`decimal() writes ${ppm} as ${text}`, () => assertEquals(decimal(ppm), text));
}
