/** Signed statements: in-toto payloads in DSSE envelopes inside Sigstore bundles. @module */
import { PermafrostError } from "../../kernel/error.ts";
import { parseStrictBytes } from "../../kernel/json_decode.ts";
import { canonicalize } from "../../kernel/json_encode.ts";
import { isJsonObject, type JsonObject, type JsonValue, valueAt } from "../../kernel/json_value.ts";
import { type Ed25519Key, isSignedBy } from "./ed25519_key.ts";
import type { Signer } from "./signing_key.ts";
import { fromBase64, joinBytes } from "./ssh_wire.ts";

/** The one type of payload that is made and accepted; compared as a literal, whole. */
export const PAYLOAD_TYPE = "application/vnd.in-toto+json";

/** The form of the bundle that is made and accepted. */
export const BUNDLE_TYPE = "application/vnd.dev.sigstore.bundle.v0.3+json";

/** The largest bundle, in bytes: a receipt lists at most a thousand differences of each kind. */
export const MAX_BUNDLE_BYTES = 16_777_216;

/** An envelope whose parts were read; nothing of it is verified. */
export interface Envelope {
  /** The exact bytes that were signed over. */
  readonly payload: Uint8Array<ArrayBuffer>;
  /** What the payload says that it is. */
  readonly payloadType: string;
  /** The one signature. */
  readonly signature: Uint8Array<ArrayBuffer>;
}

/**
 * The bytes that are signed: the DSSE pre-authentication encoding, version 1. It covers the type as well as the
 * payload, with their lengths, so that neither can be taken for a part of the other.
 */
export function preAuthEncoding(payloadType: string, payload: Uint8Array): Uint8Array<ArrayBuffer> {
  const type = new TextEncoder().encode(payloadType);
  const head = new TextEncoder().encode(`DSSEv1 ${type.length} ${payloadType} ${payload.length} `);
  return joinBytes([head, payload]);
}

/**
 * Signs a statement. Gives the bundle's file: one line of canonical JSON. The payload is canonical JSON too; the
 * key's hint and the envelope's key id, which nothing is decided by, are the SHA-256 of the public key in DER.
 *
 * @throws {PermafrostError} What the signer throws.
 */
export async function signStatement(statement: JsonObject, signer: Signer): Promise<Uint8Array<ArrayBuffer>> {
  const payload = new TextEncoder().encode(canonicalize(statement));
  const signature = await signer.sign(preAuthEncoding(PAYLOAD_TYPE, payload));
  const { id } = signer.key;
  const bundle = {
    mediaType: BUNDLE_TYPE,
    verificationMaterial: { publicKey: { hint: id }, tlogEntries: [] },
    dsseEnvelope: {
      payload: payload.toBase64(),
      payloadType: PAYLOAD_TYPE,
      signatures: [{ sig: signature.toBase64(), keyid: id }],
    },
  };
  return new TextEncoder().encode(canonicalize(bundle) + "\n");
}

/**
 * Reads a bundle. Refuses another form or version, several signatures, a payload of another type, and base64 that is
 * not written the one right way. What else the bundle holds (certificates, logs) is not looked at.
 *
 * @throws {PermafrostError} `signature-invalid` at a JSON Pointer; json-*.
 */
export function parseBundle(bytes: Uint8Array): Envelope {
  const bundle = parseStrictBytes(bytes, { maxBytes: MAX_BUNDLE_BYTES });
  const refuse = (at: string, state: string): never => {
    throw new PermafrostError("signature-invalid", `Cannot read the bundle: at ${at}, ${state}`, { at });
  };
  const textAt = (at: string): string => {
    const value = valueAt(bundle, at);
    return typeof value === "string" ? value : refuse(at, "there is no text");
  };
  const bytesAt = (at: string): Uint8Array<ArrayBuffer> => fromBase64(textAt(at)) ?? refuse(at, "it is no base64");
  if (textAt("/mediaType") !== BUNDLE_TYPE) refuse("/mediaType", `it is not ${BUNDLE_TYPE}`);
  const payloadType = textAt("/dsseEnvelope/payloadType");
  if (payloadType !== PAYLOAD_TYPE) refuse("/dsseEnvelope/payloadType", `it is not ${PAYLOAD_TYPE}`);
  const signatures = valueAt(bundle, "/dsseEnvelope/signatures");
  if (!Array.isArray(signatures) || signatures.length !== 1) {
    refuse("/dsseEnvelope/signatures", "there is not exactly one signature");
  }
  const signature = bytesAt("/dsseEnvelope/signatures/0/sig");
  return { payload: bytesAt("/dsseEnvelope/payload"), payloadType, signature };
}

/** The key among those given that signed an envelope; null when none did. Hints and key ids do not choose. */
export function findSigningKey(envelope: Envelope, keys: readonly Ed25519Key[]): Ed25519Key | null {
  const bytes = preAuthEncoding(envelope.payloadType, envelope.payload);
  return keys.find((key) => isSignedBy(key, { bytes, signature: envelope.signature })) ?? null;
}

/** A statement: what it is about, what kind of statement it is, and what it says. */
export interface Statement {
  /** The name of the file that it is about. */
  readonly subjectName: string;
  /** The SHA-256 of that file, in hex. */
  readonly subjectSha256: string;
  /** The kind of statement. */
  readonly predicateType: string;
  /** What it says. */
  readonly predicate: JsonObject;
}

const STATEMENT_TYPE = "https://in-toto.io/Statement/v1";

/** Writes a statement in the form in-toto Statement v1. */
export function statementOf({ subjectName, subjectSha256, predicateType, predicate }: Statement): JsonObject {
  const subject = [{ name: subjectName, digest: { sha256: subjectSha256 } }];
  return { _type: STATEMENT_TYPE, subject, predicateType, predicate };
}

/**
 * Reads the payload of an envelope, whose signature must have been verified before. Wants exactly one subject with a
 * SHA-256; fields that are not known are passed over, as in-toto asks.
 *
 * @throws {PermafrostError} `signature-invalid` at a JSON Pointer; json-*.
 */
export function parseStatement(payload: Uint8Array): Statement {
  const value = parseStrictBytes(payload, { maxBytes: MAX_BUNDLE_BYTES });
  const refuse = (at: string, state: string): never => {
    throw new PermafrostError("signature-invalid", `Cannot read the statement: at ${at}, ${state}`, { at });
  };
  const wanted = (at: string, isGood: (text: string) => boolean): string => {
    const text: JsonValue | undefined = valueAt(value, at);
    return typeof text === "string" && isGood(text) ? text : refuse(at, "it is missing, or not as it should be");
  };
  wanted("/_type", (text) => text === STATEMENT_TYPE);
  const subjects = valueAt(value, "/subject"), predicate = valueAt(value, "/predicate");
  if (!Array.isArray(subjects) || subjects.length !== 1) refuse("/subject", "there is not exactly one");
  return {
    subjectName: wanted("/subject/0/name", (text) => text !== ""),
    subjectSha256: wanted("/subject/0/digest/sha256", (text) => /^[0-9a-f]{64}$/.test(text)),
    predicateType: wanted("/predicateType", (text) => text !== ""),
    predicate: isJsonObject(predicate) ? predicate : refuse("/predicate", "it is no object"),
  };
}
