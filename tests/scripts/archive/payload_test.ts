import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { assertCodeAsync } from "../../assert_code.ts";
import { resultOf, withSignedExperiment } from "../../signed_experiment.ts";
import { makeSmall } from "../../small_experiment.ts";
import { resultBytes } from "../../../kernel/result.ts";
import { collectPayload, resultPlace } from "../../../scripts/archive/payload.ts";

const own = (files: readonly { path: string }[]): string[] =>
  files.map(({ path }) => path).filter((path) => path.startsWith("experiments/")).sort();

Deno.test("collectPayload() takes the frozen files, the kernel, the scripts and the license; none may be executed", () =>
  withSignedExperiment({}, async ({ folder, manifestSha256 }) => {
    Deno.chmodSync(`${folder}/run.ts`, 0o755);
    const payload = await collectPayload(folder, { results: [] }), paths = payload.files.map(({ path }) => path);
    assertEquals([payload.id, payload.manifestSha256, payload.frozenOn], ["small", manifestSha256, "2026-01-02"]);
    assertEquals(payload.findings, []);
    assertEquals(
      own(payload.files),
      ["manifest.json", "protocol.json", "run.ts"].map((name) => `experiments/small/${name}`),
    );
    for (const path of ["kernel/run.ts", "scripts/permafrost.ts", "scripts/archive/payload.ts", "LICENSE"]) {
      assert(paths.includes(path), path);
    }
    assertEquals(paths.filter((path) => /^scripts\/(bench|lint|house)\//.test(path)), []);
    assertEquals(payload.files.filter(({ isExecutable }) => isExecutable), []);
  }));

Deno.test("collectPayload() takes results with what is signed of them, and signatures of the manifest; no others", () =>
  withSignedExperiment({}, async ({ folder, resultPath }) => {
    const names = [
      ...["manifest.json.sig", "manifest.json.tsr", "manifest.json.mine.sig"],
      ...["r.json.sig", "r.json.mine.tsr", "r.json.sigstore.json", "r.json2.sig", "other.json.sig", "notes.txt"],
    ];
    for (const name of names) Deno.writeTextFileSync(`${folder}/results/${name}`, "x");
    const { files } = await collectPayload(folder, { results: [resultPath] });
    assertEquals(
      own(files).filter((path) => path.includes("/results/")),
      [
        "manifest.json.mine.sig",
        "manifest.json.sig",
        "manifest.json.tsr",
        "r.json",
        "r.json.mine.tsr",
        "r.json.sig",
        "r.json.sigstore.json",
      ].map((name) => resultPlace("small", name)),
    );
  }));

Deno.test("collectPayload() takes one result that is given twice once, and refuses two of one name", () =>
  withSignedExperiment({}, async ({ cwd, folder, resultPath, manifestSha256 }) => {
    const { files } = await collectPayload(folder, { results: [resultPath, resultPath] });
    assertEquals(own(files).filter((path) => path.endsWith("/r.json")).length, 1);
    Deno.writeFileSync(`${cwd}/r.json`, resultBytes(resultOf({ manifestSha256 })));
    await assertCodeAsync(() => collectPayload(folder, { results: [resultPath, `${cwd}/r.json`] }), "usage", "r.json");
  }));

for (const name of ["r.txt", "con.json", "r%.json", "r.sigstore.json"]) {
  Deno.test(`collectPayload() refuses a result that is called ${name}`, () =>
    withSignedExperiment({}, async ({ cwd, folder, manifestSha256 }) => {
      Deno.writeFileSync(`${cwd}/${name}`, resultBytes(resultOf({ manifestSha256 })));
      await assertCodeAsync(() => collectPayload(folder, { results: [`${cwd}/${name}`] }), "usage", name);
    }));
}

Deno.test("collectPayload() finds a result of another manifest, and a frozen file that changed", () =>
  withSignedExperiment({ manifestSha256: "0".repeat(64) }, async ({ folder, resultPath, manifestSha256 }) => {
    Deno.writeTextFileSync(`${folder}/run.ts`, "// changed");
    const { findings } = await collectPayload(folder, { results: [resultPath] });
    assertEquals(findings.map(({ code, at, expected }) => [code, at, code === "identity" ? expected : null]), [
      ["changed", "run.ts", null],
      ["identity", "r.json", manifestSha256],
    ]);
  }));

Deno.test("collectPayload() refuses a draft", () =>
  withSignedExperiment({}, async ({ cwd }) => {
    const draft = makeSmall(`${cwd}/draft`, { id: "draft" });
    await assertCodeAsync(() => collectPayload(draft, { results: [] }), "manifest-missing", "draft");
  }));
