import { assertEquals } from "@std/assert/equals";
import {
  type CommandOutcome,
  concatenate,
  findKiller,
  type Killer,
  launch,
  type LaunchOptions,
} from "../../../../experiments/recovery-v1/study/command.ts";
import { inFolder } from "../../../in_folder.ts";

const KILLERS: readonly Killer[] = ["timeout", "group", "process"];
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** Starts a shell script. */
function script(text: string, options: Partial<LaunchOptions> = {}) {
  return launch({
    ...{ program: "/bin/sh", args: ["-c", text], env: { PATH: "/usr/bin:/bin" }, cwd: "/", killer: "timeout" },
    ...{ timeoutMs: 10_000, outputBytes: 100_000, now: Date.now, ...options },
  });
}

/** Waits until a process is gone or a zombie; false after five seconds. */
async function isGone(pid: string): Promise<boolean> {
  for (let tries = 0; tries < 250; tries++) {
    const state = await Deno.readTextFile(`/proc/${pid}/stat`).then((text) => text.split(") ")[1]![0], () => "gone");
    if (state === "gone" || state === "Z" || state === "X") return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return false;
}
const facts = ({ code, isSignal, stop }: CommandOutcome) => ({ code, isSignal, stop });

Deno.test("findKiller() finds GNU's timeout, or else another way", async () => {
  const killer = await findKiller();
  const { stdout } = await new Deno.Command("/bin/sh", { args: ["-c", "/usr/bin/timeout --version 2>/dev/null; true"] })
    .output();
  assertEquals(killer, decode(stdout).includes("GNU coreutils") ? "timeout" : "group");
});

const HERE = KILLERS.filter((killer) => killer !== "timeout" || Deno.statSync("/usr/bin/timeout").isFile);
for (const killer of HERE) {
  Deno.test(`launch() gives both outputs and the exit code by ${killer}`, async () => {
    const outcome = await script("echo out; echo err >&2; exit 3", { killer }).outcome;
    assertEquals([decode(outcome.stdout), decode(outcome.stderr)], ["out\n", "err\n"]);
    assertEquals(facts(outcome), { code: 3, isSignal: false, stop: null });
  });

  Deno.test(`launch() stops at its time a command that heeds no signal, by ${killer}`, async () => {
    const outcome = await script("trap '' TERM ALRM INT; echo $$; while :; do sleep 0.05; done", {
      killer,
      timeoutMs: 300,
    }).outcome;
    assertEquals([outcome.stop, await isGone(decode(outcome.stdout).trim())], ["timeout", true]);
  });

  Deno.test(`launch() stops a flood at its bound, and keeps no more, by ${killer}`, async () => {
    const outcome = await script("while :; do echo 0123456789; done", { killer, outputBytes: 5_000 }).outcome;
    assertEquals([outcome.stop, outcome.stdout.length], ["output", 5_000]);
  });

  Deno.test(`launch() counts both outputs against one bound, by ${killer}`, async () => {
    const outcome = await script("head -c 3000 /dev/zero; head -c 3000 /dev/zero >&2", { killer, outputBytes: 5_000 })
      .outcome;
    assertEquals([outcome.stop, outcome.stdout.length + outcome.stderr.length], ["output", 5_000]);
  });

  Deno.test(`launch() takes output of exactly its bound, by ${killer}`, async () => {
    const outcome = await script("head -c 5000 /dev/zero", { killer, outputBytes: 5_000 }).outcome;
    assertEquals([outcome.stop, outcome.stdout.length], [null, 5_000]);
  });

  Deno.test(`launch() says that a signal ended the command, by ${killer}`, async () => {
    const outcome = await script("kill -SEGV $$", { killer }).outcome;
    assertEquals(facts(outcome), { code: 139, isSignal: true, stop: null });
  });

  for (const program of ["/nowhere/at/all", "/dev/null"]) {
    Deno.test(`launch() says that ${program} cannot be started, by ${killer}`, async () => {
      const { stop, stdout } = await script("", { killer, program }).outcome;
      assertEquals([stop, stdout.length], ["start", 0]);
    });
  }

  Deno.test(`launch() lets go of output that something left behind holds open, by ${killer}`, async () => {
    const outcome = await script("setsid sleep 20 & echo $!", { killer }).outcome;
    assertEquals([outcome.stop, outcome.code], ["held", 0]);
    new Deno.Command("/bin/sh", { args: ["-c", `kill -9 ${decode(outcome.stdout).trim()}`], stderr: "null" })
      .outputSync();
  });

  Deno.test(`launch() talks with a command, and ends its input, by ${killer}`, async () => {
    const pieces: string[] = [];
    const onOutput = (bytes: Uint8Array): void => void pieces.push(decode(bytes));
    const { send, endInput, outcome } = script("read a; echo got $a; cat; echo over", {
      killer,
      hasInput: true,
      onOutput,
    });
    await send("one\n");
    await send("two\n");
    await endInput();
    assertEquals([decode((await outcome).stdout), pieces.join("")], ["got one\ntwo\nover\n", "got one\ntwo\nover\n"]);
    await send("too late");
    await endInput();
  });

  Deno.test(`launch() gives the command its environment alone, by ${killer}`, async () => {
    const { stdout } = await script("env", { killer, env: { PATH: "/usr/bin:/bin", ONLY: "this" } }).outcome;
    const names = decode(stdout).trim().split("\n").map((line) => line.split("=")[0]);
    assertEquals(names.filter((name) => !["PWD", "SHLVL", "_", "OLDPWD"].includes(name!)).sort(), ["ONLY", "PATH"]);
  });
}

for (const killer of HERE.filter((killer) => killer !== "process")) {
  Deno.test(`launch() kills what a command over its bound has started, by ${killer}`, async () => {
    const outcome = await script("sh -c 'trap \"\" TERM; echo $$; sleep 60' & sleep 60", { killer, timeoutMs: 400 })
      .outcome;
    assertEquals([outcome.stop, await isGone(decode(outcome.stdout).trim())], ["timeout", true]);
  });
}

Deno.test("launch() works with permission to run timeout and the program alone, as in the sandbox", () =>
  inFolder(async (folder) => {
    const module = new URL("../../../../experiments/recovery-v1/study/command.ts", import.meta.url).href;
    await Deno.writeTextFile(
      `${folder}/main.ts`,
      `import { findKiller, launch } from "${module}";
       const killer = await findKiller();
       const { outcome } = launch({ program: "/bin/sh", args: ["-c", "sh -c 'echo $$; sleep 60' & sleep 60"], cwd: "/",
         env: { PATH: "/usr/bin:/bin" }, timeoutMs: 400, outputBytes: 1000, killer, now: () => 0 });
       const { stop, stdout } = await outcome;
       console.log(JSON.stringify([killer, stop, new TextDecoder().decode(stdout).trim()]));`,
    );
    const flags = ["--no-prompt", "--no-check", "--no-lock", "--no-config", "--allow-run=/usr/bin/timeout,/bin/sh"];
    const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["run", ...flags, `${folder}/main.ts`] })
      .output();
    const [killer, stop, pid] = JSON.parse(decode(stdout));
    assertEquals([killer, stop, await isGone(pid)], ["timeout", "timeout", true]);
  }));

Deno.test("concatenate() puts pieces together in order", () => {
  assertEquals([...concatenate([new Uint8Array([1, 2]), new Uint8Array(0), new Uint8Array([3])])], [1, 2, 3]);
  assertEquals(concatenate([]).length, 0);
});
