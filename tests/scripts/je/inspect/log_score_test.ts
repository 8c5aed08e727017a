import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { runUnit } from "../../../../experiments/je-v1/sweep/unit.ts";
import { logError, logScore, scoreParts } from "../../../../scripts/je/inspect/log_score.ts";
import { unitOf } from "../../../experiments/je-v1/sweep/records.ts";
import { chatEpisode, failedEpisode } from "./logged.ts";

Deno.test("logScore() has the total as a share, exact beside it, and how it ended", () => {
  const { record } = chatEpisode(), score = logScore(record)!;
  assertEquals([score.value, score.metadata.total_ppm], [record.score!.total! / 1_000_000, record.score!.total]);
  assertEquals([score.answer, score.history], ["submitted", []]);
});

Deno.test("logScore() gives back every total that there can be from its value", () => {
  const { record } = chatEpisode();
  for (let total = 0; total <= 1_000_000; total += 997) {
    const { value } = logScore({ ...record, score: { ...record.score!, total } })!;
    assertEquals(Math.round(value * 1_000_000), total);
  }
});

Deno.test("logScore() names the caps that apply", () => {
  const unit = unitOf(), model = { ...unit.model, id: "ghost-citer" };
  const { record } = runUnit({ ...unit, model, run_config: { ...unit.run_config, sweep: unit.run_config.sweep } });
  assert(logScore(record)!.explanation.includes("; at most 0.200000: fabricated quarter"));
});

Deno.test("logScore() is null where there is no score, or no total", () => {
  const { record } = chatEpisode();
  assertEquals(logScore(failedEpisode("crash").record), null);
  assertEquals(logScore({ ...record, score: { ...record.score!, total: null } }), null);
});

Deno.test("scoreParts() names no entry and nothing that is right in it", () => {
  const { record } = chatEpisode(), text = JSON.stringify(scoreParts(record.score!));
  for (const { je_id } of record.score!.outcome.points) assert(!text.includes(je_id), je_id);
  assert(!text.includes("gold"));
});

Deno.test("scoreParts() keeps whether metrics are inferred, and whether a canary was repeated", () => {
  const parts = scoreParts(chatEpisode().record.score!);
  const { status } = (parts.metrics as Record<string, Record<string, unknown>>).premature_disposition!;
  assertEquals([status, parts.canary_reported], ["inferred", false]);
});

Deno.test("logError() has the reason and the detail, and null where there is a score", () => {
  assertEquals(logError(failedEpisode("transport").record)?.message, "transport: it broke off");
  assertEquals(logError(chatEpisode().record), null);
});
