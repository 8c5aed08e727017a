import { assertEquals } from "@std/assert/equals";
import { reproduce } from "../../../kernel/reproduce.ts";
import { readResult } from "../../../kernel/result.ts";
import { receiptRequest, writeReceipt } from "../../../scripts/cli/attest.ts";
import { parseBundle, parseStatement } from "../../../scripts/signing/dsse.ts";
import { assertCode } from "../../assert_code.ts";
import { memoryIo, runCli } from "../../cli_io.ts";
import { inFolder } from "../../in_folder.ts";
import { codeOf, runSigning } from "../../signing_cli.ts";
import { withSignedExperiment } from "../../signed_experiment.ts";
import { makePemKey } from "../../signing_tools.ts";
import { makeFrozen } from "../../small_experiment.ts";

Deno.test("runAttest() writes the decision beside the result", () =>
  withSignedExperiment({}, async ({ cwd, folder }) => {
    makePemKey(cwd);
    const { code, out, err } = await runSigning(["attest", "small/results/r.json", "--key", "signer.key"], { cwd });
    assertEquals([code, out], [0, "small/results/r.json.sigstore.json\n"]);
    assertEquals(/^Attested {4}the decision is met: r.json of small\nKey {9}Ed25519, SHA-256/.test(err), true, err);
    const { predicateType } = parseStatement(parseBundle(Deno.readFileSync(`${cwd}/${out.trim()}`)).payload);
    assertEquals(predicateType, "urn:permafrost:decision:1");
    assertEquals((await runCli(["check", folder], { cwd })).code, 0);
  }));

Deno.test("runAttest() prints the public key as JSON, and attests the checks when asked", () =>
  withSignedExperiment({}, async ({ cwd }) => {
    const { publicPath } = makePemKey(cwd);
    const words = ["attest", "small/results/r.json", "--key", "signer.key", "--test-result", "--json"];
    const { attestation, predicateType, publicKey } = JSON.parse((await runSigning(words, { cwd })).out);
    assertEquals([attestation, predicateType], [
      "small/results/r.json.test-result.sigstore.json",
      "https://in-toto.io/attestation/test-result/v0.1",
    ]);
    assertEquals(publicKey.trim(), Deno.readTextFileSync(publicPath).trim());
  }));

const refusals: [what: string, words: string[], change: (cwd: string) => void, code: string][] = [
  ["no key is given", [], () => {}, "usage"],
  ["the key is the public one and no agent holds it", ["--key", "signer.pem"], () => {}, "signature-invalid"],
  ["the key is no key", ["--key", "small/run.ts"], () => {}, "signature-invalid"],
  [
    "an attestation is there",
    ["--key", "signer.key"],
    (path) => Deno.writeTextFileSync(`${path}.sigstore.json`, ""),
    "file-exists",
  ],
  [
    "the result was changed",
    ["--key", "signer.key"],
    (path) => Deno.writeTextFileSync(path, " ", { append: true }),
    "result-invalid",
  ],
  ["there is no result", ["--key", "signer.key"], (path) => Deno.removeSync(path), "file-missing"],
];
for (const [what, words, change, code] of refusals) {
  Deno.test(`runAttest() exits 2 with ${code} when ${what}`, () =>
    withSignedExperiment({}, async ({ cwd, resultPath }) => {
      makePemKey(cwd);
      change(resultPath);
      assertEquals(codeOf(await runSigning(["attest", "small/results/r.json", ...words], { cwd })), code);
    }));
}

Deno.test("writeReceipt() signs what came of a real reproduction", () =>
  inFolder(async (cwd) => {
    const folder = await makeFrozen(`${cwd}/small`), resultPath = `${cwd}/r.json`;
    assertEquals((await runCli(["run", "small", "--output", "r.json"], { cwd })).code, 0);
    makePemKey(cwd);
    const { io, ended } = memoryIo({ cwd });
    const request = receiptRequest({ values: { attest: "receipt.sigstore.json", key: "signer.key" }, io }, resultPath);
    const report = await reproduce(folder, { result: readResult(resultPath) });
    assertEquals(await writeReceipt(request!, { report, io }), "receipt.sigstore.json");
    const { predicate } = parseStatement(parseBundle(Deno.readFileSync(`${cwd}/receipt.sigstore.json`)).payload);
    assertEquals([predicate["reproduced"], (predicate["provenance"] as { differences: unknown }).differences], [
      true,
      [],
    ]);
    assertEquals(ended(0).err.startsWith("Receipt     receipt.sigstore.json\n"), true);
    Deno.writeTextFileSync(`${folder}/run.ts`, "changed");
    const drifted = await reproduce(folder, { result: readResult(resultPath) });
    const again = receiptRequest({ values: { attest: "second.sigstore.json", key: "signer.key" }, io }, resultPath);
    assertEquals(await writeReceipt(again!, { report: drifted, io }), null);
  }));

Deno.test("receiptRequest() gives null when no receipt is asked for, and wants both options", () =>
  withSignedExperiment({}, ({ cwd, resultPath }) => {
    const { io } = memoryIo({ cwd });
    makePemKey(cwd);
    assertEquals(receiptRequest({ values: {}, io }, resultPath), null);
    assertCode(() => receiptRequest({ values: { key: "signer.key" }, io }, resultPath), "usage");
    assertCode(() => receiptRequest({ values: { attest: "a.sigstore.json" }, io }, resultPath), "usage");
    assertCode(
      () => receiptRequest({ values: { attest: "receipt.json", key: "signer.key" }, io }, resultPath),
      "usage",
    );
    Deno.writeTextFileSync(`${cwd}/a.sigstore.json`, "");
    const taken = { attest: "a.sigstore.json", key: "signer.key" };
    assertCode(() => receiptRequest({ values: taken, io }, resultPath), "file-exists");
    return Promise.resolve();
  }));
