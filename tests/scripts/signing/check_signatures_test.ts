import { assertEquals } from "@std/assert/equals";
import { sha256File } from "../../../kernel/digest.ts";
import { readResult, resultBytes } from "../../../kernel/result.ts";
import { checkSignatures, type SignatureTrust } from "../../../scripts/signing/check_signatures.ts";
import { signStatement, type Statement, statementOf } from "../../../scripts/signing/dsse.ts";
import { readPublicKey } from "../../../scripts/signing/ed25519_key.ts";
import { decisionStatement, readResultFile, testResultStatement } from "../../../scripts/signing/result_statement.ts";
import { openSigner } from "../../../scripts/signing/signing_key.ts";
import { signBySsh } from "../../../scripts/signing/ssh_sign.ts";
import { encodeRequest } from "../../../scripts/signing/timestamp_request.ts";
import { readRoots } from "../../../scripts/signing/timestamp_verify.ts";
import { assertCodeAsync } from "../../assert_code.ts";
import { resultOf, type SignedPlaces, withSignedExperiment } from "../../signed_experiment.ts";
import { type Authority, makeAuthority, makePemKey, makeSshKey, publicHalf, testWith } from "../../signing_tools.ts";

const NONE: SignatureTrust = { allowedSigners: null, principal: null, publicKeys: [], roots: null, atMs: Date.now() };

async function findingsOf(
  { folder }: SignedPlaces,
  trust: Partial<SignatureTrust>,
): Promise<[string, string, string?][]> {
  const { findings } = await checkSignatures({ kind: "experiment", folder }, { ...NONE, ...trust });
  return findings.map(({ code, at, observed }) => {
    const reason = (observed as { reason?: string } | null)?.reason;
    return reason === undefined ? [code, at] : [code, at, reason];
  });
}

/** An experiment, signed by SSH under a name. */
async function withSsh(
  use: (its: SignedPlaces & { key: string; trust: Partial<SignatureTrust>; path: string }) => Promise<unknown>,
) {
  await withSignedExperiment({}, async (places) => {
    const key = await makeSshKey(places.cwd, "ed25519"), path = `${places.folder}/results/manifest.json.sig`;
    Deno.writeFileSync(
      path,
      (await signBySsh({ path: places.manifestPath, sha256: places.manifestSha256, keyPath: key })).text,
    );
    const trust = { allowedSigners: new TextEncoder().encode(`alice ${publicHalf(key)}\n`) };
    await use({ ...places, key, trust, path });
  });
}

testWith(
  "checkSignatures() finds nothing when a trusted signer signed the manifest",
  ["ssh-keygen"],
  () =>
    withSsh(async (its) => {
      const { findings, signatures } = await checkSignatures({ kind: "experiment", folder: its.folder }, {
        ...{ ...NONE, ...its.trust, principal: "alice" },
      });
      assertEquals([findings, signatures.map(({ at, kind, state }) => [at, kind, state])], [[], [
        ["results/manifest.json.sig", "ssh", "verified"],
      ]]);
      assertEquals(/^alice \(SHA256:.{43}\)$/.test(signatures[0]!.by!), true);
    }),
);

testWith(
  "checkSignatures() trusts nothing when no trust is given",
  ["ssh-keygen"],
  () =>
    withSsh(async ({ folder }) => {
      const { findings, signatures } = await checkSignatures({ kind: "experiment", folder }, NONE);
      assertEquals([findings, signatures.map(({ state, by }) => [state, by])], [[], [["unchecked", null]]]);
    }),
);

