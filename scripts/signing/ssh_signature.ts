/** SSH signatures as OpenSSH defines them in PROTOCOL.sshsig: their text, their parts, what they sign. @module */
import { createHash } from "node:crypto";
import { PermafrostError } from "../../kernel/error.ts";
import { streamFile } from "../../kernel/file_read.ts";
import { fromBase64, joinBytes, readWire, writeWire } from "./ssh_wire.ts";

/** The namespace of every signature made or accepted here: one made for mail, Git or a login is not one of these. */
export const NAMESPACE = "permafrost";

/** The largest text of a signature, in bytes; one by an RSA key of 16,384 bits fits. */
export const MAX_SIGNATURE_BYTES = 65_536;

/** A signature's parts. */
export interface SshSignature {
  /** The public key in the wire format. */
  readonly publicKey: Uint8Array<ArrayBuffer>;
  /** The kind of key, such as `ssh-ed25519`. */
  readonly keyType: string;
  /** What it was made for. */
  readonly namespace: string;
  /** What the message was hashed with. */
  readonly hash: "sha256" | "sha512";
  /** The kind of the signature proper, such as `rsa-sha2-512`. */
  readonly signatureType: string;
  /** The signature proper; for ssh-ed25519 its 64 bytes. */
  readonly signature: Uint8Array<ArrayBuffer>;
}

const MAGIC = new TextEncoder().encode("SSHSIG");
const ARMOR = /^-----BEGIN SSH SIGNATURE-----\r?\n([A-Za-z0-9+/=\r\n]+?)\r?\n-----END SSH SIGNATURE-----\s*$/;

/**
 * Reads the text of a signature. Refuses another version, a reserved field that is not empty, hashes other than
 * SHA-256 and SHA-512, and whatever is not needed.
 *
 * @throws {PermafrostError} `signature-invalid`.
 */
export function parseSshSignature(bytes: Uint8Array): SshSignature {
  const refuse = (state: string): never => {
    throw new PermafrostError("signature-invalid", `Cannot read the SSH signature: ${state}`);
  };
  if (bytes.length > MAX_SIGNATURE_BYTES) refuse(`it is larger than ${MAX_SIGNATURE_BYTES} bytes`);
  const body = ARMOR.exec(new TextDecoder("latin1").decode(bytes))?.[1]?.replace(/\r?\n/g, "");
  const blob = body === undefined ? null : fromBase64(body);
  if (blob === null) return refuse("it is no SSH SIGNATURE block in base64");
  const reader = readWire(blob, "the SSH signature");
  if (new TextDecoder().decode(reader.take(MAGIC.length)) !== "SSHSIG") refuse("its magic is not SSHSIG");
  if (reader.uint32() !== 1) refuse("its version is not 1");
  const publicKey = reader.bytes(), namespace = reader.text();
  if (reader.bytes().length > 0) refuse("its reserved field is not empty");
  const hash = reader.text(), proper = readWire(reader.bytes(), "the SSH signature");
  reader.end();
  if (hash !== "sha256" && hash !== "sha512") return refuse("its hash is neither sha256 nor sha512");
  const signatureType = proper.text(), signature = proper.bytes();
  if (!signatureType.startsWith("sk-")) proper.end(); // hardware keys add a counter, which ssh-keygen judges
  return { publicKey, keyType: keyTypeOf(publicKey), namespace, hash, signatureType, signature };
}

/**
 * The kind of a public key in the wire format.
 *
 * @throws {PermafrostError} `signature-invalid`.
 */
export function keyTypeOf(publicKey: Uint8Array): string {
  return readWire(publicKey, "the SSH key").text();
}

/** The fingerprint as `ssh-keygen -l` shows it. */
export function sshFingerprint(publicKey: Uint8Array): string {
  return `SHA256:${createHash("sha256").update(publicKey).digest("base64").replace(/=+$/, "")}`;
}

/**
 * The bytes that the key signs: the magic, the namespace, an empty field, the hash's name, and the hash of the file.
 *
 * @throws {PermafrostError} file-*.
 */
export function signedBytes(path: string, { namespace, hash }: Pick<SshSignature, "namespace" | "hash">): Uint8Array {
  const running = createHash(hash);
  streamFile(path, { take: (chunk) => void running.update(chunk) });
  return joinBytes([MAGIC, writeWire([namespace, "", hash, new Uint8Array(running.digest())])]);
}
