import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import fc from "fast-check";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import project from "../../../../deno.json" with { type: "json" };
import schema from "../../../../fixtures/inspect/eval_log.schema.json" with { type: "json" };
import type { Call } from "../../../../experiments/je-v1/env/envelope.ts";
import { instantiate } from "../../../../experiments/je-v1/env/instantiate.ts";
import { TASKS } from "../../../../experiments/je-v1/env/tasks.ts";
import { runUnit } from "../../../../experiments/je-v1/sweep/unit.ts";
import { sha256Hex } from "../../../../kernel/digest.ts";
import { logKey, logModel, logName, logText, manifestSha256 } from "../../../../scripts/je/inspect/eval_log.ts";
import { playTranscript } from "../../../../scripts/je/transcript.ts";
import { assertCode } from "../../../assert_code.ts";
import { inFolder } from "../../../in_folder.ts";
import {
  INSPECT_PROBLEM,
  inspectProblems,
  peerSchema,
  problemsBy,
  readWithInspect,
  SCHEMA_PROBLEM,
} from "../../../inspect_peer.ts";
import { testWhere } from "../../../test_where.ts";
import { anyCall } from "../../../experiments/je-v1/fuzz_calls.ts";
import { unitOf } from "../../../experiments/je-v1/sweep/records.ts";
import { CHAT, chatEpisode, failedEpisode, logOf, SMALL, smallEpisode } from "./logged.ts";

const GOLDEN = fileURLToPath(new URL("../../../../fixtures/inspect/golden_log.json", import.meta.url));
const MANIFEST = fileURLToPath(new URL("../../../../experiments/je-v1/manifest.json", import.meta.url));

/** What a log breaks of our own schema. */
function problemsOf(log: unknown): string[] {
  return problemsBy(schema as Parameters<typeof problemsBy>[0], log);
}

// deno-lint-ignore no-explicit-any -- what is written is what these tests look at
function written(...args: Parameters<typeof logOf>): any {
  return JSON.parse(logText(logOf(...args)));
}

const LOGS = {
  "a transcript": () => written([smallEpisode()]),
  "a model with tokens, times and thoughts": () => written([chatEpisode()]),
  "an episode that broke off": () => written([chatEpisode(), failedEpisode("transport")]),
  "an episode of no world": () => written([chatEpisode(), failedEpisode("instance")]),
  "nothing but episodes that broke off": () => written([failedEpisode("crash")]),
  "a time": () => written([chatEpisode()], { createdMs: 1_900_000_000_500 }),
  "the ledger": () => written([chatEpisode(), failedEpisode("instance")], { hasLedger: true }),
};
for (const [name, make] of Object.entries(LOGS)) {
  Deno.test(`evalLog() keeps to its schema with ${name}`, () => assertEquals(problemsOf(make()), []));
  testWhere(SCHEMA_PROBLEM)(`evalLog() keeps to Inspect's own schema with ${name}`, () => {
    assertEquals(inspectProblems(make()), []);
  });
}

for (const { id } of TASKS) {
  Deno.test(`evalLog() holds the heuristic's score on ${id}, and keeps to its schema`, () => {
    const episode = runUnit(unitOf({ task_id: id })), log = written([episode]), { total } = episode.record.score!;
    const { value, metadata } = log.samples[0].scores.je_v1_total;
    assertEquals([value, metadata.total_ppm, problemsOf(log)], [total! / 1_000_000, total, []]);
    assertEquals(log.results.scores[0].metrics.mean.value, total! / 1_000_000);
  });
}

Deno.test("evalLog() keeps to its schema whatever is called", () => {
  const { world } = instantiate({ task_id: "JE-01", seed: 1, generator: { ledger_size: 12 } });
  fc.assert(
    fc.property(fc.array(anyCall(world), { maxLength: 12 }), fc.integer({ min: 1, max: 12 }), (calls, step_budget) => {
      const { episode } = playTranscript(calls as Call[], { run_config: { ...SMALL, step_budget }, seed: 1 });
      assertEquals(problemsOf(written([episode])), []);
    }),
    { seed: 20261201, numRuns: 40 },
  );
});

