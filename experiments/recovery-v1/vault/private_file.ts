/** Writes of files that only their user may read, which appear whole or not at all. @module */
import { PermafrostError } from "../../../kernel/error.ts";

/** A file that has no name of its own yet. */
export interface TemporaryFile {
  /** The file, open for writing. */ readonly file: Deno.FsFile;
  /** Where it stands. */ readonly path: string;
}

const TEMPORARY = /^\.vault-write-\d+-\d+\.tmp$/;

/** Tells whether a name is one that {@linkcode createTemporary} gives; a kill may leave such a file. */
export function isTemporaryName(name: string): boolean {
  return TEMPORARY.test(name);
}

/** Runs calls of the system that write; what they throw becomes file-write or file-exists, coded errors stay.
 * @param options `at`: the name in errors.
 * @throws {PermafrostError} file-write, file-exists, and what the calls throw. */
export function writing<T>(calls: () => T, options: { at: string }): T {
  const { at } = options;
  try {
    return calls();
  } catch (cause) {
    if (cause instanceof PermafrostError) throw cause;
    if (cause instanceof Deno.errors.AlreadyExists) {
      const state = "something is there already, and nothing is overwritten; choose another name";
      throw new PermafrostError("file-exists", `Cannot write ${at}: ${state}`, { at, cause });
    }
    const reason = String((cause as { code?: unknown }).code ?? (cause as Error).name);
    const state = `the system refuses (${reason}); check permissions and the free space`;
    throw new PermafrostError("file-write", `Cannot write ${at}: ${state}`, { at, cause });
  }
}

/** Creates a file of mode 0600 in a folder, under a name that no other writer uses. */
export function createTemporary(folder: string): TemporaryFile {
  for (let n = 0;; n++) { // a name may be a leftover's, or that of a process of equal number in another namespace
    const path = `${folder}/.vault-write-${Deno.pid}-${n}.tmp`;
    try {
      const file = Deno.openSync(path, { write: true, createNew: true, mode: 0o600 });
      unlessRefused(() => Deno.chmodSync(path, 0o600)); // whatever the umask
      return { file, path };
    } catch (error) {
      if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    }
  }
}

/** Writes all of the bytes. */
export function writeAll(file: Deno.FsFile, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) done += file.writeSync(bytes.subarray(done));
}

/** Writes a file of mode 0600 whole: a temporary is synced, then renamed to its path. What stood there is replaced, so
 * this is for names that only one content can have. Does not sync the folder. Several at once share the waits of a disk.
 * @throws {PermafrostError} file-write; `at` is what is given, and a failure leaves nothing. */
export async function writeWhole(path: string, bytes: Uint8Array, options: { at: string }): Promise<void> {
  const temporary = writing(() => createTemporary(path.slice(0, path.lastIndexOf("/"))), options);
  try {
    writing(() => writeAll(temporary.file, bytes), options);
    await temporary.file.sync();
    writing(() => Deno.renameSync(temporary.path, path), options);
  } catch (error) {
    unlessRefused(() => Deno.removeSync(temporary.path));
    writing(() => {
      throw error;
    }, options);
  } finally {
    temporary.file.close();
  }
}

/** Makes a folder of mode 0700 and those above it, where they are not there. */
export function makeFolder(path: string, options: { at: string }): void {
  writing(() => Deno.mkdirSync(path, { recursive: true, mode: 0o700 }), options);
}

/** Syncs the names in a folder to the disk; does nothing where the system cannot, or reading it is not granted. */
export function syncFolder(path: string): void {
  if (Deno.permissions.querySync({ name: "read", path }).state !== "granted") return; // never asks
  unlessRefused(() => {
    const folder = Deno.openSync(path, { read: true });
    try {
      folder.syncSync();
    } finally {
      folder.close();
    }
  });
}

/** Runs a call; tells whether the system let it. */
export function unlessRefused(call: () => void): boolean {
  try {
    call();
    return true;
  } catch {
    return false;
  }
}
