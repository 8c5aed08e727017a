/** What reports show, for tests: every kind of thing. @module */
import { makeRunConfig } from "../../../experiments/je-v1/config/contract.ts";
import { aggregator } from "../../../experiments/je-v1/sweep/aggregate.ts";
import { modelsOf, unitsOf } from "../../../experiments/je-v1/sweep/plan.ts";
import { runUnit } from "../../../experiments/je-v1/sweep/unit.ts";
import type { Criterion } from "../../../kernel/protocol.ts";
import type { Result } from "../../../kernel/result.ts";
import type { Shown } from "../../../scripts/report/operands.ts";
import { aResult } from "../../a_result.ts";

/** One that is met and one that is not. */
export const CRITERIA: readonly Criterion[] = [{ id: "one", at: "/summary/n", equals: 1 }, {
  id: "two",
  at: "/summary/n",
  equals: 2,
}];
/** Rows, three of which are not as they should be. */
export const ROWS: readonly { id: string; agree: boolean; note: string }[] = Array.from(
  { length: 250 },
  (_, at) => ({ id: `row-${at}`, agree: at % 100 !== 7, note: `n${at % 3}` }),
);
/** A result with its name. */
export const named = (result: Result, name = "r.json"): Shown => ({ kind: "result", name, result });

/** Every kind of thing on one page. */
export function everything(): Shown[] {
  const config = makeRunConfig({ task_id: "JE-01", seed: 1, models: ["heuristic", "solver"], seeds: 5 });
  const episodes = [...unitsOf(config, modelsOf(config))].map((unit) => runUnit(unit));
  const all = aggregator();
  for (const { record } of episodes) all.add(record);
  return [
    named(aResult({ rows: ROWS.slice(0, 12) }, CRITERIA), "1.json"),
    named(aResult({ rows: ROWS.slice(1, 12) }, CRITERIA), "2.json"),
    { kind: "sweep", name: "swept", aggregate: all.finish() },
    { kind: "episode", name: "episode", episode: episodes[0]! },
  ];
}
