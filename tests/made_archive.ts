/** An archive of fence-v1, made once in a process, and what is in it. @module */
import { fileURLToPath } from "node:url";
import { type ArchiveReport, makeArchive } from "../scripts/archive/archive_make.ts";
import { readTar } from "../scripts/archive/tar_read.ts";
import { inFolder } from "./in_folder.ts";

/** The folder of this repository, with a slash at its end. */
export const ROOT: string = fileURLToPath(new URL("../", import.meta.url));
/** The folder of fence-v1. */
export const FENCE: string = `${ROOT}experiments/fence-v1`;

/** Where a file's header and bytes lie in an archive. */
export interface Place {
  /** Its path in the archive. */
  readonly path: string;
  /** Where its header starts. */
  readonly header: number;
  /** Where its bytes start. */
  readonly at: number;
  /** How many there are. */
  readonly bytes: number;
}

let made: Promise<{ report: ArchiveReport; bytes: Uint8Array<ArrayBuffer>; places: readonly Place[] }> | undefined;

/** The archive of fence-v1 without results; do not change its bytes. */
export function madeArchive(): NonNullable<typeof made> {
  made ??= inFolder(async (folder) => {
    const report = await makeArchive(FENCE, { output: `${folder}/x.tar`, results: [] });
    return { report, bytes: Deno.readFileSync(`${folder}/x.tar`), places: placesIn(`${folder}/x.tar`) };
  });
  return made;
}

/** Lists the files of an archive that has no pax headers. */
export function placesIn(path: string): Place[] {
  const places: Place[] = [];
  let header = 0;
  readTar(path, (file) => {
    places.push({ path: file.path, header, at: header + 512, bytes: file.bytes });
    header += 512 + 512 * Math.ceil(file.bytes / 512);
    return { chunk() {}, end() {} };
  });
  return places;
}

/** Changes one byte of a file where it lies. */
export function flipByte(path: string, at: number, mask = 1): void {
  using file = Deno.openSync(path, { read: true, write: true });
  const byte = new Uint8Array(1);
  file.seekSync(at, Deno.SeekMode.Start);
  file.readSync(byte);
  byte[0]! ^= mask;
  file.seekSync(at, Deno.SeekMode.Start);
  file.writeSync(byte);
}