const SIG = "results/manifest.json.sig", REFUSED = "signature-refused", MISSING = ["signature-missing", "ssh"] as const;
const spoilt: [what: string, spoil: (its: SignedPlaces & { path: string }) => void, reason: string][] = [
  ["the manifest is another", ({ manifestPath }) => edit(manifestPath, '"2026-01-02"', '"2026-01-03"'), "message"],
  ["the signature is cut", ({ path }) => Deno.truncateSync(path, 100), "malformed"],
  ["the signature is empty", ({ path }) => Deno.truncateSync(path, 0), "malformed"],
  ["the signature is a link", ({ path }) => {
    Deno.renameSync(path, `${path}x`);
    Deno.symlinkSync(`${path}x`, path);
  }, "malformed"],
  ["the signature is huge", ({ path }) => Deno.truncateSync(path, 100_000_000), "malformed"],
];
function edit(path: string, from: string, to: string): void {
  const text = Deno.readTextFileSync(path);
  Deno.writeTextFileSync(path, text.replace(from, to));
}
for (const [what, spoil, reason] of spoilt) {
  testWith(`checkSignatures() refuses with its reason when ${what}`, ["ssh-keygen"], () =>
    withSsh(async (its) => {
      spoil(its);
      assertEquals(await findingsOf(its, its.trust), [[REFUSED, SIG, reason], [...MISSING]]);
    }));
}

testWith(
  "checkSignatures() refuses a signature of a name that is not there, beside one that holds",
  ["ssh-keygen"],
  () =>
    withSsh(async (its) => {
      Deno.copyFileSync(its.path, `${its.folder}/results/nothing.json.sig`);
      Deno.copyFileSync(its.path, `${its.folder}/results/manifest.json.second.sig`);
      assertEquals(await findingsOf(its, its.trust), [[REFUSED, "results/nothing.json.sig", "target"]]);
    }),
);

testWith(
  "checkSignatures() finds that nothing is signed when trust is given",
  ["ssh-keygen"],
  () =>
    withSignedExperiment({}, async (its) => {
      const key = await makeSshKey(its.cwd, "ed25519"), { publicPath } = makePemKey(its.cwd);
      const trust = {
        allowedSigners: new TextEncoder().encode(`alice ${publicHalf(key)}\n`),
        publicKeys: [readPublicKey(publicPath, { at: "key" })],
        roots: new TextEncoder().encode("-----BEGIN CERTIFICATE-----\n"),
      };
      const missing = ["dsse", "rfc3161", "ssh"].map((at): [string, string] => ["signature-missing", at]);
      assertEquals(await findingsOf(its, trust), missing);
    }),
);

testWith(
  "checkSignatures() throws signature-invalid when the trust cannot be read",
  ["ssh-keygen"],
  () =>
    withSsh(async ({ folder }) => {
      const trust = { ...NONE, allowedSigners: new TextEncoder().encode("alice\n") };
      await assertCodeAsync(
        () => checkSignatures({ kind: "experiment", folder }, trust),
        "signature-invalid",
        "allowed signers#1",
      );
    }),
);

testWith(
  "checkSignatures() checks what lies beside a file that stands alone, and no more",
  ["ssh-keygen"],
  () =>
    withSsh(async ({ cwd, key, trust, path }) => {
      const archive = `${cwd}/a.tar`;
      Deno.writeTextFileSync(archive, "archive");
      Deno.writeFileSync(
        `${archive}.sig`,
        (await signBySsh({ path: archive, sha256: sha256File(archive).sha256, keyPath: key })).text,
      );
      Deno.copyFileSync(path, `${cwd}/b.tar.sig`);
      Deno.copyFileSync(path, `${cwd}/a.tar.x.y.sig`);
      const { findings, signatures } = await checkSignatures({ kind: "file", path: archive }, { ...NONE, ...trust });
      assertEquals([findings, signatures.map(({ at, state }) => [at, state])], [[], [["a.tar.sig", "verified"]]]);
    }),
);

Deno.test("checkSignatures() throws manifest-missing when the experiment is a draft", () =>
  withSignedExperiment({}, async ({ folder, manifestPath }) => {
    Deno.removeSync(manifestPath);
    await assertCodeAsync(() => checkSignatures({ kind: "experiment", folder }, NONE), "manifest-missing");
  }));

