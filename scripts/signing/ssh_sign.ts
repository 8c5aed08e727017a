/** SSH signatures made by ssh-keygen, so that agents, hardware keys and passphrases work; no private key is read here. @module */
import { resolve } from "node:path";
import { sha256File } from "../../kernel/digest.ts";
import { PermafrostError } from "../../kernel/error.ts";
import { MAX_KEY_BYTES } from "./ed25519_key.ts";
import { readBounded } from "../../kernel/file_read.ts";
import { runProgram } from "./outside_program.ts";
import { NAMESPACE, parseSshSignature, sshFingerprint } from "./ssh_signature.ts";
import { isMadeOver } from "./ssh_verify.ts";

/** What is signed, and with what. */
export interface SignRequest {
  /** The path of the file to sign. */
  readonly path: string;
  /** The SHA-256 that it must have, in hex. */
  readonly sha256: string;
  /** The path of a private key, or of a public one whose private half an agent holds. */
  readonly keyPath: string;
  /** The agent's socket, where it is not the one that SSH_AUTH_SOCK names. */
  readonly agentSocket?: string;
  /** Hears what ssh-keygen asks for while it waits, such as a touch. */
  readonly onWords?: (text: string) => void;
  /** Ends it. */
  readonly signal?: AbortSignal;
}

/** A signature that was made. */
export interface MadeSignature {
  /** Its text, as ssh-keygen wrote it. */
  readonly text: Uint8Array<ArrayBuffer>;
  /** The fingerprint of its key. */
  readonly fingerprint: string;
  /** The kind of its key. */
  readonly keyType: string;
}

/** How long a person may take to type a passphrase or touch a key, in milliseconds. */
const PATIENCE_MS = 300_000;

/**
 * Signs a file's bytes for the namespace `permafrost`, and verifies what came of it. Refuses a file that is not, or no
 * longer, the one that was meant.
 *
 * @throws {PermafrostError} `signature-invalid` when ssh-keygen refuses, with what it says, or makes something else;
 * `file-changed`; `unavailable` without ssh-keygen; `interrupted`; file-*.
 */
export async function signBySsh(
  { path, sha256, keyPath, agentSocket, onWords, signal }: SignRequest,
): Promise<MadeSignature> {
  readBounded(keyPath, { maxBytes: MAX_KEY_BYTES, at: "the key" }); // says what is wrong with it better than ssh-keygen
  const { success, stdout, words } = await runProgram("ssh-keygen", {
    args: ["-Y", "sign", "-q", "-n", NAMESPACE, "-f", resolve(keyPath)],
    stdin: { path },
    environment: agentSocket === undefined ? "inherit" : { SSH_AUTH_SOCK: agentSocket },
    timeoutMs: PATIENCE_MS,
    ...(onWords && { onWords }),
    ...(signal && { signal }),
  });
  const refuse = (state: string): never => {
    throw new PermafrostError("signature-invalid", `Cannot sign: ${state}`, { at: "--key" });
  };
  if (!success) {
    const said = words.replaceAll(resolve(keyPath), "the key").slice(0, 1_000);
    refuse(`ssh-keygen refuses: ${said || "it says nothing"}; a public key needs an agent that holds its other half`);
  }
  const signature = parseSshSignature(stdout);
  if (signature.namespace !== NAMESPACE) refuse("ssh-keygen made a signature for another namespace");
  const isGenuine = await isMadeOver(path, { text: stdout, signature });
  if (sha256File(path).sha256 !== sha256) {
    throw new PermafrostError("file-changed", "Cannot sign: the file changed since it was checked; try again");
  }
  if (!isGenuine) refuse("the signature that ssh-keygen made does not verify");
  return { text: stdout, fingerprint: sshFingerprint(signature.publicKey), keyType: signature.keyType };
}
