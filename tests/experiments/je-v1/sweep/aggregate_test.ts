import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import type { RunConfigSource } from "../../../../experiments/je-v1/config/contract.ts";
import { type Aggregate, aggregator } from "../../../../experiments/je-v1/sweep/aggregate.ts";
import type { EpisodeRecord, UnscoredReason } from "../../../../experiments/je-v1/sweep/episode_record.ts";
import { saltHash } from "../../../../experiments/je-v1/verify/commitment.ts";
import { modelOf, recordOf, unitOf } from "./records.ts";

type Results = readonly (number | UnscoredReason)[];

/** Records of one model on the seeds from 1 on. */
function recordsOf(model: string, results: Results, source: Partial<RunConfigSource> = {}): EpisodeRecord[] {
  const plan = { models: [model], seeds: results.length, ...source };
  return results.map((result, at) => recordOf(unitOf({ ...plan, model, seed: at + 1 }), result));
}

function aggregateOf(...records: readonly EpisodeRecord[][]): Aggregate {
  const aggregate = aggregator();
  for (const record of records.flat()) aggregate.add(record);
  return aggregate.finish();
}

const FIVE = [500_000, 600_000, 700_000, 800_000, 900_000];

Deno.test("aggregator() gives no spread and says not measurable when a model has four seeds (conformance 33)", () => {
  const { tables: [table] } = aggregateOf(recordsOf("heuristic", FIVE.slice(0, 4)), recordsOf("solver", [1, 2, 3, 4]));
  for (const { sd, ci95, variance, mean } of table!.rows) {
    assertEquals([sd, ci95, variance, typeof mean], [null, null, "not measurable", "number"]);
  }
  const [{ p, p_holm, ci95, variance } = { p: 0 }] = table!.pairs as never[] as { [name: string]: unknown }[];
  assertEquals([p, p_holm, ci95, variance], [null, null, null, "not measurable"]);
});

Deno.test("aggregator() gives numbers when a model has five seeds (conformance 33)", () => {
  const { tables: [table] } = aggregateOf(
    recordsOf("heuristic", FIVE),
    recordsOf("solver", FIVE.map((each) => each + 1)),
  );
  for (const { sd, ci95, variance } of table!.rows) {
    assertEquals([sd, typeof ci95?.low, variance], [158_114, "number", "measured"]);
  }
  assertEquals(table!.pairs.map(({ n, mean_difference, p }) => [n, mean_difference, p?.ppm]), [[5, -1, 62_500]]);
});

Deno.test("aggregator() refuses to pool when a task was played under two conditions (conformance 34)", () => {
  const withheld = recordsOf("heuristic", FIVE, { tools_withheld: ["compute"] });
  const { tables, findings, cross_task } = aggregateOf(recordsOf("heuristic", FIVE), withheld);
  assertEquals(findings.map(({ code, at, observed }) => [code, at, observed.length]), [[
    "mixed-conditions",
    "JE-01",
    2,
  ]]);
  assertEquals([tables.map(({ label }) => label).sort(), cross_task], [["full", "withheld:compute"], []]);
  assertEquals(tables.map(({ rows }) => rows[0]!.n_scored), [5, 5]);
});

Deno.test("aggregator() refuses to pool when knobs differ (conformance 34)", () => {
  const larger = recordsOf("heuristic", FIVE, { knobs: { ledger_size: 21 } });
  assertEquals(aggregateOf(recordsOf("heuristic", FIVE), larger).findings.length, 1);
});

Deno.test("aggregator() keeps unscored and missing episodes in what was planned (conformance 35)", () => {
  const results: Results = [600_000, "transport", 300_000, "judge_failed", "crash"];
  const { planned, scored, unscored, tables: [table] } = aggregateOf(recordsOf("heuristic", results, { seeds: 7 }));
  assertEquals([planned, scored, unscored], [7, 2, 5]);
  const { n_planned, n_scored, n_unscored, mean, mean_if_unscored_zero, min, unscored: why } = table!.rows[0]!;
  assertEquals([n_planned, n_scored, n_unscored, mean, mean_if_unscored_zero, min], [
    7,
    2,
    5,
    450_000,
    128_571,
    300_000,
  ]);
  assertEquals(why, { transport: 1, judge_failed: 1, crash: 1, missing: 2 });
});

Deno.test("aggregator() plans a model that a sweep names and of which no episode is here (conformance 35)", () => {
  const { tables: [table] } = aggregateOf(recordsOf("heuristic", FIVE, { models: ["heuristic", "solver"] }));
  const row = table!.rows.find(({ model }) => model === "solver")!;
  assertEquals([row.n_planned, row.n_scored, row.mean, row.mean_if_unscored_zero], [5, 0, null, 0]);
});

Deno.test("aggregator() plans the union of sweeps when one goes on from another", () => {
  const { tables: [table] } = aggregateOf(
    recordsOf("heuristic", FIVE),
    recordsOf("heuristic", [...FIVE, ...FIVE]).slice(5),
  );
  assertEquals([table!.rows[0]!.n_planned, table!.rows[0]!.n_scored], [10, 10]);
});

