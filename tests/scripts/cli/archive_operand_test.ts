import { assertEquals } from "@std/assert/equals";
import { runCli, runJson } from "../../cli_io.ts";
import { ROOT } from "../../made_archive.ts";
import { type SignedPlaces, withSignedExperiment } from "../../signed_experiment.ts";
import { makeAuthority, makePemKey, makeSshKey, publicHalf, testWith } from "../../signing_tools.ts";
import { listTree } from "../../small_experiment.ts";

type Signed = { at: string; state: string; kind: string };

/** Runs commands that must succeed. */
async function must(cwd: string, ...commands: readonly string[][]): Promise<void> {
  for (const words of commands) {
    const { code, err } = await runCli(words, { cwd });
    assertEquals(code, 0, `${words.join(" ")}: ${err}`);
  }
}

/** Checks the signatures of x.tar; gives the exit code, what became of each, and the codes of findings. */
async function checkTar(cwd: string, ...trust: string[]): Promise<[number, string[], string[]]> {
  const { code, value } = await runJson(["check", "x.tar", "--signatures", ...trust], { cwd });
  const { signatures, findings } = value.signatures as {
    signatures: Signed[];
    findings: { code: string; at: string }[];
  };
  return [code, signatures.map(({ at, state }) => `${at} ${state}`), findings.map((each) => `${each.code} ${each.at}`)];
}

const ALLOWED = ["--allowed-signers", "allowed"];

/** An experiment, and a key that alice may sign with. */
function withSigner(use: (places: SignedPlaces) => Promise<unknown>): Promise<void> {
  return withSignedExperiment({}, async (places) => {
    const key = await makeSshKey(places.cwd, "ed25519");
    Deno.writeTextFileSync(`${places.cwd}/allowed`, `alice ${publicHalf(key)}\n`);
    await use(places);
  });
}

const ARCHIVE = ["archive", "small", "--output", "x.tar"], SIGN = ["sign", "x.tar", "--key", "ed25519"];

testWith(
  "withExperiment() has the signature beside an archive checked",
  ["ssh-keygen"],
  () =>
    withSigner(async ({ cwd }) => {
      await must(cwd, ARCHIVE);
      assertEquals(await checkTar(cwd, ...ALLOWED), [1, [], ["signature-missing ssh"]]);
      await must(cwd, SIGN);
      assertEquals(await checkTar(cwd, ...ALLOWED), [0, ["x.tar.sig verified"], []]);
      const { code, err } = await runCli(["check", "x.tar", "--signatures", ...ALLOWED, "--signer", "bob"], { cwd });
      assertEquals(code, 1, err);
    }),
);

testWith(
  "withExperiment() has the signature of another archive refused",
  ["ssh-keygen"],
  () =>
    withSigner(async ({ cwd }) => {
      await must(cwd, ARCHIVE, SIGN);
      Deno.removeSync(`${cwd}/x.tar`);
      await must(cwd, [...ARCHIVE, "--result", "small/results/r.json"]);
      assertEquals(await checkTar(cwd, ...ALLOWED), [
        1,
        ["x.tar.sig refused"],
        ["signature-missing ssh", "signature-refused x.tar.sig"],
      ]);
    }),
);

testWith(
  "withExperiment() has the signature of the manifest inside an archive checked",
  ["ssh-keygen"],
  () =>
    withSigner(async ({ cwd }) => {
      await must(cwd, ["sign", "small", "--key", "ed25519"], ARCHIVE);
      assertEquals(await checkTar(cwd, ...ALLOWED), [0, ["results/manifest.json.sig verified"], []]);
      await must(cwd, SIGN);
      assertEquals(await checkTar(cwd, ...ALLOWED), [
        0,
        ["results/manifest.json.sig verified", "x.tar.sig verified"],
        [],
      ]);
    }),
);

