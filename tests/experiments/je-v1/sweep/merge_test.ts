import { assertEquals } from "@std/assert/equals";
import type { EpisodeRecord } from "../../../../experiments/je-v1/sweep/episode_record.ts";
import { unionOf } from "../../../../experiments/je-v1/sweep/merge.ts";
import { recordOf, unitOf } from "./records.ts";

const SCORED = recordOf(unitOf(), 500_000), OTHER = recordOf(unitOf(), 600_000);
const CRASHED = recordOf(unitOf(), "crash"), FAILED = recordOf(unitOf(), "transport");

const rows: [name: string, first: EpisodeRecord, second: EpisodeRecord, union: string][] = [
  ["both are the same result", SCORED, SCORED, "first"],
  ["the results differ", SCORED, OTHER, "conflict"],
  ["only the second has a result", CRASHED, SCORED, "second"],
  ["only the first has a result", SCORED, CRASHED, "first"],
  ["neither has a result", CRASHED, FAILED, "first"],
  ["only a provider's words differ", SCORED, { ...SCORED, provider: { fingerprint: "x" } }, "first"],
  ["only the plan of the sweep differs", SCORED, recordOf(unitOf({ seeds: 9 }), 500_000), "first"],
];
for (const [when, first, second, union] of rows) {
  Deno.test(`unionOf() gives ${union} when ${when}`, () => assertEquals(unionOf(first, second), union));
}
