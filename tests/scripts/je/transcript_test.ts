import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import fc from "fast-check";
import { join } from "node:path";
import { makeRunConfig, type RunConfig } from "../../../experiments/je-v1/config/contract.ts";
import { ADVERSARIES } from "../../../experiments/je-v1/agents/by_id.ts";
import type { Call } from "../../../experiments/je-v1/env/envelope.ts";
import { instantiate } from "../../../experiments/je-v1/env/instantiate.ts";
import { playEpisode } from "../../../experiments/je-v1/env/session.ts";
import { TASKS } from "../../../experiments/je-v1/env/tasks.ts";
import { episodeProblem, instanceOf, rescore } from "../../../experiments/je-v1/sweep/episode_check.ts";
import type { RecordedEpisode } from "../../../experiments/je-v1/sweep/episode_record.ts";
import { runUnit } from "../../../experiments/je-v1/sweep/unit.ts";
import {
  MAX_TRANSCRIPT_BYTES,
  parseTranscript,
  playTranscript,
  readTranscript,
  transcriptAgent,
  transcriptText,
} from "../../../scripts/je/transcript.ts";
import { assertCode } from "../../assert_code.ts";
import { anyCall } from "../../experiments/je-v1/fuzz_calls.ts";
import { inFolder } from "../../in_folder.ts";

const LIST: Call = { tool: "list_entries", args: {} }, SUBMIT: Call = { tool: "submit", args: {} };

function configOf(task_id = "JE-01", model = "transcript"): RunConfig {
  return makeRunConfig({ task_id, seed: 1, models: [model], seeds: 1 });
}

function agentPlays(id: string, task_id: string): RecordedEpisode {
  const model = { id, adapter: "reference", params: {}, send_seed: false };
  return runUnit({ run_config: configOf(task_id, id), model, seed: 1 });
}

/** Prints the calls of an episode, reads them and plays them. */
function again({ record, rows }: RecordedEpisode): RecordedEpisode {
  const calls = parseTranscript(new TextEncoder().encode(transcriptText(rows)), { at: "t" });
  return playTranscript(calls, record).episode;
}

function parse(text: string): Call[] {
  return parseTranscript(new TextEncoder().encode(text), { at: "calls.jsonl" });
}

for (const { id } of TASKS) {
  Deno.test(`playTranscript() gives the solver's trajectory and score again on ${id}`, () => {
    const episode = agentPlays("solver", id), { record } = again(episode);
    assertEquals(record.trajectory_hash, episode.record.trajectory_hash);
    assertEquals([record.termination, record.score], [episode.record.termination, episode.record.score]);
  });
}

for (const id of ADVERSARIES) {
  Deno.test(`playTranscript() gives the trajectory of ${id} again`, () => {
    const episode = agentPlays(id, "JE-12"), { record } = again(episode);
    assertEquals([record.trajectory_hash, record.score], [episode.record.trajectory_hash, episode.record.score]);
  });
}

Deno.test("playTranscript() gives any calls again, malformed ones too", () => {
  const { world } = instantiate({ task_id: "JE-01", seed: 1 }), run_config = configOf();
  const calls = fc.array(anyCall(world), { maxLength: 30 });
  fc.assert(
    fc.property(calls, (some) => {
      const { episode } = playTranscript(some as Call[], { run_config, seed: 1 });
      assertEquals(again(episode).record.trajectory_hash, episode.record.trajectory_hash);
    }),
    { seed: 20261201, numRuns: 100 },
  );
});

