import { assertEquals } from "@std/assert/equals";
import { checkSignatures } from "../../../scripts/signing/check_signatures.ts";
import { readPublicKey } from "../../../scripts/signing/ed25519_key.ts";
import { runJson } from "../../cli_io.ts";
import { inChild } from "../../in_child.ts";
import { codeOf, runSigning } from "../../signing_cli.ts";
import { withSignedExperiment } from "../../signed_experiment.ts";
import { makeSshKey, publicHalf, testWith, tool, withAgent } from "../../signing_tools.ts";

testWith(
  "runSign() signs the manifest, so that ssh-keygen verifies it and check still passes",
  ["ssh-keygen"],
  () =>
    withSignedExperiment({}, async ({ cwd, manifestPath }) => {
      const key = await makeSshKey(cwd, "ed25519");
      const { code, out, err } = await runSigning(["sign", "small", "--key", "ed25519"], { cwd });
      assertEquals([code, out], [0, "small/results/manifest.json.sig\n"]);
      assertEquals(
        /^Signed {6}the manifest of small, for the namespace permafrost\nKey {9}ssh-ed25519 SHA256:/.test(err),
        true,
        err,
      );
      Deno.writeTextFileSync(`${cwd}/allowed`, `alice ${publicHalf(key)}\n`);
      const args = ["-Y", "verify", "-n", "permafrost", "-I", "alice", "-f", "allowed", "-s", out.trim()];
      assertEquals((await tool("ssh-keygen", args, { stdin: Deno.readFileSync(manifestPath), cwd })).success, true);
      assertEquals((await runJson(["check", "small"], { cwd })).code, 0);
    }),
);

testWith(
  "runSign() signs a file that stands alone, beside it, and prints JSON",
  ["ssh-keygen"],
  () =>
    withSignedExperiment({}, async ({ cwd }) => {
      await makeSshKey(cwd, "ecdsa-256");
      Deno.writeTextFileSync(`${cwd}/a.tar`, "archive");
      const { code, out } = await runSigning(["sign", "a.tar", "--key", "ecdsa-256", "--json"], { cwd });
      const { signature, namespace, keyType, findings } = JSON.parse(out);
      assertEquals([code, signature, namespace, keyType, findings], [
        0,
        "a.tar.sig",
        "permafrost",
        "ecdsa-sha2-nistp256",
        [],
      ]);
    }),
);

testWith(
  "runSign() exits 1 and signs nothing when the experiment drifted",
  ["ssh-keygen"],
  () =>
    withSignedExperiment({}, async ({ cwd, folder }) => {
      await makeSshKey(cwd, "ed25519");
      Deno.writeTextFileSync(`${folder}/run.ts`, "changed");
      const { code, out, err } = await runSigning(["sign", "small", "--key", "ed25519"], { cwd });
      assertEquals(
        [code, out, err.endsWith("NOT SIGNED: the bytes are not those that were frozen\n")],
        [1, "", true],
        err,
      );
      assertEquals([...Deno.readDirSync(`${folder}/results`)].map(({ name }) => name), ["r.json"]);
    }),
);

const refusals: [what: string, words: string[], change: (cwd: string) => void, code: string][] = [
  ["no key is given", ["small"], () => {}, "usage"],
  ["the key is not there", ["small", "--key", "none"], () => {}, "file-missing"],
  [
    "the experiment is a draft",
    ["small", "--key", "ed25519"],
    (cwd) => Deno.removeSync(`${cwd}/small/manifest.json`),
    "manifest-missing",
  ],
  ["there is no such experiment", ["none", "--key", "ed25519"], () => {}, "file-missing"],
  [
    "a signature is there already",
    ["small", "--key", "ed25519"],
    (cwd) => Deno.writeTextFileSync(`${cwd}/small/results/manifest.json.sig`, ""),
    "file-exists",
  ],
  [
    "the output is among frozen files",
    ["small", "--key", "ed25519", "--output", "small/x.sig"],
    () => {},
    "path-invalid",
  ],
  ["a frozen file is signed beside itself", ["small/run.ts", "--key", "ed25519"], () => {}, "path-invalid"],
  ["the output is not named as a signature", ["small", "--key", "ed25519", "--output", "a.txt"], () => {}, "usage"],
  [
    "the output is there already",
    ["small", "--key", "ed25519", "--output", "a.sig"],
    (cwd) => Deno.writeTextFileSync(`${cwd}/a.sig`, ""),
    "file-exists",
  ],
];
for (const [what, words, change, code] of refusals) {
  testWith(
    `runSign() exits 2 with ${code} when ${what}`,
    ["ssh-keygen"],
    () =>
      withSignedExperiment({}, async ({ cwd }) => {
        await makeSshKey(cwd, "ed25519");
        change(cwd);
        assertEquals(codeOf(await runSigning(["sign", ...words], { cwd })), code);
      }),
  );
}

testWith(
  "runSign() takes another name for a second signature, which is then found",
  ["ssh-keygen"],
  () =>
    withSignedExperiment({}, async ({ cwd }) => {
      await makeSshKey(cwd, "ed25519");
      const words = ["sign", "small/manifest.json", "--key", "ed25519"];
      assertEquals((await runSigning(words, { cwd })).code, 0);
      const second = "small/results/manifest.json.again.sig";
      assertEquals((await runSigning([...words, "--output", second], { cwd })).out, `${second}\n`);
    }),
);

testWith(
  "runSign() and attest take the agent that SSH_AUTH_SOCK names",
  ["ssh-keygen", "ssh-agent"],
  () =>
    withSignedExperiment({}, async ({ cwd, folder }) => {
      const key = await makeSshKey(cwd, "ed25519");
      await withAgent([key], async (socket) => {
        Deno.renameSync(key, `${key}.hidden`);
        const calls = [["sign", "small"], ["attest", "small/results/r.json"]].map((
          words,
        ) => [...words, "--key", "ed25519.pub"]);
        const code = `const { runSigning } = await import("./tests/signing_cli.ts");
        for (const words of ${JSON.stringify(calls)}) console.log((await runSigning(words, { cwd: ${
          JSON.stringify(cwd)
        } })).code);`;
        const { stdout, stderr } = await inChild(code, { env: { SSH_AUTH_SOCK: socket } });
        assertEquals(stdout, "0\n0\n", stderr);
      });
      const half = publicHalf(key), allowedSigners = new TextEncoder().encode(`alice ${half}\n`);
      const publicKeys = [readPublicKey(`${key}.pub`, { at: "key" })];
      const trust = { allowedSigners, principal: "alice", publicKeys, roots: null, atMs: Date.now() };
      const { findings, signatures } = await checkSignatures({ kind: "experiment", folder }, trust);
      assertEquals([findings, signatures.map(({ kind, state }) => [kind, state])], [[], [
        ...[["ssh", "verified"], ["dsse", "verified"]],
      ]]);
    }),
);
