import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { join } from "node:path";
import { readManifest } from "../../../kernel/manifest.ts";
import { runCli, runJson, wideLines } from "../../cli_io.ts";
import { inFolder } from "../../in_folder.ts";
import { copyFence, listTree, makeFrozen, makeSmall } from "../../small_experiment.ts";

const TEMPLATE = join(import.meta.dirname!, "../../../experiments/_template");
const HELPER = join(import.meta.dirname!, "../../../kernel/experiment.ts");

Deno.test("runNew() leads from nothing to a verified, frozen and copied experiment in an empty folder", async () => {
  await inFolder(async (cwd) => {
    const run = async (...words: string[]) => (await runCli(words, { cwd })).code;
    const made = await runCli(["new", "my-study-v1"], { cwd });
    assertEquals([made.code, made.out, wideLines(made.err)], [0, "my-study-v1\n", []]);
    assertEquals(listTree(cwd), [
      "my-study-v1",
      "my-study-v1/permafrost.ts",
      "my-study-v1/protocol.json",
      "my-study-v1/run.ts",
    ]);
    assertEquals(Deno.readTextFileSync(`${cwd}/my-study-v1/permafrost.ts`), Deno.readTextFileSync(HELPER));
    assertEquals(await run("verify", "my-study-v1"), 0);
    assertEquals(await run("freeze", "my-study-v1"), 0);
    assertEquals(await run("check", "my-study-v1"), 0);
    assertEquals(readManifest(`${cwd}/my-study-v1`)!.manifest.files.length, 3);
    assertEquals(await run("verify", "my-study-v1", "--output", "r.json"), 0);
    assertEquals(await run("reproduce", "r.json"), 0);
    Deno.writeTextFileSync(`${cwd}/my-study-v1/run.ts`, "\n", { append: true });
    assertEquals(await run("check", "my-study-v1"), 1);
    assertEquals(await run("verify", "my-study-v1"), 1);
    const drifted = await runJson(["new", "my-study-v2", "--from", "my-study-v1"], { cwd });
    assertEquals([drifted.code, drifted.value.error.code, drifted.value.error.at], [2, "file-changed", "run.ts"]);
    const text = Deno.readTextFileSync(`${cwd}/my-study-v1/run.ts`);
    Deno.writeTextFileSync(`${cwd}/my-study-v1/run.ts`, text.slice(0, -1));
    assertEquals(await run("new", "my-study-v2", "--from", "my-study-v1"), 0);
    assertEquals(await run("verify", "my-study-v2"), 0);
    assertEquals(await run("check", "my-study-v1"), 0);
    assertEquals(listTree(`${cwd}/my-study-v2`), ["permafrost.ts", "protocol.json", "run.ts"]);
  });
});

Deno.test("runNew() makes it in experiments/ where there is one, or in the folder that it is given", async () => {
  await inFolder(async (cwd) => {
    Deno.mkdirSync(`${cwd}/experiments`);
    assertEquals((await runCli(["new", "a-v1"], { cwd })).out, "experiments/a-v1\n");
    assertEquals((await runCli(["new", "a-v1", "--folder", "some where/it's"], { cwd })).out, "some where/it's\n");
    assertEquals((await runCli(["verify", "some where/it's"], { cwd })).code, 0);
    const { value } = await runJson(["new", "b-v1", "--folder", "deep/down/b"], { cwd });
    assertEquals(value, { id: "b-v1", folder: "deep/down/b", files: 3, notes: [] });
    assertEquals(JSON.parse(Deno.readTextFileSync(`${cwd}/deep/down/b/protocol.json`)).id, "b-v1");
  });
});

Deno.test("runNew() prints next commands that a shell understands when the folder needs quoting", async () => {
  await inFolder(async (cwd) => {
    const { err } = await runCli(["new", "a-v1", "--folder", "it's here"], { cwd });
    assert(err.includes("\n  permafrost verify 'it'\\''s here'\n"), err);
  });
});

for (const id of ["", "A", "a_b", "a--b", "-a", "a-", "ä", "a b", "../a", "a/b", ".", "x".repeat(65), "a\n"]) {
  Deno.test(`runNew() throws usage and makes nothing when the id is ${JSON.stringify(id.slice(0, 12))}`, async () => {
    await inFolder(async (cwd) => {
      const { code, value } = await runJson(["new", "--", id].toSpliced(1, 1), { cwd });
      assertEquals([code, value.error.code, listTree(cwd)], [2, "usage", []]);
    });
  });
}