const UNREADABLE: Readonly<Record<string, Call>> = {
  "no tool": { tool: null, args: {} },
  "text that was no call": { tool: null, args: { raw: '{"je_id": ' } },
  "arguments that are no object": { tool: "get_entry", args: ["JE-00000000"] },
  "a tool that is not there": { tool: "rm -rf", args: { path: "/" } },
};
for (const [name, call] of Object.entries(UNREADABLE)) {
  Deno.test(`playTranscript() makes a call with ${name} as it stands`, () => {
    const { episode: { rows, observations } } = playTranscript([call, SUBMIT], { run_config: configOf(), seed: 1 });
    assertEquals(rows.map(({ tool, args }) => ({ tool, args })), [call, SUBMIT]);
    assertEquals(observations.get(rows[0]!.observation_hash)!.ok, false);
    assertEquals(parse(transcriptText(rows)), [call, SUBMIT]);
  });
}

Deno.test("playTranscript() names the adapter, the calls' digest and no latency", () => {
  const { record, rows } = playTranscript([LIST], { run_config: configOf(), seed: 1, id: "gpt" }).episode;
  assertEquals([record.model.id, record.model.adapter, Object.keys(record.model.params)], [
    ...["gpt", "transcript"],
    ["transcript_sha256"],
  ]);
  assertEquals(rows[0]!.latency_ms, null);
});

Deno.test("playTranscript() gives two transcripts two episode ids", () => {
  const [one, two] = [[LIST], [LIST, LIST]].map((calls) =>
    playTranscript(calls, { run_config: configOf(), seed: 1 }).episode.record.episode_id
  );
  assert(one !== two);
});

Deno.test("playTranscript() makes a record that holds by itself and scores again", () => {
  const { episode } = playTranscript([LIST, SUBMIT], { run_config: configOf(), seed: 1 });
  assertEquals(episodeProblem(episode), null);
  assertEquals(rescore(episode, instanceOf(episode.record)), episode.record.score);
});

Deno.test("playTranscript() plays under the salt that it is given", () => {
  const options = { run_config: configOf(), seed: 1 };
  const [plain, salted] = ["", "secret"].map((salt) => playTranscript([LIST], { ...options, salt }).episode.record);
  assert(plain!.header!.world_hash !== salted!.header!.world_hash);
});

Deno.test("playTranscript() is stopped, and scored, where the transcript ends without a submit", () => {
  const { episode: { record }, unplayed } = playTranscript([LIST], { run_config: configOf(), seed: 1 });
  assertEquals([record.termination, record.unscored, record.score?.total, unplayed], ["stopped", null, 0, 0]);
});

Deno.test("playTranscript() plays no calls as an episode of none", () => {
  const { episode: { record } } = playTranscript([], { run_config: configOf(), seed: 1 });
  assertEquals([record.termination, record.rows, record.score?.total], ["stopped", 0, 0]);
});

Deno.test("playTranscript() counts the calls that follow a submit, and makes none of them", () => {
  const { episode: { rows }, unplayed } = playTranscript([SUBMIT, LIST, SUBMIT], { run_config: configOf(), seed: 1 });
  assertEquals([rows.length, unplayed], [1, 2]);
});

Deno.test("playTranscript() ends by the budget as any agent does", () => {
  const run_config = makeRunConfig({ task_id: "JE-01", seed: 1, step_budget: 2, models: ["t"], seeds: 1 });
  const { episode: { record }, unplayed } = playTranscript(Array(5).fill(LIST), { run_config, seed: 1 });
  assertEquals([record.termination, record.rows, unplayed], ["budget", 3, 2]);
});

Deno.test("transcriptAgent() makes its calls in order and adds none", () => {
  const { world } = instantiate({ task_id: "JE-01", seed: 1 });
  const { steps, termination } = playEpisode(world, transcriptAgent([LIST, { tool: null, args: {} }]));
  assertEquals([steps.map(({ tool }) => tool), termination], [["list_entries", null], "stopped"]);
});

Deno.test("transcriptText() writes exactly tool and args, a line a call", () => {
  const { rows } = agentPlays("submit-immediately", "JE-01");
  assertEquals(transcriptText(rows), '{"tool":"submit","args":{}}\n');
});

