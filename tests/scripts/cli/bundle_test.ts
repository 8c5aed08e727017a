import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { sha256Hex } from "../../../kernel/digest.ts";
import { isObeyed, runJson, wideLines } from "../../cli_io.ts";
import { inFolder } from "../../in_folder.ts";
import { listTree, makeFrozen, makeSmall } from "../../small_experiment.ts";
import { BUNDLER_PROBLEM, testBundle } from "../bundle/bundle_process.ts";
import { runCommand } from "../bundle/run_command.ts";

/** Runs text through sh, with `deno` on PATH. */
async function runShell(text: string, cwd: string): Promise<{ code: number; out: string; err: string }> {
  Deno.mkdirSync(`${cwd}/bin`);
  Deno.symlinkSync(Deno.execPath(), `${cwd}/bin/deno`);
  const env = { PATH: `${cwd}/bin:/usr/bin:/bin`, HOME: cwd };
  const { code, stdout, stderr } = await new Deno.Command("sh", { args: ["-c", text], cwd, clearEnv: true, env })
    .output();
  const decoder = new TextDecoder();
  return { code, out: decoder.decode(stdout), err: decoder.decode(stderr) };
}

testBundle("runBundle() writes the file, and prints a command that gives the digest of a run", async () => {
  await inFolder(async (cwd) => {
    const decision = [{ id: "two", at: "/summary/count", equals: 2 }];
    await makeFrozen(`${cwd}/small`, { block: { decision } });
    const { code, out, err } = await runCommand(["bundle", "small", "--output", "it's one.js"], { cwd });
    assertEquals([code, wideLines(out + err), isObeyed(out + err)], [0, [], false], err);
    const digest = sha256Hex(Deno.readFileSync(`${cwd}/it's one.js`));
    assert(err.includes(digest), err);
    const ran = await runShell(out, cwd);
    assertEquals([ran.code, ran.out.endsWith('{"summary":{"count":2}}\n')], [0, true], ran.err);
    const verified = await runJson(["verify", "small", "--no-containment"], { cwd });
    assert(ran.err.endsWith(`Digest      ${verified.value.result.reproductionSha256}\n`), ran.err);
  });
});

testBundle("runBundle() prints the flags that explain prints, but for the entry", async () => {
  await inFolder(async (cwd) => {
    const block = { permissions: { net: ["127.0.0.1:8080"] }, determinism: { seed: 9 }, bounds: { memoryMiB: 99 } };
    await makeFrozen(`${cwd}/small`, { block });
    const { value } = await runJson(["explain", "small"], { cwd });
    const { out } = await runCommand(["bundle", "small", "--output", "x.js", "--json"], { cwd });
    const flags = (text: string): string => text.slice(text.indexOf("deno run")).replaceAll(/\s*\\\n\s*/g, " ");
    assertEquals(flags(JSON.parse(out).command), flags(value.command).replace("./run.ts", "./x.js"));
  });
});

testBundle("runBundle() hands inputs and scratch to the bundle through the printed command", async () => {
  await inFolder(async (cwd) => {
    Deno.writeTextFileSync(`${cwd}/data.txt`, "some data");
    const code = `const order = await new Response(Deno.stdin.readable).json();
      const text = Deno.readTextFileSync(order.inputs.data.path);
      Deno.writeTextFileSync(order.scratch + "/a", text);
      console.log(JSON.stringify({ summary: Deno.readTextFileSync(order.scratch + "/a") }));`;
    const permissions = { read: ["$INPUT.data", "$SCRATCH"], write: ["$SCRATCH"] };
    await makeFrozen(`${cwd}/small`, { code, block: { permissions, inputs: { data: { kind: "file" } } } });
    const asked = await runCommand(["bundle", "small", "--output", "a.js"], { cwd });
    assert(/add --input data=PATH/.test(asked.err), asked.err);
    const { out } = await runCommand(["bundle", "small", "--output", "b.js", "--input", "data=data.txt"], { cwd });
    const ran = await runShell(out, cwd);
    assertEquals([ran.code, ran.out], [0, '{"summary":"some data"}\n'], ran.err);
  });
});

testBundle("runBundle() exits 1 and writes nothing when a frozen file was changed", async () => {
  await inFolder(async (cwd) => {
    await makeFrozen(`${cwd}/small`);
    Deno.writeTextFileSync(`${cwd}/small/run.ts`, "");
    const { code, out, err } = await runCommand(["bundle", "small", "--output", "x.js", "--json"], { cwd });
    assertEquals([code, JSON.parse(out).findings[0].at, /run\.ts/.test(err)], [1, "run.ts", true]);
    assertEquals(listTree(cwd).includes("x.js"), false);
  });
});

const REFUSED: readonly [string, string[], string][] = [
  ["no output is named", [], "usage"],
  ["the output is there", ["--output", "small/run.ts"], "file-exists"],
  ["the output lies in the experiment", ["--output", "small/x.js"], "path-invalid"],
  ["the experiment is a draft", ["--output", "x.js"], "manifest-missing"],
];
for (const [what, words, code] of REFUSED) {
  Deno.test(`runBundle() refuses when ${what}`, async () => {
    await inFolder(async (cwd) => {
      makeSmall(`${cwd}/small`);
      const before = listTree(cwd);
      const end = await runCommand(["bundle", "small", ...words], { cwd });
      assertEquals([end.code, end.out, /\[([a-z-]+)\]\n$/.exec(end.err)?.[1]], [2, "", code], BUNDLER_PROBLEM);
      assertEquals(listTree(cwd), before);
    });
  });
}
