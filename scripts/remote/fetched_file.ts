/** A new file below a scratch folder, written while it comes. @module */
import { closeSync, constants, mkdirSync, openSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { toFileError } from "../../kernel/file_read.ts";

const { O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_WRONLY } = constants;

/** A file that is being written. */
export interface FetchedFile extends Disposable {
  /** Writes a piece at its end. */
  readonly write: (piece: Uint8Array) => void;
}

/**
 * Creates a file where nothing is, with the folders above it, and no right to execute it. The path was judged before: it
 * is plain and relative.
 *
 * @throws {PermafrostError} `file-exists`, `file-kind`, `file-missing`, `file-write`, also from `write`.
 */
export function createFile(folder: string, path: string): FetchedFile {
  const tell = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw toFileError(error, { verb: "write", at: path, otherwise: "file-write" });
    }
  };
  const place = join(folder, path);
  const fd = tell(() => {
    mkdirSync(dirname(place), { recursive: true, mode: 0o755 });
    return openSync(place, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o644);
  });
  return {
    write: (piece) =>
      tell(() => {
        for (let sent = 0; sent < piece.length;) sent += writeSync(fd, piece, sent);
      }),
    [Symbol.dispose]: () => closeSync(fd),
  };
}
