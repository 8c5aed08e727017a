/** Writes a file once: exclusively, completely or not at all, and synced to disk. @module */
import fs from "node:fs";
import { basename, dirname } from "node:path";
import { systemCode, toFileError } from "./file_read.ts";

const { O_CREAT, O_DIRECTORY = 0, O_EXCL, O_NOFOLLOW = 0, O_RDONLY, O_WRONLY } = fs.constants;
const CREATE = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW;
const UNSUPPORTED = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]; // no hard links, no permission bits
const UNSYNCABLE = ["EPERM", "EACCES", "EISDIR", "EINVAL", "EBADF", "ENOTSUP", "ENOSYS"]; // for folders only

/** Writes a new file of `bytes` into a folder that exists. Whatever stands at the path, a dangling link too, is left
 * alone; of several writers one wins. Others, also after a kill or power cut, see the whole file or none: a temporary
 * (0600, O_EXCL) is synced and gets the name by link(2), then the folder is synced. A failure leaves nothing; a kill
 * may leave the temporary, which no freeze takes, perhaps as a second name of the file. Without hard links an empty
 * file claims the name and is renamed over: only a kill between the two leaves it empty.
 * @param options `mode`: the exact permission bits, 0o600 by default; `at`: the name in errors, by default the last
 * one.
 * @throws {PermafrostError} file-exists, file-missing (no such folder), file-kind, file-write. */
export function writeExclusive(path: string, bytes: Uint8Array, options: { mode?: number; at?: string } = {}): void {
  const { mode = 0o600, at = basename(path) } = options, what = { verb: "write", at, otherwise: "file-write" } as const;
  const mine = new Set<string>(), folder = dirname(path); // mine: what to remove on a failure
  let temporary = "", fd = -1, folderFd = -1;
  try {
    if (fs.lstatSync(path, { throwIfNoEntry: false })) throw toFileError({ code: "EEXIST" }, what);
    for (let n = 0; fd < 0; n++) { // a name may be taken by a leftover, or by our pid in another namespace
      temporary = `${folder}/.permafrost-write-${Deno.pid}-${n}.tmp`;
      unlessRefused(["EEXIST"], () => fd = fs.openSync(temporary, CREATE, 0o600));
    }
    mine.add(temporary);
    for (let done = 0; done < bytes.length;) done += fs.writeSync(fd, bytes, done);
    unlessRefused(UNSUPPORTED, () => fs.fchmodSync(fd, mode));
    fs.fsyncSync(fd);
    const isLinked = unlessRefused(UNSUPPORTED, () => fs.linkSync(temporary, path));
    if (!isLinked) fs.closeSync(fs.openSync(path, CREATE, 0o600));
    mine.add(path);
    if (isLinked) fs.unlinkSync(temporary);
    else fs.renameSync(temporary, path);
    mine.delete(temporary);
    unlessRefused(UNSYNCABLE, () => fs.fsyncSync(folderFd = fs.openSync(folder, O_RDONLY | O_DIRECTORY)));
  } catch (error) {
    for (const left of mine) unlessRefused(null, () => fs.unlinkSync(left));
    throw toFileError(error, what);
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
