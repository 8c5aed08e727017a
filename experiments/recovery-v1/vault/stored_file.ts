/** Reads of files that lie in a vault: plain files of bounded size, whatever may stand in their place. @module */
import { PermafrostError } from "../../../kernel/error.ts";

/** The most bytes of a chunk: 1 MiB (specs, recovery.md). */
export const CHUNK_BYTES = 1_048_576;

/** How often a file is opened that is renamed over meanwhile. */
const TRIES = 10;

/** A file of the vault, open for reading. */
export interface StoredFile {
  /** The file; the caller closes it. */ readonly file: Deno.FsFile;
  /** Its size in bytes when it was opened. */ readonly bytes: number;
}

/** Makes the error of stored bytes that are not what their digest or manifest names; `at` is relative to the vault. */
export function damaged(at: string, state: string): PermafrostError {
  const advice = "nothing of the snapshot is given out; bring the file back from a copy of the vault";
  return new PermafrostError("vault-damaged", `Cannot read ${at} of the vault: ${state}; ${advice}`, { at });
}

/** Opens the plain file at a path relative to the vault; null when nothing stands there. A link, folder, pipe or device
 * is refused, also where one takes the place of the file meanwhile; several hard names are allowed. Where another writer
 * renames the same object to its name just then, it is tried again.
 * @param options `maxBytes`: the most bytes that the file may have.
 * @throws {PermafrostError} vault-damaged, file-unreadable; `at` is the path relative to the vault. */
export function openStored(vault: string, at: string, options: { maxBytes: number }): StoredFile | null {
  const path = `${vault}/${at}`;
  for (let tries = 0; tries < TRIES; tries++) {
    const named = attempt(() => Deno.lstatSync(path), at);
    if (named === null) return null;
    if (named.isSymlink) throw damaged(at, "a link stands in its place");
    if (!named.isFile) throw damaged(at, "it is no plain file");
    const file = attempt(() => Deno.openSync(path, { read: true }), at);
    if (file === null) return null;
    let isKept = false;
    try {
      const { size, dev, ino } = file.statSync();
      if (dev !== named.dev || ino !== named.ino) continue;
      if (size > options.maxBytes) throw damaged(at, `it is larger than ${options.maxBytes} bytes`);
      isKept = true;
      return { file, bytes: size };
    } finally {
      if (!isKept) file.close();
    }
  }
  throw damaged(at, "something else took its place, again and again");
}

/** Fills a buffer from a file as far as the file goes; returns the bytes read.
 * @throws {PermafrostError} file-unreadable; `at` is what is given. */
export function fillFrom(file: Deno.FsFile, buffer: Uint8Array, options: { at: string }): number {
  let filled = 0;
  for (let count: number | null = 1; count !== null && count > 0 && filled < buffer.length; filled += count ?? 0) {
    count = attempt(() => file.readSync(buffer.subarray(filled)), options.at);
  }
  return filled;
}

/** All bytes of the plain file at a path relative to the vault, null when nothing stands there; refuses and throws what
 * {@linkcode openStored} does.
 * @param options `maxBytes` as there; `buffer`: what to read into, else a new one is made.
 * @throws {PermafrostError} vault-damaged (also where the buffer is too short), file-unreadable. */
export function readStored(
  vault: string,
  at: string,
  options: { maxBytes: number; buffer?: Uint8Array<ArrayBuffer> },
): Uint8Array<ArrayBuffer> | null {
  const stored = openStored(vault, at, options);
  if (stored === null) return null;
  try {
    const { buffer = new Uint8Array(stored.bytes) } = options;
    if (stored.bytes > buffer.length) throw damaged(at, "it has more bytes than what names it says");
    const bytes = buffer.subarray(0, stored.bytes);
    return bytes.subarray(0, fillFrom(stored.file, bytes, { at }));
  } finally {
    stored.file.close();
  }
}

/** Runs a call of the system; null where nothing stands at the path. */
function attempt<T>(call: () => T, at: string): T | null {
  try {
    return call();
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound || cause instanceof Deno.errors.NotADirectory) return null;
    const reason = String((cause as { code?: unknown }).code ?? (cause as Error).name);
    const state = `the system refuses (${reason}); check its permissions`;
    throw new PermafrostError("file-unreadable", `Cannot read ${at}: ${state}`, { at, cause });
  }
}
