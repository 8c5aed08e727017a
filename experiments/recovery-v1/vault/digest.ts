/** SHA-256 for the vault. No `node:` module on the usual path: importing one costs a third of a command. @module */
import { PermafrostError } from "../../../kernel/error.ts";

/** The full SHA-256 of a snapshot, 64 lower-case hexadecimal digits: the only identity that a snapshot has. */
export type SnapshotDigest = string & { readonly __brand: "snapshotDigest" };

/** Bytes up to which Web Crypto hashes a source whole; more are hashed step by step by `node:crypto`. */
export const KEPT_BYTES = 8 * 1024 * 1024;

/** Takes a source piece by piece. */
export interface SourceHasher {
  /** Takes the next piece, which must not change before the digest is there. */
  readonly update: (piece: Uint8Array<ArrayBuffer>) => void;
  /** The digest of all pieces, as 64 lower-case hexadecimal digits; to be asked for once. */
  readonly digest: () => Promise<string>;
}

/** Tells whether a text is a full digest: exactly 64 lower-case hexadecimal digits. */
export function isDigest(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/** Takes a text as the digest of a snapshot. Refuses short, long and upper-case ones, prefixes and paths.
 * @throws {PermafrostError} vault-request; the text is not repeated in the message. */
export function readDigest(text: string): SnapshotDigest {
  if (isDigest(text)) return text as SnapshotDigest;
  const state = "it is not exactly 64 lower-case hexadecimal digits; give the full digest";
  throw new PermafrostError("vault-request", `Cannot take the text as a snapshot's digest: ${state}`);
}

/** The SHA-256 of bytes as 64 lower-case hexadecimal digits, computed beside the main thread. */
export async function sha256Hex(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

/** Starts to hash a source. One of at most {@linkcode KEPT_BYTES} is kept and hashed at its end; for a longer one
 * `node:crypto` is loaded, and nothing is kept.
 * @param bytes The most bytes that will come. */
export async function openSourceHasher(bytes: number): Promise<SourceHasher> {
  if (bytes > KEPT_BYTES) {
    const hash = (await import("node:crypto")).createHash("sha256");
    return { update: (piece) => void hash.update(piece), digest: () => Promise.resolve(hash.digest("hex")) };
  }
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const digest = async (): Promise<string> => {
    const [first = new Uint8Array(0)] = pieces;
    return await sha256Hex(pieces.length < 2 ? first : new Uint8Array(await new Blob(pieces).arrayBuffer()));
  };
  return { update: (piece) => void pieces.push(piece), digest };
}
