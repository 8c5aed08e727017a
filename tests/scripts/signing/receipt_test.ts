import { assertEquals } from "@std/assert/equals";
import { compareResults, type ReproduceReport } from "../../../kernel/reproduce.ts";
import type { Result } from "../../../kernel/result.ts";
import { checkSignatures, type SignatureTrust } from "../../../scripts/signing/check_signatures.ts";
import { parseBundle, parseStatement, signStatement, statementOf } from "../../../scripts/signing/dsse.ts";
import { readPublicKey } from "../../../scripts/signing/ed25519_key.ts";
import { signReceipt } from "../../../scripts/signing/receipt.ts";
import {
  readResultFile,
  reproductionStatement,
  type ResultFile,
  statementProblems,
} from "../../../scripts/signing/result_statement.ts";
import { openSigner } from "../../../scripts/signing/signing_key.ts";
import { resultOf, type SignedPlaces, withSignedExperiment } from "../../signed_experiment.ts";
import { makePemKey } from "../../signing_tools.ts";

/** What a reproduction that gave this result reports. */
function reportOf({ result: first }: ResultFile, second: Result): ReproduceReport {
  const comparison = compareResults(first, second);
  const { id, manifestSha256 } = first;
  return {
    id,
    manifestSha256,
    findings: comparison.differences,
    result: second,
    reproduced: comparison.same,
    comparison,
  };
}

async function withReceipt(
  change: (first: Result) => Partial<Result>,
  use: (
    its: SignedPlaces & { file: ResultFile; report: ReproduceReport; bytes: Uint8Array; trust: SignatureTrust },
  ) => Promise<unknown>,
) {
  await withSignedExperiment({}, async (places) => {
    const file = readResultFile(places.resultPath, { name: "r.json" }), { result: first } = file;
    const { reproductionSha256: _, ...body } = first;
    const report = reportOf(file, resultOf({ ...body, ...change(first) }));
    const { privatePath, publicPath } = makePemKey(places.cwd);
    const bytes = (await signReceipt(file, { report, signer: openSigner(privatePath, { agentSocket: null }) }))!;
    const publicKeys = [readPublicKey(publicPath, { at: "key" })];
    const trust = { allowedSigners: null, principal: null, publicKeys, roots: null, atMs: 0 };
    Deno.writeFileSync(`${places.folder}/results/receipt.sigstore.json`, bytes);
    await use({ ...places, file, report, bytes, trust });
  });
}

const otherDeno = ({ provenance }: Result) => ({
  provenance: { ...provenance, runtime: { ...provenance.runtime, deno: "3.0.0" } },
});

Deno.test("signReceipt() names the result, the manifest, both digests and what differed in provenance", () =>
  withReceipt(otherDeno, async ({ file, bytes, manifestSha256, folder, trust }) => {
    const { subjectName, subjectSha256, predicateType, predicate } = parseStatement(parseBundle(bytes).payload);
    assertEquals([subjectName, subjectSha256, predicateType], ["r.json", file.sha256, "urn:permafrost:reproduction:1"]);
    const { reproductionSha256: digest } = file.result;
    assertEquals([predicate["experiment"], predicate["manifest"], predicate["reproduced"]], [
      ...["small", { name: "manifest.json", digest: { sha256: manifestSha256 } }],
      true,
    ]);
    assertEquals(predicate["reproductionSha256"], { expected: digest, observed: digest });
    const differences = [{ code: "difference", at: "/provenance/runtime/deno", expected: "2.9.6", observed: "3.0.0" }];
    assertEquals((predicate["provenance"] as { differences: unknown }).differences, differences);
    const { findings, signatures } = await checkSignatures({ kind: "experiment", folder }, trust);
    assertEquals([findings, signatures.map(({ says }) => says)], [[], ["a reproduction of results/r.json"]]);
  }));

Deno.test("signReceipt() says that a result was not reproduced, and a check finds that", () =>
  withReceipt(() => ({ rows: [{ n: 1 }] }), async ({ bytes, folder, trust }) => {
    const { predicate } = parseStatement(parseBundle(bytes).payload);
    assertEquals([predicate["reproduced"], (predicate["differences"] as unknown[]).length], [false, 1]);
    const { findings } = await checkSignatures({ kind: "experiment", folder }, trust);
    assertEquals(findings.map(({ code, at }) => [code, at]), [["not-reproduced", "results/receipt.sigstore.json"]]);
  }));

Deno.test("signReceipt() gives null when nothing was compared", () =>
  withReceipt(otherDeno, async ({ file, report, cwd }) => {
    const signer = openSigner(makePemKey(cwd, "again").privatePath, { agentSocket: null });
    assertEquals(await signReceipt(file, { report: { ...report, comparison: null, result: null }, signer }), null);
  }));

/** Receipts that a trusted key signed and that contradict themselves or the result. */
const lies: [what: string, parts: Record<string, unknown>, at: string][] = [
  ["it claims a success that its digests deny", { reproduced: true }, "/reproduced"],
  [
    "it expects another digest",
    { reproductionSha256: { expected: "00", observed: "00" } },
    "/reproductionSha256/expected",
  ],
  ["its digests are none", { reproductionSha256: "00" }, "/reproductionSha256"],
  ["it is of another experiment", { experiment: "x" }, "/experiment"],
  ["it is of another manifest", { manifest: null }, "/manifest"],
];
for (const [what, parts, at] of lies) {
  Deno.test(`signReceipt() is checked against the result, and a lie is found when ${what}`, () =>
    withReceipt(() => ({ rows: [] }), async ({ file, report, cwd, folder, trust }) => {
      const { privatePath, publicPath } = makePemKey(cwd, "liar");
      const statement = reproductionStatement(file, report)!;
      const predicate = { ...statement.predicate, ...parts } as typeof statement.predicate;
      const signer = openSigner(privatePath, { agentSocket: null });
      const bytes = await signStatement(statementOf({ ...statement, predicate }), signer);
      Deno.writeFileSync(`${folder}/results/receipt.sigstore.json`, bytes);
      const publicKeys = [readPublicKey(publicPath, { at: "key" })];
      const { findings } = await checkSignatures({ kind: "experiment", folder }, { ...trust, publicKeys });
      const places = findings.filter(({ code }) => code === "statement-differs").map(({ at }) => at);
      assertEquals(places.includes(`results/receipt.sigstore.json#/predicate${at}`), true, places.join());
    }));
}

Deno.test("signReceipt() is checked against the manifest that is there", () =>
  withReceipt(otherDeno, ({ file, report, manifestSha256 }) => {
    const statement = reproductionStatement(file, report)!;
    assertEquals(statementProblems(statement, { file, manifestSha256 }), []);
    const places = statementProblems(statement, { file, manifestSha256: "00" }).map(({ at }) => at);
    assertEquals(places, ["/predicate/manifest/digest/sha256"]);
    return Promise.resolve();
  }));
