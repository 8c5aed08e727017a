import { assertEquals } from "@std/assert/equals";
import { generateKeyPairSync } from "node:crypto";
import { isSignedBy } from "../../../scripts/signing/ed25519_key.ts";
import { openSigner } from "../../../scripts/signing/signing_key.ts";
import { writeWire } from "../../../scripts/signing/ssh_wire.ts";
import { assertCode, assertCodeAsync } from "../../assert_code.ts";
import { inFolder } from "../../in_folder.ts";
import {
  agentMessage,
  makePemKey,
  makeSshKey,
  mustRun,
  testWith,
  withAgent,
  withFakeAgent,
} from "../../signing_tools.ts";

const BYTES = new TextEncoder().encode("what is signed");
const NO_AGENT = { agentSocket: null };

Deno.test("openSigner() signs with an Ed25519 key in PKCS#8", () =>
  inFolder(async (folder) => {
    const { key, sign } = openSigner(makePemKey(folder).privatePath, NO_AGENT);
    assertEquals(isSignedBy(key, { bytes: BYTES, signature: await sign(BYTES) }), true);
  }));

testWith("openSigner() signs with a key that openssl made", ["openssl"], () =>
  inFolder(async (folder) => {
    await mustRun("openssl", ["genpkey", "-algorithm", "ed25519", "-out", `${folder}/key`]);
    const { key, sign } = openSigner(`${folder}/key`, NO_AGENT);
    assertEquals(isSignedBy(key, { bytes: BYTES, signature: await sign(BYTES) }), true);
    assertEquals((await mustRun("openssl", ["pkey", "-in", `${folder}/key`, "-pubout"])).words, key.pem);
  }));

testWith(
  "openSigner() signs through the agent when it is given the public half",
  ["ssh-keygen", "ssh-agent"],
  () =>
    inFolder(async (folder) => {
      const path = await makeSshKey(folder, "ed25519");
      await withAgent([path], async (agentSocket) => {
        const { key, sign } = openSigner(`${path}.pub`, { agentSocket });
        assertEquals(isSignedBy(key, { bytes: BYTES, signature: await sign(BYTES) }), true);
        Deno.writeTextFileSync(`${folder}/pem`, key.pem);
        assertEquals((await openSigner(`${folder}/pem`, { agentSocket }).sign(BYTES)).length, 64);
      });
    }),
);

const of = (kind: "rsa" | "ec"): string => {
  const { privateKey } = kind === "rsa"
    ? generateKeyPairSync("rsa", { modulusLength: 2048 })
    : generateKeyPairSync("ec", { namedCurve: "P-256" });
  return privateKey.export({ format: "pem", type: "pkcs8" }) as string;
};
const bad: [what: string, text: () => string][] = [
  ["it is empty", () => ""],
  ["it is an RSA key", () => of("rsa")],
  ["it is an ECDSA key", () => of("ec")],
  ["its PEM is broken", () => "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"],
  ["it is OpenSSH's own form", () => "-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n"],
  ["it has a passphrase", () => "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n"],
  ["it is a public key and there is no agent", () => {
    const { publicKey } = generateKeyPairSync("ed25519");
    return publicKey.export({ format: "pem", type: "spki" }) as string;
  }],
];
for (const [what, text] of bad) {
  Deno.test(`openSigner() throws signature-invalid when ${what}`, () =>
    inFolder((folder) => {
      Deno.writeTextFileSync(`${folder}/key`, text());
      assertCode(() => openSigner(`${folder}/key`, NO_AGENT), "signature-invalid");
    }));
}

testWith(
  "openSigner() gives a signer that throws when the agent holds another key",
  ["ssh-keygen", "ssh-agent"],
  () =>
    inFolder(async (folder) => {
      const [held, wanted] = [await makeSshKey(folder, "ed25519", "a"), await makeSshKey(folder, "ed25519", "b")];
      await withAgent([held], async (agentSocket) => {
        const { sign } = openSigner(`${wanted}.pub`, { agentSocket });
        await assertCodeAsync(() => sign(BYTES), "signature-invalid", "--key");
      });
    }),
);

Deno.test("openSigner() gives a signer that throws when the agent's signature does not verify", () =>
  inFolder(async (folder) => {
    const { key } = openSigner(makePemKey(folder).privatePath, NO_AGENT);
    const forged = agentMessage(14, writeWire(["ssh-ed25519", new Uint8Array(64)]));
    await withFakeAgent([agentMessage(12, 1, key.wire, ""), forged], async (agentSocket) => {
      const { sign } = openSigner(`${folder}/signer.pem`, { agentSocket });
      await assertCodeAsync(() => sign(BYTES), "signature-invalid", "--key");
    });
  }));
