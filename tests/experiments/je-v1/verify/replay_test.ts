import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import type { World } from "../../../../experiments/je-v1/env/model.ts";
import { instantiate } from "../../../../experiments/je-v1/env/instantiate.ts";
import { playEpisode } from "../../../../experiments/je-v1/env/session.ts";
import { makeHeader } from "../../../../experiments/je-v1/verify/commitment.ts";
import { replay, type ReplayDrift, replayOrRefuse } from "../../../../experiments/je-v1/verify/replay.ts";
import { type Header, type Row, rowOf, trajectoryHash } from "../../../../experiments/je-v1/verify/trajectory.ts";
import { assertCode } from "../../../assert_code.ts";
import { smallWorld } from "../small_world.ts";
import { callEverything, recordOn, sampleOn } from "./sample.ts";
import records from "./stored_records.json" with { type: "json" };

const SAMPLE = sampleOn(smallWorld());

/** Records of every tool, kept so that a change of any answer shows. */
const RECORDS = records as unknown as readonly {
  task_id: string;
  header: Header;
  rows: Row[];
  trajectory_hash: string;
}[];

function driftOf(world: World, rows: readonly Row[] = SAMPLE.rows): ReplayDrift {
  const outcome = replay({ header: SAMPLE.header, rows }, world, { observations: SAMPLE.observations });
  assert(outcome.status === "drift");
  return outcome;
}

Deno.test("replay() is identical when the world is made afresh (conformance 24)", () => {
  const { header, rows } = SAMPLE, trajectory_hash = trajectoryHash(header, rows);
  const outcome = replay({ header, rows, trajectory_hash }, smallWorld());
  assert(outcome.status === "identical");
  assertEquals([outcome.trajectory_hash, outcome.episode.termination], [trajectory_hash, "submitted"]);
});

const MUTATIONS: readonly [string, number, string, (world: World) => void][] = [
  ["a narrative that is listed", 0, "/data/entries/0/narrative", (world) => world.entries[4]!.narrative = "Other"],
  ["a line that is opened", 1, "/data/lines/0/memo", (world) => world.entries[0]!.lines[0]!.memo = "x"],
  ["a document's body", 2, "/data/body", (world) => world.docs[0]!.body = "Another"],
];
for (const [what, first_step, at, mutate] of MUTATIONS) {
  Deno.test(`replay() names the first drifting step when the world differs in ${what} (conformance 24)`, () => {
    const world = smallWorld();
    mutate(world);
    const drift = driftOf(world);
    assertEquals(drift.first_step, first_step);
    assertEquals(drift.expected, SAMPLE.rows[first_step]!.observation_hash);
    assert(drift.diff!.some((one) => one.at === at), `${at} is not among ${JSON.stringify(drift.diff)}`);
  });
}

Deno.test("replay() leaves the difference open when the recorded answer is not at hand", () => {
  const world = smallWorld();
  world.docs[0]!.body = "Another";
  const outcome = replay({ header: SAMPLE.header, rows: SAMPLE.rows }, world);
  assertEquals(outcome.status === "drift" && [outcome.first_step, outcome.diff], [2, null]);
});

Deno.test("replay() drifts without a step when the world differs where no call looked", () => {
  const world = smallWorld();
  world.bank[0]!.text = "OTHER";
  const drift = driftOf(world);
  assertEquals([drift.first_step, drift.expected], [null, SAMPLE.header.world_hash]);
  assertEquals(drift.diff!.map(({ at }) => at), ["/world_hash"]);
});

Deno.test("replay() drifts when the header is of another task", () => {
  assertEquals(driftOf(smallWorld("JE-15")).got, "JE-15");
});

const CHANGED: readonly [string, number, (rows: Row[]) => Row[]][] = [
  ["a row is left out", 2, (rows) => rows.toSpliced(2, 1).map((row, step_idx) => ({ ...row, step_idx }))],
  ["a row follows the end", 7, (rows) => [...rows, { ...rows[0]!, step_idx: 7 }]],
  ["rows are not numbered in turn", 1, (rows) => rows.toSpliced(1, 1, { ...rows[1]!, step_idx: 4 })],
  [
    "arguments are not as the environment takes them",
    0,
    (rows) => rows.toSpliced(0, 1, { ...rows[0]!, args: "\ud800" }),
  ],
  ["arguments differ", 1, (rows) => rows.toSpliced(1, 1, { ...rows[1]!, args: { je_id: "JE-00000002" } })],
];
for (const [state, first_step, change] of CHANGED) {
  Deno.test(`replay() drifts at the row when ${state}`, () => {
    assertEquals(driftOf(smallWorld(), change([...SAMPLE.rows])).first_step, first_step);
  });
}

Deno.test("replay() drifts when rows at the end are missing and the whole hash was kept", () => {
  const { header, rows } = SAMPLE, trajectory_hash = trajectoryHash(header, rows);
  const outcome = replay({ header, rows: rows.slice(0, -1), trajectory_hash }, smallWorld());
  assertEquals(outcome.status === "drift" && outcome.expected, trajectory_hash);
});

Deno.test("replay() ignores volatile fields (conformance 23)", () => {
  const rows = SAMPLE.rows.map((row) => ({ ...row, latency_ms: 99, reasoning_trace: "x" }));
  assertEquals(replay({ header: SAMPLE.header, rows }, smallWorld()).status, "identical");
});

Deno.test("replay() refuses a header whose tools do not suit the task", () => {
  const header = { ...SAMPLE.header, tools_enabled: ["submit"] };
  assertCode(() => replay({ header, rows: [] }, smallWorld()), "record-invalid", "/tools_enabled");
});

Deno.test("replayOrRefuse() refuses a record that drifts", () => {
  const world = smallWorld();
  world.docs[0]!.body = "Another";
  assertCode(() => replayOrRefuse(SAMPLE, world), "record-invalid", "/2");
  assertEquals(replayOrRefuse(SAMPLE, smallWorld()).dispositions.size, 1);
});

for (const task_id of ["JE-01", "JE-06", "JE-08"]) {
  Deno.test(`replay() is identical when ${task_id} is instantiated again (conformance 24)`, () => {
    const instance = instantiate({ task_id, seed: 3 });
    const { steps, episode } = playEpisode(instance.world, (session) => {
      for (const { je_id, attachments } of instance.world.entries.slice(0, 12)) {
        session.call("get_entry", { je_id });
        for (const { doc_id } of attachments) session.call("open_document", { doc_id });
        session.call("find_related", { je_id, relation: "same_reference" });
        session.call("set_disposition", { je_id, disposition: "hold", rationale: "Awaited." });
      }
      session.call("submit", {});
    });
    const { tools_enabled, step_budget } = episode,
      header = makeHeader(instance, { seed: 3, tools_enabled, step_budget });
    const rows = steps.map((one) => rowOf(one)), fresh = instantiate({ task_id, seed: 3 }).world;
    assertEquals(replay({ header, rows }, fresh).status, "identical");
    assertEquals(replay({ header, rows }, instantiate({ task_id, seed: 4 }).world).status, "drift");
  });
}

for (const { task_id, header, rows, trajectory_hash } of RECORDS) {
  Deno.test(`replay() is identical when it is given the stored record of ${task_id} (conformance 24)`, () => {
    const outcome = replay({ header, rows, trajectory_hash }, smallWorld(task_id));
    assertEquals(outcome.status === "identical" ? outcome.trajectory_hash : outcome, trajectory_hash);
    assertEquals(recordOn(smallWorld(task_id), callEverything).rows, rows);
  });
}
