import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { makeRunConfig } from "../../../../experiments/je-v1/config/contract.ts";
import type { RecordedEpisode } from "../../../../experiments/je-v1/sweep/episode_record.ts";
import { checkedWorld } from "../../../../scripts/je/inspect/export_episode.ts";
import type { LogSample } from "../../../../scripts/je/inspect/log_model.ts";
import { logSample, modelName, totalUsage } from "../../../../scripts/je/inspect/log_sample.ts";
import { playTranscript } from "../../../../scripts/je/transcript.ts";
import { CHAT, chatEpisode, failedEpisode, smallEpisode } from "./logged.ts";

function sampleOf(episode: RecordedEpisode, { startMs = 0, hasLedger = false } = {}): LogSample {
  return logSample(episode, { world: checkedWorld(episode, { at: "ep" }), startMs, hasLedger });
}

Deno.test("logSample() is named by its seed and has the brief as input", () => {
  const { id, epoch, input, target, messages } = sampleOf(chatEpisode(2));
  assertEquals([id, epoch, target, messages[0]!.content], [2, 1, "", input]);
  assert(input.startsWith("## JE-01: Invoice tie-out\n"), input.slice(0, 40));
});

Deno.test("logSample() begins with the sample and ends with its score", () => {
  const { events, scores } = sampleOf(chatEpisode()), last = events.at(-1)!;
  assertEquals([events[0]!.event, last.event], ["sample_init", "score"]);
  assert(last.event === "score");
  assertEquals([last.score, last.working_start], [scores.je_v1_total!, 4.5]);
});

Deno.test("logSample() says which limit ended it where the budget did", () => {
  const run_config = makeRunConfig({ task_id: "JE-01", seed: 1, step_budget: 1, models: ["m"], seeds: 1 });
  const call = { tool: "list_entries", args: {} };
  const sample = sampleOf(playTranscript([call, call], { run_config, seed: 1 }).episode);
  assertEquals(sample.limit, { type: "custom", limit: 1 });
  assertEquals(sample.events.map(({ event }) => event), ["sample_init", "tool", "tool", "sample_limit", "score"]);
  assertEquals(sampleOf(chatEpisode()).limit, undefined);
});

Deno.test("logSample() has an error and no score where an episode broke off", () => {
  const { scores, error, events, messages } = sampleOf(failedEpisode("transport"));
  assertEquals([scores, error?.message, messages.length], [{}, "transport: it broke off", 1]);
  assertEquals(events.map(({ event }) => event), ["sample_init", "error"]);
});

Deno.test("logSample() has no messages where no world came of it", () => {
  const { input, messages, metadata } = sampleOf(failedEpisode("instance"));
  assertEquals([input, messages, metadata.header], ["", [], null]);
});

Deno.test("logSample() has the parts of a score whose judges failed, and no total", () => {
  const episode = chatEpisode(), { record } = episode;
  const rationale = { ...record.score!.rationale, R: null };
  const score = { ...record.score!, rationale, total: null, score_ungated: null, unscored: "judge_failed" as const };
  const failed = { ...record, score, unscored: { reason: "judge_failed" as const, detail: "one of three" } };
  const sample = logSample({ ...episode, record: failed }, { world: null, startMs: 0, hasLedger: false });
  assertEquals([sample.scores, sample.error?.message], [{}, "judge_failed: one of three"]);
  assertEquals((sample.metadata.score_parts as Record<string, unknown>).total_ppm, null);
});

Deno.test("logSample() counts tokens once, and none where none were counted", () => {
  const episode = chatEpisode();
  const rows = episode.rows.map((row, at) => at % 2 === 0 ? row : { ...row, tokens_in: null, tokens_out: null });
  const sample = logSample({ ...episode, rows }, { world: null, startMs: 0, hasLedger: false });
  assertEquals(sample.model_usage, { "chat/m-1": { input_tokens: 10, output_tokens: 5, total_tokens: 15 } });
  assertEquals(sampleOf(smallEpisode()).model_usage, {});
});

Deno.test("logSample() has a duration only where calls were timed", () => {
  const episode = chatEpisode(), rows = episode.rows.with(3, { ...episode.rows[3]!, latency_ms: null });
  const sample = logSample({ ...episode, rows }, { world: null, startMs: 0, hasLedger: false });
  assertEquals([sampleOf(episode).total_time, sample.total_time, sampleOf(smallEpisode()).total_time], [
    ...[4.5, 4],
    undefined,
  ]);
});

Deno.test("logSample() is the same for the same episode", () => {
  assertEquals(JSON.stringify(sampleOf(chatEpisode())), JSON.stringify(sampleOf(chatEpisode())));
});

Deno.test("modelName() has the adapter, and the name where it is served, else the id", () => {
  const { model: _, ...unnamed } = CHAT;
  assertEquals([modelName(CHAT), modelName(unnamed)], ["chat/m-1", "chat/m"]);
});

Deno.test("totalUsage() adds up by model", () => {
  const usage = { input_tokens: 1, output_tokens: 2, total_tokens: 3 };
  const sample = (name: string): LogSample => ({ ...sampleOf(smallEpisode()), model_usage: { [name]: usage } });
  assertEquals(totalUsage([sample("a"), sample("b"), sample("a")]), {
    a: { input_tokens: 2, output_tokens: 4, total_tokens: 6 },
    b: usage,
  });
});
