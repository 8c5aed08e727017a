import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { readResult } from "../../../kernel/result.ts";
import { isObeyed, runCli, runJson, wideLines, withoutNote } from "../../cli_io.ts";
import { inFolder } from "../../in_folder.ts";
import { copyFence, listTree, makeFrozen, makeSmall } from "../../small_experiment.ts";

const DECISION = [{ id: "two", at: "/summary/count", equals: 2 }];
const UNMET = [{ id: "three", at: "/summary/count", equals: 3 }];
const PEEK = `try { Deno.readTextFileSync("/etc/hostname"); } catch { /* swallowed */ }\n`;
const SUMMARY = `console.log('{"summary":1}');\n`;

Deno.test("runVerify() exits 0, writes nothing and shows the whole screen when the decision is met", async () => {
  await inFolder(async (cwd) => {
    await makeFrozen(`${cwd}/small`, { block: { decision: DECISION } });
    const before = listTree(cwd);
    const { code, out, err } = await runCli(["verify", "small"], { cwd });
    assertEquals([code, out, listTree(cwd)], [0, "", before]);
    const parts = [
      /manifest [0-9a-f]{32}…/,
      /✓ 2 files, every byte/,
      /1 module, none/,
      /Declared +no file/,
      /Attempted +nothing/,
    ];
    for (const part of [...parts, /count +2/, /✓ two +2 = 2/, /^HOLDS: 1 of 1 criterion met/m, /Result not kept/]) {
      assert(part.test(err), `${part} in ${err}`);
    }
  });
});

Deno.test("runVerify() exits 1 and writes the result all the same when the decision is not met", async () => {
  await inFolder(async (cwd) => {
    makeSmall(`${cwd}/small`, { block: { decision: UNMET } });
    const { code, err } = await runCli(["verify", "small", "--output", "r.json"], { cwd });
    assertEquals([code, readResult(`${cwd}/r.json`).decision.met], [1, false]);
    assert(/✗ three +2 ≠ 3/.test(err) && /^DOES NOT HOLD: 0 of 1 criterion met/m.test(err), err);
    assert(err.endsWith("Result written to r.json\n"), err);
  });
});

Deno.test("runVerify() prints one JSON value with the result and its place when it is asked to", async () => {
  await inFolder(async (cwd) => {
    makeSmall(`${cwd}/small`, { block: { decision: DECISION } });
    const { code, value, err } = await runJson(["verify", "small", "--output", "r.json"], { cwd });
    assertEquals([code, withoutNote(err), value.id, value.holds, value.output], [0, "", "small", true, "r.json"]);
    assertEquals(value.result, JSON.parse(Deno.readTextFileSync(`${cwd}/r.json`)));
  });
});

Deno.test("runVerify() exits 1 without a result when an undeclared access was tried and swallowed", async () => {
  await inFolder(async (cwd) => {
    makeSmall(`${cwd}/small`, { code: PEEK + SUMMARY });
    const { code, value } = await runJson(["verify", "small", "--output", "r.json"], { cwd });
    assertEquals([code, value.result, value.output, value.holds], [1, null, null, false]);
    assertEquals(value.findings.map(({ code, at }: { code: string; at: string }) => [code, at]), [
      ["violation", "read:/etc/hostname"],
    ]);
    assertEquals(listTree(cwd).includes("r.json"), false);
    const { err } = await runCli(["verify", "small"], { cwd });
    assert(
      /✗ read:\/etc\/hostname was attempted/.test(err) && /NOT DECLARED/.test(err) && /^DOES NOT HOLD/m.test(err),
      err,
    );
  });
});

const errors: [what: string, parts: Parameters<typeof makeSmall>[1], words: string[], code: string][] = [
  ["the run crashes", { code: "throw new Error('\\x1b[31mboom\\nHOLDS');" }, [], "child-crash"],
  ["there is no summary", { code: "" }, [], "child-summary"],
  ["the run is too slow", { code: "for (;;);", block: { bounds: { timeoutMs: 300 } } }, [], "child-timeout"],
  ["an input is missing", { block: { inputs: { data: { kind: "file" } } } }, [], "input-missing"],
  ["an input is not declared", {}, ["--input", "data=protocol.json"], "input-unknown"],
  ["a draft is compared with what is published", {}, ["--live", "http://127.0.0.1:1/"], "manifest-missing"],
  [
    "publication is required",
    {
      block: { publication: { origin: "https://example.org/small/", beforeRun: "required" } },
    },
    [],
    "publication-required",
  ],
];
for (const [what, parts, words, code] of errors) {
  Deno.test(`runVerify() exits 2 with ${code} and writes nothing when ${what}`, async () => {
    await inFolder(async (cwd) => {
      makeSmall(`${cwd}/small`, parts);
      const before = listTree(cwd);
      const { code: exit, value, err } = await runJson(["verify", "small", "--output", "r.json", ...words], { cwd });
      assertEquals([exit, value.error?.code, listTree(cwd)], [2, code, before]);
      assert(!isObeyed(err) && !/^HOLDS/m.test(err), err);
    });
  });
}

