import { assertEquals } from "@std/assert/equals";
import type { Envelope } from "../../../../../../experiments/je-v1/env/envelope.ts";
import type { RecordedEpisode } from "../../../../../../experiments/je-v1/sweep/episode_record.ts";
import { episodeText } from "../../../../../../experiments/je-v1/sweep/episode_text.ts";
import { observationHash, trajectoryHash } from "../../../../../../experiments/je-v1/verify/trajectory.ts";
import { canonicalize } from "../../../../../../kernel/json_encode.ts";
import {
  isFault,
  MAX_PLANNED,
  partsOf,
  readHead,
  readWhole,
} from "../../../../../../scripts/je/console/page/results/episode_read.ts";
import { played, recordOf, unitOf } from "../../../../../experiments/je-v1/sweep/records.ts";

const EPISODE = played(), TEXT = episodeText(EPISODE), LINES = TEXT.split("\n"), { rows } = EPISODE.record;

function readText(text: string): ReturnType<typeof readWhole> {
  return readWhole(partsOf("e.jsonl", text, { rows }));
}

Deno.test("readWhole() reads what a sweep wrote", () => {
  assertEquals(readText(TEXT), EPISODE);
});

/** The text with one line changed; lines count from 1. */
function withLine(line: number, change: (text: string) => string): string {
  return LINES.map((text, at) => at === line - 1 ? change(text) : text).join("\n");
}

/** An episode whose first answer is something else, with hashes that agree. */
function withAnswer(answer: unknown): string {
  const hash = observationHash(answer as Envelope), first = EPISODE.rows[0]!;
  const changed = [{ ...first, observation_hash: hash }, ...EPISODE.rows.slice(1)];
  const record = { ...EPISODE.record, trajectory_hash: trajectoryHash(EPISODE.record.header!, changed) };
  const text = episodeText({ ...EPISODE, record });
  const lines = text.split("\n"), own = lines[rows + 1]!;
  const real = JSON.parse(own).observation_hash;
  return text.replaceAll(real, hash).replace(JSON.stringify(JSON.parse(own).observation), canonicalize(answer));
}

const faults: [name: string, text: string, line: number | null][] = [
  ["an empty file", "", 1],
  ["a record that is no JSON", withLine(1, (line) => line.slice(1)), 1],
  ["a record with an unknown key", withLine(1, (line) => line.replace("{", '{"a":1,')), 1],
  [
    "a record of another id",
    withLine(1, (line) => line.replace(/"seed":\d+,"termination/, '"seed":3,"termination')),
    1,
  ],
  [
    "an inferred metric that says source",
    withLine(1, (line) => line.replace('"status":"inferred"', '"status":"source"')),
    1,
  ],
  ["a total beyond one", withLine(1, (line) => line.replace(/"total":\d+/, '"total":1000001')), 1],
  ["a row that is no JSON", withLine(4, () => "{"), 4],
  ["a row with another number", withLine(5, (line) => line.replace('"step_idx":3', '"step_idx":4')), 5],
  [
    "a row whose answer is missing",
    withLine(3, (line) => line.replace(/"observation_hash":"\w/, '"observation_hash":"z')),
    3,
  ],
  ["an answer that is no JSON", withLine(rows + 2, () => "nope"), rows + 2],
  [
    "an answer that is not that of its hash",
    withLine(rows + 3, (line) => line.replace('"ok":true', '"ok":false')),
    rows + 3,
  ],
  ["a last line that is cut", TEXT.slice(0, -1), LINES.length - 1],
  ["a file that is cut within the rows", `${LINES.slice(0, 4).join("\n")}\n`, 5],
  ["an answer that is no answer, with its own hash", withAnswer(null), rows + 2],
];
for (const [name, text, line] of faults) {
  Deno.test(`readWhole() names the line of ${name}`, () => {
    const got = readText(text);
    assertEquals(isFault(got) ? [got.file, got.line] : "no fault", ["e.jsonl", line]);
  });
}

Deno.test("readWhole() refuses rows that are not those of the chain", () => {
  const got = readText(withLine(2, (line) => line.replace(/"limit":\d+/, '"limit":49')));
  assertEquals(isFault(got) && got.reason.includes("/trajectory_hash"), true);
});

Deno.test("readHead() refuses a sweep that a page cannot count", () => {
  const unit = unitOf({ models: Array.from({ length: 11 }, (_, at) => `m${at}`), model: "m1" });
  const run_config = { ...unit.run_config, sweep: { ...unit.run_config.sweep, seeds: 100_000, episodes: 1_100_000 } };
  const record = { ...recordOf({ ...unit, run_config }, 5) };
  const got = readHead({ file: "f", firstLine: 1, text: `${canonicalize(record)}\n` });
  assertEquals(MAX_PLANNED < 1_100_000 && isFault(got) && got.reason.includes("too large"), true);
});

Deno.test("partsOf() is the text whole, whatever the record counts", () => {
  for (const count of [0, 1, 5, 1e9]) {
    const parts: readonly { text: string }[] = partsOf("f", TEXT, { rows: count });
    assertEquals(parts.map(({ text }) => text).join(""), TEXT);
  }
});

Deno.test("readWhole() reads an episode without rows", () => {
  const episode: RecordedEpisode = {
    record: { ...recordOf(unitOf({ seed: 2 }), "crash"), header: null, rows: 0, trajectory_hash: null, reveal: null },
    ...{ rows: [], observations: new Map() },
  };
  assertEquals(readWhole(partsOf("f", episodeText(episode), { rows: 0 })), episode);
});
