import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { drain, feed, killGroup, limitResources, spawn } from "../../kernel/child_spawn.ts";
import { findProgram } from "../../kernel/containment.ts";
import { assertCode } from "../assert_code.ts";
import { inChild } from "../in_child.ts";
import { inFolder } from "../in_folder.ts";

const PLACE = { env: {}, cwd: "/" };
const shell = (script: string, env: Record<string, string> = {}): Deno.ChildProcess =>
  spawn(["/bin/sh", "-c", script], { cwd: "/", env: { PATH: "/usr/bin:/bin", ...env } });

/** Reads both streams of a child; returns what it printed and how it ended. */
async function read(child: Deno.ChildProcess): Promise<{ text: string; status: Deno.CommandStatus }> {
  let text = "";
  const decoder = new TextDecoder();
  const options = {
    take: (bytes: Uint8Array) => void (text += decoder.decode(bytes, { stream: true })),
    fail: (error: unknown) => {
      throw error;
    },
    ended: child.status,
  };
  await Promise.all([drain(child.stdout, options), drain(child.stderr, { ...options, take() {} })]);
  return { text, status: await child.status };
}

/** Waits until a process is gone or a zombie; false after five seconds. */
async function isGone(pid: number): Promise<boolean> {
  for (let tries = 500; tries > 0; tries--) {
    try {
      if (/^State:\s*[ZX]/m.test(Deno.readTextFileSync(`/proc/${pid}/status`))) return true;
    } catch {
      return true;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return false;
}

Deno.test("spawn() starts with the given environment alone", async () => {
  const child = spawn([findProgram("env")!], { cwd: "/", env: { ONLY: "this" } });
  await feed(child, "");
  assertEquals((await read(child)).text, "ONLY=this\n");
});

for (const program of ["/nowhere/at-all", "/etc/passwd", "/", ""]) {
  Deno.test(`spawn() throws sandbox-start when the program is ${JSON.stringify(program)}`, () => {
    assertCode(() => spawn([program], PLACE), "sandbox-start");
  });
}

Deno.test("spawn() throws sandbox-start when the working folder is gone", () => {
  assertCode(() => spawn(["/bin/sh"], { env: {}, cwd: "/nowhere" }), "sandbox-start");
});

Deno.test("feed() hands over all of a text when it is more than a pipe holds", async () => {
  const child = shell("wc -c");
  const [{ text }] = await Promise.all([read(child), feed(child, "é".repeat(300_000))]);
  assertEquals(text.trim(), "600000");
});

Deno.test("feed() ends when the child does not read", async () => {
  const child = shell("exec 0<&-; exit 3");
  const [{ status }] = await Promise.all([read(child), feed(child, "x".repeat(1_000_000))]);
  assertEquals(status.code, 3);
});

Deno.test("drain() reads on when take throws", async () => {
  const child = shell("head -c 1000000 /dev/zero");
  const failures: unknown[] = [];
  const take = (): void => {
    throw new RangeError("full");
  };
  const drained = drain(child.stdout, { take, fail: (error) => failures.push(error), ended: child.status });
  await Promise.all([drained, feed(child, ""), child.stderr.cancel()]);
  assertEquals([(await child.status).code, failures.length], [0, 1]);
});

Deno.test("drain() ends when a process that left the group holds the pipe", async () => {
  const child = shell("setsid sleep 60 & echo $!");
  await feed(child, "");
  const started = performance.now();
  const { text } = await read(child);
  const duration = performance.now() - started;
  Deno.kill(Number(text), "SIGKILL");
  assert(duration > 1_500 && duration < 10_000, `it took ${duration} ms`);
});

Deno.test("killGroup() ends children and grandchildren when they are in the group", async () => {
  const child = shell("trap '' TERM; sleep 60 & echo $!; wait");
  const reader = child.stdout.getReader();
  const pid = Number(new TextDecoder().decode((await reader.read()).value));
  killGroup(child.pid);
  assertEquals((await child.status).signal, "SIGKILL");
  assert(await isGone(pid));
  await Promise.all([reader.cancel(), child.stdin.close().catch(() => {}), child.stderr.cancel()]);
});

Deno.test("killGroup() does nothing when the group is gone", async () => {
  const child = shell("exit");
  await Promise.all([feed(child, ""), read(child)]);
  killGroup(child.pid);
});

Deno.test("killGroup() ends processes that left the group when they bear the mark", async () => {
  const mark = `mark-${crypto.randomUUID()}`;
  const child = shell("setsid sleep 60 & echo $!; setsid sh -c 'setsid sleep 61 & echo $!; wait' & wait", {
    MARK: mark,
  });
  const reader = child.stdout.getReader();
  let text = "";
  while (text.split("\n").length < 3) text += new TextDecoder().decode((await reader.read()).value);
  killGroup(child.pid, mark);
  for (const pid of text.trim().split("\n")) assert(await isGone(Number(pid)), pid);
  await Promise.all([reader.cancel(), child.stdin.close().catch(() => {}), child.stderr.cancel(), child.status]);
});

Deno.test("killGroup() ends a process without environment when it works in the marked folder", async () => {
  await inFolder(async (folder) => {
    const child = shell(`cd ${folder}; exec setsid -f env -i sleep 60`);
    await Promise.all([feed(child, ""), child.status, child.stdout.cancel(), child.stderr.cancel()]);
    const here = (): string[] =>
      [...Deno.readDirSync("/proc")].map(({ name }) => name).filter((name) => {
        try {
          return Deno.readLinkSync(`/proc/${name}/cwd`) === folder;
        } catch {
          return false;
        }
      });
    assertEquals(here().length, 1);
    killGroup(child.pid, folder);
    assertEquals(here(), []);
  });
});

Deno.test("limitResources() puts its bounds into force when prlimit is there", async () => {
  const argv = limitResources(["/bin/sh", "-c", "ulimit -d; ulimit -f; ulimit -c"], {
    memoryMiB: 100,
    dieWithParent: true,
  });
  const child = spawn(argv, { cwd: "/", env: { PATH: "/usr/bin" } });
  await feed(child, "");
  assertEquals((await read(child)).text.split("\n").slice(0, 3), [`${1_188 * 1_024}`, `${2 ** 21}`, "0"]);
});

Deno.test("limitResources() gives the plain command when the machine has no programs for it", async () => {
  const code = `import { limitResources } from "./kernel/child_spawn.ts";
    console.log(limitResources(["/a", "b"], { memoryMiB: 1, dieWithParent: true }).join());`;
  assertEquals((await inChild(code, { env: { PATH: "/nowhere:relative" } })).stdout, "/a,b\n");
});

Deno.test("limitResources() leaves the parent's end aside when it is not asked for", () => {
  const argv = limitResources(["/a"], { memoryMiB: 1, dieWithParent: false });
  assertEquals(argv.some((part) => part.includes("setpriv")), false);
});