for (
  const [place, code] of [
    ["taken.json", "file-exists"],
    ["missing/r.json", "file-missing"],
    ["small/r.json", "path-invalid"],
  ] as const
) {
  for (const option of ["--output", "--scratch"]) {
    Deno.test(`runVerify() throws ${code} before anything runs when ${option} is ${place}`, async () => {
      await inFolder(async (cwd) => {
        makeSmall(`${cwd}/small`, { code: "for (;;);" }); // would take a minute if it ran
        Deno.writeTextFileSync(`${cwd}/taken.json`, "mine");
        const { code: exit, value } = await runJson(["verify", "small", option, place], { cwd });
        assertEquals([exit, value.error.code, Deno.readTextFileSync(`${cwd}/taken.json`)], [2, code, "mine"]);
      });
    });
  }
}

const WRITER = {
  code: `Deno.writeTextFileSync(JSON.parse(new TextDecoder().decode(new Uint8Array(await new Response(
  Deno.stdin.readable).arrayBuffer()))).scratch + "/a", "left");\nconsole.log('{"summary":{}}');`,
  block: { permissions: { write: ["$SCRATCH"] } },
};
Deno.test("runVerify() throws usage before anything runs when output and scratch are one place", async () => {
  await inFolder(async (cwd) => {
    makeSmall(`${cwd}/small`, WRITER);
    const { code, value } = await runJson(["verify", "small", "--output", "r", "--scratch", "./r/"], { cwd });
    assertEquals([code, value.error.code, listTree(cwd).includes("r")], [2, "usage", false]);
  });
});

for (const words of [[], ["--twice"], ["--no-containment"]]) {
  Deno.test(`runVerify() keeps the first run's scratch at --scratch when called with ${words[0] ?? "no more"}`, async () => {
    await inFolder(async (cwd) => {
      makeSmall(`${cwd}/small`, WRITER);
      const { code, err } = await runCli(["verify", "small", "--scratch", "kept/", ...words], { cwd });
      assertEquals([code, Deno.readTextFileSync(`${cwd}/kept/a`)], [0, "left"], err);
      const again = await runJson(["verify", "small", "--scratch", "kept", ...words], { cwd });
      assertEquals([again.code, again.value.error.code], [2, "file-exists"]);
    });
  });
}

Deno.test("runVerify() repeats its digest, refuses to overwrite a result and leaves the first unchanged", async () => {
  await inFolder(async (cwd) => {
    await copyFence(`${cwd}/fence-v1`);
    const first = await runJson(["verify", "fence-v1", "--output", "r.json"], { cwd });
    const bytes = Deno.readTextFileSync(`${cwd}/r.json`);
    const refused = await runJson(["verify", "fence-v1", "--output", "r.json"], { cwd });
    const second = await runJson(["verify", "./fence-v1/", "--output", "s.json"], { cwd });
    assertEquals([first.code, refused.code, second.code], [0, 2, 0]);
    assertEquals([refused.value.error.code, Deno.readTextFileSync(`${cwd}/r.json`)], ["file-exists", bytes]);
    assertEquals(first.value.result.reproductionSha256, second.value.result.reproductionSha256);
    assertEquals(first.value.result.rows.length, 49);
  });
});

Deno.test("runVerify() exits 1 and runs nothing when frozen bytes drifted", async () => {
  await inFolder(async (cwd) => {
    const folder = await makeFrozen(`${cwd}/small`);
    Deno.writeTextFileSync(`${folder}/run.ts`, "for (;;);");
    const { code, value } = await runJson(["verify", "small"], { cwd });
    assertEquals([code, value.result, value.findings[0].code, value.findings[0].at], [1, null, "changed", "run.ts"]);
  });
});

Deno.test("runVerify() finds what does not repeat when it runs twice", async () => {
  await inFolder(async (cwd) => {
    makeSmall(`${cwd}/small`, { code: `console.log(JSON.stringify({ summary: performance.timeOrigin }));` });
    const { code, value } = await runJson(["verify", "small", "--twice"], { cwd });
    assertEquals([code, value.holds, value.findings[0].code, value.findings[0].at], [
      1,
      false,
      "difference",
      "/summary",
    ]);
  });
});

