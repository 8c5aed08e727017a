import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { type Containment, findContainment, pathsUnder } from "../../kernel/containment.ts";
import type { ErrorCode } from "../../kernel/error.ts";
import { check } from "../../kernel/manifest.ts";
import { readDeclaration, readProtocol } from "../../kernel/protocol.ts";
import { BROKER } from "../../kernel/permission_broker.ts";
import { prepareRunFolder } from "../../kernel/run_folder.ts";
import {
  childArguments,
  childEnvironment,
  runSandboxed,
  type SandboxOutcome,
  type SandboxRequest,
} from "../../kernel/sandbox.ts";
import { AUDIT } from "../../scripts/permission_audit.ts";
import { inChild } from "../in_child.ts";
import { inFolder } from "../in_folder.ts";
import { type DraftParts, withDraft, writeDraft } from "../make_draft.ts";

const NONE: Containment = { kind: "none" };
const BEST = findContainment();
const CONTAINMENTS = BEST.kind === "none" ? [NONE] : [NONE, BEST];
const LAYERS = CONTAINMENTS.flatMap((containment) =>
  [BROKER, AUDIT].map((attemptLog) => ({ containment, attemptLog }))
);
const GOOD = `console.log('{"summary":1}');`;

/** Runs a draft's run.ts in a sandbox; the order is `{}` unless told. */
function run(parts: DraftParts, options: Partial<SandboxRequest> = {}): Promise<SandboxOutcome> {
  return withDraft(parts, async (experiment) => {
    const { id, files } = await check(experiment);
    const { declaration } = await readProtocol(experiment);
    const folder = prepareRunFolder(experiment, { id, files });
    try {
      const { host, experimentPath } = folder;
      const layers = { containment: NONE, attemptLog: BROKER };
      return await runSandboxed({
        declaration,
        host,
        experimentPath,
        order: () => "{}\n",
        inputNames: [],
        ...layers,
        ...options,
      });
    } finally {
      assert(folder.remove());
    }
  });
}

const attempts = ({ attempts: all }: SandboxOutcome): string[] =>
  all.map(({ permission, value, declared }) => `${declared ? "+" : "-"}${permission}:${value}`);

Deno.test("childArguments() lists fixed flags, grants, seed, heap, clock and entry", () => {
  const block = { determinism: { seed: 5, clock: "2020-01-01T00:00:00Z" }, bounds: { memoryMiB: 99 } };
  const document = { id: "x-v1", permafrost: { format: "permafrost/protocol@1", entry: "run.ts", ...block } };
  const { declaration } = readDeclaration(document, "x-v1");
  const grants = { read: ["/a"], write: [], net: [], run: [], env: ["B"] };
  const list = childArguments(declaration, { grants, entryPath: "/e/run.ts" });
  assertEquals(list.slice(0, -2), [
    ...["run", "--quiet", "--no-prompt", "--no-config", "--no-lock", "--no-remote", "--no-npm", "--cached-only"],
    ...["--node-modules-dir=none", "--no-code-cache", "--allow-read=/a", "--allow-env=B", "--seed=5"],
    "--v8-flags=--single-threaded,--max-old-space-size=99",
  ]);
  assertEquals([list.at(-2)?.startsWith("--preload=data:text/javascript,"), list.at(-1)], [true, "/e/run.ts"]);
});

Deno.test("childEnvironment() takes over declared names alone, where they are set", () => {
  const paths = pathsUnder("/base", "/deno");
  Deno.env.set("PERMAFROST_TEST_SET", "yes");
  const env = childEnvironment(paths, ["PERMAFROST_TEST_SET", "PERMAFROST_TEST_UNSET"]);
  assertEquals([env["PERMAFROST_TEST_SET"], Object.hasOwn(env, "PERMAFROST_TEST_UNSET")], ["yes", false]);
  assertEquals([env["HOME"], env["TMPDIR"], env["DENO_DIR"], env["TZ"]], [
    "/base/home",
    "/base/home",
    "/base/deno_dir",
    "UTC",
  ]);
});

