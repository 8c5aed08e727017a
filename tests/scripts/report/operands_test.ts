import { assertEquals } from "@std/assert/equals";
import { makeRunConfig } from "../../../experiments/je-v1/config/contract.ts";
import { modelsOf, unitsOf } from "../../../experiments/je-v1/sweep/plan.ts";
import { runUnit } from "../../../experiments/je-v1/sweep/unit.ts";
import { writeResult } from "../../../kernel/result.ts";
import { writeEpisode, writeEpisodeFolder } from "../../../scripts/je/episode_files.ts";
import { readShown } from "../../../scripts/report/operands.ts";
import { assertCodeAsync } from "../../assert_code.ts";
import { aResult } from "../../a_result.ts";
import { inFolder } from "../../in_folder.ts";

const CONFIG = makeRunConfig({ task_id: "JE-01", seed: 1, models: ["heuristic"], seeds: 1 });
const EPISODE = runUnit([...unitsOf(CONFIG, modelsOf(CONFIG))][0]!);

Deno.test("readShown() tells results, sweeps and episodes apart, and names them by their files", async () => {
  await inFolder(async (cwd) => {
    writeResult(`${cwd}/r.json`, aResult());
    Deno.mkdirSync(`${cwd}/sweep`);
    writeEpisode(`${cwd}/sweep`, EPISODE);
    writeEpisodeFolder(`${cwd}/one`, EPISODE);
    const file = `sweep/${EPISODE.record.episode_id}.jsonl`;
    const shown = await readShown(["r.json", "sweep", "one", file], { cwd });
    assertEquals(shown.map(({ kind, name }) => [kind, name]), [
      ["result", "r.json"],
      ["sweep", "sweep"],
      ["episode", "one"],
      ["episode", `${EPISODE.record.episode_id}.jsonl`],
    ]);
  });
});

Deno.test("readShown() names files of one name by their paths", async () => {
  await inFolder(async (cwd) => {
    for (const name of ["a", "b"]) {
      Deno.mkdirSync(`${cwd}/${name}`);
      writeResult(`${cwd}/${name}/r.json`, aResult());
    }
    const shown = await readShown(["a/r.json", "b/r.json"], { cwd });
    assertEquals(shown.map(({ name }) => name), ["a/r.json", "b/r.json"]);
  });
});

const REFUSED: Readonly<Record<string, readonly [string, (cwd: string) => void]>> = {
  "nothing is there": ["file-missing", () => {}],
  "the folder holds no episode": ["file-missing", (cwd) => Deno.mkdirSync(`${cwd}/x`)],
  "it is no result": ["result-invalid", (cwd) => Deno.writeTextFileSync(`${cwd}/x`, "{}")],
};
for (const [when, [code, make]] of Object.entries(REFUSED)) {
  Deno.test(`readShown() throws ${code} when ${when}`, async () => {
    await inFolder(async (cwd) => {
      make(cwd);
      await assertCodeAsync(() => readShown(["x"], { cwd }), code as "file-missing");
    });
  });
}

Deno.test("readShown() throws record-invalid when an episode's score is not of its shape", async () => {
  await inFolder(async (cwd) => {
    const score = { ...EPISODE.record.score!, metrics: { "<b>": 1 } } as unknown as typeof EPISODE.record.score;
    writeEpisodeFolder(`${cwd}/x`, { ...EPISODE, record: { ...EPISODE.record, score } });
    await assertCodeAsync(() => readShown(["x"], { cwd }), "record-invalid");
  });
});
