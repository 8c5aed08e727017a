import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { reproductionDigest, type Result, resultBytes } from "../../../kernel/result.ts";
import { parseBundle, parseStatement } from "../../../scripts/signing/dsse.ts";
import { runCli, runJson, wideLines, withoutNote } from "../../cli_io.ts";
import { inFolder } from "../../in_folder.ts";
import { makePemKey } from "../../signing_tools.ts";
import { copyFence, listTree, makeFrozen, makeSmall } from "../../small_experiment.ts";

/** A frozen copy of fence-v1 in a folder, with a result of it in r.json. */
async function withFence(use: (cwd: string) => Promise<unknown>): Promise<void> {
  await inFolder(async (cwd) => {
    await copyFence(`${cwd}/experiments/fence-v1`);
    assertEquals((await runCli(["verify", "fence-v1", "--output", "r.json"], { cwd })).code, 0);
    await use(cwd);
  });
}

Deno.test("runReproduce() exits 0 with equal digests when nothing changed", async () => {
  await withFence(async (cwd) => {
    const before = listTree(cwd);
    const { code, value, err } = await runJson(["reproduce", "r.json"], { cwd });
    const { expected, observed } = value.digests;
    assertEquals([code, value.reproduced, value.findings, expected === observed], [0, true, [], true]);
    assert(/^REPRODUCED: fence-v1, reproduction digest [0-9a-f]{16}…\n$/.test(withoutNote(err)), err);
    assertEquals(listTree(cwd), before);
  });
});

const drifts: [what: string, change: (folder: string) => void, found: [code: string, at: string]][] = [
  ["a case is edited", (folder) => edit(`${folder}/cases.json`, /invoice/), ["changed", "cases.json"]],
  ["the scorer is edited", (folder) => edit(`${folder}/score.ts`, / /), ["changed", "score.ts"]],
  ["the protocol is edited", (folder) => edit(`${folder}/protocol.json`, /11/), ["changed", "protocol.json"]],
  ["a file is added", (folder) => Deno.writeTextFileSync(`${folder}/notes.txt`, ""), ["extra", "notes.txt"]],
  ["a file is deleted", (folder) => Deno.removeSync(`${folder}/corpus.ts`), ["missing", "corpus.ts"]],
];
function edit(path: string, what: RegExp): void {
  const text = Deno.readTextFileSync(path);
  const changed = text.replace(what, "  ");
  assert(changed !== text);
  Deno.writeTextFileSync(path, changed);
}
for (const [what, change, [finding, at]] of drifts) {
  Deno.test(`runReproduce() says what drifted and does not run when ${what}`, async () => {
    await withFence(async (cwd) => {
      const folder = `${cwd}/experiments/fence-v1`;
      change(folder);
      const { code, value, err } = await runJson(["reproduce", "r.json"], { cwd });
      assertEquals(value.findings.map(({ code, at }: { code: string; at: string }) => [code, at]), [[finding, at]]);
      assertEquals([code, value.reproduced, value.digests.observed], [1, false, null]);
      assert(err.endsWith("NOT REPRODUCED: fence-v1, there is no result to compare\n"), err);
    });
  });
}

Deno.test("runReproduce() finds another identity and does not run when the experiment was frozen since", async () => {
  await inFolder(async (cwd) => {
    makeSmall(`${cwd}/small`);
    await runCli(["run", "small", "--output", "r.json"], { cwd });
    await runCli(["freeze", "small"], { cwd });
    const { code, value } = await runJson(["reproduce", "r.json"], { cwd });
    assertEquals([code, value.findings[0].code, value.digests.observed], [1, "identity", null]);
  });
});

Deno.test("runReproduce() takes the experiment that it is given", async () => {
  await inFolder(async (cwd) => {
    await makeFrozen(`${cwd}/some where/small`);
    await runCli(["run", "some where/small", "--output", "r.json"], { cwd });
    assertEquals((await runCli(["reproduce", "r.json"], { cwd })).code, 2);
    assertEquals((await runCli(["reproduce", "r.json", "some where/small"], { cwd })).code, 0);
  });
});

Deno.test("runReproduce() lists the differences when the outcome differs", async () => {
  await inFolder(async (cwd) => {
    const code = "console.log(JSON.stringify({ summary: { now: performance.timeOrigin, same: 1 } }));";
    await makeFrozen(`${cwd}/small`, { code });
    await runCli(["run", "small", "--output", "r.json"], { cwd });
    const { code: exit, value, err } = await runJson(["reproduce", "r.json"], { cwd });
    assertEquals([exit, value.reproduced, value.findings[0].at, value.findings.length], [1, false, "/summary/now", 1]);
    assert(err.includes("the results differ in 1 place"), err);
  });
});

