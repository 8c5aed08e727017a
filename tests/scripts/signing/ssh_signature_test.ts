import { assertEquals } from "@std/assert/equals";
import { NAMESPACE, parseSshSignature, sshFingerprint } from "../../../scripts/signing/ssh_signature.ts";
import { joinBytes, writeWire } from "../../../scripts/signing/ssh_wire.ts";
import { assertCode } from "../../assert_code.ts";
import { inFolder } from "../../in_folder.ts";
import { makeSshKey, mustRun, publicHalf, testWith } from "../../signing_tools.ts";

const KEY = writeWire(["ssh-ed25519", new Uint8Array(32)]);
const PROPER = writeWire(["ssh-ed25519", new Uint8Array(64)]);

/** The parts of a signature in order; a test replaces some. */
function blobOf(parts: { magic?: string; version?: number; rest?: (string | Uint8Array)[]; tail?: Uint8Array } = {}) {
  const { magic = "SSHSIG", version = 1, rest = [KEY, NAMESPACE, "", "sha512", PROPER], tail = new Uint8Array() } =
    parts;
  return joinBytes([new TextEncoder().encode(magic), writeWire([version, ...rest]), tail]);
}

function armored(blob: Uint8Array, edit: (text: string) => string = (text) => text): Uint8Array {
  const body = blob.toBase64().replace(/.{70}/g, "$&\n");
  return new TextEncoder().encode(edit(`-----BEGIN SSH SIGNATURE-----\n${body}\n-----END SSH SIGNATURE-----\n`));
}

Deno.test("parseSshSignature() gives the parts when the text is well formed", () => {
  const { namespace, hash, keyType, signatureType, signature } = parseSshSignature(armored(blobOf()));
  assertEquals([namespace, hash, keyType, signatureType, signature.length], [
    ...["permafrost", "sha512", "ssh-ed25519", "ssh-ed25519"],
    64,
  ]);
});

Deno.test("parseSshSignature() takes lines that end as on Windows", () => {
  assertEquals(parseSshSignature(armored(blobOf(), (text) => text.replaceAll("\n", "\r\n"))).namespace, NAMESPACE);
});

const bad: [what: string, text: Uint8Array][] = [
  ["it is empty", new Uint8Array()],
  ["there is no armor", blobOf()],
  ["the armor is another's", armored(blobOf(), (text) => text.replaceAll("SSH", "PGP"))],
  ["the armor has no end", armored(blobOf(), (text) => text.replace(/-----END.*/, ""))],
  ["something stands before the armor", armored(blobOf(), (text) => `x${text}`)],
  ["something follows the armor", armored(blobOf(), (text) => `${text}x`)],
  ["two stand in one file", armored(blobOf(), (text) => text + text)],
  ["its base64 has stray bits", armored(blobOf({ tail: new Uint8Array(1) }), (text) => text.replace(/A==\n/, "B==\n"))],
  ["the magic is another", armored(blobOf({ magic: "SSHSIH" }))],
  ["the version is another", armored(blobOf({ version: 2 }))],
  ["the reserved field is used", armored(blobOf({ rest: [KEY, NAMESPACE, "x", "sha512", PROPER] }))],
  ["the hash is weak", armored(blobOf({ rest: [KEY, NAMESPACE, "", "sha1", PROPER] }))],
  ["something follows the last field", armored(blobOf({ tail: new Uint8Array(3) }))],
  [
    "something follows the signature proper",
    armored(blobOf({ rest: [KEY, NAMESPACE, "", "sha512", joinBytes([PROPER, PROPER])] })),
  ],
  ["a field is missing", armored(blobOf({ rest: [KEY, NAMESPACE, "", "sha512"] }))],
  ["the namespace holds a line end", armored(blobOf({ rest: [KEY, "perma\nfrost", "", "sha512", PROPER] }))],
  ["a length is beyond the end", armored(joinBytes([new TextEncoder().encode("SSHSIG"), writeWire([1, 0xffff_ffff])]))],
  ["it is larger than the bound", armored(new Uint8Array(70_000))],
];
for (const [what, text] of bad) {
  Deno.test(`parseSshSignature() throws signature-invalid when ${what}`, () => {
    assertCode(() => parseSshSignature(text), "signature-invalid");
  });
}

testWith("sshFingerprint() gives what ssh-keygen -l shows", ["ssh-keygen"], () =>
  inFolder(async (folder) => {
    const key = await makeSshKey(folder, "ecdsa-256");
    const { words } = await mustRun("ssh-keygen", ["-l", "-f", `${key}.pub`]);
    assertEquals(sshFingerprint(Uint8Array.fromBase64(publicHalf(key).split(" ")[1]!)), words.split(" ")[1]);
  }));
