import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { join } from "node:path";
import { readEpisode } from "../../../../scripts/je/episode_files.ts";
import { transcriptText } from "../../../../scripts/je/transcript.ts";
import { isObeyed, runCli, runJson, wideLines } from "../../../cli_io.ts";
import { inFolder } from "../../../in_folder.ts";
import { CALLS, smallEpisode } from "../../je/inspect/logged.ts";

/** A folder with the transcript `calls.jsonl`. */
function withCalls<T>(use: (cwd: string) => Promise<T>, calls = CALLS): Promise<T> {
  return inFolder(async (cwd) => {
    Deno.writeTextFileSync(join(cwd, "calls.jsonl"), transcriptText(calls));
    return await use(cwd);
  });
}

const PLAY = ["je", "play", "JE-01", "--knob", "ledger_size=12", "--transcript", "calls.jsonl", "--output", "ep"];

Deno.test("runPlay() plays a transcript into a folder and prints its score", async () => {
  await withCalls(async (cwd) => {
    const { code, out, err } = await runCli([...PLAY, "--model", "m"], { cwd });
    assertEquals([code, err, wideLines(out), isObeyed(out)], [0, "", [], false]);
    assert(/^Episode +JE-01, seed 1, m\nPlayed +9 calls, submitted\nTotal +0\.\d{6}\n/.test(out), out);
    const { record } = readEpisode(join(cwd, "ep")), expected = smallEpisode().record;
    assertEquals([record.trajectory_hash, record.score], [expected.trajectory_hash, expected.score]);
  });
});

Deno.test("runPlay() plays what transcript prints of a run to the same hash and score", async () => {
  await inFolder(async (cwd) => {
    const run = await runJson(["je", "run", "JE-03", "--seed", "4", "--model", "solver", "--output", "ep"], { cwd });
    const { out } = await runCli(["je", "transcript", "ep"], { cwd });
    Deno.writeTextFileSync(join(cwd, "t.jsonl"), out);
    const play = ["je", "play", "JE-03", "--seed", "4", "--transcript", "t.jsonl", "--output", "again"];
    const { code, value } = await runJson(play, { cwd });
    const { trajectory_hash, score, termination } = run.value;
    assertEquals([code, value.trajectory_hash, value.score], [0, trajectory_hash, score]);
    assertEquals([value.termination, value.unplayed], [termination, 0]);
    assertEquals((await runCli(["je", "replay", "again"], { cwd })).code, 0);
    assertEquals((await runCli(["je", "score", "again"], { cwd })).code, 0);
  });
});

Deno.test("runPlay() exits 1 and says so where calls follow the end, and still writes the episode", async () => {
  const submit = { tool: "submit", args: {} };
  await withCalls(async (cwd) => {
    const { code, value, err } = await runJson(PLAY, { cwd });
    assertEquals([code, value.steps, value.unplayed], [1, 1, 2]);
    assert(err.includes("2 calls follow the end of the episode"), err);
    assertEquals(readEpisode(join(cwd, "ep")).rows.length, 1);
  }, [submit, submit, submit]);
});

Deno.test("runPlay() plays under a salt that it is given", async () => {
  await withCalls(async (cwd) => {
    Deno.writeTextFileSync(join(cwd, "salt"), "secret\n");
    const { code } = await runCli([...PLAY, "--salt-file", "salt"], { cwd });
    assertEquals([code, (await runCli(["je", "replay", "ep", "--salt-file", "salt"], { cwd })).code], [0, 0]);
  });
});

const REFUSED: Readonly<Record<string, readonly [string[], string]>> = {
  "no transcript": [["je", "play", "JE-01"], "usage"],
  "no task": [["je", "play", "--transcript", "calls.jsonl"], "usage"],
  "a model's id of another form": [[...PLAY, "--model", "a b"], "usage"],
  "a transcript that is not there": [["je", "play", "JE-01", "--transcript", "no"], "file-missing"],
  "a tool withheld that is not the task's": [[...PLAY, "--withhold", "fly"], "record-invalid"],
};
for (const [name, [words, expected]] of Object.entries(REFUSED)) {
  Deno.test(`runPlay() refuses ${name}, and writes nothing`, async () => {
    await withCalls(async (cwd) => {
      const { code, value } = await runJson(words, { cwd });
      assertEquals([code, value.error.code, [...Deno.readDirSync(cwd)].length], [2, expected, 1]);
    });
  });
}

Deno.test("runPlay() overwrites nothing", async () => {
  await withCalls(async (cwd) => {
    assertEquals((await runCli(PLAY, { cwd })).code, 0);
    const { code, value } = await runJson(PLAY, { cwd });
    assertEquals([code, value.error.code], [2, "file-exists"]);
  });
});

Deno.test("runPlay() names the line that is at fault", async () => {
  await withCalls(async (cwd) => {
    Deno.writeTextFileSync(join(cwd, "calls.jsonl"), '{"tool":"submit"}\n{"tool":');
    const { code, value } = await runJson(PLAY, { cwd });
    assertEquals([code, value.error.code, value.error.at], [2, "json-syntax", "calls.jsonl#/1"]);
    assert(value.error.message.includes("line 2"), value.error.message);
  });
});
