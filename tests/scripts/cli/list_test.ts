import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { readManifest } from "../../../kernel/manifest.ts";
import { runCli, runJson, wideLines } from "../../cli_io.ts";
import { inFolder } from "../../in_folder.ts";
import { makeFrozen, makeSmall } from "../../small_experiment.ts";

async function withList(use: (cwd: string, sha256: string) => Promise<unknown>): Promise<void> {
  await inFolder(async (cwd) => {
    const question = "Does\n\x1b[31mit " + "hold ".repeat(40);
    makeSmall(`${cwd}/experiments/b-draft`, { id: "b-draft", document: { question } });
    await makeFrozen(`${cwd}/experiments/a-frozen`, { id: "a-frozen" });
    makeSmall(`${cwd}/experiments/c-broken`, { block: { unknown: 1 } });
    Deno.mkdirSync(`${cwd}/experiments/d-\x1b[31mempty`);
    makeSmall(`${cwd}/experiments/_template`);
    Deno.symlinkSync("nowhere", `${cwd}/experiments/e-dangling`);
    Deno.writeTextFileSync(`${cwd}/experiments/README.md`, "");
    await use(cwd, readManifest(`${cwd}/experiments/a-frozen`)!.sha256);
  });
}

Deno.test("runList() prints id, state and digest with tabs, and what cannot be read as such", async () => {
  await withList(async (cwd, sha256) => {
    assertEquals(await runCli(["list"], { cwd }), {
      code: 0,
      out: `a-frozen\tfrozen\t${sha256}\nb-draft\tdraft\t-\nc-broken\tunreadable (protocol-invalid)\t-\n` +
        "d-\\u001b[31mempty\tunreadable (file-missing)\t-\n",
      err: "",
    });
  });
});

Deno.test("runList() prints one JSON value when it is asked to", async () => {
  await withList(async (cwd, sha256) => {
    const { code, value } = await runJson(["list"], { cwd });
    assertEquals(code, 0);
    assertEquals(value[0], { id: "a-frozen", state: "frozen", manifestSha256: sha256, question: "" });
    assertEquals(value.map(({ state }: { state: string }) => state).slice(1), [
      "draft",
      "unreadable (protocol-invalid)",
      "unreadable (file-missing)",
    ]);
  });
});

Deno.test("runList() fits a terminal's columns and stays printable", async () => {
  await withList(async (cwd) => {
    for (const columns of [60, 80, 132]) {
      const { out } = await runCli(["list"], { cwd, isOutTerminal: true, columns });
      assertEquals(wideLines(out, columns - 1), []);
      assert(!out.includes("\x1b") && out.includes("Does \\u001b["), out);
    }
  });
});

Deno.test("runList() lists this repository's experiments when the present folder has none", async () => {
  await inFolder(async (cwd) => {
    const { out } = await runCli(["list"], { cwd });
    assert(/^fence-v1\t(draft|frozen)\t/m.test(out), out);
  });
});

Deno.test("runList() says what to do when there are no experiments", async () => {
  await inFolder(async (cwd) => {
    Deno.mkdirSync(`${cwd}/experiments`);
    assertEquals(await runCli(["list"], { cwd }), {
      code: 0,
      out: "",
      err: "No experiments are here; permafrost new ID starts one.\n",
    });
    assertEquals((await runJson(["list"], { cwd })).value, []);
  });
});
