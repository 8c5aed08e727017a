/// <reference lib="dom" />
/** From files that somebody chose to episodes and aggregates. Every file is untrusted: its size is bounded, and whatever
 * is wrong with it is named at its place. @module */
import type { EpisodeRecord, RecordedEpisode } from "../../../../../experiments/je-v1/sweep/episode_record.ts";
import { parseStrict } from "../../../../../kernel/json_decode.ts";
import { readAggregate } from "./aggregate_shape.ts";
import { type Fault, isFault, type Part, partsOf, readHead, readWhole, reasonOf } from "./episode_read.ts";
import { join, keep, type Loaded, type LoadedAggregate, type LoadedEpisode } from "./loaded.ts";

/** The most bytes of one file. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;
/** The most files of one choice. */
export const MAX_FILES = 50_000;
/** Up to so many bytes together every row is read at once; beyond, only records are, and rows when an episode is opened. */
export const WHOLE_BYTES = 64 * 1024 * 1024;
/** Files that are read at the same time: waiting for each costs more than reading it. */
const AT_A_TIME = 64;
/** How long the page may be busy before it draws again, in milliseconds. */
const BUSY_MS = 50;

const FOLDER_FILES = ["episode.json", "trajectory.jsonl", "observations.jsonl"] as const;

/** Loads files; `progress` hears how many of how many are done. */
export async function loadFiles(
  files: readonly File[],
  progress: (done: number, all: number) => void = () => {},
): Promise<Loaded> {
  const episodes: LoadedEpisode[] = [], aggregates: LoadedAggregate[] = [], faults: Fault[] = [];
  if (files.length > MAX_FILES) {
    const reason = `there are ${files.length} files, more than ${MAX_FILES}; use permafrost je aggregate`;
    return { episodes, aggregates, faults: [{ file: "the choice", line: null, reason }], isWhole: true };
  }
  const isWhole = files.reduce((sum, { size }) => sum + size, 0) <= WHOLE_BYTES;
  const units = unitsOf(files);
  let since = performance.now();
  for (let done = 0; done < units.length; done += AT_A_TIME) {
    if (performance.now() - since > BUSY_MS) {
      progress(done, units.length);
      await new Promise((resolve) => setTimeout(resolve));
      since = performance.now();
    }
    const batch = units.slice(done, done + AT_A_TIME).map((unit) => readUnit(unit, { isWhole }));
    for (const got of await Promise.all(batch)) {
      if (isFault(got)) faults.push(got);
      else if ("aggregate" in got) aggregates.push(got);
      else episodes.push(got);
    }
  }
  const joined = join(episodes);
  return { episodes: joined.episodes, aggregates, faults: [...faults, ...joined.faults], isWhole };
}

/** Files that belong together: one, or the three of an episode's folder. */
interface FileUnit {
  /** How it is called. */ readonly name: string;
  /** Its files by their names without folders. */ readonly files: ReadonlyMap<string, File>;
}

function unitsOf(files: readonly File[]): FileUnit[] {
  const folders = new Map<string, Map<string, File>>(), units: FileUnit[] = [];
  for (const file of files) {
    const path = pathOf(file), folder = path.slice(0, path.lastIndexOf("/") + 1);
    if (!(FOLDER_FILES as readonly string[]).includes(file.name)) {
      units.push({ name: path, files: new Map([[file.name, file]]) });
      continue;
    }
    const known = folders.get(folder);
    if (known !== undefined && !known.has(file.name)) known.set(file.name, file);
    else {
      const fresh = new Map([[file.name, file]]);
      folders.set(folder, fresh);
      units.push({ name: folder === "" ? "episode.json" : folder, files: fresh });
    }
  }
  return units;
}

function pathOf(file: File): string {
  return file.webkitRelativePath || file.name;
}

