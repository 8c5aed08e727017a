import { assertEquals } from "@std/assert/equals";
import { fileURLToPath } from "node:url";

const SCRIPT = fileURLToPath(new URL("../.ci/run", import.meta.url));

/** Stands for npx: prints and exits as the files `task-test` and others beside it say. */
const NPX = `#!/usr/bin/env bash
folder=$(dirname "$0")
name=$(printf '%s-' "\${@:3:2}" | tr -c 'a-z\\n-' '-')
echo "$*" >>"$folder/calls"
[ -f "$folder/$name" ] && . "$folder/$name"
exit 0
`;

/** What the script would install where it is missing, and what it would install it with. */
const INSTALLED = ["apt-get", "bwrap", "parallel", "openssl", "ssh-keygen", "xmllint", "bsdtar", "chromium"];

interface Outcome {
  readonly code: number;
  readonly last: string;
  readonly calls: readonly string[];
  readonly left: readonly string[];
}

/** Runs the script on a checkout of two files, with commands replaced by the shell fragments given. */
async function runScript(
  fragments: Readonly<Record<string, string>>,
  gate = "deno fmt --check && deno lint",
): Promise<Outcome> {
  const folder = await Deno.makeTempDir();
  const write = (path: string, text: string) => Deno.writeTextFile(`${folder}/${path}`, text, { mode: 0o755 });
  try {
    await Deno.mkdir(`${folder}/bin`);
    await Deno.mkdir(`${folder}/repo/.ci`, { recursive: true });
    await Deno.copyFile(SCRIPT, `${folder}/repo/.ci/run`);
    await write("repo/deno.json", JSON.stringify({ tasks: { gate } }));
    await write("bin/npx", NPX);
    for (const name of INSTALLED) await write(`bin/${name}`, "#!/bin/sh\n");
    for (const [name, text] of Object.entries(fragments)) await write(`bin/${name}`, text);
    const { code, stdout } = await new Deno.Command("bash", {
      args: [`${folder}/repo/.ci/run`],
      env: { PATH: `${folder}/bin:${Deno.env.get("PATH")}`, TMPDIR: folder },
      stderr: "null",
    }).output();
    const calls = (await Deno.readTextFile(`${folder}/bin/calls`)).trim().split("\n");
    const left = [...Deno.readDirSync(folder), ...Deno.readDirSync(`${folder}/repo`)].map(({ name }) => name)
      .sort();
    return { code, last: new TextDecoder().decode(stdout).trim().split("\n").at(-1) ?? "", calls, left };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const VERIFIED = ["fence", "conservation", "repair", "recovery", "je"].map((name) => `task ${name}:verify`);
const OK = `echo 'ok | 12 passed | 0 failed (1s)'`;

/** What each command does, the last line, and the exit code; the steps beside the tests are eight. */
const ROWS: Readonly<Record<string, readonly [Readonly<Record<string, string>>, string, number]>> = {
  "all is well": [{ "task-test-": OK }, "20 passed, 0 failed", 0],
  "tests have steps and some are ignored": [
    {
      "task-test-": `echo 'ok | 12 passed (3 steps) | 0 failed | 2 ignored (1 step) | 4 filtered out (1m2s)'`,
    },
    "20 passed, 0 failed, 2 skipped",
    0,
  ],
  "tests fail": [
    { "task-test-": `echo 'FAILED | 10 passed | 2 failed (1s)'; exit 1` },
    "18 passed, 2 failed",
    1,
  ],
  "tests pass and Deno fails": [{ "task-test-": `${OK}; exit 1` }, "20 passed, 1 failed", 1],
  "there is no summary": [{ "task-test-": "exit 1" }, "8 passed, 1 failed", 1],
  "there is no summary and no failing code": [{}, "8 passed, 1 failed", 1],
  "no test runs": [{ "task-test-": `echo 'ok | 0 passed | 0 failed (1s)'` }, "8 passed, 1 failed", 1],
  "the last summary counts": [
    { "task-test-": `echo 'ok | 1 passed | 0 failed'; ${OK}` },
    "20 passed, 0 failed",
    0,
  ],
  "fence:verify fails": [{ "task-test-": OK, "task-fence-verify-": "exit 2" }, "19 passed, 1 failed", 1],
  "lint fails": [{ "task-test-": OK, "lint-": "exit 1" }, "19 passed, 1 failed", 1],
  "two steps fail": [
    { "task-test-": OK, "lint-": "exit 1", "fmt---check-": "exit 1" },
    "18 passed, 2 failed",
    1,
  ],
  "a step changes a file": [{ "task-test-": OK, "lint-": "echo >>deno.json" }, "19 passed, 1 failed", 1],
};
for (const [when, [fragments, last, code]] of Object.entries(ROWS)) {
  Deno.test(`ci.run() ends with "${last}" when ${when}`, async () => {
    const outcome = await runScript(fragments);
    assertEquals([outcome.last, outcome.code], [last, code]);
  });
}

Deno.test("ci.run() calls the README's commands and then the gate when it runs", async () => {
  const calls = [...VERIFIED, "task test", "fmt --check", "lint"].map((call) => `--yes deno@2.9.6 ${call}`);
  const made = (await runScript({ "task-test-": OK })).calls.map((call) => call.replace(/ --output \S+$/, ""));
  assertEquals(made, calls);
});

Deno.test("ci.run() leaves nothing behind when a step writes files", async () => {
  const outcome = await runScript({ "task-test-": OK, "task-fence-verify-": "echo >result.json" });
  assertEquals([outcome.code, outcome.left], [0, [".ci", "bin", "deno.json", "repo"]]);
});

Deno.test("ci.run() fails when deno.json has no gate", async () => {
  assertEquals((await runScript({ "task-test-": OK }, "")).last, "18 passed, 1 failed");
});
