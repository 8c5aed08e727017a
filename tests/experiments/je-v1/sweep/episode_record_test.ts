import { assertEquals } from "@std/assert/equals";
import { assertNotEquals } from "@std/assert/not-equals";
import { coreHash, type EpisodeRecord } from "../../../../experiments/je-v1/sweep/episode_record.ts";
import { recordOf, unitOf } from "./records.ts";

const RECORD = recordOf(unitOf(), 500_000);

Deno.test("coreHash() is the same when provider and sweep differ", () => {
  const { run_config } = recordOf(unitOf({ seeds: 50 }), 500_000);
  assertEquals(coreHash({ ...RECORD, run_config, provider: { a: 1 } }), coreHash(RECORD));
});

const changes: Partial<EpisodeRecord>[] = [
  { episode_id: "0".repeat(64) },
  { trajectory_hash: "0".repeat(64) },
  { termination: "budget" },
  { judges: [] },
  { score: null },
  { score: { ...RECORD.score!, total: 500_001 } },
  { unscored: { reason: "crash", detail: "" } },
];
for (const change of changes) {
  Deno.test(`coreHash() is another when ${Object.keys(change)} becomes ${JSON.stringify(change).slice(0, 60)}`, () => {
    assertNotEquals(coreHash({ ...RECORD, ...change }), coreHash(RECORD));
  });
}