for (const layers of LAYERS) {
  const named = `in ${layers.containment.kind} with the ${layers.attemptLog.name}`;

  Deno.test(`runSandboxed() gives rows and summary when the child is good, ${named}`, async () => {
    const outcome = await run({ files: { "run.ts": `console.log('{"row":1}\\n{"summary":[2]}');` } }, layers);
    assertEquals([outcome.failure, outcome.rows, outcome.summary, outcome.attempts], [null, [1], [2], []]);
  });

  Deno.test(`runSandboxed() hands over the order, ${named}`, async () => {
    const code = `console.log('{"summary":' + (await new Response(Deno.stdin.readable).text()) + '}');`;
    const outcome = await run({ files: { "run.ts": code } }, {
      ...layers,
      order: ({ scratch }) => JSON.stringify(scratch),
    });
    assertEquals(outcome.summary, outcome.places.scratch);
  });

  Deno.test(`runSandboxed() logs and denies what is not declared when the code swallows it, ${named}`, async () => {
    const code = `
      for (const act of [() => Deno.readTextFileSync("/etc/hostname"), () => Deno.env.get("SECRET"), () => Deno.hostname(),
        () => Deno.readTextFileSync(import.meta.dirname + "/data.txt"), () => Deno.writeTextFileSync("/tmp/x", "")]) {
        try { console.log(JSON.stringify({ row: act() })); } catch (error) { console.log(JSON.stringify({ row: error.name })); }
      }
      ${GOOD}`;
    const outcome = await run({
      block: { permissions: { read: ["data.txt"] } },
      files: { "run.ts": code, "data.txt": "data" },
    }, layers);
    const denied = Array(3).fill("NotCapable");
    assertEquals([outcome.failure, outcome.rows], [null, [...denied, "data", "NotCapable"]]);
    const data = `+read:${outcome.places.experiment}/data.txt`;
    assertEquals(attempts(outcome), ["-read:/etc/hostname", "-env:SECRET", "-sys:hostname", data, "-write:/tmp/x"]);
  });

  Deno.test(`runSandboxed() lets the child use scratch and a program when they are declared, ${named}`, async () => {
    const code = `
      const { scratch } = JSON.parse(await new Response(Deno.stdin.readable).text());
      Deno.writeTextFileSync(scratch + "/a", "x");
      const { stdout } = new Deno.Command("/usr/bin/cat", { args: [scratch + "/a"] }).outputSync();
      console.log(JSON.stringify({ summary: new TextDecoder().decode(stdout) }));`;
    const block = { permissions: { write: ["$SCRATCH"], run: ["/usr/bin/cat"] } };
    const outcome = await run({ block, files: { "run.ts": code } }, {
      ...layers,
      order: ({ scratch }) => JSON.stringify({ scratch }),
    });
    assertEquals([outcome.failure, outcome.summary], [null, "x"]);
    assertEquals(attempts(outcome).filter((attempt) => attempt.startsWith("-")), []);
  });
}

