import { assertEquals } from "@std/assert/equals";
import fc from "fast-check";
import { sha256Hex } from "../../kernel/digest.ts";
import { PermafrostError } from "../../kernel/error.ts";
import { parseAllowedSigners } from "../../scripts/signing/allowed_signers.ts";
import { parseBundle, parseStatement } from "../../scripts/signing/dsse.ts";
import { parseSshSignature } from "../../scripts/signing/ssh_signature.ts";
import { joinBytes, writeWire } from "../../scripts/signing/ssh_wire.ts";
import { encodeRequest, parseRequest } from "../../scripts/signing/timestamp_request.ts";
import { parseTimestamp } from "../../scripts/signing/timestamp_token.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const WIRE = writeWire(["ssh-ed25519", new Uint8Array(32)]);
const PROPER = writeWire(["ssh-ed25519", new Uint8Array(64)]);
const BLOB = joinBytes([bytesOf("SSHSIG"), writeWire([1, WIRE, "permafrost", "", "sha512", PROPER])]);
const STATEMENT =
  '{"_type":"https://in-toto.io/Statement/v1","predicate":{},"predicateType":"a","subject":[{"digest":{"sha256":"' +
  `${"ab".repeat(32)}"},"name":"r"}]}`;
const BUNDLE =
  `{"dsseEnvelope":{"payload":"${bytesOf(STATEMENT).toBase64()}","payloadType":"application/vnd.in-toto+json",` +
  `"signatures":[{"sig":"AAAA"}]},"mediaType":"application/vnd.dev.sigstore.bundle.v0.3+json"}`;

/** Each parser with something well formed to be spoilt. */
const parsers: [name: string, parse: (bytes: Uint8Array) => unknown, good: Uint8Array][] = [
  [
    "parseSshSignature",
    parseSshSignature,
    bytesOf(`-----BEGIN SSH SIGNATURE-----\n${BLOB.toBase64()}\n-----END SSH SIGNATURE-----\n`),
  ],
  ["parseAllowedSigners", parseAllowedSigners, bytesOf(`a valid-after="20260102" ssh-ed25519 ${WIRE.toBase64()}\n`)],
  ["parseBundle", parseBundle, bytesOf(BUNDLE)],
  ["parseStatement", parseStatement, bytesOf(STATEMENT)],
  ["parseRequest", parseRequest, encodeRequest(sha256Hex("x"), new Uint8Array(8))],
  ["parseTimestamp", parseTimestamp, encodeRequest(sha256Hex("x"), new Uint8Array(8))],
];
for (const [name, parse, good] of parsers) {
  Deno.test(`parse() gives a value or a coded error when the bytes for ${name} are drawn or spoilt`, () => {
    const spoilt = fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 })
      .map((edits) => edits.reduce((bytes, [at, value]) => bytes.with(at, value), good));
    const moved = fc.tuple(fc.nat(good.length), fc.nat(good.length)).map(([from, to]) =>
      joinBytes([good.subarray(0, from), good.subarray(to)])
    );
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), spoilt, moved), (bytes) => {
        try {
          parse(bytes);
        } catch (error) {
          if (!(error instanceof PermafrostError)) throw error;
        }
      }),
      { seed: 7, numRuns: 3_000 },
    );
  });
}

Deno.test("parseBundle() reads what the others of this file spoil", () => {
  assertEquals(parseStatement(parseBundle(bytesOf(BUNDLE)).payload).subjectName, "r");
  assertEquals(parseSshSignature(parsers[0]![2]).namespace, "permafrost");
  assertEquals(parseAllowedSigners(parsers[1]![2]).length, 1);
  assertEquals(parseRequest(parsers[4]![2]).sha256, sha256Hex("x"));
});