/** An experiment with a signed statement about its result. */
async function withStatement(
  make: (its: SignedPlaces) => Statement,
  use: (its: SignedPlaces & { trust: Partial<SignatureTrust>; path: string }) => Promise<unknown>,
) {
  await withSignedExperiment({}, async (places) => {
    const { privatePath, publicPath } = makePemKey(places.cwd);
    const bytes = await signStatement(statementOf(make(places)), openSigner(privatePath, { agentSocket: null }));
    const path = `${places.resultPath}.sigstore.json`;
    Deno.writeFileSync(path, bytes);
    await use({ ...places, trust: { publicKeys: [readPublicKey(publicPath, { at: "key" })] }, path });
  });
}

const fileOf = ({ resultPath }: SignedPlaces) => readResultFile(resultPath, { name: "r.json" });
const decisionOf = (its: SignedPlaces): Statement => decisionStatement(fileOf(its));
const BUNDLE = "results/r.json.sigstore.json";

Deno.test("checkSignatures() finds nothing when a trusted key attests the decision", () =>
  withStatement(decisionOf, async (its) => {
    const { findings, signatures } = await checkSignatures({ kind: "experiment", folder: its.folder }, {
      ...NONE,
      ...its.trust,
    });
    assertEquals([findings, signatures.map(({ state, says }) => [state, says])], [[], [
      ["verified", "the decision of results/r.json"],
    ]]);
  }));

Deno.test("checkSignatures() finds nothing when a trusted key attests that the checks ran", () =>
  withStatement(
    (its) => testResultStatement(fileOf(its)),
    async (its) => assertEquals(await findingsOf(its, its.trust), []),
  ));

Deno.test("checkSignatures() refuses a statement when its key is another, whatever the bundle says", () =>
  withStatement(decisionOf, async (its) => {
    const other = readPublicKey(makePemKey(its.cwd, "other").publicPath, { at: "key" });
    const found = await findingsOf(its, { publicKeys: [other] });
    assertEquals(found, [["signature-missing", "dsse"], [REFUSED, BUNDLE, "key"]]);
  }));

Deno.test("checkSignatures() refuses a statement when its result is not there", () =>
  withStatement(decisionOf, async (its) => {
    const { reproductionSha256: _, ...result } = readResult(its.resultPath);
    Deno.writeFileSync(its.resultPath, resultBytes(resultOf({ ...result, rows: [] })));
    assertEquals((await findingsOf(its, its.trust)).at(-1), [REFUSED, BUNDLE, "target"]);
  }));

Deno.test("checkSignatures() finds the result by its digest when it was renamed", () =>
  withStatement(decisionOf, async (its) => {
    Deno.renameSync(its.resultPath, `${its.folder}/results/other.json`);
    assertEquals(await findingsOf(its, its.trust), []);
  }));

Deno.test("checkSignatures() refuses a statement when its kind is not known", () =>
  withStatement((its) => ({ ...decisionOf(its), predicateType: "constructor" }), async (its) => {
    assertEquals((await findingsOf(its, its.trust)).at(-1), [REFUSED, BUNDLE, "statement"]);
  }));

/** Signed by a trusted key, and false. */
const lies: [what: string, change: (statement: Statement) => Statement, at: string][] = [
  ["the decision", (one) => withPredicate(one, { decision: { met: false, criteria: [] } }), "/decision/met"],
  ["the experiment", (one) => withPredicate(one, { experiment: "other" }), "/experiment"],
  ["the digest", (one) => withPredicate(one, { reproductionSha256: "00" }), "/reproductionSha256"],
  [
    "the manifest",
    (one) => withPredicate(one, { manifest: { name: "manifest.json", digest: { sha256: "00" } } }),
    "/manifest/digest/sha256",
  ],
  ["more than there is", (one) => withPredicate(one, { more: 1 }), "/more"],
];
function withPredicate(statement: Statement, parts: Statement["predicate"]): Statement {
  return { ...statement, predicate: { ...statement.predicate, ...parts } };
}
for (const [what, change, at] of lies) {
  Deno.test(`checkSignatures() finds where a statement differs when a trusted key lies about ${what}`, () =>
    withStatement((its) => change(decisionOf(its)), async (its) => {
      const found = await findingsOf(its, its.trust);
      assertEquals(
        found.some(([code, place]) => code === "statement-differs" && place === `${BUNDLE}#/predicate${at}`),
        true,
      );
    }));
}

