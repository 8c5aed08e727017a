/** Opens a snapshot for verified reading in bounded memory. @module */
import { PermafrostError } from "../../../kernel/error.ts";
import { KEPT_BYTES, openSourceHasher, sha256Hex, type SnapshotDigest } from "./digest.ts";
import { readManifest, type SnapshotManifest } from "./manifest_read.ts";
import { CHUNK_BYTES, damaged, fillFrom, openStored, readStored, type StoredFile } from "./stored_file.ts";

/** The bytes of one pass over a snapshot. */
export type SnapshotBytes = AsyncGenerator<Uint8Array<ArrayBuffer>, void>;

/** A snapshot whose name has been checked, and its content not yet. */
export interface Snapshot {
  /** The digest that it was asked for by. */ readonly digest: SnapshotDigest;
  /** The SHA-256 of the source. */ readonly sourceSha256: string;
  /** The size of the source in bytes. */ readonly bytes: number;
  /** Whether a manifest lists chunks, or the object is the source itself. */ readonly kind: "chunked" | "legacy";
  /** How many chunks the manifest lists; 1 for a legacy object. */ readonly chunkCount: number;
  /**
   * The source in order, in pieces that are not empty; each call is a pass of its own. A source of at most 8 MiB is one
   * piece, checked whole before it is given and kept, so that later passes cost nothing. A longer one comes chunk by
   * chunk, each checked against its own digest before it is given (a legacy object has no digest but that of the
   * whole), and after the last the generator throws unless size and digest of the source agree: give nothing out before
   * it has ended. It throws PermafrostError vault-damaged or file-unreadable.
   */
  readonly chunks: () => SnapshotBytes;
}

/** Opens the snapshot of a digest: by its manifest, else the legacy object of that name. Reads the manifest only; the
 * content is checked by each pass over it. Holds at most 8 MiB of it, or one chunk.
 * @param vault The path of the vault.
 * @throws {PermafrostError} vault-missing, vault-damaged, file-unreadable; `at` is a path relative to the vault. */
export async function openSnapshot(vault: string, digest: SnapshotDigest): Promise<Snapshot> {
  const manifest = await readManifest(vault, digest);
  if (manifest !== null) {
    const { sourceSha256, bytes, chunks } = manifest;
    const pass = bytes > KEPT_BYTES ? () => streamChunks(vault, manifest) : keep(() => readChunks(vault, manifest));
    return { digest, sourceSha256, bytes, kind: "chunked", chunkCount: chunks.length, chunks: pass };
  }
  const object = openStored(vault, `objects/${digest}`, { maxBytes: Number.MAX_SAFE_INTEGER });
  if (object === null) throw missing(vault, digest);
  object.file.close();
  const { bytes } = object;
  const pass = bytes > KEPT_BYTES
    ? () => streamObject(vault, { digest, bytes })
    : keep(() => readObject(vault, { digest, bytes }));
  return { digest, sourceSha256: digest, bytes, kind: "legacy", chunkCount: 1, chunks: pass };
}

function missing(vault: string, digest: SnapshotDigest): PermafrostError {
  const [what, state] = isFolder(vault)
    ? ["snapshot", "the vault has none of this digest; list those that it has"]
    : ["vault", "its folder is not there; take a snapshot first, or set XDG_DATA_HOME"];
  return new PermafrostError("vault-missing", `Cannot read the ${what}: ${state}`, { at: `manifests/${digest}` });
}

function isFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}

/** Makes passes over bytes that are read and checked once; a failed reading is tried again by the next pass. */
function keep(read: () => Promise<Uint8Array<ArrayBuffer>>): () => SnapshotBytes {
  let kept: Uint8Array<ArrayBuffer> | null = null;
  return async function* () {
    kept ??= await read();
    if (kept.length > 0) yield kept;
  };
}