const READ: Readonly<Record<string, readonly [string, Call[]]>> = {
  "lines": ['{"tool":"submit","args":{}}\n{"args":{"a":1},"tool":null}\n', [SUBMIT, { tool: null, args: { a: 1 } }]],
  "lines without the last line end": ['{"tool":"submit","args":{}}', [SUBMIT]],
  "lines that end in CRLF": ['{"tool":"submit","args":{}}\r\n{"tool":"submit","args":{}}\r\n', [SUBMIT, SUBMIT]],
  "lines with empty ones between": ['\n{"tool":"submit","args":{}}\n\n{"tool":"submit"}\n', [SUBMIT, SUBMIT]],
  "an array": ['\n [{"tool":"submit"},\n{"tool":"list_entries","args":{}}]\n', [SUBMIT, LIST]],
  "an empty array": ["[]", []],
  "nothing": ["", []],
};
for (const [name, [text, calls]] of Object.entries(READ)) {
  Deno.test(`parseTranscript() reads ${name}`, () => assertEquals(parse(text), calls));
}

const GOOD = '{"tool":"submit","args":{}}\n';
const REFUSED: Readonly<Record<string, readonly [string, Parameters<typeof assertCode>[1], string]>> = {
  "a line that is no JSON": [`${GOOD}\n{"tool":`, "json-syntax", "calls.jsonl#/1"],
  "a key that comes twice": [`${GOOD}{"tool":"a","tool":"b"}`, "json-duplicate-key", "calls.jsonl#/1"],
  "two calls on a line": [`${GOOD}{"tool":"a"} {"tool":"b"}`, "json-trailing", "calls.jsonl#/1"],
  "half of a surrogate pair": ['{"tool":"\\ud800"}', "json-lone-surrogate", "calls.jsonl#/0"],
  "a line that is no object": [`${GOOD}${GOOD}"submit"`, "record-invalid", "calls.jsonl#/2"],
  "a call without a tool": ['{"args":{}}', "record-invalid", "calls.jsonl#/0/tool"],
  "a tool that is a number": ['{"tool":7}', "record-invalid", "calls.jsonl#/0/tool"],
  "a row of a trajectory": ['{"step_idx":0,"tool":"submit","args":{}}', "record-invalid", "calls.jsonl#/0"],
  "an array that is not closed": ['[{"tool":"a"}', "json-syntax", "calls.jsonl"],
  "an item of an array that is no call": ['[{"tool":"a"},[]]', "record-invalid", "calls.jsonl#/1"],
};
for (const [name, [text, code, at]] of Object.entries(REFUSED)) {
  Deno.test(`parseTranscript() refuses ${name}`, () => assertCode(() => parse(text), code, at));
}

Deno.test("parseTranscript() names the line that is at fault", () => {
  for (const text of [`${GOOD}\n{"tool":`, `${GOOD}\n{"tool":7}`]) {
    try {
      parse(text);
      throw new Error("it was read");
    } catch (error) {
      assert(error instanceof Error && error.message.includes("line 3"), String(error));
    }
  }
});

Deno.test("parseTranscript() refuses bytes that are not UTF-8", () => {
  const bytes = new Uint8Array([...new TextEncoder().encode('{"tool":"'), 0xff, 0x22, 0x7d]);
  assertCode(() => parseTranscript(bytes, { at: "t" }), "json-not-utf8", "t#/0");
});

Deno.test("readTranscript() refuses a file beyond its bound", () => {
  inFolder((folder) => {
    const path = join(folder, "calls.jsonl");
    Deno.writeTextFileSync(path, "");
    Deno.truncateSync(path, MAX_TRANSCRIPT_BYTES + 1);
    assertCode(() => readTranscript(path, { at: "calls.jsonl" }), "file-too-large", "calls.jsonl");
  });
});

Deno.test("readTranscript() refuses a file that is not there", () => {
  inFolder((folder) => assertCode(() => readTranscript(join(folder, "no"), { at: "no" }), "file-missing", "no"));
});