Deno.test("runReproduce() exits 2 with result-invalid when the result was edited", async () => {
  await inFolder(async (cwd) => {
    makeSmall(`${cwd}/small`);
    await runCli(["run", "small", "--output", "r.json"], { cwd });
    Deno.writeTextFileSync(`${cwd}/e.json`, Deno.readTextFileSync(`${cwd}/r.json`).replace('"count":2', '"count":3'));
    const { code, value } = await runJson(["reproduce", "e.json"], { cwd });
    assertEquals([code, value.error.code], [2, "result-invalid"]);
  });
});

/** Writes a result with some of its parts replaced, and the digest that belongs to it. */
function writeChanged(path: string, from: string, parts: (result: Result) => Partial<Result>): void {
  const result = JSON.parse(Deno.readTextFileSync(from)) as Result;
  const { reproductionSha256: _, ...body } = { ...result, ...parts(result) };
  Deno.writeFileSync(path, resultBytes({ ...body, reproductionSha256: reproductionDigest(body) }));
}

async function withTwo(parts: (result: Result) => Partial<Result>, use: (cwd: string) => Promise<unknown>) {
  await inFolder(async (cwd) => {
    makeSmall(`${cwd}/small`);
    await runCli(["run", "small", "--output", "a.json"], { cwd });
    writeChanged(`${cwd}/b.json`, `${cwd}/a.json`, parts);
    await use(cwd);
  });
}

Deno.test("runDiff() exits 0 when only provenance differs, and shows it", async () => {
  const parts = ({ provenance }: Result) => ({
    provenance: { ...provenance, runtime: { ...provenance.runtime, deno: "9.9.9\x1b[31m" } },
  });
  await withTwo(parts, async (cwd) => {
    const { code, out, err } = await runCli(["diff", "a.json", "b.json"], { cwd });
    assertEquals([code, out, err.endsWith("SAME\n"), wideLines(err)], [0, "", true, []], err);
    assert(err.includes("/provenance/runtime/deno") && !err.includes("\x1b"), err);
  });
});

Deno.test("runDiff() exits 1 and prints each pointer when rows differ", async () => {
  const rows = [{ n: 1 }, { "n": 3, "\x1b[31m\n": 1 }];
  await withTwo(() => ({ rows }), async (cwd) => {
    const { code, out, err } = await runCli(["diff", "a.json", "b.json"], { cwd });
    assertEquals([code, out], [1, "/rows/1/n\n/rows/1/\\u001b[31m\\u000a\n"]);
    assert(err.endsWith("DIFFERENT in 2 places\n") && !err.includes("\x1b"), err);
    const { value } = await runJson(["diff", "a.json", "b.json"], { cwd });
    assertEquals([value.same, value.differences.length], [false, 2]);
  });
});

Deno.test("runDiff() exits 2 when one of the two is no result", async () => {
  await inFolder(async (cwd) => {
    Deno.writeTextFileSync(`${cwd}/a.json`, "{}");
    assertEquals((await runJson(["diff", "a.json", "a.json"], { cwd })).value.error.code, "result-invalid");
  });
});

Deno.test("runReproduce() writes a signed receipt when --attest is given, whatever came of it", async () => {
  await inFolder(async (cwd) => {
    const code = "console.log(JSON.stringify({ summary: { now: performance.timeOrigin, same: 1 } }));";
    await makeFrozen(`${cwd}/fixed`), await makeFrozen(`${cwd}/loose`, { id: "loose", code });
    makePemKey(cwd);
    for (const [name, exit] of [["fixed", 0], ["loose", 1]] as const) {
      await runCli(["run", name, "--output", `${name}.json`], { cwd });
      const receipt = `${name}.sigstore.json`;
      const words = ["reproduce", `${name}.json`, name, "--attest", receipt, "--key", "signer.key"];
      const { code, value } = await runJson(words, { cwd });
      assertEquals([code, value.receipt], [exit, receipt]);
      const { predicate } = parseStatement(parseBundle(Deno.readFileSync(`${cwd}/${receipt}`)).payload);
      assertEquals(predicate["reproduced"], exit === 0);
      assertEquals((await runJson(words, { cwd })).value.error.code, "file-exists");
    }
    assertEquals((await runJson(["reproduce", "fixed.json", "fixed", "--key", "signer.key"], { cwd })).code, 2);
  });
});
