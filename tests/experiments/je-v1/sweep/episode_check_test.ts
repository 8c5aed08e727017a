import { assertEquals } from "@std/assert/equals";
import { makeRunConfig } from "../../../../experiments/je-v1/config/contract.ts";
import {
  episodeProblem,
  instanceOf,
  replayEpisode,
  rescore,
} from "../../../../experiments/je-v1/sweep/episode_check.ts";
import type { RecordedEpisode } from "../../../../experiments/je-v1/sweep/episode_record.ts";
import { runUnit, unscoredUnit } from "../../../../experiments/je-v1/sweep/unit.ts";
import { assertCode } from "../../../assert_code.ts";
import { NO_SALT, played, unitOf } from "./records.ts";

const EPISODE = played(), { record: RECORD, rows: ROWS } = EPISODE, HEADER = RECORD.header!;
const EMPTY = unscoredUnit(unitOf(), { reason: "instance", detail: "", salt_hash: NO_SALT });

Deno.test("episodeProblem() finds none in what was played, nor in what could not be", () => {
  assertEquals([episodeProblem(EPISODE), episodeProblem(EMPTY)], [null, null]);
});

const changed: [name: string, episode: RecordedEpisode, at: string][] = [
  ["the seed is another", { ...EPISODE, record: { ...RECORD, seed: 2 } }, "/episode_id"],
  [
    "the config is another",
    {
      ...EPISODE,
      record: {
        ...RECORD,
        run_config: makeRunConfig({ task_id: "JE-01", seed: 1, models: ["a"], seeds: 1, step_budget: 71 }),
      },
    },
    "/episode_id",
  ],
  [
    "the header's budget is another",
    { ...EPISODE, record: { ...RECORD, header: { ...HEADER, step_budget: 71 } } },
    "/header/step_budget",
  ],
  ["the header's salt is another", {
    ...EPISODE,
    record: { ...RECORD, header: { ...HEADER, salt_hash: "0".repeat(64) } },
  }, "/header/salt_hash"],
  ["a row is another", { ...EPISODE, rows: [{ ...ROWS[0]!, tool: "submit" }, ...ROWS.slice(1)] }, "/trajectory_hash"],
  ["a row is missing", { ...EPISODE, rows: ROWS.slice(1) }, "/trajectory_hash"],
  ["the world's hash is another", {
    ...EPISODE,
    record: { ...RECORD, header: { ...HEADER, world_hash: "0".repeat(64) } },
  }, "/trajectory_hash"],
  [
    "the nonce is another",
    { ...EPISODE, record: { ...RECORD, reveal: { ...RECORD.reveal!, nonce: "0".repeat(64) } } },
    "/reveal",
  ],
  ["nothing is revealed", { ...EPISODE, record: { ...RECORD, reveal: null } }, "/reveal"],
  ["rows have no header", { ...EPISODE, record: { ...RECORD, header: null } }, "/header"],
];
for (const [when, episode, at] of changed) {
  Deno.test(`episodeProblem() names ${at} when ${when}`, () => assertEquals(episodeProblem(episode)?.at, at));
}

Deno.test("replayEpisode() gives the recorded hash when nothing was changed", () => {
  const outcome = replayEpisode(EPISODE, instanceOf(RECORD));
  assertEquals([outcome?.status, outcome?.status === "identical" && outcome.trajectory_hash], [
    "identical",
    RECORD.trajectory_hash,
  ]);
});

Deno.test("replayEpisode() names the first step when an answer is another", () => {
  const rows = ROWS.with(3, { ...ROWS[3]!, observation_hash: "0".repeat(64) });
  const outcome = replayEpisode({ ...EPISODE, rows }, instanceOf(RECORD));
  assertEquals(outcome?.status === "drift" && outcome.first_step, 3);
});

Deno.test("replayEpisode() drifts when only the recorded hash is another", () => {
  const outcome = replayEpisode(
    { ...EPISODE, record: { ...RECORD, trajectory_hash: "0".repeat(64) } },
    instanceOf(RECORD),
  );
  assertEquals(outcome?.status === "drift" && [outcome.first_step, outcome.expected], [null, "0".repeat(64)]);
});

Deno.test("replayEpisode() has nothing to say when nothing was played", () => {
  assertEquals(replayEpisode(EMPTY, instanceOf(RECORD)), null);
});

Deno.test("rescore() gives the recorded score", () => assertEquals(rescore(EPISODE, instanceOf(RECORD)), RECORD.score));

Deno.test("rescore() refuses an episode that drifts", () => {
  const rows = ROWS.with(3, { ...ROWS[3]!, observation_hash: "0".repeat(64) });
  assertCode(() => rescore({ ...EPISODE, rows }, instanceOf(RECORD)), "record-invalid", "/3");
});

Deno.test("rescore() refuses an episode that was not played", () => {
  assertCode(() => rescore(EMPTY, instanceOf(RECORD)), "record-invalid");
});

Deno.test("instanceOf() wants the salt under which the episode was played", () => {
  const { record } = runUnit(unitOf(), { salt: "secret" });
  assertCode(() => instanceOf(record), "record-invalid", "/salt_hash");
  assertCode(() => instanceOf(record, "other"), "record-invalid", "/salt_hash");
  assertEquals(instanceOf(record, "secret").sealed, record.reveal!.sealed);
});
