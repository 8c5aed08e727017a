import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { STRUCTURE } from "../../../scripts/cli/check.ts";
import { runCli, runJson, wideLines } from "../../cli_io.ts";
import { inFolder } from "../../in_folder.ts";
import { withSignedExperiment } from "../../signed_experiment.ts";
import { makeSshKey, publicHalf, testWith } from "../../signing_tools.ts";
import { copyFence, makeFrozen, makeSmall } from "../../small_experiment.ts";

Deno.test("runCheck() prints draft and exits 0 when nothing is frozen", async () => {
  await inFolder(async (cwd) => {
    makeSmall(`${cwd}/small`);
    const { code, out, err } = await runCli(["check", "small"], { cwd });
    assertEquals([code, out], [0, "draft\n"]);
    assertEquals(err, "Experiment  small, a draft\nChecked     ✓ 2 files, nothing that a freeze would refuse\n");
  });
});

Deno.test("runCheck() prints the identity and exits 0 when every byte is the frozen one", async () => {
  await inFolder(async (cwd) => {
    await makeFrozen(`${cwd}/small`);
    const { code, out, err } = await runCli(["check", "small"], { cwd });
    assertEquals([code, /^[0-9a-f]{64}\n$/.test(out), wideLines(err)], [0, true, []]);
    assert(err.endsWith("Checked     ✓ 2 files, every byte is the frozen one\n"), err);
  });
});

const drifts: [what: string, change: (folder: string) => void, found: unknown][] = [
  ["a byte is edited", (folder) => Deno.writeTextFileSync(`${folder}/run.ts`, "x"), ["changed", "run.ts"]],
  ["a file is added", (folder) => Deno.writeTextFileSync(`${folder}/more`, "x"), ["extra", "more"]],
  ["a file is deleted", (folder) => Deno.removeSync(`${folder}/run.ts`), ["missing", "run.ts"]],
  ["the protocol is edited", (folder) => makeSmall(folder, { document: { x: 1 } }), ["changed", "protocol.json"]],
  ["a link is added", (folder) => Deno.symlinkSync("run.ts", `${folder}/link`), ["kind", "link"]],
];
for (const [what, change, found] of drifts) {
  Deno.test(`runCheck() exits 1 and names the place when ${what}`, async () => {
    await inFolder(async (cwd) => {
      change(await makeFrozen(`${cwd}/small`));
      const { code, value, err } = await runJson(["check", "small"], { cwd });
      assertEquals([code, value.findings.map(({ code, at }: { code: string; at: string }) => [code, at])], [1, [
        found,
      ]]);
      assert(err.includes("✗ 2 frozen files, 1 finding"), err);
      assertEquals(wideLines(err), []);
    });
  });
}

Deno.test("runCheck() finds what a freeze would refuse when a draft holds a link", async () => {
  await inFolder(async (cwd) => {
    Deno.symlinkSync("run.ts", `${makeSmall(`${cwd}/small`)}/link`);
    const { code, out, err } = await runCli(["check", "small"], { cwd });
    assertEquals([code, out, err.includes("✗ 2 files, 1 finding")], [1, "draft\n", true], err);
  });
});

Deno.test("runCheck() looks into this repository's own data", async () => {
  const { code, err } = await runCli(["check", "fence-v1"]);
  assertEquals([code, err.includes("✓ its data are built as declared")], [0, true], err);
});

Deno.test("STRUCTURE finds structure with its place when a case of fence-v1 is not as declared", async () => {
  await inFolder(async (folder) => {
    await copyFence(`${folder}/fence-v1`);
    const path = `${folder}/fence-v1/cases.json`;
    const document = JSON.parse(Deno.readTextFileSync(path));
    const problemsOf = async () =>
      (await STRUCTURE["fence-v1"]!(`${folder}/fence-v1`)).map(({ code, at }) => [code, at]);
    assertEquals(await problemsOf(), []);
    document.cases[1].id = document.cases[0].id;
    Deno.writeTextFileSync(path, JSON.stringify(document));
    assertEquals(await problemsOf(), [["structure", "cases.json#/cases/1/id"]]);
  });
});

Deno.test("runCheck() looks into no data of another experiment of the same id", async () => {
  await inFolder(async (cwd) => {
    await copyFence(`${cwd}/experiments/fence-v1`);
    const { code, err } = await runCli(["check", "fence-v1"], { cwd });
    assertEquals([code, err.includes("built as declared")], [0, false], err);
  });
});

testWith(
  "runCheck() verifies what is signed when --signatures is given with trust",
  ["ssh-keygen"],
  () =>
    withSignedExperiment({}, async ({ cwd, manifestPath }) => {
      const key = await makeSshKey(cwd, "ed25519"), signature = "small/results/manifest.json.sig";
      Deno.writeTextFileSync(`${cwd}/allowed`, `alice ${publicHalf(key)}\n`);
      assertEquals((await runCli(["sign", "small", "--key", "ed25519"], { cwd })).code, 0);
      const words = ["check", "small", "--signatures", "--allowed-signers", "allowed"];
      const { code, value, err } = await runJson(words, { cwd });
      assertEquals([code, value.findings, value.signatures.findings], [0, [], []]);
      assert(err.includes("✓ results/manifest.json.sig verified SSH signature\n    alice (SHA256:"), err);
      assertEquals((await runCli([...words, "--signer", "bob"], { cwd })).code, 1);
      Deno.removeSync(`${cwd}/${signature}`);
      assertEquals((await runJson(words, { cwd })).value.signatures.findings[0].code, "signature-missing");
      assertEquals((await runCli(["check", "small", "--signatures"], { cwd })).code, 2);
      assertEquals((await runCli(["check", "small", "--signer", "alice"], { cwd })).code, 2);
      Deno.writeTextFileSync(manifestPath, " ", { append: true });
      assertEquals((await runCli(words, { cwd })).code, 2);
    }),
);
