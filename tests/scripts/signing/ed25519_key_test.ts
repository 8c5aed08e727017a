import { assertEquals } from "@std/assert/equals";
import { createPublicKey, generateKeyPairSync, sign } from "node:crypto";
import { fromKeyObject, fromWire, isSignedBy, readPublicKey } from "../../../scripts/signing/ed25519_key.ts";
import { writeWire } from "../../../scripts/signing/ssh_wire.ts";
import { assertCode } from "../../assert_code.ts";
import { inFolder } from "../../in_folder.ts";
import { makePemKey } from "../../signing_tools.ts";

const BYTES = new TextEncoder().encode("what is signed");

Deno.test("readPublicKey() reads the same key as PEM and as a line of SSH", () =>
  inFolder((folder) => {
    const first = readPublicKey(makePemKey(folder).publicPath, { at: "key" });
    Deno.writeTextFileSync(`${folder}/line`, `ssh-ed25519 ${first.wire.toBase64()} someone@here\n`);
    Deno.writeTextFileSync(`${folder}/windows`, first.pem.replaceAll("\n", "\r\n"));
    for (const name of ["line", "windows"]) {
      const { id, pem } = readPublicKey(`${folder}/${name}`, { at: name });
      assertEquals([id, pem], [first.id, first.pem]);
    }
  }));

const RSA = "AAAAB3NzaC1yc2EAAAADAQABAAAAAwEAAQ==";
const bad: [what: string, text: (its: { pem: string; secret: string }) => string][] = [
  ["it is empty", () => ""],
  ["it is a private key", ({ secret }) => secret],
  ["a private key stands beside it", ({ pem, secret }) => pem + secret],
  ["two keys stand in it", ({ pem }) => pem + pem],
  ["words stand before it", ({ pem }) => `key:\n${pem}`],
  ["its PEM is broken", () => "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n"],
  ["it is an SSH key of another kind", () => `ssh-rsa ${RSA}`],
  ["the kind is not the one inside", () => `ssh-ed25519 ${RSA}`],
  ["its SSH key is short", () => `ssh-ed25519 ${writeWire(["ssh-ed25519", new Uint8Array(31)]).toBase64()}`],
  [
    "something follows the SSH key",
    () => `ssh-ed25519 ${writeWire(["ssh-ed25519", new Uint8Array(32), "x"]).toBase64()}`,
  ],
  ["two lines stand in it", () => {
    const line = `ssh-ed25519 ${writeWire(["ssh-ed25519", new Uint8Array(32)]).toBase64()}`;
    return `${line}\n${line}\n`;
  }],
  ["it is an ECDSA key", () => {
    const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    return publicKey.export({ format: "pem", type: "spki" }) as string;
  }],
];
for (const [what, text] of bad) {
  Deno.test(`readPublicKey() throws signature-invalid when ${what}`, () =>
    inFolder((folder) => {
      const { privatePath, publicPath } = makePemKey(folder);
      const its = { pem: Deno.readTextFileSync(publicPath), secret: Deno.readTextFileSync(privatePath) };
      Deno.writeTextFileSync(`${folder}/key`, text(its));
      assertCode(() => readPublicKey(`${folder}/key`, { at: "key" }), "signature-invalid");
    }));
}

Deno.test("fromKeyObject() gives null when the key is of another kind", () => {
  assertEquals(fromKeyObject(generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey), null);
});

/** RFC 8032 section 7.1, test 3. */
const VECTOR = {
  key: "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
  bytes: "af82",
  signature: "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac" +
    "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
};

Deno.test("isSignedBy() takes the vector of RFC 8032 and no change of it", () => {
  const key = fromWire(writeWire(["ssh-ed25519", Uint8Array.fromHex(VECTOR.key)]));
  const [bytes, signature] = [Uint8Array.fromHex(VECTOR.bytes), Uint8Array.fromHex(VECTOR.signature)];
  assertEquals(isSignedBy(key, { bytes, signature }), true);
  assertEquals(isSignedBy(key, { bytes: bytes.with(0, 0), signature }), false);
  assertEquals(isSignedBy(key, { bytes, signature: signature.subarray(0, 63) }), false);
  for (let at = 0; at < 64; at++) {
    assertEquals(isSignedBy(key, { bytes, signature: signature.with(at, signature[at]! ^ 1) }), false, `${at}`);
  }
});

Deno.test("isSignedBy() takes no signature by another key", () => {
  const [first, second] = [generateKeyPairSync("ed25519"), generateKeyPairSync("ed25519")];
  const signature = new Uint8Array(sign(null, BYTES, first.privateKey));
  const isBy = ({ privateKey }: typeof first) =>
    isSignedBy(fromKeyObject(createPublicKey(privateKey))!, { bytes: BYTES, signature });
  assertEquals([isBy(first), isBy(second)], [true, false]);
});
