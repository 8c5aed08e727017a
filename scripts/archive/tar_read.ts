/** Reads an archive, and takes nothing from it on trust. @module */
import fs from "node:fs";
import { basename } from "node:path";
import { PermafrostError } from "../../kernel/error.ts";
import { toFileError } from "../../kernel/file_read.ts";
import { BLOCK, decodeHeader, decodePax, padding, type TarFile } from "./tar_header.ts";
import { boundTally, firstTwin, nameFault, TAR_LIMITS, type TarLimits } from "./tar_limits.ts";

/** What takes a file's bytes: `chunk` as often as there are some, then `end`. */
export interface TarSink {
  /** Takes bytes; they are used again afterwards. */ chunk(bytes: Uint8Array): void;
  /** The file is whole. */ end(): void;
}

const CHUNK = 128 * BLOCK, MAX_PAX = 8192;

/** Reads the archive at a path from its first block to its last; `onFile` is asked for a sink before each file's bytes.
 * Only plain files with names that a freeze would take are accepted, each name once, whatever its case; links, devices,
 * folders, sparse files, global pax headers and other kinds are refused, as is anything after the end.
 * @throws {PermafrostError} archive-invalid; file-missing, file-kind, file-unreadable; what a sink throws. */
export function readTar(
  path: string,
  onFile: (file: TarFile) => TarSink,
  options: { limits?: TarLimits; at?: string } = {},
): void {
  const { limits = TAR_LIMITS, at = basename(path) } = options,
    what = { verb: "read", at, otherwise: "file-unreadable" } as const;
  let fd = -1;
  try {
    if (!fs.statSync(path).isFile()) {
      throw new PermafrostError("file-kind", `Cannot read ${at}: it is no plain file`, { at });
    }
    fd = fs.openSync(path, "r");
    readEntries(readerOf(fd), { limits, onFile });
  } catch (error) {
    throw toFileError(error, what);
  } finally {
    if (fd >= 0) fs.closeSync(fd);
  }
}

/** Gives the next bytes, at most so many; fewer only at the end. The array is used again. */
type Read = (bytes: number) => Uint8Array;

function readerOf(fd: number): Read {
  const buffer = new Uint8Array(CHUNK);
  return (bytes) => {
    let filled = 0;
    while (filled < bytes) {
      const count = fs.readSync(fd, buffer, filled, bytes - filled, null);
      if (count === 0) break;
      filled += count;
    }
    return buffer.subarray(0, filled);
  };
}

function readEntries(read: Read, what: { limits: TarLimits; onFile: (file: TarFile) => TarSink }): void {
  const { limits, onFile } = what, tally = boundTally(limits), names: string[] = [];
  let offset = 0, longPath: string | null = null;
  const place = (): string => `byte ${offset}`;
  const take = (bytes: number): Uint8Array => {
    const chunk = read(bytes);
    if (chunk.length < bytes) throw refuse(`it ends within ${place()}`, place());
    offset += bytes;
    return chunk;
  };
  for (;;) {
    const at = place(), header = decodeHeader(take(BLOCK), at);
    if (header === null) break;
    if (header.type === "x") {
      if (longPath !== null || header.bytes > MAX_PAX) throw refuse(`the pax header at ${at} is out of place`, at);
      longPath = decodePax(Uint8Array.from(take(header.bytes)), at);
      if (take(padding(header.bytes)).some((byte) => byte !== 0)) {
        throw refuse(`something follows the pax header at ${at}`, at);
      }
      continue;
    }
    const path = longPath ?? header.path, { bytes, isExecutable } = header;
    longPath = null;
    if (header.type !== "0") throw refuse(`${path} is of a kind (${header.type}) that is no plain file`, path);
    names.push(path);
    const fault = nameFault(path) ?? tally({ path, bytes });
    if (fault !== null) throw refuse(fault, path);
    const sink = onFile({ path, bytes, isExecutable });
    for (let left = bytes; left > 0;) {
      const chunk = take(Math.min(left, CHUNK));
      sink.chunk(chunk);
      left -= chunk.length;
    }
    if (take(padding(bytes)).some((byte) => byte !== 0)) {
      throw refuse(`something follows ${path} in its last block`, path);
    }
    sink.end();
  }
  if (longPath !== null) throw refuse("a pax header has no file", place());
  let zeros = 0;
  for (let rest = read(CHUNK); rest.length > 0; rest = read(CHUNK)) {
    if (rest.some((byte) => byte !== 0)) throw refuse("something follows its end", place());
    offset += rest.length, zeros += rest.length;
  }
  if (zeros < BLOCK || zeros % BLOCK !== 0) {
    throw refuse("it does not end with whole blocks of zeros, two at least", place());
  }
  const twin = firstTwin(names);
  if (twin !== null) throw refuse(`${twin} is there twice, under two spellings, or below a file`, twin);
}

function refuse(state: string, at: string): PermafrostError {
  return new PermafrostError("archive-invalid", `Cannot read the archive: ${state}`, { at });
}
