import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { join } from "node:path";
import config from "../../deno.json" with { type: "json" };
import { quote } from "../../scripts/cli/shell_command.ts";
import { wideLines, withoutNote } from "../cli_io.ts";
import { inFolder } from "../in_folder.ts";
import { listTree, makeFrozen, makeSmall } from "../small_experiment.ts";

const ROOT = join(import.meta.dirname!, "../..");
/** The program and its arguments as the task of deno.json has them, with absolute paths. */
const COMMAND = [
  Deno.execPath(),
  ...config.tasks.permafrost.split(" ").slice(1).map((word) => word.endsWith(".ts") ? join(ROOT, word) : word),
];
const SHELL_COMMAND = COMMAND.map(quote).join(" ");

function spawn(words: readonly string[], options: Deno.CommandOptions = {}): Deno.ChildProcess {
  const [program = "", ...args] = [...COMMAND, ...words];
  const pipes = { stdin: "piped", stdout: "piped", stderr: "piped" } as const;
  return new Deno.Command(program, { args, ...pipes, ...options }).spawn();
}

async function ended(child: Deno.ChildProcess): Promise<{ code: number; out: string; err: string }> {
  const { code, stdout, stderr } = await child.output();
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, out: decode(stdout), err: decode(stderr) };
}

async function run(words: readonly string[], options: Deno.CommandOptions = {}) {
  const child = spawn(words, options);
  await child.stdin.close();
  return await ended(child);
}

/** Runs a line of sh, in which %P is the program. */
async function runShell(line: string, cwd: string) {
  const args = ["-c", line.replaceAll("%P", SHELL_COMMAND)];
  return await ended(new Deno.Command("sh", { args, cwd, stdin: "null", stdout: "piped", stderr: "piped" }).spawn());
}

Deno.test("permafrost prints its version on standard output alone", async () => {
  const { code, out, err } = await run(["--version"]);
  assertEquals([code, out.startsWith("permafrost "), err], [0, true, ""]);
});

Deno.test("permafrost separates data from words, and uses no colours without a terminal", async () => {
  await inFolder(async (cwd) => {
    await makeFrozen(`${cwd}/small`);
    const shown = await run(["verify", "small"], { cwd });
    const json = await run(["verify", "small", "--json"], { cwd });
    const bad = await run(["verify", "missing"], { cwd });
    assertEquals([shown.code, shown.out, shown.err.includes("HOLDS"), shown.err.includes("\x1b")], [
      0,
      "",
      true,
      false,
    ]);
    assertEquals([json.code, JSON.parse(json.out).holds, withoutNote(json.err)], [0, true, ""]);
    assertEquals([bad.code, bad.out, /^error: Cannot find missing.*\[file-missing\]\n$/.test(bad.err)], [2, "", true]);
  });
});

Deno.test("permafrost exits 1 when there are findings", async () => {
  await inFolder(async (cwd) => {
    Deno.writeTextFileSync(`${await makeFrozen(`${cwd}/small`)}/run.ts`, "");
    assertEquals((await run(["check", "small"], { cwd })).code, 1);
  });
});

Deno.test("permafrost reads standard input as bytes", async () => {
  const child = spawn(["fence"]);
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode('"a"\n"\xff"\n'));
  await writer.close();
  const { code, err } = await ended(child);
  assertEquals([code, err], [0, "2 lines, 0 with a candidate, 0 bad\n"]);
});

for (
  const [line, expected] of [
    ["{ yes '\"x\"' | %P fence; echo code $? >&2; } | head -1 >/dev/null", "code 2\n"],
    ["{ %P explain fence-v1 2>/dev/null; echo code $? >&2; } | true", /^code [02]\n$/],
    ["%P verify small 2>&1 >/dev/null | head -1 >/dev/null; echo code $? >&2", "code 0\n"],
    ["{ %P verify small 2>&1 >/dev/null; echo code $? >out; } | true; cat out >&2", "code 0\n"],
    ["%P verify small 2>&-; echo code $? >&2", "code 0\n"],
    [
      "%P list </dev/null >/dev/full; echo code $? >&2",
      /^error: Cannot write standard output: .*\[file-write\]\ncode 2\n$/,
    ],
    ["%P list --json >/dev/full 2>/dev/null; echo code $? >&2", "code 2\n"],
    ["%P explain small | sh >out 2>err; echo code $? >&2; test -s out", /Experiment[^]*code 0\n$/],
  ] as const
) {
  Deno.test(`permafrost ends as it should in: ${line}`, async () => {
    await inFolder(async (cwd) => {
      makeSmall(`${cwd}/small`);
      Deno.mkdirSync(`${cwd}/bin`);
      Deno.symlinkSync(Deno.execPath(), `${cwd}/bin/deno`);
      const { err } = await runShell(`PATH="$PWD/bin:$PATH"; ${line}`, cwd);
      if (typeof expected === "string") assertEquals(err, expected);
      else assert(expected.test(err), err);
    });
  });
}

