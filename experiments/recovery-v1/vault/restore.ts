/** Writes the source of a snapshot back to a file. @module */
import { PermafrostError } from "../../../kernel/error.ts";
import type { SnapshotDigest } from "./digest.ts";
import { createTemporary, syncFolder, unlessRefused, writeAll, writing } from "./private_file.ts";
import { openSnapshot, type Snapshot } from "./snapshot_open.ts";

/** What was restored. The keys are those of the command's result. */
export interface RestoreReport {
  /** The snapshot. */ readonly snapshot_sha256: string;
  /** The SHA-256 of what was written. */ readonly source_sha256: string;
  /** The bytes that were written. */ readonly bytes: number;
}

const AT = "the target";

/** Writes the source of a snapshot to a new file of mode 0600 in a folder that exists. Whatever stands at the path, a
 * dangling link too, is left alone. The bytes go to a temporary in that folder, which is synced and gets its name only
 * when the whole source has been verified; a failure leaves nothing, a kill perhaps the temporary. Where the system has
 * no hard links, an empty file claims the name and is renamed over.
 * @param target The path of the new file.
 * @throws {PermafrostError} file-exists, file-missing (no such folder), file-write; vault-missing, vault-damaged,
 * file-unreadable. */
export async function restoreSnapshot(
  vault: string,
  digest: SnapshotDigest,
  options: { target: string },
): Promise<RestoreReport> {
  const { target } = options, folder = target.slice(0, target.lastIndexOf("/") + 1) || "./";
  const snapshot = await openSnapshot(vault, digest);
  if (unlessRefused(() => Deno.lstatSync(target))) writing(refuseTaken, { at: AT });
  if (!unlessRefused(() => Deno.statSync(folder))) {
    throw new PermafrostError("file-missing", `Cannot write ${AT}: its folder is not there; make it first`, { at: AT });
  }
  const temporary = writing(() => createTemporary(folder.slice(0, -1) || "/"), { at: AT });
  try {
    await copy(snapshot, temporary.file);
    writing(() => {
      temporary.file.syncSync();
      claim(temporary.path, target);
    }, { at: AT });
  } finally {
    temporary.file.close();
    unlessRefused(() => Deno.removeSync(temporary.path));
  }
  syncFolder(folder);
  return { snapshot_sha256: digest, source_sha256: snapshot.sourceSha256, bytes: snapshot.bytes };
}

function refuseTaken(): never {
  throw new Deno.errors.AlreadyExists();
}

async function copy(snapshot: Snapshot, file: Deno.FsFile): Promise<void> {
  for await (const chunk of snapshot.chunks()) writing(() => writeAll(file, chunk), { at: AT });
}

/** Gives the name to the temporary, exclusively. */
function claim(temporary: string, target: string): void {
  try {
    Deno.linkSync(temporary, target);
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) throw error;
    Deno.openSync(target, { write: true, createNew: true, mode: 0o600 }).close();
    Deno.renameSync(temporary, target);
  }
}
