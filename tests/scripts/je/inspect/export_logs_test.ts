import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { RecordedEpisode } from "../../../../experiments/je-v1/sweep/episode_record.ts";
import { episodePath, writeEpisode, writeEpisodeFolder } from "../../../../scripts/je/episode_files.ts";
import { logText } from "../../../../scripts/je/inspect/eval_log.ts";
import { episodeSources, type ExportedLog, exportLogs } from "../../../../scripts/je/inspect/export_logs.ts";
import { assertCode, assertCodeAsync } from "../../../assert_code.ts";
import { inFolder } from "../../../in_folder.ts";
import { chatEpisode, failedEpisode, logOf, smallEpisode } from "./logged.ts";

const OPTIONS = { createdMs: null, hasLedger: false };

/** A folder with the episodes of a sweep in `sweep`. */
function withSweep<T>(episodes: readonly RecordedEpisode[], use: (folder: string) => Promise<T>): Promise<T> {
  return inFolder(async (folder) => {
    Deno.mkdirSync(join(folder, "sweep"));
    for (const episode of episodes) writeEpisode(join(folder, "sweep"), episode);
    return await use(folder);
  });
}

function exported(folder: string, ...names: string[]): Promise<ExportedLog[]> {
  const sources = (names.length > 0 ? names : ["sweep"]).flatMap((at) => episodeSources(join(folder, at), { at }));
  return exportLogs(sources, { ...OPTIONS, folder: join(folder, "logs") });
}

function names(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
}

Deno.test("exportLogs() writes one log of the seeds of a model, those without a score too", async () => {
  await withSweep([chatEpisode(), failedEpisode("transport")], async (folder) => {
    const [log, ...more] = await exported(folder);
    assertEquals([more.length, log!.samples, log!.scored, log!.task_id, log!.model], [0, 2, 1, "JE-01", "chat/m-1"]);
    const text = Deno.readTextFileSync(join(folder, "logs", log!.file));
    assertEquals(text, logText(logOf([chatEpisode(), failedEpisode("transport")])));
  });
});

Deno.test("exportLogs() writes a log for each model, by the names of the files", async () => {
  await withSweep([chatEpisode(), smallEpisode()], async (folder) => {
    const logs = await exported(folder);
    assertEquals(logs.map(({ model }) => model).sort(), ["chat/m-1", "transcript/m"]);
    assertEquals(logs.map(({ file }) => file), names(join(folder, "logs")));
  });
});

Deno.test("exportLogs() reads the folder of an episode that was run alone", async () => {
  await inFolder(async (folder) => {
    writeEpisodeFolder(join(folder, "ep"), smallEpisode());
    assertEquals((await exported(folder, "ep")).map(({ samples }) => samples), [1]);
  });
});

Deno.test("exportLogs() takes an episode once that is given twice", async () => {
  await withSweep([smallEpisode()], async (folder) => {
    writeEpisodeFolder(join(folder, "ep"), smallEpisode());
    assertEquals((await exported(folder, "ep", "sweep", "ep")).map(({ samples }) => samples), [1]);
  });
});

Deno.test("exportLogs() refuses two results of one seed, and writes nothing", async () => {
  await withSweep([failedEpisode("transport")], async (folder) => {
    writeEpisodeFolder(join(folder, "ep"), chatEpisode(2));
    await assertCodeAsync(() => exported(folder, "sweep", "ep"), "record-invalid", "ep");
    assert(!existsSync(join(folder, "logs")));
  });
});

Deno.test("exportLogs() overwrites nothing, and writes nothing beside what is there", async () => {
  await withSweep([chatEpisode(), smallEpisode()], async (folder) => {
    const [first, second] = await exported(folder), taken = join(folder, "logs", second!.file);
    Deno.writeTextFileSync(taken, "mine");
    Deno.removeSync(join(folder, "logs", first!.file));
    await assertCodeAsync(() => exported(folder), "file-exists", second!.file);
    assertEquals([names(join(folder, "logs")), Deno.readTextFileSync(taken)], [[second!.file], "mine"]);
  });
});

