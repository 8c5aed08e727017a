/** Keys that sign attestations: an Ed25519 file in PKCS#8, or one that the user's ssh-agent holds. @module */
import { createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";
import { PermafrostError } from "../../kernel/error.ts";
import { readBounded } from "../../kernel/file_read.ts";
import { type Ed25519Key, fromKeyObject, isSignedBy, MAX_KEY_BYTES, readPublicKey } from "./ed25519_key.ts";
import { signByAgent } from "./ssh_agent.ts";

/** What signs. */
export interface Signer {
  /** The public half. */
  readonly key: Ed25519Key;
  /** Signs bytes: 64 bytes, by RFC 8032. */
  readonly sign: (bytes: Uint8Array) => Promise<Uint8Array>;
}

/**
 * Opens a key: a PEM file `BEGIN PRIVATE KEY` (PKCS#8, RFC 8410), or the public half (`ssh-ed25519 AAAA…` or PEM) of
 * a key in the agent. OpenSSH's own private files are never read: add such a key to the agent.
 *
 * @param path The file's path.
 * @param options `agentSocket` is what SSH_AUTH_SOCK names, or null.
 * @throws {PermafrostError} `signature-invalid` for another kind of key, one with a passphrase, or without an agent;
 * file-*.
 */
export function openSigner(path: string, { agentSocket }: { agentSocket: string | null }): Signer {
  const text = new TextDecoder().decode(readBounded(path, { maxBytes: MAX_KEY_BYTES, at: "the key" })).trim();
  if (/^-----BEGIN OPENSSH PRIVATE KEY-----/.test(text)) {
    return refuse("it is OpenSSH's own form, which is never read; add it to ssh-agent and give the .pub file");
  }
  if (/^-----BEGIN ENCRYPTED PRIVATE KEY-----/.test(text)) {
    return refuse("it has a passphrase; use a key in ssh-agent and give the .pub file");
  }
  if (/^-----BEGIN PRIVATE KEY-----/.test(text)) return fromPem(text);
  const key = readPublicKey(path, { at: "the key" });
  if (agentSocket === null || agentSocket === "") {
    return refuse("it is a public key, and SSH_AUTH_SOCK names no agent that could hold its other half");
  }
  const signByIt = (bytes: Uint8Array) => signByAgent({ socket: agentSocket, key: key.wire, bytes });
  return checked({ key, sign: signByIt });
}

function fromPem(text: string): Signer {
  let object: KeyObject;
  try {
    object = createPrivateKey(text);
  } catch (cause) {
    return refuse("its PEM holds no private key", cause);
  }
  if (object.asymmetricKeyType !== "ed25519") return refuse("it is of another kind than Ed25519");
  const key = fromKeyObject(createPublicKey(object))!;
  return checked({ key, sign: (bytes) => Promise.resolve(sign(null, bytes, object)) });
}

/** Lets nothing out that does not verify. */
function checked({ key, sign }: Signer): Signer {
  return {
    key,
    sign: async (bytes) => {
      const signature = new Uint8Array(await sign(bytes));
      return isSignedBy(key, { bytes, signature }) ? signature : refuse("the signature that it made does not verify");
    },
  };
}

function refuse(state: string, cause?: unknown): never {
  throw new PermafrostError("signature-invalid", `Cannot sign with the key: ${state}`, { at: "--key", cause });
}
