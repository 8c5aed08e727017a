/** Writes a file once: exclusively, completely or not at all, and synced to disk. @module */
import fs from "node:fs";
import { basename, dirname } from "node:path";
import { PermafrostError } from "./error.ts";
import { systemCode, toFileError } from "./file_read.ts";

const { O_CREAT, O_DIRECTORY = 0, O_EXCL, O_NOFOLLOW = 0, O_RDONLY, O_WRONLY } = fs.constants;
const CREATE = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW;
const UNSUPPORTED = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]; // no hard links, no permission bits
const UNSYNCABLE = ["EPERM", "EACCES", "EISDIR", "EINVAL", "EBADF", "ENOTSUP", "ENOSYS"]; // for folders only

/** How a file is written. */
export interface FileWriteOptions {
  /** The permission bits, exactly, whatever the umask; 0o600 by default. */
  readonly mode?: number;
  /** The name that errors show; by default the last segment of the path. */
  readonly at?: string;
}

/**
 * Writes a new file. Whatever stands at the path already, a dangling link too, is refused and left alone; of
 * several writers one wins. Others, also after a kill or a power cut, see the whole file or none: the bytes go
 * to a temporary in the same folder (0600, O_EXCL), are synced, get the final name by link(2), and the folder is
 * synced. On any failure neither the temporary nor the file stays.
 *
 * A writer that is killed can leave its temporary behind (isLeftoverName in relative_path.ts); killed right after
 * link(2), the whole file keeps it as a second name until it is deleted. No leftover hinders a later write.
 * On file systems without hard links the name is claimed by an empty file (O_EXCL) and the temporary is renamed
 * over it: still nothing of others is replaced and no part of the bytes is ever seen, but a kill between the
 * two calls leaves the empty file. Where there are no permission bits, `mode` has no effect.
 *
 * @param path Where the file will be; its folder must exist.
 * @param bytes All of its content.
 * @param options The permission bits, and the name for errors.
 * @throws {PermafrostError} file-exists, file-missing (no such folder), file-kind, file-write.
 */
export function writeExclusive(path: string, bytes: Uint8Array, options: FileWriteOptions = {}): void {
  const { mode = 0o600, at = basename(path) } = options;
  const exists = (cause?: unknown) => {
    const state = "something is there already, and nothing is overwritten; choose another name";
    return new PermafrostError("file-exists", `Cannot write ${at}: ${state}`, { at, cause });
  };
  const mine = new Set<string>(), folder = dirname(path); // mine: what to remove on a failure
  let temporary = "", fd = -1, folderFd = -1;
  try {
    if (fs.lstatSync(path, { throwIfNoEntry: false }) !== undefined) throw exists();
    for (let n = 0; fd < 0; n++) { // a name may be taken by a leftover, or by our pid in another namespace
      temporary = `${folder}/.permafrost-write-${Deno.pid}-${n}.tmp`;
      unlessRefused(["EEXIST"], () => fd = fs.openSync(temporary, CREATE, 0o600));
    }
    mine.add(temporary);
    for (let done = 0; done < bytes.length;) done += fs.writeSync(fd, bytes, done);
    unlessRefused(UNSUPPORTED, () => fs.fchmodSync(fd, mode));
    fs.fsyncSync(fd);
    if (unlessRefused(UNSUPPORTED, () => fs.linkSync(temporary, path))) {
      mine.add(path);
      fs.unlinkSync(temporary);
    } else {
      fs.closeSync(fs.openSync(path, CREATE, 0o600));
      mine.add(path);
      fs.renameSync(temporary, path);
    }
    mine.delete(temporary);
    unlessRefused(UNSYNCABLE, () => fs.fsyncSync(folderFd = fs.openSync(folder, O_RDONLY | O_DIRECTORY)));
  } catch (error) {
    for (const left of mine) unlessRefused(null, () => fs.unlinkSync(left));
    if (systemCode(error) === "EEXIST") throw exists(error);
    throw toFileError(error, { verb: "write", at, otherwise: "file-write" });
  } finally {
    for (const open of [fd, folderFd]) if (open >= 0) fs.closeSync(open);
  }
}

/** Tells whether the call went through; false where the system refused it with one of the codes (null: any). */
function unlessRefused(codes: readonly string[] | null, call: () => void): boolean {
  try {
    call();
    return true;
  } catch (error) {
    if (codes === null || codes.includes(systemCode(error))) return false;
    throw error;
  }
}
