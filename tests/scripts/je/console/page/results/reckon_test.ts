import { assertEquals } from "@std/assert/equals";
import { aggregator } from "../../../../../../experiments/je-v1/sweep/aggregate.ts";
import type { EpisodeRecord } from "../../../../../../experiments/je-v1/sweep/episode_record.ts";
import { keep, type LoadedEpisode } from "../../../../../../scripts/je/console/page/results/loaded.ts";
import { labelsOf, reckon } from "../../../../../../scripts/je/console/page/results/reckon.ts";
import { recordOf, unitOf } from "../../../../../experiments/je-v1/sweep/records.ts";

function loaded(records: readonly EpisodeRecord[]): LoadedEpisode[] {
  return records.map((record) => keep(record, { name: "f", open: () => Promise.reject(new Error("not opened")) }));
}

const SEEDS = [1, 2, 3, 4, 5];
const TWO_TASKS = ["JE-01", "JE-02"].flatMap((task_id) =>
  SEEDS.map((seed) => recordOf(unitOf({ task_id, seed }), 100_000 * seed + (task_id === "JE-01" ? 0 : 400_000)))
);

Deno.test("reckon() comes to what the command line's aggregate comes to", () => {
  const all = aggregator();
  for (const record of TWO_TASKS) all.add(record);
  assertEquals(reckon(loaded(TWO_TASKS))?.aggregate, all.finish());
});

Deno.test("reckon() counts what has no score, by reason", () => {
  const records = [...TWO_TASKS.slice(0, 3), recordOf(unitOf({ seed: 4 }), "transport")];
  const { scored, unscored, planned, tables } = reckon(loaded(records))!.aggregate;
  const { unscored: reasons } = tables[0]!.rows[0]!;
  assertEquals([planned, scored, unscored, reasons], [5, 3, 2, { transport: 1, missing: 1 }]);
});

Deno.test("reckon() gives the mean over the tasks of a tier", () => {
  const { tiers } = reckon(loaded(TWO_TASKS))!;
  assertEquals(
    tiers.map(({ tier, models }) => [tier, models.map(({ model, mean, n_seeds }) => [model, mean, n_seeds])]),
    [["L1", [["heuristic", 500_000, 5]]]],
  );
});

Deno.test("reckon() gives no mean over a tier of one task", () => {
  assertEquals(reckon(loaded(TWO_TASKS.slice(0, 5)))?.tiers, []);
});

Deno.test("reckon() never pools conditions", () => {
  const withheld = recordOf(unitOf({ tools_withheld: ["compute"] }), 900_000);
  const { aggregate, tiers } = reckon(loaded([...TWO_TASKS, withheld]))!;
  assertEquals([aggregate.tables.length, aggregate.findings.map(({ code }) => code), aggregate.cross_task, tiers], [
    ...[3, ["mixed-conditions"], [], []],
  ]);
});

Deno.test("reckon() leaves what is not the default out of means over tasks", () => {
  const other = SEEDS.map((seed) => recordOf(unitOf({ task_id: "JE-02", seed, knobs: { ledger_size: 21 } }), 1));
  assertEquals(reckon(loaded([...TWO_TASKS.slice(0, 5), ...other]))?.tiers, []);
});

Deno.test("reckon() declines plans that a page cannot count", () => {
  const models = Array.from({ length: 6 }, (_, at) => `m${at}`);
  const records = ["JE-01", "JE-02"].map((task_id) =>
    recordOf(unitOf({ task_id, models, model: "m0", seeds: 100_000 }), 1)
  );
  assertEquals(reckon(loaded(records)), null);
});

Deno.test("labelsOf() lists each condition's label once", () => {
  const withheld = recordOf(unitOf({ tools_withheld: ["compute"] }), 9);
  assertEquals(labelsOf(loaded([...TWO_TASKS, withheld])), ["full", "withheld:compute"]);
});