Deno.test("exportLogs() leaves nothing of its own where a later log fails", async () => {
  await withSweep([chatEpisode(), smallEpisode()], async (folder) => {
    const logs = await exported(folder), last = logs.at(-1)!; // which of the two is last depends on their names
    Deno.removeSync(join(folder, "logs"), { recursive: true });
    const episode = last.model === "chat/m-1" ? chatEpisode() : smallEpisode(), { episode_id, score } = episode.record;
    Deno.removeSync(episodePath(join(folder, "sweep"), episode_id));
    const record = { ...episode.record, score: { ...score!, total: score!.total! + 1 } };
    writeEpisode(join(folder, "sweep"), { ...episode, record });
    await assertCodeAsync(() => exported(folder), "record-invalid", `sweep/${episode_id}.jsonl#/score`);
    assert(!existsSync(join(folder, "logs")));
    Deno.mkdirSync(join(folder, "logs"));
    await assertCodeAsync(() => exported(folder), "record-invalid");
    assertEquals(names(join(folder, "logs")), []);
  });
});

Deno.test("exportLogs() writes the same bytes again", async () => {
  await withSweep([chatEpisode(1), chatEpisode(2)], async (folder) => {
    const [one] = await exported(folder), text = Deno.readTextFileSync(join(folder, "logs", one!.file));
    Deno.removeSync(join(folder, "logs"), { recursive: true });
    const [two] = await exported(folder, ...names(join(folder, "sweep")).reverse().map((name) => `sweep/${name}`));
    assertEquals([two!.file, Deno.readTextFileSync(join(folder, "logs", two!.file))], [one!.file, text]);
  });
});

/** JSON text whose objects have their keys the other way round. */
function reversed(text: string): string {
  return JSON.stringify(JSON.parse(text), (_, value) => {
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? Object.fromEntries(Object.entries(value).reverse()) : value;
  });
}

Deno.test("exportLogs() writes the same bytes of files whose keys are in another order", async () => {
  await inFolder(async (folder) => {
    for (const name of ["one", "two"]) writeEpisodeFolder(join(folder, name), chatEpisode());
    for (const file of ["episode.json", "trajectory.jsonl", "observations.jsonl"]) {
      const path = join(folder, "two", file), lines = Deno.readTextFileSync(path).trimEnd().split("\n");
      Deno.writeTextFileSync(path, lines.map((line) => `${reversed(line)}\n`).join(""));
    }
    const texts = [];
    for (const name of ["one", "two"]) {
      const [log] = await exported(folder, name);
      texts.push(Deno.readTextFileSync(join(folder, "logs", log!.file)));
      Deno.removeSync(join(folder, "logs"), { recursive: true });
    }
    assertEquals(texts[0], texts[1]);
  });
});

Deno.test("exportLogs() refuses a target that is no folder", async () => {
  await withSweep([smallEpisode()], async (folder) => {
    Deno.writeTextFileSync(join(folder, "logs"), "");
    await assertCodeAsync(() => exported(folder), "file-exists");
  });
});

Deno.test("exportLogs() refuses a file that is no episode", async () => {
  await inFolder(async (folder) => {
    Deno.writeTextFileSync(join(folder, "x.jsonl"), "{}\n");
    await assertCodeAsync(() => exported(folder, "x.jsonl"), "record-invalid", "x.jsonl#/format");
  });
});

Deno.test("episodeSources() finds the episodes of a sweep by name, and passes over other files", async () => {
  await withSweep([chatEpisode(1), chatEpisode(2)], (folder) => {
    Deno.writeTextFileSync(join(folder, "sweep", "notes.txt"), "");
    const ids = [chatEpisode(1), chatEpisode(2)].map(({ record }) => `s/${record.episode_id}.jsonl`).sort();
    assertEquals(episodeSources(join(folder, "sweep"), { at: "s" }).map(({ at }) => at), ids);
    return Promise.resolve();
  });
});

Deno.test("episodeSources() refuses a folder without an episode", () => {
  inFolder((folder) => assertCode(() => episodeSources(folder, { at: "f" }), "file-missing", "f"));
});

Deno.test("exportLogs() refuses a file that is not there", async () => {
  await inFolder((folder) => assertCodeAsync(() => exported(folder, "no"), "file-missing", "no"));
});
