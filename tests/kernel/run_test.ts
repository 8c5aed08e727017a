import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { findContainment } from "../../kernel/containment.ts";
import { sha256Hex } from "../../kernel/digest.ts";
import { freeze } from "../../kernel/manifest.ts";
import { reproductionDigest } from "../../kernel/result.ts";
import { runExperimentFolder, type RunOptions, type RunReport } from "../../kernel/run.ts";
import { assertCodeAsync } from "../assert_code.ts";
import { inChild } from "../in_child.ts";
import { inFolder } from "../in_folder.ts";
import { type DraftParts, GOOD_RUN, withDraft, writeDraft } from "../make_draft.ts";

const FROZEN_ON = { frozenOn: "2026-11-30" };
const NONE = { containment: "none" } as const;
const run = (parts: DraftParts, options: RunOptions = NONE): Promise<RunReport> =>
  withDraft(parts, (experiment) => runExperimentFolder(experiment, options));
const found = ({ findings }: RunReport): string[] => findings.map(({ code, at }) => `${code} ${at}`);

Deno.test("runExperimentFolder() gives a result when a draft is good", async () => {
  const decision = [{ id: "ok", at: "/summary/ok", equals: true }];
  const { id, manifestSha256, declaration, fileCount, findings, result, attempted, failure } = await run({
    block: { decision },
  });
  assertEquals([id, manifestSha256, declaration?.entry, fileCount], ["draft-v1", null, "run.ts", 2]);
  assertEquals([findings, attempted, failure], [[], [], null]);
  assert(result !== null);
  assertEquals([result.rows, result.summary, result.decision.met], [[1], { ok: true }, true]);
  assertEquals(result.provenance.modules, [{ path: "run.ts", sha256: sha256Hex(GOOD_RUN) }]);
  assertEquals([result.provenance.containment, result.provenance.attemptLog], ["none", "broker"]);
  assertEquals([result.manifestSha256, result.publication, result.provenance.lockSha256], [null, null, null]);
  assertEquals(result.reproductionSha256, reproductionDigest(result));
});

Deno.test("runExperimentFolder() gives a result when the decision is not met", async () => {
  const { result } = await run({ block: { decision: [{ id: "ok", at: "/summary/ok", equals: false }] } });
  assertEquals(result?.decision.met, false);
});

Deno.test("runExperimentFolder() names the manifest when the experiment is frozen", async () => {
  await withDraft({}, async (experiment) => {
    const { sha256 } = await freeze(experiment, FROZEN_ON);
    const { manifestSha256, result } = await runExperimentFolder(experiment, NONE);
    assertEquals([manifestSha256, result?.manifestSha256], [sha256, sha256]);
  });
});

Deno.test("runExperimentFolder() has equal digests when it runs twice, contained or not", async () => {
  const code = `console.log(JSON.stringify({ summary: [Math.random(), Date.now(), new Date().getTimezoneOffset()] }));`;
  const parts = { block: { determinism: { seed: 3, clock: "2020-01-01T00:00:00Z" } }, files: { "run.ts": code } };
  await withDraft(parts, async (experiment) => {
    const first = await runExperimentFolder(experiment, NONE);
    const second = await runExperimentFolder(experiment);
    assertEquals(first.result?.reproductionSha256, second.result?.reproductionSha256);
    assertEquals((first.result?.summary as number[]).slice(1), [Date.UTC(2020, 0, 1), 0]);
  });
});

Deno.test("runExperimentFolder() shows the declared accesses by the names of their places", async () => {
  const code = `
    const { inputs, scratch } = JSON.parse(await new Response(Deno.stdin.readable).text());
    for (let i = 0; i < 3; i++) Deno.readTextFileSync(import.meta.dirname + "/data.txt");
    Deno.writeTextFileSync(scratch + "/a", Deno.readTextFileSync(inputs.extra.path));
    console.log(JSON.stringify({ summary: inputs.extra.bytes }));`;
  const permissions = { read: [".", "$INPUT.extra"], write: ["$SCRATCH"] };
  const parts = {
    block: { permissions, inputs: { extra: { kind: "file" } } },
    files: { "run.ts": code, "data.txt": "d" },
  };
  await inFolder(async (folder) => {
    Deno.writeTextFileSync(`${folder}/input`, "12345");
    for (const options of [NONE, {}]) {
      const { result, attempted } = await run(parts, { ...options, inputs: { extra: `${folder}/input` } });
      assertEquals(attempted, [
        { kind: "read", value: "$INPUT.extra", count: 1, declared: true },
        { kind: "read", value: "data.txt", count: 3, declared: true },
        { kind: "write", value: "$SCRATCH/a", count: 1, declared: true },
      ]);
      assertEquals([result?.summary, result?.provenance.inputs.map(({ name }) => name)], [5, ["extra"]]);
    }
  });
});