Deno.test("checkSignatures() finds that a statement is about a result of another manifest", () =>
  withSignedExperiment({ manifestSha256: "cd".repeat(32) }, async (its) => {
    const { privatePath, publicPath } = makePemKey(its.cwd);
    const signer = openSigner(privatePath, { agentSocket: null });
    Deno.writeFileSync(`${its.resultPath}.sigstore.json`, await signStatement(statementOf(decisionOf(its)), signer));
    const found = await findingsOf(its, { publicKeys: [readPublicKey(publicPath, { at: "key" })] });
    assertEquals(found, [
      ["signature-missing", "dsse"],
      ["statement-differs", `${BUNDLE}#/predicate/manifest/digest/sha256`],
    ]);
  }));

/** An experiment with a token over one of its files. */
async function withToken(
  parts: { frozenOn?: string; startedAt?: string; of?: "manifest" | "result"; time?: string },
  use: (its: SignedPlaces & { trust: Partial<SignatureTrust>; authority: Authority }) => Promise<unknown>,
) {
  const { of = "manifest", time, ...rest } = parts;
  await withSignedExperiment(rest, async (places) => {
    const authority = await makeAuthority(`${places.cwd}/authority`, { kind: "ec" });
    const path = of === "manifest" ? places.manifestPath : places.resultPath, { sha256 } = sha256File(path);
    const answer = time === undefined
      ? await authority.reply(encodeRequest(sha256, new Uint8Array(8)))
      : await authority.craft({ sha256, time });
    Deno.writeFileSync(`${places.folder}/results/${of === "manifest" ? "manifest.json" : "r.json"}.tsr`, answer);
    await use({ ...places, trust: { roots: readRoots(authority.rootPath, { at: "roots" }) }, authority });
  });
}

const HOUR_MS = 3_600_000, soon = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const TOKEN = "results/manifest.json.tsr";

testWith(
  "checkSignatures() finds nothing when the token lies between the freeze and its results",
  ["openssl"],
  () =>
    withToken({ startedAt: soon(2) }, async (its) => {
      const { findings, signatures } = await checkSignatures({ kind: "experiment", folder: its.folder }, {
        ...NONE,
        ...its.trust,
      });
      assertEquals([findings, signatures[0]!.state, /^as of \d{4}-/.test(signatures[0]!.says!)], [
        [],
        "verified",
        true,
      ]);
    }),
);

testWith(
  "checkSignatures() finds a token that is older than the day of the freeze",
  ["openssl"],
  () =>
    withToken({ frozenOn: soon(48).slice(0, 10), startedAt: soon(72) }, async (its) => {
      assertEquals(await findingsOf(its, its.trust), [["timestamp-early", TOKEN]]);
    }),
);

testWith(
  "checkSignatures() finds a result that is older than the manifest's only token",
  ["openssl"],
  () =>
    withToken({}, async (its) => {
      assertEquals(await findingsOf(its, its.trust), [["timestamp-late", "results/r.json"]]);
    }),
);

testWith(
  "checkSignatures() finds no late token when an older one is there too",
  ["openssl"],
  () =>
    withToken({ startedAt: soon(3) }, async (its) => {
      const { sha256 } = sha256File(its.manifestPath);
      const late = await its.authority.craft({ sha256, time: soon(5) });
      Deno.writeFileSync(`${its.folder}/results/manifest.json.later.tsr`, late);
      assertEquals(await findingsOf(its, its.trust), []);
    }),
);