Deno.test("evalLog() breaks its schema where anything is added or taken away", () => {
  const log = LOGS["an episode that broke off"]();
  const [scored, failed] = log.samples;
  for (
    const changed of [
      { ...log, more: 1 },
      { ...log, eval: { ...log.eval, more: 1 } },
      { ...log, samples: [{ ...scored, more: 1 }] },
      { ...log, samples: [{ ...scored, scores: undefined }].map((sample) => JSON.parse(JSON.stringify(sample))) },
      { ...log, samples: [{ ...failed, scores: scored.scores }] },
      { ...log, samples: [{ ...scored, events: [{ ...scored.events[1], timestamp: "then" }] }] },
    ]
  ) assert(problemsOf(changed).length > 0, JSON.stringify(Object.keys(changed)));
});

Deno.test("evalLog() is what the golden log says", () => {
  const text = logText(logOf([chatEpisode(), failedEpisode("transport")]));
  const golden = Deno.readTextFileSync(GOLDEN); // its digest of the project's version is that of the day it was made
  assertEquals(text.replace(`"permafrost":"${project.version}"`, '"permafrost":"0.1.0"'), golden);
});

Deno.test("evalLog() counts an episode without a score in no mean but the one that says so", () => {
  const { status, results } = written([chatEpisode(), failedEpisode("transport")]), [scores] = results.scores;
  const total = chatEpisode().record.score!.total!;
  assertEquals([status, results.total_samples, results.completed_samples], ["success", 2, 1]);
  assertEquals([scores.scored_samples, scores.unscored_samples], [1, 1]);
  assertEquals([scores.metrics.mean.value, scores.metrics.mean_if_unscored_zero.value], [
    total / 1_000_000,
    total / 2 / 1_000_000,
  ]);
});

Deno.test("evalLog() is an error without a mean where no episode has a score", () => {
  const { status, error, results } = written([failedEpisode("crash")]);
  assertEquals([status, error.message, Object.keys(results.scores[0].metrics)], [
    ...["error", "no sample has a score"],
    ["mean_if_unscored_zero"],
  ]);
});

Deno.test("evalLog() puts samples in the order of their seeds, whatever order they come in", () => {
  const [one, two] = [chatEpisode(1), chatEpisode(2)];
  const text = logText(logOf([one, two]));
  assertEquals(logText(logOf([two, one])), text);
  assertEquals(JSON.parse(text).eval.dataset.sample_ids, [1, 2]);
});

Deno.test("evalLog() sums tokens, and ends after the longest sample", () => {
  const { stats, samples: [sample] } = written([chatEpisode(1), chatEpisode(2)]);
  assertEquals(stats.model_usage, { "chat/m-1": { input_tokens: 36, output_tokens: 18, total_tokens: 54 } });
  assertEquals([stats.started_at, stats.completed_at, sample.total_time], [
    ...["1970-01-01T00:00:00+00:00", "1970-01-01T00:00:04.500+00:00"],
    4.5,
  ]);
});

Deno.test("evalLog() says nothing of the ledger unless it is asked to", () => {
  const episode = smallEpisode(), { reveal, score } = episode.record, closed = logText(logOf([episode]));
  for (const secret of [reveal!.nonce, '"gold"', '"required"', "clean_approved", "reveal"]) {
    assert(!closed.includes(secret), secret);
  }
  const missed = score!.outcome.points.filter(({ reason }) => reason === "missed");
  assert(missed.length > 0);
  const open = written([episode], { hasLedger: true });
  assertEquals(open.samples[0].metadata.reveal, JSON.parse(JSON.stringify(reveal)));
  assertEquals(open.eval.metadata.ledger, "in the metadata of samples");
});