Deno.test("runExperimentFolder() finds a violation when the code swallows its error", async () => {
  const code =
    `try { Deno.readTextFileSync("/etc/hostname"); } catch {}\ntry { Deno.env.toObject(); } catch {}\n${GOOD_RUN}`;
  const report = await run({ files: { "run.ts": code } });
  assertEquals([found(report), report.result, report.failure], [
    ["violation env", "violation read:/etc/hostname"],
    null,
    null,
  ]);
});

Deno.test("runExperimentFolder() carries the failure when a violation and a crash come together", async () => {
  const report = await run({ files: { "run.ts": `Deno.readTextFileSync("/etc/hostname");` } });
  assertEquals([found(report), report.failure?.code], [["violation read:/etc/hostname"], "child-crash"]);
  assert(report.errorTail.includes("NotCapable"));
});

Deno.test("runExperimentFolder() shows no path of the run when the experiment attempts its own private folder", async () => {
  const code = `
    const up = import.meta.dirname + "/../../..";
    for (const path of [up, up + "/log", up + "/..", "../../x", import.meta.dirname + "/../other"]) {
      try { Deno.statSync(path); } catch {}
    }
    try { await Deno.connect({ transport: "unix", path: up + "/log" }); } catch {}
    try { Deno.dlopen(up + "/home/x.so", {}); } catch {}
    ${GOOD_RUN}`;
  const report = await run({ files: { "run.ts": code } });
  assert(!JSON.stringify(report).includes("permafrost-"), JSON.stringify(found(report)));
  assert(found(report).includes("violation read:$RUN/log"));
});

Deno.test("runExperimentFolder() finds storage when browser storage was used", async () => {
  for (const options of [NONE, {}]) {
    const report = await run({ files: { "run.ts": `localStorage.setItem("a", "b");\n${GOOD_RUN}` } }, options);
    assertEquals(found(report), ["storage localStorage or caches"]);
  }
});

Deno.test("runExperimentFolder() finds a module and runs nothing when the entry imports an outside file", async () => {
  const report = await run({ files: { "run.ts": `import "../../etc/outside.ts";\n${GOOD_RUN}` } });
  assertEquals([report.findings[0]?.code, report.result, report.declaration?.entry], ["module", null, "run.ts"]);
});

Deno.test("runExperimentFolder() throws child-crash with the last lines as a notice when nothing contains the child", async () => {
  const notices: string[] = [];
  const parts = { files: { "run.ts": `throw new Error("very broken");` } };
  const options = { ...NONE, onNotice: (text: string) => notices.push(text) };
  await assertCodeAsync(() => run(parts, options), "child-crash");
  const message = String(await run(parts).catch(String));
  assertEquals([message.includes("very broken"), notices.length], [false, 2]);
  assert(notices[1]?.includes("very broken") && notices[1].includes("$RUN/frozen"));
});

Deno.test({
  name: "runExperimentFolder() throws child-crash with the last lines when bubblewrap contains the child",
  ignore: findContainment().kind === "none",
  fn: async () => {
    const error = await run({ files: { "run.ts": `throw new Error("very broken");` } }, {}).catch((error) => error);
    assertEquals([error.code, error.message.includes("very broken")], ["child-crash", true]);
  },
});

const DRIFTS: readonly [string, (experiment: string) => void, string[]][] = [
  ["a file is changed", (folder) => Deno.writeTextFileSync(`${folder}/a.txt`, "b"), ["changed a.txt"]],
  ["a file is gone", (folder) => Deno.removeSync(`${folder}/a.txt`), ["missing a.txt"]],
  ["a file is added", (folder) => Deno.writeTextFileSync(`${folder}/new.txt`, "b"), ["extra new.txt"]],
  ["a link is swapped in", (folder) => {
    Deno.writeTextFileSync(`${folder}/../a.txt`, "a");
    Deno.removeSync(`${folder}/a.txt`);
    Deno.symlinkSync("../a.txt", `${folder}/a.txt`);
  }, ["kind a.txt"]],
  ["the entry is changed", (folder) => Deno.writeTextFileSync(`${folder}/run.ts`, "b"), ["changed run.ts"]],
  ["the protocol is broken", (folder) => Deno.writeTextFileSync(`${folder}/protocol.json`, "{"), [
    "changed protocol.json",
  ]],
];
const MANIFEST_DRIFTS: typeof DRIFTS = [
  ["the manifest is gone", (folder) => Deno.removeSync(`${folder}/manifest.json`), ["changed manifest.json"]],
  ["the manifest is broken", (folder) => Deno.writeTextFileSync(`${folder}/manifest.json`, "{"), [
    "changed manifest.json",
  ]],
];
const WAITING = `console.log('{"progress":{"done":0,"total":1}}');
  await new Promise((resolve) => setTimeout(resolve, 150));\n${GOOD_RUN}`;
