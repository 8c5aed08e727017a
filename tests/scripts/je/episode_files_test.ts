import { assertEquals } from "@std/assert/equals";
import { join } from "node:path";
import { runUnit, unscoredUnit } from "../../../experiments/je-v1/sweep/unit.ts";
import {
  episodeIds,
  episodePath,
  readEpisode,
  readHead,
  stateOfFile,
  writeEpisode,
  writeEpisodeFolder,
} from "../../../scripts/je/episode_files.ts";
import { assertCode } from "../../assert_code.ts";
import { NO_SALT, played, unitOf } from "../../experiments/je-v1/sweep/records.ts";
import { inFolder } from "../../in_folder.ts";

const EPISODE = played(), ID = EPISODE.record.episode_id;
const UNSCORED = unscoredUnit(unitOf(), { reason: "crash", detail: "", salt_hash: NO_SALT });

Deno.test("writeEpisode() writes one file that reads back", () => {
  inFolder((folder) => {
    assertEquals(writeEpisode(folder, EPISODE), "written");
    assertEquals([...Deno.readDirSync(folder)].map(({ name }) => name), [`${ID}.jsonl`]);
    assertEquals(readEpisode(episodePath(folder, ID)), EPISODE);
    assertEquals(readHead(episodePath(folder, ID)), EPISODE.record);
  });
});

Deno.test("writeEpisode() keeps a result that is there", () => {
  inFolder((folder) => {
    writeEpisode(folder, EPISODE);
    const before = Deno.readTextFileSync(episodePath(folder, ID));
    assertEquals(writeEpisode(folder, runUnit(unitOf(), { nowMs: () => 5 })), "kept");
    assertEquals(writeEpisode(folder, UNSCORED), "kept");
    assertEquals(Deno.readTextFileSync(episodePath(folder, ID)), before);
  });
});

for (const [what, text] of [["unscored", null], ["torn", "{"], ["empty", ""], ["no UTF-8", "\xff"]] as const) {
  Deno.test(`writeEpisode() replaces a file that is ${what}, and leaves nothing beside it`, () => {
    inFolder((folder) => {
      if (text === null) writeEpisode(folder, UNSCORED);
      else Deno.writeFileSync(episodePath(folder, ID), Uint8Array.from(text, (unit) => unit.charCodeAt(0)));
      assertEquals(writeEpisode(folder, EPISODE), "replaced");
      assertEquals(readEpisode(episodePath(folder, ID)), EPISODE);
      assertEquals([...Deno.readDirSync(folder)].length, 1);
    });
  });
}

Deno.test("writeEpisode() throws file-missing when there is no folder", () => {
  inFolder((folder) => assertCode(() => writeEpisode(`${folder}/none`, EPISODE), "file-missing"));
});

Deno.test("writeEpisodeFolder() makes a folder of three files that reads back", () => {
  inFolder((folder) => {
    const path = join(folder, "episode");
    writeEpisodeFolder(path, EPISODE);
    assertEquals([...Deno.readDirSync(path)].map(({ name }) => name).sort(), [
      ...["episode.json", "observations.jsonl", "trajectory.jsonl"],
    ]);
    assertEquals(readEpisode(path), EPISODE);
  });
});

Deno.test("writeEpisodeFolder() throws file-exists when something is there", () => {
  inFolder((folder) => assertCode(() => writeEpisodeFolder(folder, EPISODE), "file-exists"));
});

const states: [name: string, write: (folder: string) => void, state: string][] = [
  ["nothing is there", () => {}, "missing"],
  ["a result is there", (folder) => writeEpisode(folder, EPISODE), "scored"],
  ["an unscored episode is there", (folder) => writeEpisode(folder, UNSCORED), "unscored"],
  ["it is empty", (folder) => Deno.writeTextFileSync(episodePath(folder, ID), ""), "damaged"],
  ["it is a link", (folder) => Deno.symlinkSync("nowhere", episodePath(folder, ID)), "damaged"],
  ["it is a folder", (folder) => Deno.mkdirSync(episodePath(folder, ID)), "damaged"],
  ["the last line is cut", (folder) => cut(folder, (text) => text.slice(0, -5)), "damaged"],
  ["lines are missing", (folder) => cut(folder, (text) => text.split("\n").slice(0, 9).join("\n") + "\n"), "damaged"],
  ["it names another episode", (folder) => {
    const other = played(unitOf({ seed: 2 }));
    writeEpisode(folder, other);
    Deno.renameSync(episodePath(folder, other.record.episode_id), episodePath(folder, ID));
  }, "damaged"],
];
for (const [when, write, state] of states) {
  Deno.test(`stateOfFile() gives ${state} when ${when}`, () => {
    inFolder((folder) => {
      write(folder);
      assertEquals(stateOfFile(folder, ID), state);
    });
  });
}

function cut(folder: string, change: (text: string) => string): void {
  writeEpisode(folder, EPISODE);
  Deno.writeTextFileSync(episodePath(folder, ID), change(Deno.readTextFileSync(episodePath(folder, ID))));
}

Deno.test("episodeIds() gives the names of episodes and passes over others", () => {
  inFolder((folder) => {
    writeEpisode(folder, EPISODE);
    for (const name of ["notes.txt", `${ID}.jsonl.1.new`, "abc.jsonl"]) Deno.writeTextFileSync(join(folder, name), "");
    assertEquals([...episodeIds(folder)], [ID]);
  });
});

Deno.test("episodeIds() throws when there is no folder", () => {
  inFolder((folder) => {
    Deno.writeTextFileSync(join(folder, "file"), "");
    assertCode(() => [...episodeIds(join(folder, "none"))], "file-missing");
    assertCode(() => [...episodeIds(join(folder, "file"))], "file-kind");
  });
});

Deno.test("readHead() reads a record that is longer than one read", () => {
  inFolder((folder) => {
    const record = { ...EPISODE.record, provider: { note: "é".repeat(100_000) } };
    writeEpisode(folder, { ...EPISODE, record });
    assertEquals(readHead(episodePath(folder, ID)), record);
  });
});

Deno.test("readEpisode() names the file when its text is none of an episode", () => {
  inFolder((folder) => {
    Deno.writeTextFileSync(join(folder, "x.jsonl"), "{}\n");
    assertCode(() => readEpisode(join(folder, "x.jsonl"), { at: "x.jsonl" }), "record-invalid", "x.jsonl#/format");
    assertCode(() => readEpisode(join(folder, "y.jsonl"), { at: "y.jsonl" }), "file-missing", "y.jsonl");
    assertCode(() => readEpisode(folder, { at: "f" }), "file-missing", "f/episode.json");
  });
});
