import { assertEquals } from "@std/assert/equals";
import { createHash } from "node:crypto";
import { dirname } from "node:path";
import protocol from "../../../../experiments/recovery-v1/protocol.json" with { type: "json" };
import { CHECK_NAMES } from "../../../../experiments/recovery-v1/study/check_names.ts";
import { runStudy, type StudyOptions } from "../../../../experiments/recovery-v1/study/study.ts";
import { assertCodeAsync } from "../../../assert_code.ts";
import { inFolder } from "../../../in_folder.ts";
import { type FakeCall, fakeMachine, type Fault } from "./fake_machine.ts";

const EXPERIMENT = new URL("../../../../experiments/recovery-v1/", import.meta.url).pathname;
const sha256 = (bytes: Uint8Array | string): string => createHash("sha256").update(bytes).digest("hex");
const readJson = (path: string) => JSON.parse(Deno.readTextFileSync(path));

/** A study of two fixtures with executables of this process, in a folder that is removed afterwards. */
function withStudy<T>(
  use: (options: StudyOptions & { folder: string }, machine: ReturnType<typeof fakeMachine>) => Promise<T>,
  fault: Fault = {},
): Promise<T> {
  return inFolder((folder) => {
    const pin = (name: string) => {
      Deno.writeTextFileSync(`${folder}/${name}`, name);
      return { path: `${folder}/${name}`, sha256: sha256(name) };
    };
    Deno.mkdirSync(`${folder}/experiment/study`, { recursive: true });
    for (const name of ["protocol.json", "run.ts", "study/bounds.ts"]) {
      Deno.copyFileSync(`${EXPERIMENT}${name}`, `${folder}/experiment/${name}`);
    }
    let time = Date.UTC(2026, 8, 20, 12);
    const machine = fakeMachine(fault), now = (): number => time += 1;
    const pinned = { candidate: pin("candidate"), baseline: pin("baseline") };
    const places = { runDirectory: `${folder}/run`, folder: `${folder}/experiment`, deno: "/deno" };
    return use({ ...pinned, ...places, machine, now, fixtures: [0, 18] }, machine);
  });
}

Deno.test("runStudy() gives a row for each check in the fixed order, and calls with each in that order", () =>
  withStudy(async (options) => {
    const called: unknown[] = [], progress: string[] = [];
    const { rows } = await runStudy({
      ...{ ...options, onCase: (row) => called.push(row) },
      onProgress: (done, total) => progress.push(`${done}/${total}`),
    });
    const checks = [0, 1].flatMap(() => CHECK_NAMES.slice(0, 15)).concat(CHECK_NAMES.slice(15));
    const fixtures = ["codex-f0-v0", "claude_code-f0-v0"].flatMap((name) => Array(15).fill(name)).concat(
      Array(13).fill(null),
    );
    assertEquals(rows, checks.map((check, at) => ({ fixture: fixtures[at], check, passed: true, failure: null })));
    assertEquals(called, rows as unknown[]);
    assertEquals(progress, Array.from({ length: 43 }, (_, at) => `${at + 1}/43`));
  }));

Deno.test("runStudy() leaves checkpoint, registration, record and export, and nothing outside of its folder", () =>
  withStudy(async (options) => {
    const { publicExport, record } = await runStudy(options);
    const names = [...Deno.readDirSync(options.runDirectory)].map(({ name }) => name).sort();
    assertEquals(names, [
      "checkpoint.json",
      "damaged",
      "data",
      "fixtures",
      "public_export.json",
      "record.json",
      "registration.json",
    ]);
    assertEquals(readJson(`${options.runDirectory}/public_export.json`), JSON.parse(JSON.stringify(publicExport)));
    assertEquals(readJson(`${options.runDirectory}/record.json`), JSON.parse(JSON.stringify(record)));
    const { state, phase, cases_done, cases_total } = readJson(`${options.runDirectory}/checkpoint.json`);
    assertEquals({ state, phase, cases_done, cases_total }, {
      state: "finished",
      phase: "done",
      cases_done: 43,
      cases_total: 43,
    });
    const outside = [...Deno.readDirSync(dirname(options.runDirectory))].map(({ name }) => name).sort();
    assertEquals(outside, ["baseline", "candidate", "experiment", "run"]);
  }));

