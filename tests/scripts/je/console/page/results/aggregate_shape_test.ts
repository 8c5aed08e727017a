import { assertEquals } from "@std/assert/equals";
import { aggregator } from "../../../../../../experiments/je-v1/sweep/aggregate.ts";
import type { JsonObject, JsonValue } from "../../../../../../kernel/json_value.ts";
import { readAggregate } from "../../../../../../scripts/je/console/page/results/aggregate_shape.ts";
import { assertCode } from "../../../../../assert_code.ts";
import { recordOf, unitOf } from "../../../../../experiments/je-v1/sweep/records.ts";

/** What the command line prints, of two models on five seeds of two tasks. */
function printed(): JsonObject {
  const all = aggregator();
  for (const task_id of ["JE-01", "JE-02"]) {
    for (const model of ["heuristic", "solver"]) {
      for (const seed of [1, 2, 3, 4, 5]) all.add(recordOf(unitOf({ task_id, model, seed }), 1000 * seed));
    }
  }
  return JSON.parse(JSON.stringify(all.finish()));
}

Deno.test("readAggregate() takes what je aggregate --json prints", () => {
  const value = printed();
  assertEquals(readAggregate(value) as unknown, value);
});

const wrong: [name: string, at: string, change: (value: JsonObject) => void][] = [
  ["another format", "/format", (value) => void (value.format = "je-v1/aggregate@2")],
  ["a mean that is text", "/tables/0/rows/0/mean", (value) => void (table(value).rows![0].mean = "<b>")],
  ["a mean beyond one", "/tables/0/rows/0/mean", (value) => void (table(value).rows![0].mean = 2_000_000)],
  ["a pair of one model", "/tables/0/pairs/0/models", (value) => void (table(value).pairs![0].models = ["a"])],
  ["no notes", "/notes", (value) => void delete value.notes],
  ["a finding of no known code", "/findings/0/code", (value) => void (value.findings = [{ code: "x" }])],
  [
    "an inferred metric that says source (conformance 27)",
    "/tables/0/rows/0/metrics/premature_disposition/status",
    (value) => void (table(value).rows![0].metrics.premature_disposition.status = "source"),
  ],
];
for (const [name, at, change] of wrong) {
  Deno.test(`readAggregate() refuses ${name}`, () => {
    const value = printed();
    change(value);
    assertCode(() => readAggregate(value), "record-invalid", at);
  });
}

for (const value of [null, [], "x", 1] as JsonValue[]) {
  Deno.test(`readAggregate() refuses ${JSON.stringify(value)}`, () => {
    assertCode(() => readAggregate(value), "record-invalid", "");
  });
}

// deno-lint-ignore no-explicit-any -- it is changed where it is wrong
function table(value: JsonObject): Record<string, any> {
  // deno-lint-ignore no-explicit-any -- as above
  return (value.tables as any)[0];
}
