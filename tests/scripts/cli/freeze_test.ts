import { assertEquals } from "@std/assert/equals";
import { readManifest } from "../../../kernel/manifest.ts";
import { runCli, runJson, wideLines } from "../../cli_io.ts";
import { inFolder } from "../../in_folder.ts";
import { makeSmall } from "../../small_experiment.ts";

Deno.test("runFreeze() writes the manifest and prints its digest", async () => {
  await inFolder(async (cwd) => {
    makeSmall(`${cwd}/small`);
    const { code, out, err } = await runCli(["freeze", "small", "--date", "2026-02-28"], { cwd });
    const { manifest, sha256 } = readManifest(`${cwd}/small`)!;
    assertEquals([code, out, manifest.frozenOn, wideLines(err)], [0, `${sha256}\n`, "2026-02-28", []]);
  });
});

Deno.test("runFreeze() records today in UTC when no date is given", async () => {
  await inFolder(async (cwd) => {
    makeSmall(`${cwd}/small`);
    const before = new Date().toISOString().slice(0, 10);
    const { code, value } = await runJson(["freeze", "small"], { cwd });
    const after = new Date().toISOString().slice(0, 10);
    assertEquals([code, Object.keys(value)], [0, ["id", "manifestSha256", "files", "frozenOn"]]);
    assertEquals([before, after].includes(value.frozenOn), true);
  });
});

Deno.test("runFreeze() refuses a second time and changes nothing, whether the bytes drifted or not", async () => {
  await inFolder(async (cwd) => {
    const folder = makeSmall(`${cwd}/small`);
    await runCli(["freeze", "small"], { cwd });
    const manifest = Deno.readTextFileSync(`${folder}/manifest.json`);
    for (const text of ["", "changed"]) {
      if (text !== "") Deno.writeTextFileSync(`${folder}/run.ts`, text);
      const { code, value } = await runJson(["freeze", "small"], { cwd });
      assertEquals([code, value.error.code], [2, "manifest-exists"]);
      assertEquals(Deno.readTextFileSync(`${folder}/manifest.json`), manifest);
    }
  });
});

for (
  const date of [
    "",
    "today",
    "2026-02-30",
    "2026-2-3",
    "2026-13-01",
    "2026-01-01T00:00:00Z",
    "+002026-01-01",
    "20260101",
  ]
) {
  Deno.test(`runFreeze() throws usage and writes nothing when the date is ${JSON.stringify(date)}`, async () => {
    await inFolder(async (cwd) => {
      makeSmall(`${cwd}/small`);
      const { code, value } = await runJson(["freeze", "small", `--date=${date}`], { cwd });
      assertEquals([code, value.error.code, readManifest(`${cwd}/small`)], [2, "usage", null]);
    });
  });
}