Deno.test("runStudy() registers protocol, pins, fixtures, its own modules and bounds before the first command", () => {
  const seen: { state: string; registration: Record<string, unknown> | null }[] = [];
  const place = { runDirectory: "" };
  const answer = (_: FakeCall, right: ReturnType<NonNullable<Fault["answer"]>>) => {
    if (seen.length === 0) {
      const checkpoint = readJson(`${place.runDirectory}/checkpoint.json`);
      seen.push({ state: checkpoint.phase, registration: readJson(`${place.runDirectory}/registration.json`) });
    }
    return right;
  };
  return withStudy(async (options) => {
    place.runDirectory = options.runDirectory;
    await runStudy(options);
    const [{ state, registration } = { state: "", registration: null }] = seen;
    assertEquals(state, "outcomes");
    assertEquals(registration?.protocol_sha256, sha256(Deno.readFileSync(`${EXPERIMENT}protocol.json`)));
    assertEquals(registration?.pins, {
      baseline_binary_sha256: sha256("baseline"),
      candidate_binary_sha256: sha256("candidate"),
    });
    assertEquals(registration?.fixtures, {
      seed: "public-recovery-v1",
      manifest_sha256: protocol.fixtures.manifestSha256,
      files: 118,
    });
    assertEquals(registration?.selected_fixtures, ["codex-f0-v0", "claude_code-f0-v0"]);
    const { files } = registration?.runner as { files: { path: string; sha256: string }[] };
    assertEquals(files.map(({ path }) => path), ["run.ts", "study/bounds.ts"]);
    assertEquals(files[1]?.sha256, sha256(Deno.readFileSync(`${EXPERIMENT}study/bounds.ts`)));
    assertEquals(registration?.bounds, protocol.bounds);
  }, { answer });
});

Deno.test("runStudy() refuses a used run directory before it asks anything, and changes nothing in it", () =>
  withStudy(async (options, machine) => {
    await runStudy(options);
    const before = Deno.readTextFileSync(`${options.runDirectory}/checkpoint.json`), asked = machine.calls.length;
    await assertCodeAsync(() => runStudy(options), "file-exists", ".");
    assertEquals([Deno.readTextFileSync(`${options.runDirectory}/checkpoint.json`), machine.calls.length], [
      before,
      asked,
    ]);
  }));

for (
  const [name, spoil, code, at] of [
    [
      "a candidate that is not the pinned one",
      (folder: string) => Deno.writeTextFileSync(`${folder}/candidate`, "x"),
      "file-changed",
      "$INPUT.candidate",
    ],
    [
      "a baseline that is gone",
      (folder: string) => Deno.removeSync(`${folder}/baseline`),
      "file-changed",
      "$INPUT.baseline",
    ],
    [
      "a protocol of other fixtures",
      (folder: string) => {
        const path = `${folder}/experiment/protocol.json`;
        Deno.writeTextFileSync(
          path,
          Deno.readTextFileSync(path).replace(protocol.fixtures.manifestSha256, "0".repeat(64)),
        );
      },
      "file-changed",
      "fixtures",
    ],
    [
      "a protocol that is no object",
      (folder: string) => Deno.writeTextFileSync(`${folder}/experiment/protocol.json`, "[]"),
      "protocol-invalid",
      "protocol.json",
    ],
  ] as const
) {
  Deno.test(`runStudy() refuses ${name} before any command, and says so in the checkpoint`, () =>
    withStudy(async (options, machine) => {
      spoil(dirname(options.runDirectory));
      await assertCodeAsync(() => runStudy(options), code, at);
      const { state, phase, reason } = readJson(`${options.runDirectory}/checkpoint.json`);
      assertEquals([state, phase, reason, machine.calls.length], ["failed", "preparing", code, 0]);
    }));
}

/** Does something once, at the candidate's first search. */
function once(act: (folder: string, call: FakeCall) => void): { fault: Fault; place: { folder: string } } {
  const place = { folder: "" };
  let isDone = false;
  const answer: Fault["answer"] = (call, right) => {
    if (!isDone && call.command === "recall") {
      isDone = true;
      act(place.folder, call);
    }
    return right;
  };
  return { fault: { answer }, place };
}

for (
  const [name, field, changed, act] of [
    [
      "a candidate that changes itself",
      "candidate_binary_unchanged",
      ["$INPUT.candidate"],
      (folder: string) => Deno.writeTextFileSync(`${folder}/candidate`, "y"),
    ],
    [
      "a baseline that deletes itself",
      "baseline_binary_unchanged",
      ["$INPUT.baseline"],
      (folder: string) => Deno.removeSync(`${folder}/baseline`),
    ],
    [
      "a file more in the vault",
      "vault_unchanged",
      ["data/gobstopper/vault/index.lock"],
      (folder: string) => Deno.writeTextFileSync(`${folder}/run/data/gobstopper/vault/index.lock`, ""),
    ],
    [
      "a line more in the index",
      "vault_unchanged",
      ["data/gobstopper/vault/index.jsonl"],
      (folder: string) =>
        Deno.writeTextFileSync(`${folder}/run/data/gobstopper/vault/index.jsonl`, "{}\n", { append: true }),
    ],
    [
      "a changed transcript",
      "fixtures_unchanged",
      ["fixtures/robustness.jsonl"],
      (folder: string) => Deno.writeTextFileSync(`${folder}/run/fixtures/robustness.jsonl`, ""),
    ],
    [
      "a changed protocol",
      "protocol_unchanged",
      ["protocol.json"],
      (folder: string) => Deno.writeTextFileSync(`${folder}/experiment/protocol.json`, "{}"),
    ],
    [
      "a changed module",
      "runner_unchanged",
      ["study/bounds.ts"],
      (folder: string) => Deno.writeTextFileSync(`${folder}/experiment/study/bounds.ts`, ""),
    ],
  ] as const
) {
  Deno.test(`runStudy() sees ${name}, even where every check passes`, () => {
    const { fault, place } = once(act);
    return withStudy(async (options) => {
      place.folder = dirname(options.runDirectory);
      const { publicExport, record } = await runStudy(options);
      const changedFields = Object.entries(publicExport.immutability).filter(([, same]) => !same).map(([key]) => key);
      assertEquals([changedFields, record.changed], [[field], [...changed]]);
      assertEquals(publicExport.summary.failed_checks, 0);
    }, fault);
  });
}

