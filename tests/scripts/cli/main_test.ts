import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import config from "../../../deno.json" with { type: "json" };
import { COMMANDS } from "../../../scripts/cli/commands.ts";
import { mainHelp } from "../../../scripts/cli/help.ts";
import { runCli, runJson } from "../../cli_io.ts";
import { inFolder } from "../../in_folder.ts";
import { makeSmall } from "../../small_experiment.ts";

for (const words of [[], ["help"], ["--help"], ["-h"]]) {
  Deno.test(`main() prints the list of commands when it is given ${JSON.stringify(words)}`, async () => {
    assertEquals(await runCli(words), { code: 0, out: mainHelp(COMMANDS), err: "" });
  });
}

Deno.test("main() prints the version when it is asked for it", async () => {
  const { code, out } = await runCli(["--version"]);
  assertEquals([code, out], [0, `permafrost ${config.version} (deno ${Deno.version.deno})\n`]);
});

Deno.test("main() prints the version as JSON when it is asked for that", async () => {
  const { code, value } = await runJson(["--version"]);
  assertEquals([code, value], [0, { version: config.version, deno: Deno.version.deno }]);
});

const misused: [words: string[], code: string][] = [
  [["bogus"], "usage"],
  [[""], "usage"],
  [["--bogus"], "usage"],
  [["--version", "x"], "usage"],
  [["help", "bogus"], "usage"],
  [["toString"], "usage"],
  [["list", "x"], "usage"],
  [["list", "--bogus"], "usage"],
  [["check"], "usage"],
  [["check", "no-such-experiment"], "file-missing"],
  [["verify", "no-such-experiment"], "file-missing"],
  [["run", "no-such-experiment"], "file-missing"],
  [["conservation", "no-such-file"], "file-missing"],
  [["conservation", "--against=-"], "usage"],
  [["repair", "no-such-file"], "file-missing"],
  [["freeze", "no-such-experiment"], "file-missing"],
  [["explain", "no-such-experiment"], "file-missing"],
  [["reproduce", "no-such-file"], "file-missing"],
  [["diff", "no-such-file", "no-such-file"], "file-missing"],
  [["diff", "one"], "usage"],
  [["fence", "no-such-file"], "file-missing"],
  [["fence", "--gold", "no-such-file"], "file-missing"],
  [["new"], "usage"],
  [["new", "Bad"], "usage"],
  [["doctor", "x"], "usage"],
];
for (const [words, code] of misused) {
  Deno.test(`main() exits 2 with ${code} and says so in one line when it is given ${JSON.stringify(words)}`, async () => {
    await inFolder(async (cwd) => {
      const { code: exit, out, err } = await runCli(words, { cwd });
      assertEquals([exit, out], [2, ""]);
      assert(new RegExp(`^error: Cannot [^\\n]+ \\[${code}\\]\\n$`).test(err), err);
    });
  });

  Deno.test(`main() prints one JSON value with ${code} when it is given ${JSON.stringify(words)} and --json`, async () => {
    await inFolder(async (cwd) => {
      const { code: exit, value } = await runJson(words, { cwd });
      assertEquals([exit, Object.keys(value), Object.keys(value.error)], [2, ["error"], ["code", "at", "message"]]);
      assertEquals(value.error.code, code);
    });
  });
}

Deno.test("main() makes foreign text printable when an error repeats it", async () => {
  const { err } = await runCli(["check", "a\x1b[31m\x9b2J\u202e\nHOLDS"]);
  assertEquals(/[^\n\x20-\x7e]/.test(err), false, err);
  assertEquals(err.split("\n").slice(1).every((line) => line === "" || line.startsWith("  | ")), true, err);
});

Deno.test("main() escapes in JSON what a terminal could obey", async () => {
  const { value } = await runJson(["check", "a\x1b[31m\x9b2J\u202e\u{e0041}"]);
  const { out } = await runCli(["check", "a\x1b[31m\x9b2J\u202e\u{e0041}", "--json"]);
  assertEquals(/[^\n\x20-\x7e]/.test(out), false, out);
  assertEquals(value.error.at, "a\x1b[31m\x9b2J\u202e\u{e0041}");
});

Deno.test("main() exits 2 and says nothing when nobody reads its output any more", async () => {
  const out = () => {
    throw new Deno.errors.BrokenPipe("gone");
  };
  const { code, err } = await runCli(["--version"], { out });
  assertEquals([code, err], [2, ""]);
});

Deno.test("main() reports a fault of its own as internal when something without a code is thrown", async () => {
  const input = new ReadableStream({ pull: (controller) => controller.error(new TypeError("a fault")) });
  const { code, value, err } = await runJson(["fence"], { input });
  assertEquals([code, value.error.code], [2, "internal"]);
  assert(/TypeError: a fault[^]*\[internal\]\n$/.test(err), err);
});

Deno.test("main() exits 2 with interrupted when a signal comes while a run is under way", async () => {
  await inFolder(async (cwd) => {
    const code = `console.log('{"progress":{"done":1,"total":2}}'); setInterval(() => {}, 1000);`;
    makeSmall(`${cwd}/small`, { code });
    const abort = new AbortController();
    const err = () => abort.abort(); // the first that is written is the progress bar
    const { code: exit, value } = await runJson(["verify", "small"], {
      cwd,
      err,
      isTerminal: true,
      signal: abort.signal,
    });
    assertEquals([exit, value.error.code], [2, "interrupted"]);
  });
});

Deno.test("main() takes violations before a signal for no verdict when a run is interrupted", async () => {
  await inFolder(async (cwd) => {
    const code = `try { Deno.readTextFileSync("/etc/hostname"); } catch {}
      console.log('{"progress":{"done":1,"total":2}}'); setInterval(() => {}, 1000);`;
    makeSmall(`${cwd}/small`, { code });
    const abort = new AbortController();
    const err = () => abort.abort();
    const { code: exit, value } = await runJson(["verify", "small"], {
      cwd,
      err,
      isTerminal: true,
      signal: abort.signal,
    });
    assertEquals([exit, value.error.code], [2, "interrupted"]);
  });
});

Deno.test("main() leaves a command that waits for input when a signal comes", async () => {
  const abort = new AbortController();
  const input = new ReadableStream({ pull: () => void abort.abort() }); // never gives anything
  const { code, err } = await runCli(["fence"], { input, signal: abort.signal });
  assertEquals([code, /\[interrupted\]\n$/.test(err)], [2, true], err);
});

Deno.test("main() does not start a command that waits for input when a signal came before", async () => {
  assertEquals((await runCli(["fence"], { input: new ReadableStream(), signal: AbortSignal.abort() })).code, 2);
});
