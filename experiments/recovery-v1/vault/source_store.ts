/** Stores the bytes of a file in the vault, as chunks and a manifest. @module */
import { PermafrostError } from "../../../kernel/error.ts";
import { openSourceHasher, readDigest, sha256Hex, type SnapshotDigest } from "./digest.ts";
import { formatManifest, MANIFEST_BYTES } from "./manifest_read.ts";
import { makeFolder, syncFolder, unlessRefused, writeWhole } from "./private_file.ts";
import { openSource } from "./source_open.ts";
import { CHUNK_BYTES, damaged, fillFrom, openStored } from "./stored_file.ts";

/** What became of a source. */
export interface StoredSource {
  /** The snapshot. */ readonly digest: SnapshotDigest;
  /** The SHA-256 of the source. */ readonly sourceSha256: string;
  /** The size of the source in bytes. */ readonly bytes: number;
  /** Its physical lines. */ readonly recordCount: number;
  /** Bytes of chunks that the vault did not have. */ readonly newBytes: number;
}

const LF = 0x0a;
/** How many chunks are written at once. */
const WRITES = 8;

/** Stores a plain file (links to one are followed) as a snapshot: exactly the bytes that it had when it was opened. What
 * is appended meanwhile is left out, so the last record may be one that its writer had not ended. A file that changes in
 * any other way is refused: all of it is read twice, since the times of a file are too coarse to tell.
 *
 * Chunks of 1 MiB come first, then the manifest, each a synced temporary that is renamed to its digest, of mode 0600 in
 * folders of mode 0700. What the vault has already is compared, and never trusted by its name. A failure or a kill
 * leaves whole chunks without a manifest, and perhaps a temporary; the next try uses the chunks. Holds
 * some 16 MiB.
 * @throws {PermafrostError} file-missing, file-kind, file-unreadable, file-changed for the source; vault-request where
 * it is too large; vault-damaged, file-write for the vault. */
export async function storeSource(vault: string, sourcePath: string): Promise<StoredSource> {
  const { file, bytes } = openSource(sourcePath);
  let writes: Promise<void>[] = [];
  try {
    for (const folder of ["chunks", "manifests"]) makeFolder(`${vault}/${folder}`, { at: folder });
    const hasher = await openSourceHasher(bytes), chunks: string[] = [], seen = new Set<string>();
    let newBytes = 0, ended = 0, last = LF, left = bytes;
    while (left > 0) {
      const chunk = readPart(file, Math.min(CHUNK_BYTES, left));
      const digest = sha256Hex(chunk);
      hasher.update(chunk);
      for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, end + 1)) ended++;
      [last = LF, left] = [chunk.at(-1), left - chunk.length];
      const name = await digest, at = `chunks/${name}`;
      chunks.push(name);
      if (seen.has(name) || isStored(vault, { at, bytes: chunk })) continue;
      seen.add(name);
      newBytes += chunk.length;
      const write = writeWhole(`${vault}/${at}`, chunk, { at });
      write.catch(() => {}); // it is told when all are awaited
      writes.push(write);
      if (writes.length === WRITES) await Promise.all(writes).then(() => writes = []);
    }
    await Promise.all(writes);
    const sourceSha256 = await hasher.digest();
    await checkAgain(file, { sourceSha256, bytes });
    syncFolder(`${vault}/chunks`);
    const manifest = new TextEncoder().encode(formatManifest({ sourceSha256, bytes, chunks }));
    if (manifest.length > MANIFEST_BYTES) throw tooLarge();
    const digest = readDigest(await sha256Hex(manifest)), at = `manifests/${digest}`;
    if (!isStored(vault, { at, bytes: manifest })) await writeWhole(`${vault}/${at}`, manifest, { at });
    for (const folder of [`${vault}/manifests`, vault, parentOf(vault)]) syncFolder(folder);
    return { digest, sourceSha256, bytes, recordCount: ended + Number(last !== LF), newBytes };
  } finally {
    await Promise.allSettled(writes); // none goes on after a failure was told
    file.close();
  }
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

function readPart(file: Deno.FsFile, length: number): Uint8Array<ArrayBuffer> {
  const part = new Uint8Array(length);
  if (fillFrom(file, part, { at: "the source" }) < length) throw changed("it became shorter");
  return part;
}

async function checkAgain(file: Deno.FsFile, source: { sourceSha256: string; bytes: number }): Promise<void> {
  file.seekSync(0, Deno.SeekMode.Start);
  const hasher = await openSourceHasher(source.bytes);
  for (let left = source.bytes; left > 0; left -= CHUNK_BYTES) {
    hasher.update(readPart(file, Math.min(CHUNK_BYTES, left)));
  }
  if (await hasher.digest() !== source.sourceSha256) throw changed("its beginning changed");
}

function changed(what: string): PermafrostError {
  const state = `${what} while it was read; try again when nothing but appends happen to it`;
  return new PermafrostError("file-changed", `Cannot take a snapshot of the source: ${state}`);
}

function tooLarge(): PermafrostError {
  return new PermafrostError("vault-request", "Cannot take a snapshot of the source: its manifest would be too large");
}

/** Tells whether the vault has the bytes under their digest; it then syncs them, as another may have written them.
 * @throws {PermafrostError} vault-damaged when other bytes, or no plain file, have that name. */
function isStored(vault: string, object: { at: string; bytes: Uint8Array<ArrayBuffer> }): boolean {
  const { at, bytes } = object;
  const stored = openStored(vault, at, { maxBytes: bytes.length });
  if (stored === null) return false;
  try {
    const found = new Uint8Array(bytes.length);
    let same = fillFrom(stored.file, found, { at }) === bytes.length ? 0 : bytes.length + 1;
    while (same < bytes.length && found[same] === bytes[same]) same++;
    if (same !== bytes.length) throw damaged(at, "its bytes do not have the digest that it is named by");
    unlessRefused(() => stored.file.syncSync());
    return true;
  } finally {
    stored.file.close();
  }
}