testWith(
  "withExperiment() has a signature inside refused that is of another manifest",
  ["ssh-keygen"],
  () =>
    withSigner(async ({ cwd, folder, manifestPath }) => {
      await must(cwd, ["sign", "small", "--key", "ed25519"]);
      Deno.copyFileSync(`${folder}/results/manifest.json.sig`, `${cwd}/kept.sig`);
      Deno.writeTextFileSync(`${folder}/more.txt`, "more");
      Deno.removeSync(manifestPath);
      await must(cwd, ["freeze", "small"]);
      Deno.copyFileSync(`${cwd}/kept.sig`, `${folder}/results/manifest.json.sig`);
      await must(cwd, ARCHIVE);
      const [code, signatures] = await checkTar(cwd, ...ALLOWED);
      assertEquals([code, signatures], [1, ["results/manifest.json.sig refused"]]);
    }),
);

testWith(
  "withExperiment() has the attestation of an archived result checked",
  [],
  () =>
    withSignedExperiment({}, async ({ cwd }) => {
      makePemKey(cwd);
      await must(cwd, ["attest", "small/results/r.json", "--key", "signer.key"]);
      await must(cwd, [...ARCHIVE, "--result", "small/results/r.json"]);
      assertEquals(await checkTar(cwd, "--public-key", "signer.pem"), [
        0,
        ["results/r.json.sigstore.json verified"],
        [],
      ]);
      makePemKey(cwd, "other");
      assertEquals((await checkTar(cwd, "--public-key", "other.pem"))[0], 1);
    }),
);

testWith(
  "withExperiment() has the timestamps of an archive and of its manifest checked",
  ["openssl"],
  () =>
    withSignedExperiment({ frozenOn: "2026-01-02" }, async ({ cwd }) => {
      const { reply } = await makeAuthority(`${cwd}/authority`, { kind: "ec" });
      const stamp = async (operand: string): Promise<void> => {
        await must(cwd, ["timestamp", operand, "--request-only", "--output", "q.tsq"]);
        Deno.writeFileSync(`${cwd}/q.tsr`, await reply(Deno.readFileSync(`${cwd}/q.tsq`)));
        await must(cwd, ["timestamp", operand, "--import", "q.tsr", "--request", "q.tsq"]);
        for (const name of ["q.tsq", "q.tsr"]) Deno.removeSync(`${cwd}/${name}`);
      };
      await stamp("small");
      await must(cwd, ARCHIVE);
      await stamp("x.tar");
      const [, signatures] = await checkTar(cwd, "--authority", "authority/root.pem");
      assertEquals(signatures, ["results/manifest.json.tsr verified", "x.tar.tsr verified"]);
    }),
);

Deno.test("withExperiment() refuses a signature's options without --signatures, also for an archive", () =>
  withSignedExperiment({}, async ({ cwd }) => {
    await must(cwd, ARCHIVE);
    const { code, err } = await runCli(["check", "x.tar", "--signer", "alice"], { cwd });
    assertEquals([code, err.includes("[usage]")], [2, true], err);
  }));

Deno.test("withExperiment() leaves no scratch folder behind, whatever comes of an archive", () =>
  withSignedExperiment({}, async ({ cwd }) => {
    await must(cwd, ARCHIVE);
    const bytes = Deno.readFileSync(`${cwd}/x.tar`);
    bytes[bytes.length >> 1]! ^= 1;
    Deno.writeFileSync(`${cwd}/bad.tar`, bytes);
    Deno.writeFileSync(`${cwd}/cut.tar`, bytes.subarray(0, 5_000));
    Deno.mkdirSync(`${cwd}/scratch`);
    for (const [name, isRight] of [["x.tar", true], ["bad.tar", false], ["cut.tar", false]] as const) {
      const { code } = new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", `${ROOT}scripts/permafrost.ts`, "check", name],
        ...{ cwd, env: { TMPDIR: `${cwd}/scratch`, TEMP: `${cwd}/scratch`, TMP: `${cwd}/scratch` } },
      }).outputSync();
      assertEquals([code === 0, listTree(`${cwd}/scratch`)], [isRight, []], name);
    }
  }));