testWith(
  "checkSignatures() finds a token of a result that is older than the run's end",
  ["openssl"],
  () =>
    withToken({ of: "result", startedAt: soon(2), time: soon(1) }, async (its) => {
      assertEquals(await findingsOf(its, its.trust), [
        ["timestamp-early", "results/r.json.tsr"],
        ["signature-missing", "rfc3161"],
      ]);
    }),
);

testWith("checkSignatures() takes a token of a result from after the run's end, and still wants one of the manifest", [
  "openssl",
], () =>
  withToken({ of: "result", startedAt: soon(2), time: soon(3) }, async (its) => {
    const { findings, signatures } = await checkSignatures({ kind: "experiment", folder: its.folder }, {
      ...{ ...NONE, ...its.trust },
    });
    assertEquals(signatures.map(({ state }) => state), ["verified"]);
    assertEquals(findings.map(({ code, at }) => [code, at]), [["signature-missing", "rfc3161"]]);
  }));

testWith(
  "checkSignatures() finds that the manifest is not signed when only a result is",
  ["ssh-keygen"],
  () =>
    withSsh(async (its) => {
      const { resultPath: path, key } = its;
      Deno.writeFileSync(
        `${path}.sig`,
        (await signBySsh({ path, sha256: sha256File(path).sha256, keyPath: key })).text,
      );
      assertEquals(await findingsOf(its, its.trust), []);
      Deno.removeSync(its.path);
      assertEquals(await findingsOf(its, its.trust), [["signature-missing", "ssh"]]);
    }),
);

testWith(
  "checkSignatures() takes an archive's signature for what was unpacked from it",
  ["ssh-keygen"],
  () =>
    withSsh(async ({ cwd, folder, key, trust, path }) => {
      const archive = `${cwd}/a.tar`;
      Deno.writeTextFileSync(archive, "archive");
      const { text } = await signBySsh({ path: archive, sha256: sha256File(archive).sha256, keyPath: key });
      Deno.writeFileSync(`${archive}.sig`, text);
      Deno.removeSync(path);
      const places = [{ kind: "file", path: archive }, { kind: "experiment", folder }] as const;
      const check = async () =>
        (await checkSignatures(places, { ...NONE, ...trust })).findings.map(({ code, at }) => [code, at]);
      assertEquals(await check(), []);
      Deno.copyFileSync(`${archive}.sig`, path);
      assertEquals(await check(), [["signature-refused", "results/manifest.json.sig"]]);
    }),
);

testWith(
  "checkSignatures() refuses a token of another file, and one of another root",
  ["openssl"],
  () =>
    withToken({ startedAt: soon(2) }, async (its) => {
      Deno.copyFileSync(`${its.folder}/${TOKEN}`, `${its.folder}/results/r.json.tsr`);
      assertEquals(await findingsOf(its, its.trust), [[REFUSED, "results/r.json.tsr", "imprint"]]);
      const { rootPath } = await makeAuthority(`${its.cwd}/other`, { kind: "ec" });
      const found = await findingsOf(its, { roots: readRoots(rootPath, { at: "roots" }) });
      assertEquals(found, [
        [REFUSED, TOKEN, "authority"],
        [REFUSED, "results/r.json.tsr", "imprint"],
        ["signature-missing", "rfc3161"],
      ]);
    }),
);

testWith(
  "checkSignatures() takes tokens of several authorities when the roots of all are given",
  ["openssl"],
  () =>
    withToken({ startedAt: soon(2) }, async (its) => {
      const other = await makeAuthority(`${its.cwd}/other`, { kind: "rsa" });
      const answer = await other.reply(encodeRequest(sha256File(its.manifestPath).sha256, new Uint8Array(8)));
      Deno.writeFileSync(`${its.folder}/results/manifest.json.other.tsr`, answer);
      const roots = new Uint8Array([...its.trust.roots!, ...readRoots(other.rootPath, { at: "roots" })]);
      assertEquals(await findingsOf(its, { roots }), []);
      assertEquals(await findingsOf(its, its.trust), [[REFUSED, "results/manifest.json.other.tsr", "authority"]]);
    }),
);
