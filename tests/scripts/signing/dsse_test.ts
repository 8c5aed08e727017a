import { assertEquals } from "@std/assert/equals";
import { bundleFromJSON } from "@sigstore/bundle";
import { toSignedEntity, toTrustMaterial, Verifier } from "@sigstore/verify";
import { canonicalize } from "../../../kernel/json_encode.ts";
import {
  findSigningKey,
  parseBundle,
  parseStatement,
  PAYLOAD_TYPE,
  preAuthEncoding,
  signStatement,
  statementOf,
} from "../../../scripts/signing/dsse.ts";
import { type Ed25519Key, readPublicKey } from "../../../scripts/signing/ed25519_key.ts";
import { openSigner, type Signer } from "../../../scripts/signing/signing_key.ts";
import { assertCode } from "../../assert_code.ts";
import { inFolder } from "../../in_folder.ts";
import { makePemKey, makeSshKey, testWith, tool, withAgent } from "../../signing_tools.ts";

const STATEMENT = statementOf({
  subjectName: "r.json",
  subjectSha256: "ab".repeat(32),
  predicateType: "urn:permafrost:decision:1",
  predicate: { experiment: "small-v1", text: "é\u2028" },
});

interface Signed {
  readonly folder: string;
  readonly signer: Signer;
  readonly key: Ed25519Key;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

async function withSigned(use: (its: Signed) => unknown): Promise<void> {
  await inFolder(async (folder) => {
    const { privatePath, publicPath } = makePemKey(folder);
    const signer = openSigner(privatePath, { agentSocket: null });
    const key = readPublicKey(publicPath, { at: "key" });
    await use({ folder, signer, key, bytes: await signStatement(STATEMENT, signer) });
  });
}

/** What Sigstore's own verifier says, with no logs, no authorities and one trusted key. */
function sigstoreTakes(bytes: Uint8Array, key: Ed25519Key): boolean {
  const root = { certificateAuthorities: [], timestampAuthorities: [], tlogs: [], ctlogs: [] };
  const material = toTrustMaterial(root as unknown as Parameters<typeof toTrustMaterial>[0], () => ({
    ...{ publicKey: key.object, validFor: () => true },
  }));
  const verifier = new Verifier(material, { ctlogThreshold: 0, tlogThreshold: 0, timestampThreshold: 0 });
  try {
    verifier.verify(toSignedEntity(bundleFromJSON(JSON.parse(new TextDecoder().decode(bytes)))));
    return true;
  } catch {
    return false;
  }
}

function weTake(bytes: Uint8Array, key: Ed25519Key): boolean {
  try {
    return findSigningKey(parseBundle(bytes), [key]) !== null;
  } catch {
    return false;
  }
}

/** A bundle with one of its parts replaced. */
// deno-lint-ignore no-explicit-any -- a test reaches into the parts
function edited(bytes: Uint8Array, edit: (bundle: any) => void): Uint8Array<ArrayBuffer> {
  const bundle = JSON.parse(new TextDecoder().decode(bytes));
  edit(bundle);
  return new TextEncoder().encode(canonicalize(bundle));
}

Deno.test("signStatement() makes a bundle that Sigstore's verifier takes", () =>
  withSigned(({ bytes, key }) => {
    assertEquals([sigstoreTakes(bytes, key), weTake(bytes, key)], [true, true]);
    assertEquals(
      canonicalize(parseStatement(parseBundle(bytes).payload).predicate),
      canonicalize(STATEMENT["predicate"]),
    );
  }));

testWith(
  "signStatement() makes a signature that openssl verifies",
  ["openssl"],
  () =>
    withSigned(async ({ folder, bytes, key }) => {
      const { payload, signature } = parseBundle(bytes);
      const verify = async (type: string) => {
        Deno.writeFileSync(`${folder}/encoding`, preAuthEncoding(type, payload));
        Deno.writeFileSync(`${folder}/signature`, signature);
        Deno.writeTextFileSync(`${folder}/public`, key.pem);
        const args = "pkeyutl -verify -rawin -pubin -inkey public -in encoding -sigfile signature".split(" ");
        return (await tool("openssl", args, { cwd: folder })).success;
      };
      assertEquals([await verify(PAYLOAD_TYPE), await verify("application/json")], [true, false]);
    }),
);

testWith(
  "signStatement() makes what Sigstore's verifier takes when an agent signs",
  ["ssh-keygen", "ssh-agent"],
  () =>
    inFolder(async (folder) => {
      const path = await makeSshKey(folder, "ed25519");
      await withAgent([path], async (agentSocket) => {
        const signer = openSigner(`${path}.pub`, { agentSocket });
        const bytes = await signStatement(STATEMENT, signer);
        assertEquals([sigstoreTakes(bytes, signer.key), weTake(bytes, signer.key)], [true, true]);
      });
    }),
);

Deno.test("signStatement() gives the same bytes when the same is signed again", () =>
  withSigned(async ({ bytes, signer }) => {
    assertEquals(await signStatement(STATEMENT, signer), bytes);
  }));

const flip = (base64: string, at: number): string => {
  const bytes = Uint8Array.fromBase64(base64);
  return bytes.with(at, bytes[at]! ^ 1).toBase64();
};
const longer = (base64: string): string => Uint8Array.of(...Uint8Array.fromBase64(base64), 32).toBase64();
// deno-lint-ignore no-explicit-any -- a test reaches into the parts
const tampered: [what: string, edit: (bundle: any) => void][] = [
  ["the payload", ({ dsseEnvelope }) => dsseEnvelope.payload = flip(dsseEnvelope.payload, 20)],
  ["the payload's end", ({ dsseEnvelope }) => dsseEnvelope.payload = longer(dsseEnvelope.payload)],
  ["the payload's type", ({ dsseEnvelope }) => dsseEnvelope.payloadType = "application/vnd.in-toto+JSON"],
  ["the signature's start", ({ dsseEnvelope: { signatures: [one] } }) => one.sig = flip(one.sig, 0)],
  ["the signature's end", ({ dsseEnvelope: { signatures: [one] } }) => one.sig = flip(one.sig, 63)],
  ["the signature's length", ({ dsseEnvelope: { signatures: [one] } }) => one.sig = ""],
];
for (const [what, edit] of tampered) {
  Deno.test(`findSigningKey() finds none, as Sigstore's verifier does, when ${what} was changed`, () =>
    withSigned(({ bytes, key }) => {
      const spoilt = edited(bytes, edit);
      assertEquals([sigstoreTakes(spoilt, key), weTake(spoilt, key)], [false, false]);
    }));
}

Deno.test("findSigningKey() finds none, as Sigstore's verifier does, when the key is another", () =>
  withSigned(({ folder, bytes }) => {
    const other = readPublicKey(makePemKey(folder, "other").publicPath, { at: "key" });
    assertEquals([sigstoreTakes(bytes, other), weTake(bytes, other)], [false, false]);
  }));

Deno.test("findSigningKey() does not go by the hint when it names another key", () =>
  withSigned(({ folder, bytes, key }) => {
    const other = readPublicKey(makePemKey(folder, "other").publicPath, { at: "key" });
    const hinted = edited(bytes, ({ verificationMaterial: { publicKey }, dsseEnvelope: { signatures: [one] } }) => {
      publicKey.hint = one.keyid = other.id;
    });
    assertEquals(findSigningKey(parseBundle(hinted), [other, key])?.id, key.id);
    assertEquals(findSigningKey(parseBundle(hinted), [other]), null);
  }));

// deno-lint-ignore no-explicit-any -- a test reaches into the parts
const malformed: [what: string, at: string, edit: (bundle: any) => void][] = [
  ["the form is another", "/mediaType", (bundle) => bundle.mediaType = bundle.mediaType.replace("v0.3", "v0.2")],
  ["there is no envelope", "/dsseEnvelope/payloadType", (bundle) => delete bundle.dsseEnvelope],
  ["the type is another", "/dsseEnvelope/payloadType", ({ dsseEnvelope }) => dsseEnvelope.payloadType = "text/plain"],
  ["there is no signature", "/dsseEnvelope/signatures", ({ dsseEnvelope }) => dsseEnvelope.signatures = []],
  ["there are two signatures", "/dsseEnvelope/signatures", ({ dsseEnvelope }) => dsseEnvelope.signatures.push({})],
  ["signatures are no list", "/dsseEnvelope/signatures", ({ dsseEnvelope }) => dsseEnvelope.signatures = { length: 1 }],
  ["the payload is no text", "/dsseEnvelope/payload", ({ dsseEnvelope }) => dsseEnvelope.payload = 1],
  [
    "something follows the payload's base64",
    "/dsseEnvelope/payload",
    ({ dsseEnvelope }) => dsseEnvelope.payload += "IA==",
  ],
  ["the payload is loose base64", "/dsseEnvelope/payload", ({ dsseEnvelope }) => dsseEnvelope.payload = "e30"],
  [
    "the signature is of the URL's base64",
    "/dsseEnvelope/signatures/0/sig",
    ({ dsseEnvelope: { signatures: [one] } }) => {
      one.sig = "-_-_";
    },
  ],
];
for (const [what, at, edit] of malformed) {
  Deno.test(`parseBundle() throws signature-invalid when ${what}`, () =>
    withSigned(({ bytes }) => assertCode(() => parseBundle(edited(bytes, edit)), "signature-invalid", at)));
}

Deno.test("parseBundle() throws json-duplicate-key when a key is there twice", () => {
  const text = '{"mediaType":"a","mediaTyp\\u0065":"b"}';
  assertCode(() => parseBundle(new TextEncoder().encode(text)), "json-duplicate-key", "/mediaType");
});

// deno-lint-ignore no-explicit-any -- a test reaches into the parts
const statements: [what: string, at: string, edit: (statement: any) => void][] = [
  ["it is of another version", "/_type", (statement) => statement._type = "https://in-toto.io/Statement/v0.1"],
  ["it has no subject", "/subject", (statement) => statement.subject = []],
  ["it has two subjects", "/subject", (statement) => statement.subject.push(statement.subject[0])],
  ["its digest is of another hash", "/subject/0/digest/sha256", ({ subject: [one] }) => one.digest = { sha1: "00" }],
  [
    "its digest is not in lower case",
    "/subject/0/digest/sha256",
    ({ subject: [one] }) => one.digest.sha256 = "AB".repeat(32),
  ],
  ["its subject has no name", "/subject/0/name", ({ subject: [one] }) => one.name = ""],
  ["it names no kind", "/predicateType", (statement) => delete statement.predicateType],
  ["it says nothing", "/predicate", (statement) => statement.predicate = []],
];
for (const [what, at, edit] of statements) {
  Deno.test(`parseStatement() throws signature-invalid when ${what}`, () => {
    const payload = edited(new TextEncoder().encode(canonicalize(STATEMENT)), edit);
    assertCode(() => parseStatement(payload), "signature-invalid", at);
  });
}

Deno.test("preAuthEncoding() counts bytes, not characters", () => {
  const encoded = preAuthEncoding("é", new TextEncoder().encode("世界"));
  assertEquals(new TextDecoder().decode(encoded), "DSSEv1 2 é 6 世界");
});