for (const [name, change, expected] of [...DRIFTS, ...MANIFEST_DRIFTS]) {
  Deno.test(`runExperimentFolder() finds it when ${name} during the run of a frozen experiment`, async () => {
    await withDraft({ files: { "run.ts": WAITING, "a.txt": "a" } }, async (experiment) => {
      await freeze(experiment, FROZEN_ON);
      const report = await runExperimentFolder(experiment, { ...NONE, onProgress: () => change(experiment) });
      assertEquals([found(report), report.result], [expected, null]);
    });
  });
}
for (const [name, change, expected] of DRIFTS) {
  Deno.test(`runExperimentFolder() finds it when ${name} during the run of a draft`, async () => {
    const report = await withDraft(
      { files: { "run.ts": WAITING, "a.txt": "a" } },
      (experiment) => runExperimentFolder(experiment, { ...NONE, onProgress: () => change(experiment) }),
    );
    assertEquals([report.findings.length > 0, report.result], [true, null]);
    assert(found(report)[0]?.endsWith(expected[0]!.split(" ")[1]!), found(report).join());
  });

  Deno.test(`runExperimentFolder() finds it and runs nothing when ${name} before`, async () => {
    await withDraft({ files: { "a.txt": "a" } }, async (experiment) => {
      await freeze(experiment, FROZEN_ON);
      change(experiment);
      const report = await runExperimentFolder(experiment, NONE);
      assertEquals([found(report), report.result, report.attempted], [expected, null, []]);
      assertEquals(report.declaration === null, name === "the protocol is broken");
    });
  });
}

Deno.test("runExperimentFolder() finds it when a draft is frozen during the run", async () => {
  await withDraft({ files: { "run.ts": WAITING } }, async (experiment) => {
    let frozen: Promise<unknown> = Promise.resolve();
    const onProgress = () => void (frozen = freeze(experiment, FROZEN_ON));
    const report = await runExperimentFolder(experiment, { ...NONE, onProgress });
    await frozen;
    assertEquals(found(report), ["changed manifest.json"]);
  });
});

Deno.test("runExperimentFolder() hands all frozen files to comparePublished and records what matched", async () => {
  await withDraft({}, async (experiment) => {
    await freeze(experiment, FROZEN_ON);
    const seen: string[] = [];
    const record = { origin: "http://127.0.0.1/", files: [] };
    const report = await runExperimentFolder(experiment, {
      ...NONE,
      comparePublished: (files) => {
        seen.push(
          ...files.map(({ path, bytes }) => `${path} ${bytes === Deno.statSync(`${experiment}/${path}`).size}`),
        );
        return Promise.resolve({ findings: [], record });
      },
    });
    assertEquals(seen, ["manifest.json true", "protocol.json true", "run.ts true"]);
    assertEquals(report.result?.publication, record);
  });
});

Deno.test("runExperimentFolder() runs nothing when published bytes differ", async () => {
  await withDraft({ files: { "run.ts": `console.log("never");` } }, async (experiment) => {
    await freeze(experiment, FROZEN_ON);
    const finding = { code: "published-changed", at: "run.ts", expected: null, observed: null } as const;
    const comparePublished = () => Promise.resolve({ findings: [finding], record: { origin: "", files: [] } });
    const report = await runExperimentFolder(experiment, { ...NONE, comparePublished });
    assertEquals([found(report), report.result], [["published-changed run.ts"], null]);
  });
});

Deno.test("runExperimentFolder() throws what comparePublished throws and leaves nothing", async () => {
  await withDraft({}, async (experiment) => {
    await freeze(experiment, FROZEN_ON);
    const comparePublished = () => Promise.reject(new RangeError("offline"));
    const error = await runExperimentFolder(experiment, { ...NONE, comparePublished }).catch((error) => error);
    assertEquals(error.message, "offline");
  });
});

Deno.test("runExperimentFolder() throws publication-required when the protocol wants it and it was not compared", async () => {
  const publication = { origin: "https://example.org/x/", beforeRun: "required" };
  await assertCodeAsync(() => run({ block: { publication } }), "publication-required");
});

Deno.test("runExperimentFolder() throws manifest-missing when a draft is to be compared", async () => {
  const comparePublished = () => Promise.resolve({ findings: [], record: { origin: "", files: [] } });
  await assertCodeAsync(() => run({}, { ...NONE, comparePublished }), "manifest-missing");
});

