import { assertEquals } from "@std/assert/equals";
import {
  episodeParts,
  episodeText,
  readEpisodeParts,
  readEpisodeText,
  readRecord,
} from "../../../../experiments/je-v1/sweep/episode_text.ts";
import { unscoredUnit } from "../../../../experiments/je-v1/sweep/unit.ts";
import { canonicalize } from "../../../../kernel/json_encode.ts";
import type { JsonValue } from "../../../../kernel/json_value.ts";
import { assertCode } from "../../../assert_code.ts";
import { NO_SALT, played, unitOf } from "./records.ts";

const EPISODE = played(), TEXT = episodeText(EPISODE);
const EMPTY = unscoredUnit(unitOf(), { reason: "crash", detail: "gone", salt_hash: NO_SALT });

for (const [name, episode] of [["a played episode", EPISODE], ["an episode without rows", EMPTY]] as const) {
  Deno.test(`readEpisodeText() reads what episodeText() writes of ${name}`, () => {
    assertEquals(readEpisodeText(episodeText(episode)), episode);
  });

  Deno.test(`readEpisodeParts() reads what episodeParts() writes of ${name}`, () => {
    assertEquals(readEpisodeParts(episodeParts(episode)), episode);
  });
}

Deno.test("episodeText() is the three parts one after the other", () => {
  const { record, trajectory, observations } = episodeParts(EPISODE);
  assertEquals(TEXT, record + trajectory + observations);
});

const torn: [name: string, text: string, code: "record-invalid" | "json-trailing" | "json-empty"][] = [
  ["it is empty", "", "json-empty"],
  ["the last line is cut", TEXT.slice(0, -2), "record-invalid"],
  ["rows are missing", TEXT.split("\n").slice(0, 3).join("\n") + "\n", "record-invalid"],
  ["observations are missing", TEXT.split("\n").slice(0, EPISODE.rows.length + 2).join("\n") + "\n", "record-invalid"],
  ["its first character is cut", TEXT.slice(1), "json-trailing"],
  ["a row is there twice", TEXT.replace(/^(.*\n)(.*\n)/, "$1$2$2"), "record-invalid"],
];
for (const [when, text, code] of torn) {
  Deno.test(`readEpisodeText() throws ${code} when ${when}`, () => assertCode(() => readEpisodeText(text), code));
}

Deno.test("readEpisodeText() throws when a flipped digit is in any observation", () => {
  const at = TEXT.lastIndexOf('"steps_left":') + 13, digit = TEXT[at] === "1" ? "2" : "1";
  assertCode(() => readEpisodeText(TEXT.slice(0, at) + digit + TEXT.slice(at + 1)), "record-invalid");
});

const records: [name: string, change: Record<string, JsonValue | undefined>, at: string][] = [
  ["the format is another", { format: "je-v1/episode@2" }, "/format"],
  ["a field is missing", { reveal: undefined }, "/reveal"],
  ["a field is too many", { more: 1 }, ""],
  ["the id is no hash", { episode_id: "abc" }, "/episode_id"],
  ["the header lacks a field", { header: { task_id: "JE-01" } }, "/header"],
  ["the termination is not known", { termination: "tired" }, "/termination"],
  ["rows are no count", { rows: -1 }, "/rows"],
  ["the reason is not known", { unscored: { reason: "bored", detail: "" } }, "/unscored"],
  ["it has a total and a reason", { unscored: { reason: "crash", detail: "" } }, "/unscored"],
  ["it has neither a total nor a reason", { score: null }, "/unscored"],
  ["a total is no share", { score: { total: 1_000_001 } }, "/score"],
  ["a total is a fraction", { score: { total: 0.5 } }, "/score"],
  [
    "the config is out of range",
    { run_config: { ...EPISODE.record.run_config, step_budget: 0 } as never },
    "/step_budget",
  ],
  ["the model is none", { model: {} }, "/model/id"],
];
for (const [when, change, at] of records) {
  Deno.test(`readRecord() throws record-invalid at ${at || "the whole"} when ${when}`, () => {
    const record = JSON.parse(JSON.stringify({ ...EPISODE.record, ...change }));
    assertCode(() => readRecord(canonicalize(record)), "record-invalid", at);
  });
}
