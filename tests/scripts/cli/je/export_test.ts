import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { writeEpisodeFolder } from "../../../../scripts/je/episode_files.ts";
import { isObeyed, runCli, runJson, wideLines } from "../../../cli_io.ts";
import { inFolder } from "../../../in_folder.ts";
import { chatEpisode, smallEpisode } from "../../je/inspect/logged.ts";

/** A folder with the episode `ep`. */
function withEpisode<T>(use: (cwd: string) => Promise<T>, episode = smallEpisode()): Promise<T> {
  return inFolder(async (cwd) => {
    writeEpisodeFolder(join(cwd, "ep"), episode);
    return await use(cwd);
  });
}

// deno-lint-ignore no-explicit-any -- what a log holds is what its tests look at
function logIn(cwd: string, file: string): any {
  return JSON.parse(Deno.readTextFileSync(join(cwd, "logs", file)));
}

const EXPORT = ["je", "export", "ep", "--inspect", "logs"];

Deno.test("runExport() writes a log, and prints its name, its samples and how many have a score", async () => {
  await withEpisode(async (cwd) => {
    const { code, out, err } = await runCli(EXPORT, { cwd });
    const [, file = ""] = /^(1970-01-01T00-00-00\+00-00_JE-01_\w{22}\.json)\t1\t1\n$/.exec(out) ?? [];
    assertEquals([code, wideLines(err), isObeyed(err)], [0, [], false]);
    assert(err.includes("1 log, 1 sample, each replayed"), err);
    assertEquals(logIn(cwd, file).samples.length, 1);
  });
});

Deno.test("runExport() exports a whole sweep, a log a model, with the scores that score tells", async () => {
  await inFolder(async (cwd) => {
    const sweep = ["je", "sweep", "JE-01", "--model", "solver", "--seeds", "2", "--no-baselines", "--workers", "0"];
    assertEquals((await runCli([...sweep, "--output", "sweep"], { cwd })).code, 0);
    const { code, value } = await runJson(["je", "export", "sweep", "--inspect", "logs"], { cwd });
    assertEquals([code, value.length, value[0].samples, value[0].scored], [0, 1, 2, 2]);
    for (const sample of logIn(cwd, value[0].file).samples) {
      const told = await runJson(["je", "score", `sweep/${sample.metadata.episode_id}.jsonl`], { cwd });
      assertEquals(sample.scores.je_v1_total.metadata.total_ppm, told.value.score.total);
    }
  });
});

Deno.test("runExport() takes the time that it is given, in the log and in its name", async () => {
  await withEpisode(async (cwd) => {
    const { value } = await runJson([...EXPORT, "--created", "2031-05-01T11:30:00+02:00"], { cwd });
    assert(value[0].file.startsWith("2031-05-01T09-30-00+00-00_JE-01_"), value[0].file);
    assertEquals(logIn(cwd, value[0].file).eval.created, "2031-05-01T09:30:00+00:00");
  });
});

Deno.test("runExport() leaves the ledger out unless it is asked for it", async () => {
  await withEpisode(async (cwd) => {
    const [closed] = (await runJson(EXPORT, { cwd })).value;
    assertEquals("reveal" in logIn(cwd, closed.file).samples[0].metadata, false);
    Deno.removeSync(join(cwd, "logs"), { recursive: true });
    const [open] = (await runJson([...EXPORT, "--ledger"], { cwd })).value;
    assertEquals(logIn(cwd, open.file).samples[0].metadata.reveal.sealed.entries.length, 12);
  });
});

Deno.test("runExport() takes a salt, and refuses without it", async () => {
  await withEpisode(async (cwd) => {
    Deno.writeTextFileSync(join(cwd, "salt"), "secret");
    const refused = await runJson(EXPORT, { cwd });
    assertEquals([refused.code, refused.value.error.code], [2, "record-invalid"]);
    const { code, value } = await runJson([...EXPORT, "--salt-file", "salt"], { cwd });
    assertEquals(code, 0);
    assert(!Deno.readTextFileSync(join(cwd, "logs", value[0].file)).includes("secret"));
  }, smallEpisode({ salt: "secret" }));
});

Deno.test("runExport() overwrites nothing", async () => {
  await withEpisode(async (cwd) => {
    assertEquals((await runCli(EXPORT, { cwd })).code, 0);
    const { code, value } = await runJson(EXPORT, { cwd });
    assertEquals([code, value.error.code], [2, "file-exists"]);
  });
});

Deno.test("runExport() refuses an episode that is not as it says, and makes no folder", async () => {
  const episode = chatEpisode(), record = { ...episode.record, trajectory_hash: "0".repeat(64) };
  await withEpisode(async (cwd) => {
    const { code, value } = await runJson(EXPORT, { cwd });
    assertEquals([code, value.error.code, value.error.at], [2, "record-invalid", "ep#/trajectory_hash"]);
    assert(!existsSync(join(cwd, "logs")));
  }, { ...episode, record });
});

const REFUSED: Readonly<Record<string, readonly [string[], string]>> = {
  "no folder for the logs": [["je", "export", "ep"], "usage"],
  "no episode": [["je", "export", "--inspect", "logs"], "usage"],
  "a time without a zone": [[...EXPORT, "--created", "2031-05-01T09:30:00"], "usage"],
  "an episode that is not there": [["je", "export", "no", "--inspect", "logs"], "file-missing"],
  "a folder within one that is not there": [["je", "export", "ep", "--inspect", "a/b"], "file-missing"],
};
for (const [name, [words, expected]] of Object.entries(REFUSED)) {
  Deno.test(`runExport() refuses ${name}, and writes nothing`, async () => {
    await withEpisode(async (cwd) => {
      const { code, value } = await runJson(words, { cwd });
      assertEquals([code, value.error.code, [...Deno.readDirSync(cwd)].length], [2, expected, 1]);
    });
  });
}
