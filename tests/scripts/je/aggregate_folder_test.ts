import { assertEquals } from "@std/assert/equals";
import { aggregateFolder } from "../../../scripts/je/aggregate_folder.ts";
import { episodePath, writeEpisode } from "../../../scripts/je/episode_files.ts";
import { assertCodeAsync } from "../../assert_code.ts";
import { played, unitOf } from "../../experiments/je-v1/sweep/records.ts";
import { inFolder } from "../../in_folder.ts";

const EPISODES = [1, 2].map((seed) => played(unitOf({ seed })));
const WITHHELD = played(unitOf({ tools_withheld: ["compute"] }));

Deno.test("aggregateFolder() takes every episode of a folder", async () => {
  await inFolder(async (folder) => {
    for (const episode of EPISODES) writeEpisode(folder, episode);
    const { planned, scored, unscored } = await aggregateFolder(folder);
    assertEquals([planned, scored, unscored], [5, 2, 3]);
  });
});

Deno.test("aggregateFolder() takes one condition when it is told its label or the start of its hash", async () => {
  await inFolder(async (folder) => {
    for (const episode of [...EPISODES, WITHHELD]) writeEpisode(folder, episode);
    const both = await aggregateFolder(folder);
    assertEquals(both.findings.length, 1);
    for (const { label, condition, rows } of both.tables) {
      for (const wanted of [label, condition, condition.slice(0, 12)]) {
        const { findings, tables } = await aggregateFolder(folder, { condition: wanted });
        assertEquals([findings, tables.map((table) => table.rows)], [[], [rows]]);
      }
    }
    assertEquals((await aggregateFolder(folder, { condition: "withheld:submit" })).tables, []);
  });
});

Deno.test("aggregateFolder() throws record-invalid when a file names another episode", async () => {
  await inFolder(async (folder) => {
    const [one = "", two = ""] = EPISODES.map(({ record }) => record.episode_id);
    writeEpisode(folder, EPISODES[0]!);
    Deno.renameSync(episodePath(folder, one), episodePath(folder, two));
    await assertCodeAsync(() => aggregateFolder(folder), "record-invalid", `${two}.jsonl#/episode_id`);
  });
});

Deno.test("aggregateFolder() throws file-missing when there is no folder", async () => {
  await inFolder((folder) => assertCodeAsync(() => aggregateFolder(`${folder}/none`), "file-missing"));
});
