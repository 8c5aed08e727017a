import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { inFolder } from "../../in_folder.ts";
import { listTree, makeFrozen } from "../../small_experiment.ts";
import { testBundle } from "../bundle/bundle_process.ts";
import { COMPILE_PATHS, testCompile } from "../bundle/compile_base.ts";
import { runCommand } from "../bundle/run_command.ts";

const COMMAND = `permafrost bundle small --output small.js &&
/nowhere/deno compile --quiet --no-prompt --no-config --no-lock --no-remote --no-npm --cached-only \
--node-modules-dir=none --no-code-cache --seed=1 --v8-flags=--single-threaded,--max-old-space-size=512 \
--target=aarch64-apple-darwin '--output=a b' small.js
`;

testBundle(
  "runCompile() prints the exact commands first, then exits 2 when there is nothing to compile with",
  async () => {
    await inFolder(async (cwd) => {
      await makeFrozen(`${cwd}/small`);
      const words = [
        "compile",
        "small",
        "--output",
        "a b",
        "--target",
        "aarch64-apple-darwin",
        "--deno",
        "/nowhere/deno",
      ];
      const { code, out, err } = await runCommand(words, { cwd });
      assertEquals([code, out], [2, COMMAND]);
      assert(err.endsWith("[unavailable]\n"), err);
      assertEquals(listTree(cwd).filter((path) => !path.startsWith("small")), []);
    });
  },
);

testBundle("runCompile() exits 1 and writes nothing when a frozen file was changed", async () => {
  await inFolder(async (cwd) => {
    await makeFrozen(`${cwd}/small`);
    Deno.writeTextFileSync(`${cwd}/small/run.ts`, "");
    const { code, err } = await runCommand(["compile", "small", "--output", "x"], { cwd });
    assertEquals([code, /run\.ts/.test(err), listTree(cwd).includes("x")], [1, true, false]);
  });
});

testBundle("runCompile() leaves nothing when it is interrupted", async () => {
  await inFolder(async (cwd) => {
    await makeFrozen(`${cwd}/small`);
    const before = listTree(cwd);
    const { code } = await runCommand(["compile", "small", "--output", "x"], { cwd, signal: AbortSignal.abort() });
    assertEquals([code, listTree(cwd)], [2, before]);
  });
});

const REFUSED: readonly [string, string[], string][] = [
  ["no output is named", [], "usage"],
  ["the target is unknown", ["--output", "x", "--target", "riscv64"], "usage"],
  ["a name for Windows has no .exe", ["--output", "x", "--target", "x86_64-pc-windows-msvc"], "usage"],
  ["the output is there", ["--output", "small/run.ts"], "file-exists"],
];
for (const [what, words, code] of REFUSED) {
  Deno.test(`runCompile() refuses when ${what}`, async () => {
    await inFolder(async (cwd) => {
      await makeFrozen(`${cwd}/small`);
      const end = await runCommand(["compile", "small", ...words], { cwd });
      assertEquals([end.code, end.out, /\[([a-z-]+)\]\n$/.exec(end.err)?.[1]], [2, "", code]);
    });
  });
}

testCompile("runCompile() makes an executable that starts, by another Deno", async () => {
  await inFolder(async (cwd) => {
    await makeFrozen(`${cwd}/small`);
    const before = Deno.env.get("DENORT_BIN");
    Deno.env.set("DENORT_BIN", COMPILE_PATHS.base);
    try {
      const words = ["compile", "small", "--output", "x", "--deno", COMPILE_PATHS.deno, "--json"];
      const { code, out } = await runCommand(words, { cwd });
      const { output, tried, version } = JSON.parse(out);
      assertEquals([code, output, tried, /^\d+\.\d+\.\d+$/.test(version)], [0, "x", true, true]);
    } finally {
      if (before === undefined) Deno.env.delete("DENORT_BIN");
      else Deno.env.set("DENORT_BIN", before);
    }
    const { code, stdout } = await new Deno.Command(`${cwd}/x`, { clearEnv: true }).output();
    assertEquals([code, new TextDecoder().decode(stdout).endsWith('{"summary":{"count":2}}\n')], [0, true]);
  });
});
