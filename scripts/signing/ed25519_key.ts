/** Public Ed25519 keys, in both of the forms that people have them in. @module */
import { createPublicKey, type KeyObject, verify } from "node:crypto";
import { sha256Hex } from "../../kernel/digest.ts";
import { PermafrostError } from "../../kernel/error.ts";
import { readBounded } from "../../kernel/file_read.ts";
import { fromBase64, readWire, writeWire } from "./ssh_wire.ts";

/** A public key. */
export interface Ed25519Key {
  /** SHA-256, in hex, of the key in DER (SubjectPublicKeyInfo). */
  readonly id: string;
  /** As PEM, for OpenSSL and others. */
  readonly pem: string;
  /** As the wire format of SSH. */
  readonly wire: Uint8Array<ArrayBuffer>;
  /** As Node knows it. */
  readonly object: KeyObject;
}

/** The largest file that is read as a key, in bytes. */
export const MAX_KEY_BYTES = 65_536;

/** Makes a key from what Node knows; null when it is of another kind than Ed25519. */
export function fromKeyObject(object: KeyObject): Ed25519Key | null {
  if (object.asymmetricKeyType !== "ed25519") return null;
  const der = object.export({ format: "der", type: "spki" });
  const wire = writeWire(["ssh-ed25519", der.subarray(-32)]); // RFC 8410 section 4: the key's 32 bytes stand last
  const pem = object.export({ format: "pem", type: "spki" }) as string;
  return { id: sha256Hex(der), pem: pem.endsWith("\n") ? pem : `${pem}\n`, wire, object };
}

/**
 * Makes a key from the wire format of SSH (RFC 8709 section 4).
 *
 * @throws {PermafrostError} `signature-invalid` for any other kind of key.
 */
export function fromWire(wire: Uint8Array): Ed25519Key {
  const reader = readWire(wire, "the SSH key"), type = reader.text();
  if (type !== "ssh-ed25519") refuse(`it is ${type}, not ssh-ed25519`);
  const raw = reader.bytes();
  reader.end();
  if (raw.length !== 32) refuse("it is not 32 bytes long");
  const jwk = { kty: "OKP", crv: "Ed25519", x: raw.toBase64({ alphabet: "base64url", omitPadding: true }) };
  try {
    return fromKeyObject(createPublicKey({ key: jwk, format: "jwk" }))!;
  } catch (cause) {
    return refuse("it is no point of the curve", cause);
  }
}

/**
 * Reads a public key's file: PEM (`BEGIN PUBLIC KEY`), or the line of an SSH key (`ssh-ed25519 AAAA…`).
 *
 * @param path Its path; `at` is its name in messages.
 * @throws {PermafrostError} `signature-invalid` for other content or another kind of key; file-*.
 */
export function readPublicKey(path: string, { at }: { at: string }): Ed25519Key {
  const text = new TextDecoder().decode(readBounded(path, { maxBytes: MAX_KEY_BYTES, at })).trim();
  if (/PRIVATE KEY-----/.test(text)) refuse("it is a private key; give the public one", undefined, at);
  const line = /^ssh-ed25519 ([A-Za-z0-9+/=]+)(?: [^\n]*)?$/.exec(text)?.[1];
  const wire = line === undefined ? null : fromBase64(line);
  if (wire !== null) return fromWire(wire);
  if (!/^-----BEGIN PUBLIC KEY-----\n[^-]*-----END PUBLIC KEY-----$/.test(text.replaceAll("\r\n", "\n"))) {
    refuse("it is neither one PEM block PUBLIC KEY nor one line ssh-ed25519", undefined, at);
  }
  let key: Ed25519Key | null = null;
  try {
    key = fromKeyObject(createPublicKey(text));
  } catch (cause) {
    refuse("its PEM holds no key", cause, at);
  }
  return key ?? refuse("it is of another kind than Ed25519", undefined, at);
}

/** Tells whether a signature (64 bytes, RFC 8032) over bytes is by a key. */
export function isSignedBy(
  key: Ed25519Key,
  { bytes, signature }: { bytes: Uint8Array; signature: Uint8Array },
): boolean {
  return signature.length === 64 && verify(null, bytes, key.object, signature);
}

function refuse(state: string, cause?: unknown, at?: string): never {
  const options = at === undefined ? { cause } : { cause, at };
  throw new PermafrostError("signature-invalid", `Cannot use ${at ?? "the key"}: ${state}`, options);
}