async function readUnit(
  { name, files }: FileUnit,
  { isWhole }: { readonly isWhole: boolean },
): Promise<LoadedEpisode | LoadedAggregate | Fault> {
  const [first] = files.values();
  if ((FOLDER_FILES as readonly string[]).includes(first!.name)) return await readFolder(name, files, { isWhole });
  if (first!.name.endsWith(".json")) return await readJson(name, first!);
  if (!first!.name.endsWith(".jsonl")) return { file: name, line: null, reason: "is neither .json nor .jsonl" };
  const open = async (): Promise<RecordedEpisode | Fault> => {
    const text = await textOf(first!), head = typeof text === "string" ? headOf(name, text) : text;
    return typeof text !== "string"
      ? text
      : isFault(head)
      ? head
      : readWhole(partsOf(name, text, head as EpisodeRecord));
  };
  if (isWhole) return kept(await open(), { name, open });
  const line = await firstLine(first!);
  return kept(typeof line === "string" ? headOf(name, line) : line, { name, open });
}

function headOf(file: string, text: string): EpisodeRecord | Fault {
  const end = text.indexOf("\n") + 1;
  if (end === 0) return { file, line: 1, reason: "the first line does not end" };
  return readHead({ file, firstLine: 1, text: text.slice(0, end) });
}

function kept(
  got: RecordedEpisode | EpisodeRecord | Fault,
  place: Pick<LoadedEpisode, "name" | "open">,
): LoadedEpisode | Fault {
  if (isFault(got)) return got;
  return keep("record" in got ? got.record : got, place);
}

async function readFolder(
  name: string,
  files: ReadonlyMap<string, File>,
  { isWhole }: { readonly isWhole: boolean },
): Promise<LoadedEpisode | Fault> {
  const missing = FOLDER_FILES.find((file) => !files.has(file));
  if (missing !== undefined) return { file: name, line: null, reason: `${missing} is not chosen beside it` };
  const open = async (): Promise<RecordedEpisode | Fault> => {
    const parts: Part[] = [];
    for (const file of FOLDER_FILES) {
      const text = await textOf(files.get(file)!);
      if (typeof text !== "string") return text;
      parts.push({ file: pathOf(files.get(file)!), firstLine: 1, text });
    }
    return readWhole(parts as [Part, Part, Part]);
  };
  if (isWhole) return kept(await open(), { name, open });
  const text = await textOf(files.get("episode.json")!);
  return kept(typeof text === "string" ? headOf(name, text) : text, { name, open });
}

async function readJson(name: string, file: File): Promise<LoadedAggregate | Fault> {
  const text = await textOf(file);
  if (typeof text !== "string") return text;
  try {
    return { name, aggregate: readAggregate(parseStrict(text)) };
  } catch (error) {
    const line = /at line (\d+),/.exec(reasonOf(error))?.[1];
    return { file: name, line: line === undefined ? null : Number(line), reason: reasonOf(error) };
  }
}

/** The text of a file, or why there is none. */
async function textOf(file: File, name = pathOf(file)): Promise<string | Fault> {
  if (file.size > MAX_FILE_BYTES) return { file: name, line: null, reason: `has over ${MAX_FILE_BYTES} bytes` };
  const bytes = await bytesOf(file, name);
  return isFault(bytes) ? bytes : decoded(bytes, name);
}

async function bytesOf(file: Blob, name: string): Promise<Uint8Array | Fault> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (error) {
    return { file: name, line: null, reason: `cannot be read: ${reasonOf(error)}` };
  }
}

function decoded(bytes: Uint8Array, name: string): string | Fault {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { file: name, line: lineNotUtf8(bytes), reason: "is not UTF-8" };
  }
}

/** The line of the first byte that is not UTF-8, from 1. */
function lineNotUtf8(bytes: Uint8Array): number {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), again = new TextEncoder().encode(text);
  const at = again.findIndex((byte, place) => byte !== bytes[place]);
  return bytes.subarray(0, Math.max(0, at)).reduce((lines, byte) => byte === 0x0a ? lines + 1 : lines, 1);
}

/** The first line of a file, and little more of it than needed. */
async function firstLine(file: File): Promise<string | Fault> {
  const name = pathOf(file), most = Math.min(file.size, MAX_FILE_BYTES);
  for (let bytes = 65_536;; bytes *= 4) {
    const part = await bytesOf(file.slice(0, Math.min(bytes, most)), name);
    if (isFault(part)) return part;
    const end = part.indexOf(0x0a);
    if (end >= 0 || bytes >= most) return decoded(end < 0 ? part : part.subarray(0, end + 1), name);
  }
}
