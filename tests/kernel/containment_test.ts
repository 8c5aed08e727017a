import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import {
  childPaths,
  contain,
  type Containment,
  findContainment,
  findProgram,
  pathsUnder,
  type RunPaths,
} from "../../kernel/containment.ts";
import { inChild } from "../in_child.ts";
import { inFolder } from "../in_folder.ts";

const BWRAP = findContainment();
const HAS_BWRAP = BWRAP.kind === "bwrap" && (await inChild(`
  const args = ["--unshare-all", "--ro-bind", "/", "/", "true"];
  Deno.exit((await new Deno.Command("bwrap", { args }).output()).code);`)).code === 0;
const SKIPPED = HAS_BWRAP ? "" : " (skipped: no bwrap)";

function makePaths(base: string): RunPaths {
  const host = pathsUnder(base, Deno.execPath());
  const { frozen, scratch, inputs, storage, home } = host;
  for (const path of [frozen, scratch, inputs, storage, home]) Deno.mkdirSync(path, { recursive: true });
  Deno.writeTextFileSync(`${inputs}/data`, "input");
  Deno.writeTextFileSync(`${frozen}/file`, "frozen");
  return host;
}

/** Runs a shell script in bubblewrap; returns what it printed. */
async function runContained(
  script: string,
  options: { host: RunPaths; network?: boolean; programs?: string[] },
): Promise<string> {
  const { host, network = false, programs = [] } = options;
  const command = ["/bin/sh", "-c", script];
  const [program = "", ...args] = contain(command, {
    containment: BWRAP,
    host,
    cwd: "/permafrost/scratch",
    network,
    programs,
  });
  const { stdout, stderr } = await new Deno.Command(program, { args, env: { PATH: "/usr/bin" }, clearEnv: true })
    .output();
  return new TextDecoder().decode(stdout).trim() + new TextDecoder().decode(stderr).trim();
}

Deno.test("findProgram() gives a path when a program is on PATH", () => {
  assert(findProgram("sh")?.endsWith("/sh"));
});

for (const name of ["no-such-program", "", ".", "../bin"]) {
  Deno.test(`findProgram() gives null when asked for ${JSON.stringify(name)}`, () => {
    assertEquals(findProgram(name), null);
  });
}

Deno.test("findProgram() passes over folders, plain files and relative entries when it looks", async () => {
  await inFolder(async (folder) => {
    Deno.mkdirSync(`${folder}/a/tool`, { recursive: true });
    Deno.mkdirSync(`${folder}/b`);
    Deno.mkdirSync(`${folder}/c`);
    Deno.writeTextFileSync(`${folder}/b/tool`, "", { mode: 0o644 });
    Deno.writeTextFileSync(`${folder}/c/tool`, "", { mode: 0o755 });
    const code = `import { findProgram } from "./kernel/containment.ts"; console.log(findProgram("tool"));`;
    const PATH = `.:scripts::${folder}/a:${folder}/b:${folder}/c`;
    assertEquals((await inChild(code, { env: { PATH } })).stdout, `${folder}/c/tool\n`);
  });
});

Deno.test("findContainment() gives none when bwrap is not on PATH", async () => {
  const code = `import { findContainment } from "./kernel/containment.ts"; console.log(findContainment().kind);`;
  assertEquals((await inChild(code, { env: { PATH: "/nowhere" } })).stdout, "none\n");
});

Deno.test("childPaths() gives the machine's paths when there is no containment", () => {
  inFolder((base) => {
    const host = makePaths(base);
    assertEquals(childPaths({ kind: "none" }, host), host);
  });
});

Deno.test("childPaths() names nothing of the machine when bubblewrap contains", () => {
  inFolder((base) => {
    const containment: Containment = { kind: "bwrap", program: "/usr/bin/bwrap" };
    const paths = JSON.stringify(childPaths(containment, makePaths(base)));
    assertEquals([paths.includes(base), paths.includes("/permafrost/inputs")], [false, true]);
  });
});

Deno.test("contain() gives the command when there is no containment", () => {
  inFolder((base) => {
    const options = {
      containment: { kind: "none" } as const,
      host: makePaths(base),
      cwd: "/",
      network: true,
      programs: [],
    };
    assertEquals(contain(["/a", "b"], options), ["/a", "b"]);
  });
});

