/** Writes an archive to a new file, piece by piece. @module */
import fs from "node:fs";
import { createHash } from "node:crypto";
import { basename, dirname } from "node:path";
import { PermafrostError } from "../../kernel/error.ts";
import { streamFile, toFileError } from "../../kernel/file_read.ts";
import { compareBytes } from "../../kernel/relative_path.ts";
import { BLOCK, encodeHeaders, padding, type TarFile } from "./tar_header.ts";

/** A file to put in: its bytes, or where they are and what they must hash to. */
export interface TarSource extends TarFile {
  /** The bytes themselves, or the path to read them from. */ readonly from: Uint8Array | string;
  /** Their SHA-256 where they are read from a path; another one fails. */ readonly sha256?: string;
}

/** Writes the sources in the byte order of their paths, then two blocks of zeros, to a place where nothing is; whole or
 * not at all. Holds one chunk of one file at a time.
 * @returns The SHA-256 and size of the archive.
 * @throws {PermafrostError} file-exists, file-missing, file-changed (a file is not what it was when it was listed),
 * file-unreadable, file-write, archive-invalid. */
export function writeTar(place: string, sources: readonly TarSource[], options: { at?: string } = {}): {
  sha256: string;
  bytes: number;
} {
  const { at = basename(place) } = options, what = { verb: "write", at, otherwise: "file-write" } as const;
  const temporary = `${dirname(place)}/.permafrost-archive-${Deno.pid}.tmp`, hash = createHash("sha256");
  let fd = -1, bytes = 0;
  try {
    if (fs.lstatSync(place, { throwIfNoEntry: false })) throw toFileError({ code: "EEXIST" }, what);
    fd = fs.openSync(temporary, "wx", 0o600);
    const put = (chunk: Uint8Array): void => {
      hash.update(chunk);
      for (let done = 0; done < chunk.length;) done += fs.writeSync(fd, chunk, done);
      bytes += chunk.length;
    };
    for (const source of sources.toSorted((one, other) => compareBytes(one.path, other.path))) {
      put(encodeHeaders(source));
      putContent(source, put);
      put(new Uint8Array(padding(source.bytes)));
    }
    put(new Uint8Array(2 * BLOCK));
    fs.fsyncSync(fd);
    fs.linkSync(temporary, place);
    fs.chmodSync(place, 0o644);
  } catch (error) {
    throw toFileError(error, what);
  } finally {
    if (fd >= 0) {
      fs.closeSync(fd);
      fs.rmSync(temporary, { force: true });
    }
  }
  return { sha256: hash.digest("hex"), bytes };
}

function putContent({ from, path, bytes, sha256 }: TarSource, put: (chunk: Uint8Array) => void): void {
  if (typeof from !== "string") return put(from);
  const hash = createHash("sha256"),
    changed = (): PermafrostError =>
      new PermafrostError("file-changed", `Cannot archive ${path}: it changed meanwhile`, { at: path });
  const take = (chunk: Uint8Array, offset: number): void => {
    if (offset + chunk.length > bytes) throw changed();
    hash.update(chunk);
    put(chunk);
  };
  if (streamFile(from, { at: path, take }) !== bytes || hash.digest("hex") !== (sha256 ?? "")) throw changed();
}
