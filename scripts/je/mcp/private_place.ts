/** Files and folders that other users of the machine cannot look into. @module */
import { PermafrostError } from "../../../kernel/error.ts";
import { toFileError } from "../../../kernel/file_read.ts";

/** Bits of a mode that let the group or others in. */
const OTHERS = 0o077;

/** Refuses a file or folder that belongs to another user, or that the group or others may read, write or enter. Where the
 * system knows no owners and modes (Windows) nothing is refused. Links are followed.
 * @param options `at`: the name in errors; `uid`: who may own it, this process's user unless given.
 * @throws {PermafrostError} usage: it is not private; file-missing, file-unreadable. */
export function checkPrivate(path: string, { at, uid = Deno.uid() }: { at: string; uid?: number | null }): void {
  const info = lookAt(path, at), { mode, isDirectory } = info;
  if (mode === null || uid === null || info.uid === null) return;
  const refuse = (state: string): PermafrostError => new PermafrostError("usage", `Cannot use ${at}: ${state}`, { at });
  if (info.uid !== uid) throw refuse("it belongs to another user, who could read it; have a copy of your own");
  if ((mode & OTHERS) === 0) return;
  const shown = (mode & 0o777).toString(8).padStart(3, "0"), fix = isDirectory ? "700" : "600";
  throw refuse(`its mode ${shown} lets other users in, and so perhaps the agent; chmod ${fix} it`);
}

function lookAt(path: string, at: string): Deno.FileInfo {
  try {
    return Deno.statSync(path);
  } catch (error) {
    throw toFileError(error, { verb: "use", at, otherwise: "file-unreadable" });
  }
}

/** Makes a folder that only this user can enter, where nothing is; a folder that is there must be private already.
 * @throws {PermafrostError} usage; file-exists (something else is there), file-missing (no folder above it), file-write. */
export function makePrivateFolder(path: string, { at }: { at: string }): void {
  try {
    Deno.mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists) || !lookAt(path, at).isDirectory) {
      throw toFileError(error, { verb: "make", at, otherwise: "file-write" });
    }
  }
  checkPrivate(path, { at });
}

/** Whether the process that started this one is its own user's, and so can read all that it can; not so where a program of
 * another user stands in between, as sudo does. Null: the system does not tell.
 * @param parent The process that started this one. */
export function isStartedByOwnUser(parent: number = Deno.ppid): boolean | null {
  try {
    return Deno.statSync(`/proc/${parent}`).uid === Deno.uid();
  } catch {
    return null;
  }
}
