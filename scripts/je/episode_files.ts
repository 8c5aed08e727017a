/** Episodes on disk: a file for each in a sweep's folder, or a folder of three files for one that was run alone.
 * @module */
import { closeSync, openSync, readSync, renameSync, unlinkSync } from "node:fs";
import { basename, join } from "node:path";
import {
  type EpisodeParts,
  episodeParts,
  episodeText,
  readEpisodeParts,
  readEpisodeText,
  readRecord,
} from "../../experiments/je-v1/sweep/episode_text.ts";
import type { EpisodeRecord, RecordedEpisode } from "../../experiments/je-v1/sweep/episode_record.ts";
import { PermafrostError } from "../../kernel/error.ts";
import { readBounded, systemCode, toFileError } from "../../kernel/file_read.ts";
import { writeExclusive } from "../../kernel/file_write.ts";

/** The most bytes of an episode's file. */
export const MAX_EPISODE_BYTES = 256 * 1024 * 1024;
const MODE = 0o644;
const NAME = /^([0-9a-f]{64})\.jsonl$/;
const FILES: Readonly<Record<keyof EpisodeParts, string>> = {
  ...{ record: "episode.json", trajectory: "trajectory.jsonl", observations: "observations.jsonl" },
};

/** The path of an episode in a sweep's folder. */
export function episodePath(folder: string, episode_id: string): string {
  return join(folder, `${episode_id}.jsonl`);
}

/** The ids of the episodes in a sweep's folder, in no order, one at a time; other names are passed over.
 * @throws {PermafrostError} file-missing, file-kind, file-unreadable. */
export function* episodeIds(folder: string): Generator<string, void> {
  try {
    for (const { name } of Deno.readDirSync(folder)) {
      const id = NAME.exec(name)?.[1];
      if (id !== undefined) yield id;
    }
  } catch (error) {
    if (error instanceof Deno.errors.NotADirectory) {
      throw new PermafrostError("file-kind", `Cannot read ${folder}: it is no folder`, { at: folder });
    }
    throw toFileError(error, { verb: "read", at: folder, otherwise: "file-unreadable" });
  }
}

/** What became of an episode that was to be written. */
export type Written = "written" | "replaced" | "kept";

/** Writes an episode into a sweep's folder, whole or not at all. A file that is there already is kept where it holds a
 * result, and replaced at once where it is unscored or damaged; so at-least-once delivery is safe.
 * @throws {PermafrostError} file-missing (no such folder), file-write. */
export function writeEpisode(folder: string, episode: RecordedEpisode): Written {
  const { episode_id } = episode.record, path = episodePath(folder, episode_id);
  const bytes = new TextEncoder().encode(episodeText(episode));
  try {
    writeExclusive(path, bytes, { mode: MODE });
    return "written";
  } catch (error) {
    if (!(error instanceof PermafrostError) || error.code !== "file-exists") throw error;
  }
  if (stateOfFile(folder, episode_id) === "scored") return "kept";
  replace(path, bytes);
  return "replaced";
}

/** Puts bytes in the place of a file, at once: whoever looks sees the old file or the new one. */
function replace(path: string, bytes: Uint8Array): void {
  const temporary = `${path}.${Deno.pid}.new`;
  removeOld(temporary);
  writeExclusive(temporary, bytes, { mode: MODE });
  try {
    renameSync(temporary, path);
  } catch (error) {
    removeOld(temporary);
    throw toFileError(error, { verb: "replace", at: basename(path), otherwise: "file-write" });
  }
}

/** Removes what an earlier process of the same number left behind. */
function removeOld(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (systemCode(error) !== "ENOENT") {
      throw toFileError(error, { verb: "remove", at: basename(path), otherwise: "file-write" });
    }
  }
}

/** Writes an episode as a new folder of three files.
 * @throws {PermafrostError} file-exists, file-missing, file-write. */