const SCRIPTS: readonly [string, string, string][] = [
  ["reads the frozen copy", "cat /permafrost/frozen/file", "frozen"],
  ["reads an input", "cat /permafrost/inputs/data", "input"],
  ["starts in its working folder", "pwd", "/permafrost/scratch"],
  ["writes to scratch", "echo x > /permafrost/scratch/f && cat /permafrost/scratch/f", "x"],
  ["writes to its cache", "echo x > /permafrost/deno_dir/f && cat /permafrost/deno_dir/f", "x"],
  [
    "writes to its home and /tmp",
    "echo x > /permafrost/home/f && echo y > /tmp/f && cat /permafrost/home/f /tmp/f",
    "x\ny",
  ],
  ["cannot change the frozen copy", "(echo x > /permafrost/frozen/file) 2>/dev/null || echo refused", "refused"],
  ["cannot change an input", "(echo x > /permafrost/inputs/data) 2>/dev/null || echo refused", "refused"],
  ["cannot write to the root", "(mkdir /new) 2>/dev/null || echo refused", "refused"],
  ["cannot write to /usr", "(echo x > /usr/new) 2>/dev/null || echo refused", "refused"],
  ["sees no accounts", "cat /etc/passwd 2>/dev/null || echo refused", "refused"],
  ["has no capability", "grep CapEff /proc/self/status | tr -d '\\t '", "CapEff:0000000000000000"],
  ["sees no other process", "ls /proc | grep -c '^[0-9]*$' | { read n; [ $n -lt 8 ] && echo few; }", "few"],
  ["has no network", "cat /proc/net/route | wc -l", "1"],
  ["has another host name", "cat /proc/sys/kernel/hostname", "sandbox"],
];
for (const [name, script, expected] of SCRIPTS) {
  Deno.test({
    name: `contain() makes a place that ${name} when bubblewrap works${SKIPPED}`,
    ignore: !HAS_BWRAP,
    fn: () =>
      inFolder(async (base) => {
        assertEquals(await runContained(script, { host: makePaths(base) }), expected);
      }),
  });
}

Deno.test({
  name: `contain() lets a program be started when it is declared and lies elsewhere${SKIPPED}`,
  ignore: !HAS_BWRAP,
  fn: () =>
    inFolder(async (base) => {
      Deno.writeTextFileSync(`${base}/tool`, "#!/bin/sh\necho started", { mode: 0o755 });
      const options = { host: makePaths(base), programs: [`${base}/tool`, "/bin/ls", "/usr/bin/env", "/nowhere/x"] };
      assertEquals(await runContained(`${base}/tool`, options), "started");
    }),
});

for (const kind of ["fifo", "socket"]) {
  Deno.test({
    name: `contain() lets the log be written to when it is a ${kind}${SKIPPED}`,
    ignore: !HAS_BWRAP,
    fn: () =>
      inFolder(async (base) => {
        const host = makePaths(base);
        if (kind === "fifo") {
          await new Deno.Command("mkfifo", { args: [host.log] }).output();
          const holder = await Deno.open(host.log, { read: true, write: true });
          await runContained("echo line > /permafrost/log", { host });
          const buffer = new Uint8Array(9);
          assertEquals(new TextDecoder().decode(buffer.subarray(0, (await holder.read(buffer))!)), "line\n");
          holder.close();
        } else {
          using listener = Deno.listen({ transport: "unix", path: host.log });
          const accepted = listener.accept();
          const code = `(await Deno.connect({ transport: "unix", path: "/permafrost/log" })).close()`;
          const said = await runContained(`HOME=/tmp DENO_DIR=/permafrost/deno_dir /deno eval --no-config '${code}'`, {
            host,
          });
          assertEquals(said, "");
          (await accepted).close();
        }
      }),
  });
}

Deno.test({
  name: `contain() shares the machine's network when one is declared${SKIPPED}`,
  ignore: !HAS_BWRAP,
  fn: () =>
    inFolder(async (base) => {
      const here = Deno.readLinkSync("/proc/self/ns/net");
      assertEquals(await runContained("readlink /proc/self/ns/net", { host: makePaths(base), network: true }), here);
    }),
});
