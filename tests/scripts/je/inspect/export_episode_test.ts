import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import type { EpisodeRecord, RecordedEpisode } from "../../../../experiments/je-v1/sweep/episode_record.ts";
import { worldHash } from "../../../../experiments/je-v1/env/world_hash.ts";
import { combine } from "../../../../experiments/je-v1/verify/combine.ts";
import { trajectoryHash } from "../../../../experiments/je-v1/verify/trajectory.ts";
import { checkedWorld } from "../../../../scripts/je/inspect/export_episode.ts";
import { assertCode } from "../../../assert_code.ts";
import { chatEpisode, failedEpisode, smallEpisode } from "./logged.ts";

Deno.test("checkedWorld() gives the world that an episode was played on", () => {
  const episode = chatEpisode();
  assertEquals(worldHash(checkedWorld(episode, { at: "ep" })!), episode.record.header!.world_hash);
});

Deno.test("checkedWorld() gives the world of an episode that broke off, and none where there is none", () => {
  assert(checkedWorld(failedEpisode("crash"), { at: "ep" }) !== null);
  assertEquals(checkedWorld(failedEpisode("instance"), { at: "ep" }), null);
});

Deno.test("checkedWorld() takes the salt that an episode was played under", () => {
  const episode = smallEpisode({ salt: "s" });
  assert(checkedWorld(episode, { at: "ep", salt: "s" }) !== null);
  assertCode(() => checkedWorld(episode, { at: "ep" }), "record-invalid", "ep#/salt_hash");
  assertCode(() => checkedWorld(episode, { at: "ep", salt: "t" }), "record-invalid", "ep#/salt_hash");
});

function withRecord(change: (record: EpisodeRecord) => Partial<EpisodeRecord>): RecordedEpisode {
  const episode = chatEpisode();
  return { ...episode, record: { ...episode.record, ...change(episode.record) } };
}

/** An episode whose chain is right, of calls and answers that are not. */
function forged(change: (episode: RecordedEpisode) => RecordedEpisode["rows"]): RecordedEpisode {
  const episode = chatEpisode(), rows = change(episode), { header } = episode.record;
  const trajectory_hash = trajectoryHash(header!, rows);
  return { ...episode, rows, record: { ...episode.record, rows: rows.length, trajectory_hash } };
}

const DAMAGED: Readonly<Record<string, readonly [() => RecordedEpisode, string]>> = {
  "whose name is another's": [() => withRecord(() => ({ episode_id: "0".repeat(64) })), "ep#/episode_id"],
  "whose header is of another seed": [
    () => withRecord(({ header }) => ({ header: { ...header!, seed: 9 } })),
    "ep#/header/seed",
  ],
  "whose chain is broken": [() => withRecord(() => ({ trajectory_hash: "0".repeat(64) })), "ep#/trajectory_hash"],
  "whose ledger is another": [() => withRecord(() => ({ reveal: null })), "ep#/reveal"],
  "whose answers do not come out": [
    () => forged(({ rows }) => rows.with(0, { ...rows[0]!, observation_hash: rows[5]!.observation_hash })),
    "ep#",
  ],
  "whose calls are others": [() => forged(({ rows }) => rows.with(0, { ...rows[0]!, args: { limit: 3 } })), "ep#"],
  "that ended otherwise": [() => withRecord(() => ({ termination: "budget" })), "ep#/termination"],
  "whose last calls are missing": [() => forged(({ rows }) => rows.slice(0, -1)), "ep#/termination"],
  "whose total is another": [
    () => withRecord(({ score }) => ({ score: { ...score!, total: score!.total! + 1 } })),
    "ep#/score",
  ],
  "whose score is left out": [() => withRecord(() => ({ score: null })), "ep#/score"],
};
for (const [name, [make, at]] of Object.entries(DAMAGED)) {
  Deno.test(`checkedWorld() refuses an episode ${name}`, () => {
    assertCode(() => checkedWorld(make(), { at: "ep" }), "record-invalid", at);
  });
}

Deno.test("checkedWorld() takes the verdicts of a model from the record, and reckons the rest again", () => {
  const { record } = chatEpisode(), { outcome: { O }, process: { P }, caps, rationale, judge } = record.score!;
  const { weights } = record.run_config.scoring, R = 123_456, totals = combine({ O, P, R }, { weights, caps });
  const judged = { ...record.score!, rationale: { ...rationale, R }, judge: { ...judge, id: "llm/x" }, ...totals };
  assert(checkedWorld(withRecord(() => ({ score: judged })), { at: "ep" }) !== null);
  for (const change of [{ total: totals.total! + 1 }, { outcome: { ...judged.outcome, O: 1 } }, { premature: 9 }]) {
    const forgery = withRecord(() => ({ score: { ...judged, ...change } }));
    assertCode(() => checkedWorld(forgery, { at: "ep" }), "record-invalid", "ep#/score");
  }
});