for (const kind of ["folder", "file", "link", "dangling"]) {
  Deno.test(`runNew() throws file-exists and leaves it alone when a ${kind} is there`, async () => {
    await inFolder(async (cwd) => {
      if (kind === "folder") Deno.mkdirSync(`${cwd}/a-v1`);
      else if (kind === "file") Deno.writeTextFileSync(`${cwd}/a-v1`, "mine");
      else Deno.symlinkSync(kind === "link" ? "." : "nowhere", `${cwd}/a-v1`);
      const { code, value } = await runJson(["new", "a-v1"], { cwd });
      assertEquals([code, value.error.code, listTree(cwd)], [2, "file-exists", ["a-v1"]]);
    });
  });
}

Deno.test("runNew() throws path-invalid when it would become a part of another experiment", async () => {
  await inFolder(async (cwd) => {
    await makeFrozen(`${cwd}/small`);
    const { value } = await runJson(["new", "a-v1"], { cwd: `${cwd}/small` });
    const below = await runJson(["new", "a-v1", "--folder", "small/deep/a"], { cwd });
    assertEquals([value.error.code, below.value.error.code], ["path-invalid", "path-invalid"]);
    assertEquals((await runCli(["check", "small"], { cwd })).code, 0);
  });
});

Deno.test("runNew() throws file-missing and leaves nothing when its parent is a file", async () => {
  await inFolder(async (cwd) => {
    Deno.writeTextFileSync(`${cwd}/file`, "");
    const { code, value } = await runJson(["new", "a-v1", "--folder", "file/a"], { cwd });
    assertEquals([code, value.error.code, listTree(cwd)], [2, "file-missing", ["file"]]);
  });
});

Deno.test("runNew() throws manifest-missing when it is to copy a draft", async () => {
  await inFolder(async (cwd) => {
    makeSmall(`${cwd}/small`);
    const { code, value } = await runJson(["new", "a-v1", "--from", "small"], { cwd });
    assertEquals([code, value.error.code, listTree(cwd).includes("a-v1")], [2, "manifest-missing", false]);
  });
});

Deno.test("runNew() copies nested and executable files, and neither results nor the manifest", async () => {
  await inFolder(async (cwd) => {
    const folder = makeSmall(`${cwd}/small`, { files: { "bin/tool": "#!/bin/sh\n", "data/a/b.txt": "b" } });
    Deno.chmodSync(`${folder}/bin/tool`, 0o555);
    Deno.chmodSync(`${folder}/data/a/b.txt`, 0o400);
    await runCli(["freeze", "small"], { cwd });
    await runCli(["run", "small"], { cwd });
    const { value } = await runJson(["new", "small-v2", "--from", "small"], { cwd });
    assertEquals([value.files, listTree(`${cwd}/small-v2`)], [4, [
      "bin",
      "bin/tool",
      "data",
      "data/a",
      "data/a/b.txt",
      "protocol.json",
      "run.ts",
    ]]);
    const modes = ["bin/tool", "data/a/b.txt"].map((path) => Deno.statSync(`${cwd}/small-v2/${path}`).mode! & 0o777);
    assertEquals(modes, [0o755, 0o644]);
  });
});

Deno.test("runNew() renames the published address and says so when its last step was the id", async () => {
  await inFolder(async (cwd) => {
    await copyFence(`${cwd}/fence-v1`);
    const { code, err } = await runCli(["new", "fence-v2", "--from", "fence-v1"], { cwd });
    const { id, permafrost } = JSON.parse(Deno.readTextFileSync(`${cwd}/fence-v2/protocol.json`));
    assertEquals([code, id, permafrost.publication.origin], [
      0,
      "fence-v2",
      "https://example.org/experiments/fence-v2/",
    ]);
    assert(err.includes("https://example.org/experiments/fence-v2/"), err);
    assertEquals((await runCli(["verify", "fence-v2"], { cwd })).code, 0);
  });
});

Deno.test("runNew() has a template that is itself a draft which verifies", async () => {
  assertEquals((await runCli(["verify", TEMPLATE])).code, 0);
});

Deno.test("runNew() takes the present folder's own template before this program's", async () => {
  await inFolder(async (cwd) => {
    makeSmall(`${cwd}/experiments/_template`, { document: { mine: true } });
    await runCli(["new", "a-v1"], { cwd });
    assertEquals(JSON.parse(Deno.readTextFileSync(`${cwd}/experiments/a-v1/protocol.json`)).mine, true);
  });
});