export function writeEpisodeFolder(folder: string, episode: RecordedEpisode): void {
  const parts = episodeParts(episode), encoder = new TextEncoder();
  try {
    Deno.mkdirSync(folder);
  } catch (error) {
    throw toFileError(error, { verb: "make", at: folder, otherwise: "file-write" });
  }
  for (const part of ["trajectory", "observations", "record"] as const) { // the record last: with it the episode is whole
    writeExclusive(join(folder, FILES[part]), encoder.encode(parts[part]), { mode: MODE });
  }
}

/** Reads an episode: a file of a sweep, or a folder of three files.
 * @throws {PermafrostError} file-*, json-*, record-invalid. */
export function readEpisode(path: string, { at = path }: { at?: string } = {}): RecordedEpisode {
  const read = (file: string, name: string): string =>
    new TextDecoder("utf-8", { fatal: true }).decode(readBounded(file, { maxBytes: MAX_EPISODE_BYTES, at: name }));
  return inFile(at, () => {
    if (!isFolder(path)) return readEpisodeText(read(path, at));
    const part = (name: keyof EpisodeParts): string => read(join(path, FILES[name]), `${at}/${FILES[name]}`);
    return readEpisodeParts({
      ...{ record: part("record"), trajectory: part("trajectory"), observations: part("observations") },
    });
  });
}

function isFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false; // the read says why
  }
}

/** Reads only the record of an episode's file: its first line, and no more of the file than that.
 * @throws {PermafrostError} file-*, json-*, record-invalid. */
export function readHead(path: string, { at = basename(path) }: { at?: string } = {}): EpisodeRecord {
  return inFile(at, () => readRecord(firstLine(path, at)));
}

function firstLine(path: string, at: string): string {
  const parts: Uint8Array[] = [], decoder = new TextDecoder("utf-8", { fatal: true });
  let fd = -1, bytes = 0, text = "";
  try {
    if (!Deno.lstatSync(path).isFile) {
      throw new PermafrostError("file-kind", `Cannot read ${at}: it is a link or folder, not a plain file`, { at });
    }
    fd = openSync(path, "r");
    for (;;) {
      const part = new Uint8Array(65_536), count = readSync(fd, part, 0, part.length, null);
      const end = part.subarray(0, count).indexOf(0x0a);
      parts.push(part.subarray(0, end < 0 ? count : end + 1));
      bytes += count;
      if (end >= 0 || count === 0 || bytes > MAX_EPISODE_BYTES) break;
    }
  } catch (error) {
    throw toFileError(error, { verb: "read", at, otherwise: "file-unreadable" });
  } finally {
    if (fd >= 0) closeSync(fd);
  }
  for (const part of parts) text += decoder.decode(part, { stream: true });
  return text + decoder.decode();
}

/** What a sweep's folder has of an episode. */
export type FileState = "missing" | "scored" | "unscored" | "damaged";

/** Looks at an episode's file without reading every row: whether it is there, names the episode that it should, has all
 * of its lines and a result. */
export function stateOfFile(folder: string, episode_id: string): FileState {
  const path = episodePath(folder, episode_id);
  try {
    const { episode_id: named, unscored, rows } = readHead(path);
    if (named !== episode_id || !hasLines(path, rows)) return "damaged";
    return unscored === null ? "scored" : "unscored";
  } catch (error) {
    if (error instanceof PermafrostError && error.code === "file-missing") return "missing";
    if (error instanceof PermafrostError && error.code !== "file-unreadable") return "damaged";
    throw error;
  }
}

/** Whether a file ends in a line feed and has lines for its record, its rows and, where it has rows, observations. */
function hasLines(path: string, rows: number): boolean {
  const bytes = readBounded(path, { maxBytes: MAX_EPISODE_BYTES });
  let lines = 0;
  for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) lines++;
  return bytes.at(-1) === 0x0a && lines >= (rows === 0 ? 1 : rows + 2);
}

/** Gives errors of the text the file's name. */
function inFile<T>(at: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof TypeError) {
      throw new PermafrostError("json-not-utf8", `Cannot read ${at}: it is not UTF-8`, { at, cause: error });
    }
    if (!(error instanceof PermafrostError) || error.code.startsWith("file-")) throw error;
    throw new PermafrostError(error.code, `${error.message} (${at})`, { at: `${at}#${error.at ?? ""}`, cause: error });
  }
}
