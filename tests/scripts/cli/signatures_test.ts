import { assertEquals } from "@std/assert/equals";
import type { SignatureReport } from "../../../scripts/signing/check_signatures.ts";
import { readTrust, signaturesText } from "../../../scripts/cli/signatures.ts";
import { assertCodeAsync } from "../../assert_code.ts";
import { isObeyed, memoryIo, wideLines } from "../../cli_io.ts";
import { inFolder } from "../../in_folder.ts";
import { callOf } from "../../signing_cli.ts";
import { makePemKey } from "../../signing_tools.ts";

const SIGNATURES = new Set(["signatures"]);

Deno.test("readTrust() gives null when no signatures are asked for", async () => {
  assertEquals(await readTrust(callOf()), null);
});

Deno.test("readTrust() reads what is given, relative to the present folder", () =>
  inFolder(async (cwd) => {
    makePemKey(cwd);
    Deno.writeTextFileSync(`${cwd}/allowed`, "# nobody\n");
    const root = "-----BEGIN CERTIFICATE-----\nAA\n-----END CERTIFICATE-----\n";
    for (const name of ["one", "two"]) Deno.writeTextFileSync(`${cwd}/${name}`, root);
    const trust = await readTrust(callOf({
      ...{ flags: SIGNATURES, io: memoryIo({ cwd }).io },
      values: { "allowed-signers": "allowed", "signer": "alice", "valid-at": "2026-01-02T03:04:05Z" },
      lists: { "public-key": ["signer.pem"], "authority": ["one", "two"] },
    }));
    assertEquals([trust!.principal, trust!.atMs, trust!.publicKeys.length], [
      "alice",
      Date.UTC(2026, 0, 2, 3, 4, 5),
      1,
    ]);
    assertEquals(new TextDecoder().decode(trust!.allowedSigners!), "# nobody\n");
    assertEquals(new TextDecoder().decode(trust!.roots!), `${root}\n${root}`);
  }));

const usages: [what: string, call: Parameters<typeof callOf>[0]][] = [
  ["no trust is given", { flags: SIGNATURES }],
  ["trust is given without --signatures", { values: { "allowed-signers": "x" } }],
  ["a key is given without --signatures", { lists: { "public-key": ["x"] } }],
  ["a signer is given without allowed signers", {
    flags: SIGNATURES,
    values: { signer: "a" },
    lists: { authority: ["x"] },
  }],
  ["a time is given without allowed signers", {
    flags: SIGNATURES,
    values: { "valid-at": "x" },
    lists: { authority: ["x"] },
  }],
  ["the time is none", { flags: SIGNATURES, values: { "allowed-signers": "x", "valid-at": "2026-02-30T00:00:00Z" } }],
  ["the time has no zone", {
    flags: SIGNATURES,
    values: { "allowed-signers": "x", "valid-at": "2026-02-03T00:00:00" },
  }],
];
for (const [what, call] of usages) {
  Deno.test(`readTrust() throws usage when ${what}`, async () => {
    await assertCodeAsync(() => readTrust(callOf(call)), "usage");
  });
}

const missing: [option: string, call: Parameters<typeof callOf>[0]][] = [
  ["allowed-signers", { values: { "allowed-signers": "none" } }],
  ["public-key", { lists: { "public-key": ["none"] } }],
  ["authority", { lists: { authority: ["none"] } }],
];
for (const [option, call] of missing) {
  Deno.test(`readTrust() throws file-missing when --${option} names no file`, () =>
    inFolder(async (cwd) => {
      const { io } = memoryIo({ cwd });
      await assertCodeAsync(() => readTrust(callOf({ ...call, flags: SIGNATURES, io })), "file-missing", "none");
    }));
}

Deno.test("signaturesText() names each signature with what became of it, and the findings", () => {
  const report: SignatureReport = {
    signatures: [
      { at: "results/a.sig", kind: "ssh", state: "verified", by: "alice", says: null },
      { at: "results/b.tsr", kind: "rfc3161", state: "refused", by: null, says: "it is for another file" },
      {
        at: "results/c.sigstore.json",
        kind: "dsse",
        state: "unchecked",
        by: null,
        says: "no trust of its kind was given",
      },
    ],
    findings: [
      { code: "signature-refused", at: "results/b.tsr", expected: null, observed: { reason: "imprint" } },
      {
        code: "timestamp-late",
        at: "results/r.json",
        expected: { notBefore: "2026" },
        observed: { startedAt: "2025" },
      },
    ],
  };
  assertEquals(
    signaturesText(report, memoryIo().io),
    "✓ results/a.sig verified SSH signature\n    alice\n" +
      "✗ results/b.tsr refused timestamp\n    it is for another file\n" +
      "- results/c.sigstore.json unchecked attestation\n    no trust of its kind was given\n" +
      "✗ results/r.json [timestamp-late]\n    no trusted token of the manifest is older than a result\n" +
      '    expected {"notBefore":"2026"}\n    observed {"startedAt":"2025"}\n',
  );
});

Deno.test("signaturesText() shows no line that is wide or that a terminal obeys, and counts what it leaves out", () => {
  const name = `\x1b[31m\u202e${"wide".repeat(60)}`;
  const signatures = Array.from({ length: 60 }, () => ({
    ...{ at: name, kind: "ssh", state: "refused", by: name, says: name } as const,
  }));
  const findings = [{ code: "statement-differs", at: name, expected: name, observed: name } as const];
  const text = signaturesText({ signatures, findings }, memoryIo().io);
  assertEquals([wideLines(text), isObeyed(text), text.includes("and 10 more")], [[], false, true]);
});