const ENDS: readonly [ErrorCode, string, string, Record<string, unknown>][] = [
  ["child-timeout", "it loops", `${GOOD} for (;;);`, { timeoutMs: 700 }],
  ["child-timeout", "it waits", `${GOOD} setInterval(() => {}, 1000); Deno.addSignalListener("SIGTERM", () => {});`, {
    timeoutMs: 700,
  }],
  [
    "child-output",
    "it prints without end",
    `const line = '{"row":0}\\n'.repeat(1000); for (;;) console.log(line.trim());`,
    { outputBytes: 99_999 },
  ],
  ["child-output", "it logs without end", `const line = "x".repeat(9999); for (;;) console.error(line);`, {
    outputBytes: 99_999,
  }],
  ["child-line", "it prints a long line", `console.log("x".repeat(2e6));`, {}],
  ["child-memory", "it fills the heap", `const all = []; for (;;) all.push(new Array(1e5).fill(all.length));`, {
    memoryMiB: 64,
  }],
  ["child-memory", "it fills buffers", `const all = []; for (;;) all.push(new Uint8Array(2 ** 28).fill(1));`, {
    memoryMiB: 64,
  }],
  [
    "child-memory",
    "it grows WebAssembly",
    `const all = []; for (;;) {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 65536 }); memory.grow(16000);
    new Uint8Array(memory.buffer).fill(1); all.push(memory); }`,
    { memoryMiB: 64 },
  ],
  ["child-checks", "it asks without end", `for (;;) try { Deno.readTextFileSync("/x"); } catch {}`, { checks: 50 }],
  ["child-crash", "it exits with 1 after a good summary", `${GOOD} Deno.exit(1);`, {}],
  ["child-crash", "it throws", `${GOOD} throw new Error("broken");`, {}],
  ["child-crash", "it sends itself SIGKILL", `${GOOD} Deno.kill(Deno.pid, "SIGKILL");`, {}],
  ["child-crash", "it exits with the code of a torn broker", `Deno.exit(87);`, {}],
  ["child-crash", "it is no program", `import {`, {}],
  ["child-protocol", "it prints text", `console.log("hello");`, {}],
  ["child-summary", "it prints nothing", ``, {}],
  ["child-summary", "it exits early", `Deno.exit(0);`, {}],
  ["child-summary", "it prints two summaries", GOOD + GOOD, {}],
  ["child-summary", "a row follows the summary", `${GOOD} console.log('{"row":1}');`, {}],
];
for (const containment of CONTAINMENTS) {
  for (const [code, name, source, bounds] of ENDS) {
    Deno.test(`runSandboxed() fails with ${code} when ${name}, in ${containment.kind}`, async () => {
      const outcome = await run({ block: { bounds }, files: { "run.ts": source } }, { containment });
      assertEquals(outcome.failure?.code, code, `${outcome.failure} ${outcome.errorTail}`);
    });
  }

  Deno.test(`runSandboxed() fails with child-crash when it is interrupted, in ${containment.kind}`, async () => {
    const controller = new AbortController();
    const code = `console.log('{"progress":{"done":0,"total":1}}'); setInterval(() => {}, 1000);`;
    const outcome = await run({ files: { "run.ts": code } }, {
      containment,
      signal: controller.signal,
      onProgress: () => controller.abort(),
    });
    assertEquals([outcome.failure?.code, outcome.failure?.message.includes("interrupted")], ["child-crash", true]);
  });

  Deno.test(`runSandboxed() starts nothing that stays when it was interrupted before, in ${containment.kind}`, async () => {
    const code = `setInterval(() => {}, 1000);`;
    const outcome = await run({ files: { "run.ts": code } }, { containment, signal: AbortSignal.abort() });
    assertEquals(outcome.failure?.code, "child-crash");
  });

  Deno.test(`runSandboxed() ends all that the child started when it ends, in ${containment.kind}`, async () => {
    const mark = `${Math.random()}`.slice(2);
    const code = `
      const streams = { stdin: "null", stdout: "null", stderr: "inherit", clearEnv: true };
      const sh = (script) => new Deno.Command("/usr/bin/sh", { args: ["-c", script], ...streams }).spawn().status;
      await sh("setsid -f sleep 99.${mark}; (trap '' TERM HUP; setsid -f setsid -f sleep 98.${mark}) & sleep 0.1");
      ${GOOD}`;
    const outcome = await run({ block: { permissions: { run: ["/usr/bin/sh"] } }, files: { "run.ts": code } }, {
      containment,
    });
    assertEquals([outcome.failure, countProcesses(mark)], [null, 0]);
  });

  Deno.test(`runSandboxed() leaves no process when the launcher is killed, in ${containment.kind}`, async () => {
    await inFolder(async (folder) => {
      const mark = `mark${Math.random()}`.replace(".", "");
      const code = `console.log('{"progress":{"done":0,"total":1}}'); setInterval(() => {}, 1000);`;
      const experiment = writeDraft(folder, { block: { entry: `${mark}.ts` }, files: { [`${mark}.ts`]: code } });
      Deno.mkdirSync(`${folder}/tmp`);
      const launcher = `
        import { runExperimentFolder } from "./kernel/run.ts";
        const containment = ${containment.kind === "none" ? `"none"` : "undefined"};
        const onProgress = () => Deno.kill(Deno.pid, "SIGKILL");
        await runExperimentFolder(${JSON.stringify(experiment)}, { containment, onProgress });`;
      const { code: exitCode } = await inChild(launcher, { env: { TMPDIR: `${folder}/tmp` } });
      assertEquals(exitCode, 137);
      for (let tries = 200; countProcesses(mark) > 0 && tries > 0; tries--) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      assertEquals(countProcesses(mark), 0);
    });
  });
}

Deno.test("runSandboxed() gives no path of the machine when the child fails without containment", async () => {
  const { errorTail } = await run({ files: { "run.ts": `throw new Error("broken");` } });
  assert(errorTail.includes("broken") && errorTail.includes("$RUN/frozen/experiments/draft-v1/run.ts"), errorTail);
  assert(!errorTail.includes("permafrost-"), errorTail);
});

Deno.test("runSandboxed() fails with sandbox-start when the containment's program is not there", async () => {
  const outcome = await run({}, { containment: { kind: "bwrap", program: "/nowhere/bwrap" } });
  assertEquals(outcome.failure?.code, "sandbox-start");
});

Deno.test("runSandboxed() fails with sandbox-start when the containment fails by itself", async () => {
  await inFolder(async (folder) => {
    const program = `${folder}/bwrap`;
    Deno.writeTextFileSync(program, "#!/bin/sh\necho 'bwrap: Can not mount' >&2\nexit 1\n", { mode: 0o755 });
    const outcome = await run({}, { containment: { kind: "bwrap", program } });
    assertEquals(outcome.failure?.code, "sandbox-start");
  });
});

function countProcesses(mark: string): number {
  return [...Deno.readDirSync("/proc")].filter(({ name }) => {
    try {
      return /^[0-9]+$/.test(name) && Deno.readTextFileSync(`/proc/${name}/cmdline`).includes(mark);
    } catch {
      return false;
    }
  }).length;
}