Deno.test("evalLog() names the run by its content", () => {
  const [one, two] = [chatEpisode(1), chatEpisode(2)].map((episode) => written([episode]).eval);
  assertEquals(one.task_id, two.task_id);
  assert(one.run_id !== two.run_id && one.eval_id !== two.eval_id);
});

Deno.test("logKey() is one for seeds, and for transcripts of one model", () => {
  const [one, two] = [smallEpisode().record, smallEpisode({ seed: 2 }).record];
  assertEquals(logKey(one), logKey(two));
  const other = { ...two, model: { ...two.model, params: { transcript_sha256: "0" } } };
  assertEquals(logKey(one), logKey(other));
  assertEquals(logModel(one).params, {});
});

const APART = {
  "another model": { model: { ...CHAT, id: "n" } },
  "another parameter": { model: { ...CHAT, params: { temperature: 1 } } },
  "another salt": { salt_hash: "0".repeat(64) },
  "other judges": { judges: ["llm/x"] },
  "another condition": { run_config: { ...SMALL, step_budget: SMALL.step_budget + 1 } },
};
for (const [name, change] of Object.entries(APART)) {
  Deno.test(`logKey() tells ${name} apart`, () => {
    const { record } = chatEpisode();
    assert(logKey({ ...record, ...change }) !== logKey(record));
  });
}

Deno.test("logName() is of Inspect's form, and the same for the same log", () => {
  const key = logKey(chatEpisode().record), name = logName(key, { task_id: "JE-01", createdMs: null });
  assert(/^1970-01-01T00-00-00\+00-00_JE-01_[2-9A-HJ-NP-Za-km-z]{22}\.json$/.test(name), name);
  assertEquals(logName(key, { task_id: "JE-01", createdMs: null }), name);
});

Deno.test("logText() has Inspect's order of fields, samples last", () => {
  const keys = Object.keys(written([failedEpisode("crash")]));
  assertEquals(keys, [
    ...["version", "status", "eval", "plan", "results", "stats", "error", "invalidated", "tags", "metadata", "samples"],
  ]);
});

Deno.test("logText() refuses a log beyond its bound", () => {
  const log = logOf([smallEpisode()]), { length } = logText(log);
  assertEquals(logText(log, { maxLength: length }).length, length);
  assertCode(() => logText(log, { maxLength: length - 1 }), "file-too-large");
});

Deno.test("manifestSha256() is the digest of je-v1's manifest", () => {
  assertEquals(manifestSha256(), sha256Hex(Deno.readFileSync(MANIFEST)));
});

for (
  const [name, document] of Object.entries({
    "its OpenAPI document": {
      components: { schemas: { EvalLog: { $ref: "#/components/schemas/X" }, X: { required: ["a"] } } },
    },
    "a plain schema": { $defs: { X: { required: ["a"] } }, properties: { a: {} }, $ref: "#/$defs/X" },
  })
) {
  Deno.test(`evalLog() can be held against Inspect's schema as ${name}`, () => {
    const peer = peerSchema(JSON.stringify(document));
    assertEquals([problemsBy(peer, { a: 1 }), problemsBy(peer, {}).length > 0], [[], true]);
  });
}

testWhere(INSPECT_PROBLEM)("evalLog() is read by Inspect with the same scores", async () => {
  await inFolder(async (folder) => {
    const log = logOf([chatEpisode(), failedEpisode("transport")]), [scored, failed] = log.samples;
    const path = join(folder, logName("k", { task_id: "JE-01", createdMs: null }));
    Deno.writeTextFileSync(path, logText(log));
    assertEquals(await readWithInspect(path), {
      ...{ status: "success", task: "je-v1/JE-01" },
      samples: [
        [
          1,
          1,
          { je_v1_total: scored!.scores.je_v1_total!.value },
          scored!.messages.length,
          scored!.events.length,
          null,
        ],
        [2, 1, {}, failed!.messages.length, failed!.events.length, "transport: it broke off"],
      ],
    });
  });
});