/** A small source whole. Its chunks and itself are hashed side by side, beside the main thread. */
async function readChunks(vault: string, manifest: SnapshotManifest): Promise<Uint8Array<ArrayBuffer>> {
  const whole = new Uint8Array(manifest.bytes);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let filled = 0;
  for (const name of manifest.chunks) {
    const part = readChunk(vault, name, whole.subarray(filled));
    filled += part.length;
    parts.push(part);
  }
  const digests = parts.map(sha256Hex); // only now, so that no refusal leaves one running
  const [only] = digests;
  const source = digests.length === 1 && only !== undefined ? only : sha256Hex(whole);
  const [sourceSha256, ...names] = await Promise.all([source, ...digests]);
  names.forEach((name, index) => checkChunk(name, manifest.chunks[index] ?? ""));
  checkSource({ sha256: sourceSha256, bytes: filled }, manifest);
  return whole;
}

async function* streamChunks(vault: string, manifest: SnapshotManifest): SnapshotBytes {
  const source = await openSourceHasher(manifest.bytes);
  let bytes = 0;
  for (const name of manifest.chunks) {
    const chunk = readChunk(vault, name);
    const digest = sha256Hex(chunk); // runs while the source's digest takes the same bytes
    source.update(chunk);
    checkChunk(await digest, name);
    bytes += chunk.length;
    if (bytes > manifest.bytes) throw tooLong(name);
    if (chunk.length > 0) yield chunk;
  }
  checkSource({ sha256: await source.digest(), bytes }, manifest);
}

/** Reads a chunk, into a buffer where one is given, which is what the manifest leaves for it. */
function readChunk(vault: string, name: string, buffer?: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const at = `chunks/${name}`, options = { maxBytes: CHUNK_BYTES, ...(buffer && { buffer }) };
  const chunk = readStored(vault, at, options);
  if (chunk === null) throw damaged(at, "a manifest names it, and it is not there");
  return chunk;
}

function tooLong(name: string): PermafrostError {
  return damaged(`chunks/${name}`, "with it the chunks hold more bytes than their manifest says");
}

function checkChunk(found: string, name: string): void {
  if (found !== name) throw damaged(`chunks/${name}`, "its bytes do not have the digest that it is named by");
}

function checkSource(found: { sha256: string; bytes: number }, { bytes, sourceSha256 }: SnapshotManifest): void {
  const at = "chunks";
  if (found.bytes !== bytes) throw damaged(at, "together they hold fewer bytes than their manifest says");
  if (found.sha256 !== sourceSha256) throw damaged(at, "together they are not the source that their manifest names");
}

type LegacyObject = Readonly<{ digest: SnapshotDigest; bytes: number }>;

async function readObject(vault: string, { digest, bytes }: LegacyObject): Promise<Uint8Array<ArrayBuffer>> {
  const at = `objects/${digest}`;
  const whole = readStored(vault, at, { maxBytes: KEPT_BYTES });
  if (whole === null) throw damaged(at, "it was removed while it was read");
  checkObject({ sha256: await sha256Hex(whole), bytes: whole.length }, { digest, bytes });
  return whole;
}

async function* streamObject(vault: string, { digest, bytes }: LegacyObject): SnapshotBytes {
  const at = `objects/${digest}`;
  const stored: StoredFile | null = openStored(vault, at, { maxBytes: bytes });
  if (stored === null) throw damaged(at, "it was removed while it was read");
  try {
    const source = await openSourceHasher(bytes);
    let total = 0;
    for (let size = CHUNK_BYTES; size === CHUNK_BYTES && total <= bytes; total += size) {
      const piece = new Uint8Array(CHUNK_BYTES);
      size = fillFrom(stored.file, piece, { at });
      if (size === 0) break;
      source.update(piece.subarray(0, size));
      yield piece.subarray(0, size);
    }
    checkObject({ sha256: await source.digest(), bytes: total }, { digest, bytes });
  } finally {
    stored.file.close();
  }
}

function checkObject(found: { sha256: string; bytes: number }, { digest, bytes }: LegacyObject): void {
  const at = `objects/${digest}`;
  if (found.bytes !== bytes) throw damaged(at, "its size changed while it was read");
  if (found.sha256 !== digest) throw damaged(at, "its bytes do not have the digest that it is named by");
}