Deno.test("runExperimentFolder() throws input-missing when an input is not given", async () => {
  await assertCodeAsync(() => run({ block: { inputs: { a: { kind: "file" } } } }), "input-missing");
});

Deno.test("runExperimentFolder() finds changed when an input has another digest", async () => {
  await inFolder(async (folder) => {
    Deno.writeTextFileSync(`${folder}/a`, "text");
    const inputs = { a: { kind: "file", sha256: sha256Hex("other") } };
    assertEquals(found(await run({ block: { inputs } }, { ...NONE, inputs: { a: `${folder}/a` } })), [
      "changed $INPUT.a",
    ]);
  });
});

Deno.test("runExperimentFolder() throws containment-missing when it is required and left aside", async () => {
  await assertCodeAsync(() => run({}, { ...NONE, requireContainment: true }), "containment-missing");
});

Deno.test("runExperimentFolder() gives one notice when containment is left aside", async () => {
  const notices: string[] = [];
  await run({}, { ...NONE, onNotice: (text) => notices.push(text) });
  assertEquals([notices.length, notices[0]?.includes("\n")], [1, false]);
});

Deno.test({
  name: "runExperimentFolder() records bubblewrap and gives no notice when it works",
  ignore: findContainment().kind === "none",
  fn: async () => {
    const notices: string[] = [];
    const { result } = await run({}, { onNotice: (text) => notices.push(text) });
    assertEquals([result?.provenance.containment, notices], ["bwrap", []]);
  },
});

const FAKE_BWRAP = "#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n";
for (const isRequired of [false, true]) {
  Deno.test(`runExperimentFolder() ${isRequired ? "refuses" : "goes without"} when bwrap cannot start`, async () => {
    await inFolder(async (folder) => {
      const experiment = writeDraft(folder, {});
      Deno.mkdirSync(`${folder}/bin`);
      Deno.writeTextFileSync(`${folder}/bin/bwrap`, FAKE_BWRAP, { mode: 0o755 });
      const code = `
        import { runExperimentFolder } from "./kernel/run.ts";
        const options = { requireContainment: ${isRequired}, onNotice: (text) => console.log(text.slice(0, 15)) };
        await runExperimentFolder(${JSON.stringify(experiment)}, options).then(
          ({ result }) => console.log(result.provenance.containment), ({ code }) => console.log(code));`;
      const { stdout } = await inChild(code, { env: { PATH: `${folder}/bin:${Deno.env.get("PATH")}` } });
      assertEquals(stdout, isRequired ? "containment-missing\n" : "No containment:\nnone\n");
    });
  });
}

Deno.test("runExperimentFolder() leaves nothing in the temporary folder and the experiment, whatever happens", async () => {
  const sources = [
    GOOD_RUN,
    `Deno.exit(3);`,
    `try { Deno.readTextFileSync("/etc/x"); } catch {}\n${GOOD_RUN}`,
    `import "/etc/outside.ts";`,
    `for (;;);`,
    `console.log('{"progress":{"done":1,"total":1}}'); setInterval(() => {}, 100);`,
    `const { scratch } = JSON.parse(await new Response(Deno.stdin.readable).text());
     Deno.mkdirSync(scratch + "/a/b", { recursive: true }); Deno.chmodSync(scratch + "/a", 0);\n${GOOD_RUN}`,
  ];
  await inFolder(async (folder) => {
    Deno.mkdirSync(`${folder}/tmp`);
    const paths = sources.map((source, index) => {
      Deno.mkdirSync(`${folder}/${index}`);
      const block = { bounds: { timeoutMs: 500 }, permissions: { write: ["$SCRATCH"] } };
      return writeDraft(`${folder}/${index}`, { block, files: { "run.ts": source } });
    });
    const code = `
      import { runExperimentFolder } from "./kernel/run.ts";
      for (const path of ${JSON.stringify(paths)}) {
        for (const containment of ["none", undefined]) {
          const controller = new AbortController();
          const options = { containment, signal: controller.signal, onProgress: () => controller.abort() };
          const said = await runExperimentFolder(path, options)
            .then(({ findings }) => findings[0]?.code ?? "result", ({ code }) => code);
          console.log(said, [...Deno.readDirSync(Deno.env.get("TMPDIR"))].length, [...Deno.readDirSync(path)].length);
        }
      }`;
    const { stdout, stderr } = await inChild(code, { env: { TMPDIR: `${folder}/tmp` } });
    const outcomes = ["result", "child-crash", "violation", "module", "child-timeout", "child-crash", "result"];
    assertEquals(stdout, outcomes.map((outcome) => `${outcome} 0 2\n`.repeat(2)).join(""), stderr);
  });
});
