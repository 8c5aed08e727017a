import { assertEquals } from "@std/assert/equals";
import { join } from "node:path";
import { runUnit, unscoredUnit } from "../../../experiments/je-v1/sweep/unit.ts";
import type { RecordedEpisode } from "../../../experiments/je-v1/sweep/episode_record.ts";
import { episodePath, readEpisode, writeEpisode } from "../../../scripts/je/episode_files.ts";
import { mergeFolders, type MergeReport } from "../../../scripts/je/merge_folders.ts";
import { assertCodeAsync } from "../../assert_code.ts";
import { NO_SALT, played, unitOf } from "../../experiments/je-v1/sweep/records.ts";
import { inFolder } from "../../in_folder.ts";

const ONE = played(), TWO = played(unitOf({ seed: 2 })), ID = ONE.record.episode_id;
const CRASHED = unscoredUnit(unitOf(), { reason: "crash", detail: "", salt_hash: NO_SALT });
const LATE = runUnit(unitOf(), { nowMs: () => 5 });
const OTHER: RecordedEpisode = { ...ONE, record: { ...ONE.record, score: { ...ONE.record.score!, total: 1 } } };

/** Merges folders with these episodes into an empty one; a text stands for a file under the first episode's name. */
function merged(
  folders: readonly (readonly (RecordedEpisode | string)[])[],
): Promise<MergeReport & { kept: RecordedEpisode | null }> {
  return inFolder(async (root) => {
    const named = folders.map((episodes, at) => {
      const path = join(root, `part-${at}`);
      Deno.mkdirSync(path);
      for (const episode of episodes) {
        if (typeof episode === "string") Deno.writeTextFileSync(episodePath(path, ID), episode);
        else writeEpisode(path, episode);
      }
      return { path, at: `part-${at}` };
    });
    const target = join(root, "all");
    Deno.mkdirSync(target);
    const report = await mergeFolders(target, named);
    let kept: RecordedEpisode | null = null;
    try {
      kept = readEpisode(episodePath(target, ID));
    } catch { /* it was not kept */ }
    return { ...report, kept };
  });
}

Deno.test("mergeFolders() gives the union of folders", async () => {
  const { read, episodes, duplicates, findings, kept } = await merged([[ONE], [TWO]]);
  assertEquals([read, episodes, duplicates, findings, kept], [2, 2, 0, [], ONE]);
});

Deno.test("mergeFolders() keeps the first of equal results, with its volatile fields", async () => {
  const { episodes, duplicates, findings, kept } = await merged([[ONE], [LATE], [ONE]]);
  assertEquals([episodes, duplicates, findings, kept], [1, 2, [], ONE]);
  assertEquals((await merged([[LATE], [ONE]])).kept, LATE);
});

Deno.test("mergeFolders() lets a result take the place of an episode without one", async () => {
  for (const folders of [[[CRASHED], [ONE]], [[ONE], [CRASHED]]]) {
    const { findings, kept } = await merged(folders);
    assertEquals([findings, kept], [[], ONE]);
  }
});

Deno.test("mergeFolders() finds a conflict when two results of one episode differ, and keeps the first", async () => {
  const { findings, kept } = await merged([[ONE], [OTHER]]);
  assertEquals([findings.map(({ code, at }) => [code, at]), kept], [[["conflict", `part-1/${ID}.jsonl`]], ONE]);
});

const broken: [name: string, episode: RecordedEpisode | string][] = [
  ["is cut", "{"],
  ["is no episode", "{}\n"],
  ["breaks its chain", { ...ONE, rows: ONE.rows.with(0, { ...ONE.rows[0]!, args: { limit: 3 } }) }],
  ["reveals another ledger", {
    ...ONE,
    record: { ...ONE.record, reveal: { ...ONE.record.reveal!, nonce: "0".repeat(64) } },
  }],
];
for (const [what, episode] of broken) {
  Deno.test(`mergeFolders() finds a file that ${what} and does not copy it`, async () => {
    const { findings, kept, episodes } = await merged([[episode], [TWO]]);
    assertEquals([findings.map(({ code, at }) => [code, at]), kept, episodes], [
      ...[[["damaged", `part-0/${ID}.jsonl`]], null, 1],
    ]);
  });
}

Deno.test("mergeFolders() finds a file that is named after another episode", async () => {
  await inFolder(async (root) => {
    for (const name of ["part", "all"]) Deno.mkdirSync(join(root, name));
    writeEpisode(join(root, "part"), TWO);
    Deno.renameSync(episodePath(join(root, "part"), TWO.record.episode_id), episodePath(join(root, "part"), ID));
    const { findings } = await mergeFolders(join(root, "all"), [{ path: join(root, "part"), at: "part" }]);
    assertEquals(findings.map(({ code }) => code), ["damaged"]);
  });
});

Deno.test("mergeFolders() throws file-missing when a folder is not there", async () => {
  await inFolder((root) =>
    assertCodeAsync(() => mergeFolders(root, [{ path: join(root, "none"), at: "none" }]), "file-missing")
  );
});

Deno.test("mergeFolders() takes along what was said to models and judges, of the episode that it keeps", async () => {
  await inFolder(async (root) => {
    const folders = [["part-0", CRASHED, "old"], ["part-1", ONE, "new"], ["part-2", LATE, "later"]] as const;
    for (const [name, episode, said] of folders) {
      Deno.mkdirSync(join(root, name));
      writeEpisode(join(root, name), episode);
      for (const role of ["exchange", "judge"]) Deno.writeTextFileSync(join(root, name, `${ID}.${role}.jsonl`), said);
    }
    const target = join(root, "all");
    Deno.mkdirSync(target);
    await mergeFolders(target, folders.map(([at]) => ({ path: join(root, at), at })));
    const kept = [...Deno.readDirSync(target)].map(({ name }) => name).sort();
    assertEquals(kept, ["exchange.jsonl", "jsonl", "judge.jsonl"].map((end) => `${ID}.${end}`));
    assertEquals(kept.filter((name) => Deno.readTextFileSync(join(target, name)) === "new").length, 2);
  });
});