Deno.test("runVerify() holds when it runs twice and both agree", async () => {
  await inFolder(async (cwd) => {
    makeSmall(`${cwd}/small`);
    assertEquals((await runCli(["verify", "small", "--twice"], { cwd })).code, 0);
  });
});

Deno.test("runVerify() says that there is no containment when it is left aside", async () => {
  await inFolder(async (cwd) => {
    makeSmall(`${cwd}/small`);
    const { code, err } = await runCli(["verify", "small", "--no-containment"], { cwd });
    assertEquals([code, wideLines(err)], [0, []]);
    assert(err.startsWith("note: No containment") && /Ran +- \d+ ms in no containment/.test(err), err);
  });
});

Deno.test("runVerify() hands over an input whose path has blanks and an equals sign", async () => {
  await inFolder(async (cwd) => {
    makeSmall(`${cwd}/small`, {
      code: `
        const chunks = []; for await (const chunk of Deno.stdin.readable) chunks.push(...chunk);
        const { inputs } = JSON.parse(new TextDecoder().decode(new Uint8Array(chunks)));
        console.log(JSON.stringify({ summary: Deno.readTextFileSync(inputs.data.path) }));`,
      block: { inputs: { data: { kind: "file" } }, permissions: { read: ["$INPUT.data"] } },
    });
    Deno.writeTextFileSync(`${cwd}/a = b.txt`, "hello");
    const { code: exit, value } = await runJson(["verify", "small", "--input", "data=a = b.txt"], { cwd });
    assertEquals([exit, value.result.summary, value.result.provenance.inputs[0].bytes], [0, "hello", 5]);
  });
});

Deno.test("runRun() writes into results/ of the experiment, prints the path, and leaves the freeze whole", async () => {
  await inFolder(async (cwd) => {
    await makeFrozen(`${cwd}/small`, { block: { decision: UNMET } });
    const { code, out } = await runCli(["run", "small"], { cwd });
    assertEquals([code, /^small\/results\/\d{8}T\d{9}Z-[0-9a-f]{8}\.json\n$/.test(out)], [0, true], out);
    assertEquals(readResult(`${cwd}/${out.trim()}`).decision.met, false);
    assertEquals((await runCli(["check", "small"], { cwd })).code, 0);
    const again = await runCli(["run", "small"], { cwd });
    assertEquals([again.code, again.out === out], [0, false]);
  });
});

Deno.test("runRun() writes where it is told", async () => {
  await inFolder(async (cwd) => {
    makeSmall(`${cwd}/small`);
    const { code, out } = await runCli(["run", "small", "--output", "small/results.json"], { cwd });
    assertEquals([code, out], [2, ""]);
    assertEquals((await runCli(["run", "small", "--output", "r.json"], { cwd })).out, "r.json\n");
    assertEquals(listTree(`${cwd}/small`), ["protocol.json", "run.ts"]);
  });
});

Deno.test("runRun() throws file-kind before anything runs when results is a file", async () => {
  await inFolder(async (cwd) => {
    makeSmall(`${cwd}/small`, { code: "for (;;);", files: { results: "" } });
    const { code, value } = await runJson(["run", "small"], { cwd });
    assertEquals([code, value.error.code], [2, "file-kind"]);
  });
});

Deno.test("runRun() exits 1 and prints no path when there is no result", async () => {
  await inFolder(async (cwd) => {
    makeSmall(`${cwd}/small`, { code: PEEK + SUMMARY });
    const { code, out } = await runCli(["run", "small"], { cwd });
    assertEquals([code, out, listTree(`${cwd}/small`)], [1, "", ["protocol.json", "run.ts"]]);
  });
});

Deno.test("runVerify() sees an undeclared access and records the audit log when it is given --audit-log", async () => {
  await inFolder(async (cwd) => {
    makeSmall(`${cwd}/small`, { block: { decision: DECISION } });
    const { code, value } = await runJson(["verify", "small", "--audit-log"], { cwd });
    assertEquals([code, value.result.provenance.attemptLog], [0, "audit"]);
    makeSmall(`${cwd}/peeking`, { code: PEEK + SUMMARY });
    const { value: peeking } = await runJson(["verify", "peeking", "--audit-log"], { cwd });
    assertEquals(peeking.findings.map(({ at }: { at: string }) => at), ["read:/etc/hostname"]);
  });
});