Deno.test("runStudy() keeps details in the record, and kinds alone in rows", () =>
  withStudy(async (options) => {
    const { rows, record } = await runStudy(options);
    const failed = rows.filter(({ passed }) => !passed);
    assertEquals(failed, [{ fixture: "codex-f0-v0", check: "recall_goal", passed: false, failure: "exit-code" }]);
    const cases = (record.cases as Record<string, unknown>[]).filter(({ passed }) => passed === false);
    assertEquals(cases.map(({ detail, failure, number }) => [detail, failure, number]), [[
      "exit code 7",
      "exit-code",
      12,
    ]]);
  }, {
    answer: ({ command, options, backend }, right) => {
      const isFirst = backend === "candidate" && command === "recall" && options.get("--query")?.startsWith("GOALMARK");
      return isFirst && right.code === 0 && String(right.stdout).includes('"goal":"Bring GoalMark-0c0f275c')
        ? { ...right, code: 7 }
        : right;
    },
  }));

Deno.test("runStudy() says in the checkpoint what ended it when it cannot go on", () =>
  withStudy(async (options) => {
    let name = "";
    try {
      await runStudy(options);
    } catch (error) {
      name = (error as Error).message;
    }
    const { state, phase, reason } = readJson(`${options.runDirectory}/checkpoint.json`);
    assertEquals([name, state, phase, reason], ["the machine broke", "failed", "outcomes", "RangeError"]);
    assertEquals([...Deno.readDirSync(options.runDirectory)].some(({ name }) => name === "record.json"), false);
  }, {
    answer: () => {
      throw new RangeError("the machine broke");
    },
  }));

/** Starts a study in a process of its own, whose candidate and baseline take 30 ms to refuse anything. */
function startStudy(folder: string): Deno.ChildProcess {
  Deno.writeTextFileSync(`${folder}/slow`, "#!/bin/sh\nsleep 0.03\necho no >&2\nexit 1\n", { mode: 0o755 });
  const pin = JSON.stringify({ path: `${folder}/slow`, sha256: sha256(Deno.readFileSync(`${folder}/slow`)) });
  const places = `runDirectory: ${JSON.stringify(`${folder}/run`)}, deno: Deno.execPath()`;
  const code = `import { runStudy } from "file://${EXPERIMENT}study/study.ts";
    await runStudy({ candidate: ${pin}, baseline: ${pin}, ${places}, now: Date.now });`;
  const args = ["eval", "--no-lock", "--no-check", "--no-config", code];
  return new Deno.Command(Deno.execPath(), { args, stdin: "null", stdout: "null", stderr: "null" }).spawn();
}

/** Reads the checkpoint again and again until it is as wanted. */
async function waitFor(path: string, isWanted: (checkpoint: { phase: string; cases_done: number }) => boolean) {
  for (let tries = 0; tries < 3_000; tries++) {
    try {
      const checkpoint = readJson(path);
      if (isWanted(checkpoint)) return;
    } catch (error) {
      // Before it is there, and while its first bytes are written; every later one is replaced whole.
      if (!(error instanceof Deno.errors.NotFound || error instanceof SyntaxError)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error("it never came so far");
}

for (
  const [name, isWanted, files] of [
    ["at its very start", () => true, null],
    ["after the registration", ({ phase }: { phase: string }) => phase === "outcomes", true],
    ["after ten cases", ({ cases_done }: { cases_done: number }) => cases_done >= 10, true],
    ["after two hundred cases", ({ cases_done }: { cases_done: number }) => cases_done >= 200, true],
  ] as const
) {
  Deno.test(`runStudy() killed ${name} leaves its folder alone, and a checkpoint that says where it stood`, () =>
    inFolder(async (folder) => {
      const process = startStudy(folder), path = `${folder}/run/checkpoint.json`;
      await waitFor(path, isWanted);
      process.kill("SIGKILL");
      await process.status;
      const checkpoint = readJson(path), names = [...Deno.readDirSync(`${folder}/run`)].map(({ name }) => name);
      assertEquals([checkpoint.state, isWanted(checkpoint)], ["running", true]);
      assertEquals([names.includes("record.json"), names.includes("public_export.json")], [false, false]);
      if (files !== null) assertEquals(names.includes("registration.json"), true);
      assertEquals([...Deno.readDirSync(folder)].map(({ name }) => name).sort(), ["run", "slow"]);
    }));
}
