import { assertEquals } from "@std/assert/equals";
import { episodeText } from "../../../../experiments/je-v1/sweep/episode_text.ts";
import type { Unit } from "../../../../experiments/je-v1/sweep/unit.ts";
import { sha256Hex } from "../../../../kernel/digest.ts";
import { PermafrostError } from "../../../../kernel/error.ts";
import type { Ask } from "../../../../scripts/je/chat/ask.ts";
import { deriveEpisode } from "../../../../scripts/je/chat/derive_episode.ts";
import { readCompletion } from "../../../../scripts/je/chat/completion.ts";
import type { ExchangeEnd } from "../../../../scripts/je/chat/exchange_log.ts";
import { assertCodeAsync } from "../../../assert_code.ts";
import { chatUnit } from "./chat_models.ts";

const UNIT = chatUnit("http://127.0.0.1:1");
const submit: Ask = () => {
  const tool_calls = [{ id: "a", type: "function", function: { name: "submit", arguments: "{}" } }];
  const turn = readCompletion(JSON.stringify({ choices: [{ message: { tool_calls } }] }))!;
  return Promise.resolve({ turn, latency_ms: 3, requests: 1 });
};

async function derive(ask: Ask, unit: Unit = UNIT) {
  const ends: ExchangeEnd[] = [], ended = (how: ExchangeEnd) => (ends.push(how), sha256Hex("exchange"));
  return { episode: await deriveEpisode(unit, { ask, salt: "", ended }), ends };
}

Deno.test("deriveEpisode() names the exchange and makes the same bytes of the same answers", async () => {
  const { episode, ends } = await derive(submit), { provider, score } = episode.record;
  assertEquals([provider!.exchange_sha256, score!.total, ends], [sha256Hex("exchange"), 0, ["complete"]]);
  assertEquals(episodeText((await derive(submit)).episode), episodeText(episode));
});

Deno.test("deriveEpisode() makes an unscored episode of transport when a server fails", async () => {
  const { episode, ends } = await derive(() => Promise.resolve({ failed: "gone", requests: 1 }));
  assertEquals([episode.record.unscored, ends], [{ reason: "transport", detail: "gone" }, ["failed"]]);
});

Deno.test("deriveEpisode() makes an unscored episode of a crash when this side has a fault", async () => {
  const { episode, ends } = await derive(() => Promise.reject(new TypeError("a\nfault")));
  assertEquals([episode.record.unscored, ends], [{ reason: "crash", detail: "a fault" }, ["failed"]]);
});

Deno.test("deriveEpisode() asks nothing and makes an unscored episode when no world comes of the unit", async () => {
  const unit = { ...UNIT, run_config: { ...UNIT.run_config, task_id: "JE-99" } } as Unit;
  const { episode } = await derive(() => Promise.reject(new Error("asked")), unit);
  assertEquals([episode.record.unscored!.reason, episode.record.header], ["instance", null]);
});

Deno.test("deriveEpisode() passes on what asking refuses", async () => {
  await assertCodeAsync(
    () => derive(() => Promise.reject(new PermafrostError("record-invalid", "no"))),
    "record-invalid",
  );
});