/** Waits until something is so; fails after 20 seconds. */
async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; !isSo(); tries++) {
    if (tries > 1_000) throw new Error("it did not come to be so within 20 seconds");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The command lines of running processes that name a path. */
function processesOf(path: string): string[] {
  return [...Deno.readDirSync("/proc")].filter(({ name }) => /^\d+$/.test(name)).flatMap(({ name }) => {
    try {
      const line = Deno.readTextFileSync(`/proc/${name}/cmdline`).replaceAll("\0", " ");
      return line.includes(path) ? [line] : [];
    } catch {
      return [];
    }
  });
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  for (const words of [[], ["--no-containment"]]) {
    Deno.test(`permafrost ends the run and leaves nothing when ${signal} comes (${words[0] ?? "contained"})`, async () => {
      await inFolder(async (cwd) => {
        const code = `
          const chunks = []; for await (const chunk of Deno.stdin.readable) chunks.push(...chunk);
          const { scratch } = JSON.parse(new TextDecoder().decode(new Uint8Array(chunks)));
          Deno.writeTextFileSync(scratch + "/running", "");
          setInterval(() => {}, 1000);`;
        makeSmall(`${cwd}/small`, { code, block: { permissions: { write: ["$SCRATCH"] } } });
        const temporary = `${cwd}/tmp`;
        Deno.mkdirSync(temporary);
        const child = spawn(["verify", "small", "--json", "--output", "r.json", ...words], {
          cwd,
          env: { TMPDIR: temporary },
        });
        await child.stdin.close();
        await until(() => listTree(temporary).some((path) => path.endsWith("/running")));
        assert(processesOf(temporary).length > 0);
        child.kill(signal);
        const { code: exit, out, err } = await ended(child);
        assertEquals([exit, JSON.parse(out).error.code], [2, "interrupted"]);
        assert(
          err.endsWith("error: Cannot finish: it was interrupted, and no result was written [interrupted]\n"),
          err,
        );
        assertEquals([listTree(temporary), listTree(cwd).includes("r.json")], [[], false]);
        await until(() => processesOf(temporary).length === 0);
      });
    });
  }
}

Deno.test("permafrost can be left when it waits for input", async () => {
  const child = spawn(["fence"]);
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode('"a"\n'));
  const reader = child.stdout.getReader();
  assertEquals((await reader.read()).done, false); // so it listens, and waits for more
  child.kill("SIGINT");
  assertEquals((await child.status).code, 2);
  await reader.cancel();
  await child.stderr.cancel();
  await writer.abort().catch(() => {});
});

/** Runs a command in a terminal of 80 columns, and gives what it received. */
async function runInTerminal(words: string, { cwd, env }: { cwd: string; env: Record<string, string> }) {
  const line = `stty cols 80 rows 24; ${words.replaceAll("%P", SHELL_COMMAND)}`;
  const pipes = { stdin: "null", stdout: "piped", stderr: "piped" } as const;
  const args = ["-qec", line, "/dev/null"];
  const { code, out } = await ended(new Deno.Command("script", { args, cwd, env, ...pipes }).spawn());
  // What `deno run` draws and takes back before the program starts is not ours.
  return { code, screen: out.replaceAll("\r\n", "\n").replaceAll("\x1b[0G\x1b[2K\x1b[J", "") };
}

const IS_LINUX = Deno.build.os === "linux";

Deno.test({
  name: "permafrost shows colours and a progress bar that is cleared when it has a terminal",
  ignore: !IS_LINUX,
  fn: async () => {
    await inFolder(async (cwd) => {
      await makeFrozen(`${cwd}/small`);
      const env = { TERM: "xterm", NO_COLOR: "" };
      const { code, screen } = await runInTerminal("%P verify small", { cwd, env });
      assertEquals(code, 0);
      assert(withoutNote(screen).startsWith(`\r[${"#".repeat(40)}] 2/2\x1b[K\r\x1b[K\x1b[1mExperiment`), screen);
      assert(screen.includes("\x1b[32mHOLDS\x1b[0m"), screen);
      assertEquals(wideLines(screen.slice(screen.lastIndexOf("\r") + 4)), []);
    });
  },
});

for (const env of [{ TERM: "xterm", NO_COLOR: "1" }, { TERM: "dumb", NO_COLOR: "" }]) {
  Deno.test({
    name: `permafrost shows no colours in a terminal when ${JSON.stringify(env)}`,
    ignore: !IS_LINUX,
    fn: async () => {
      await inFolder(async (cwd) => {
        await makeFrozen(`${cwd}/small`);
        const { screen } = await runInTerminal("%P verify small", { cwd, env });
        assertEquals([/\[(1|3[0-9])m/.test(screen), screen.includes("HOLDS"), screen.includes("2/2")], [
          false,
          true,
          env.TERM !== "dumb",
        ]);
      });
    },
  });
}