Deno.test("aggregator() gives the same whatever the order of the records", () => {
  const records = [
    ...recordsOf("heuristic", FIVE),
    ...recordsOf("solver", [1, "crash", 3, 4, 5]),
    ...recordsOf("oracle", FIVE),
  ];
  assertEquals(aggregateOf(records.toReversed()), aggregateOf(records));
});

Deno.test("aggregator() sets baselines beside models and names those that are missing", () => {
  const plan = { models: ["solver"] };
  const { tables: [table] } = aggregateOf(
    recordsOf("solver", FIVE),
    recordsOf("random", FIVE, plan),
    recordsOf("approve-all", [0, 0, 0, 0, 0], plan),
  );
  assertEquals(table!.rows.map(({ model, is_baseline }) => [model, is_baseline]), [
    ...[["solver", false], ["approve-all", true], ["random", true]],
  ]);
  assertEquals(table!.baselines_missing, ["heuristic", "oracle"]);
  assertEquals(table!.pairs.map(({ models }) => models), [["solver", "approve-all"], ["solver", "random"]]);
});

Deno.test("aggregator() pairs models on the seeds that both have, and adjusts for all pairs", () => {
  const { tables: [table] } = aggregateOf(
    recordsOf("heuristic", [10, 20, 30, 40, 50, 60, "crash"]),
    recordsOf("solver", [11, 22, 33, 44, 55, 66, 77]),
    recordsOf("oracle", [100, 100, 100, 100, 100, 100, 100]),
  );
  const rows = table!.pairs.map((
    { models, n, mean_difference, p, p_holm },
  ) => [...models, n, mean_difference, p?.ppm, p_holm?.ppm]);
  assertEquals(rows, [
    ["heuristic", "oracle", 6, -65, 31_250, 62_500],
    ["heuristic", "solver", 6, -4, 31_250, 62_500],
    ["oracle", "solver", 7, 56, 15_625, 46_875],
  ]);
});

Deno.test("aggregator() finds a model id with two descriptions", () => {
  const other = recordOf({ ...unitOf(), model: { ...modelOf("heuristic"), params: { temperature: 1 } } }, 5);
  const { findings } = aggregateOf(recordsOf("heuristic", FIVE), [other]);
  assertEquals(findings, [{ code: "mixed-models", at: "JE-01", observed: ["heuristic"] }]);
});

Deno.test("aggregator() tells instances of two salts apart and names the salts", () => {
  const salt_hash = saltHash("x"), record = recordOf(unitOf(), 1, { salt_hash });
  const { tables: [table] } = aggregateOf(recordsOf("heuristic", FIVE), [record]);
  assertEquals([table!.rows[0]!.n_scored, table!.rows[0]!.n_planned, table!.salt_hashes.length], [6, 10, 2]);
});

Deno.test("aggregator() takes means over tasks with seeds as clusters", () => {
  const { cross_task } = aggregateOf(
    recordsOf("heuristic", FIVE),
    recordsOf("heuristic", [0, 0, 0, 0, 500_000], { task_id: "JE-02" }),
  );
  assertEquals(
    cross_task.map(({ model, tasks, n_seeds, mean, variance }) => [model, tasks.length, n_seeds, mean, variance]),
    [
      ["heuristic", 2, 5, 400_000, "measured"],
    ],
  );
  const { low, high } = cross_task[0]!.ci95!;
  assert(low >= 250_000 && low < 400_000 && high > 400_000 && high <= 700_000);
});

Deno.test("aggregator() leaves out of means over tasks a seed that lacks a total, and other than default knobs", () => {
  const { cross_task } = aggregateOf(
    recordsOf("heuristic", [...FIVE.slice(0, 4), "crash"]),
    recordsOf("heuristic", FIVE, { task_id: "JE-02" }),
    recordsOf("heuristic", FIVE, { task_id: "JE-03", knobs: { ledger_size: 21 } }),
    recordsOf("heuristic", FIVE, { task_id: "JE-04", tools_withheld: ["lookup_master"] }),
  );
  assertEquals(
    cross_task.map((
      { tasks, n_seeds, n_seeds_left_out, ci95, variance },
    ) => [tasks, n_seeds, n_seeds_left_out, ci95, variance]),
    [
      [["JE-01", "JE-02"], 4, 1, null, "not measurable"],
    ],
  );
});

Deno.test("aggregator() says of the inferred metrics that they are inferred (conformance 27)", () => {
  const { metrics } = aggregateOf(recordsOf("heuristic", FIVE)).tables[0]!.rows[0]!;
  const inferred = Object.entries(metrics).filter(([, { status }]) => status === "inferred").map(([name]) => name);
  assertEquals(inferred.sort(), ["baseline_before_claim", "premature_disposition", "steps_to_first_flag"]);
});

Deno.test("aggregator() says that JE-12 and JE-16 cannot confirm the inferred definitions", () => {
  const has = (task_id: string): boolean =>
    aggregateOf(recordsOf("heuristic", FIVE, { task_id })).notes.some((note) => note.includes("JE-12 and JE-16"));
  assertEquals(["JE-01", "JE-12", "JE-16"].map(has), [false, true, true]);
});

Deno.test("aggregator() has nothing of nothing", () => {
  const { planned, tables, findings, cross_task } = aggregateOf();
  assertEquals([planned, tables, findings, cross_task], [0, [], [], []]);
});
