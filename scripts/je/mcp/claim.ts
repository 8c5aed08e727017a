/** Who plays an episode: one server at a time. @module */
import { join } from "node:path";
import { PermafrostError } from "../../../kernel/error.ts";
import { toFileError } from "../../../kernel/file_read.ts";
import { stateOfFile } from "../episode_files.ts";

/** A claim; the system lets it go when its process ends, however that comes about. */
export interface Claim {
  /** Lets it go and removes its file. */ readonly release: () => void;
}

/** Claims an episode of a folder before its first call is taken. Without that an agent could explore with one server, at
 * no cost to what it plays with another. The claim is a lock on a file, which a process that was killed leaves behind
 * unlocked.
 * @throws {PermafrostError} file-exists: another server has the claim, or there is a result; file-write. */
export function claimEpisode(folder: string, episode_id: string): Claim {
  const at = `${episode_id}.playing`,
    path = join(folder, at),
    what = { verb: "claim", at, otherwise: "file-write" } as const;
  const refuse = (state: string): PermafrostError =>
    new PermafrostError("file-exists", `Cannot play the episode: ${state}`, { at });
  let file: Deno.FsFile | undefined;
  try {
    file = Deno.openSync(path, { create: true, write: true, mode: 0o600 });
    if (!file.tryLockSync(true)) throw refuse("another server plays it");
    if (stateOfFile(folder, episode_id) === "scored") {
      Deno.removeSync(path);
      throw refuse("it has a result");
    }
  } catch (error) {
    file?.close();
    throw toFileError(error, what);
  }
  const held = file;
  return {
    release() {
      try {
        Deno.removeSync(path);
      } finally {
        held.close();
      }
    },
  };
}
