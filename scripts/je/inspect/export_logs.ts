/** Episodes on disk, exported as log files of Inspect. @module */
import { rmdirSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { coreHash, type EpisodeRecord } from "../../../experiments/je-v1/sweep/episode_record.ts";
import { PermafrostError } from "../../../kernel/error.ts";
import { toFileError } from "../../../kernel/file_read.ts";
import { writeExclusive } from "../../../kernel/file_write.ts";
import { episodeIds, episodePath, readEpisode, readHead } from "../episode_files.ts";
import { pauses } from "../pause.ts";
import { evalLog, logKey, logName, type LogOptions, logText } from "./eval_log.ts";
import { checkedWorld } from "./export_episode.ts";
import { logSample, modelName } from "./log_sample.ts";
import { SCORER } from "./log_score.ts";

const MODE = 0o644;

/** An episode on disk. */
export interface EpisodeSource {
  /** Where: a file of a sweep, or the folder of three files. */ readonly path: string;
  /** Whether it is the folder. */ readonly isFolder: boolean;
  /** Its name in errors. */ readonly at: string;
}

/** A log that was written. */
export interface ExportedLog {
  /** The file's name. */ readonly file: string;
  /** The task. */ readonly task_id: string;
  /** The model, as the log names it. */ readonly model: string;
  /** Episodes in it. */ readonly samples: number;
  /** Those with a total. */ readonly scored: number;
}

/** One log's share of the episodes. */
interface Group {
  readonly record: EpisodeRecord;
  readonly sources: Map<number, EpisodeSource & { readonly core: string }>;
}

/** Finds the episodes at a path: itself, where it is a file or a folder that run makes, or those of a sweep's folder, by
 * name.
 * @throws {PermafrostError} file-missing: there is none; file-unreadable. */
export function episodeSources(path: string, { at }: { at: string }): EpisodeSource[] {
  const stat = (name: string): Deno.FileInfo | null => {
    try {
      return Deno.statSync(name);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return null;
      throw toFileError(error, { verb: "read", at, otherwise: "file-unreadable" });
    }
  };
  const isFolder = stat(path)?.isDirectory === true;
  if (!isFolder || stat(join(path, "episode.json")) !== null) return [{ path, at, isFolder }];
  const ids = [...episodeIds(path)].sort();
  if (ids.length > 0) {
    return ids.map((id) => ({ path: episodePath(path, id), at: `${at}/${id}.jsonl`, isFolder: false }));
  }
  throw new PermafrostError("file-missing", `Cannot export ${at}: the folder holds no episode`, { at });
}

/** Writes the logs of episodes into a folder, which is made where it is missing: one a task, model, condition and salt.
 * Each episode is checked first, see {@linkcode checkedWorld}. An episode that is given twice counts once. On a failure
 * nothing that this call wrote stays. Memory is bounded by the episodes of one log.
 * @param options `folder`: where to; `salt`: the campaign's secret, if any.
 * @returns The logs, by the names of their files.
 * @throws {PermafrostError} record-invalid: an episode fails its checks, or is there with two results; file-exists: a
 * log's file is there already, and nothing was written; file-*, json-*. */
export async function exportLogs(
  sources: readonly EpisodeSource[],
  options: LogOptions & { folder: string; salt?: string },
): Promise<ExportedLog[]> {
  const { folder, createdMs } = options, groups = await groupsOf(sources), pause = pauses();
  const named = [...groups].map(([key, group]) => {
    return [logName(key, { task_id: group.record.run_config.task_id, createdMs }), group] as const;
  }).sort(([one], [two]) => one < two ? -1 : 1);
  const taken = named.find(([file]) => isThere(join(folder, file)))?.[0];
  if (taken !== undefined) {
    const state = "it is there already, and nothing is overwritten; take another folder";
    throw new PermafrostError("file-exists", `Cannot write ${taken}: ${state}`, { at: taken });
  }
  const isNew = makeFolder(folder), written: ExportedLog[] = [];
  try {
    for (const [file, group] of named) {
      await pause();
      written.push(writeLog(group, { ...options, file }));
    }
    return written;
  } catch (error) {
    for (const { file } of written) unlinkSync(join(folder, file));
    if (isNew && Deno.readDirSync(folder)[Symbol.iterator]().next().done) rmdirSync(folder);
    throw error;
  }
}

async function groupsOf(sources: readonly EpisodeSource[]): Promise<Map<string, Group>> {
  const groups = new Map<string, Group>(), pause = pauses();
  for (const source of sources) {
    await pause();
    const { path, at, isFolder } = source;
    const record = isFolder ? readEpisode(path, { at }).record : readHead(path, { at }), core = coreHash(record);
    const key = logKey(record), { sources: known } = groups.get(key) ?? { sources: new Map() };
    if (known.size === 0) groups.set(key, { record: { ...record, score: null, reveal: null }, sources: known });
    const before = known.get(record.seed);
    if (before !== undefined && before.core !== core) {
      const state = `${before.at} is of the same log and seed, with another result`;
      throw new PermafrostError("record-invalid", `Cannot export ${at}: ${state}`, { at });
    }
    if (before === undefined) known.set(record.seed, { ...source, core });
  }
  return groups;
}

function writeLog(
  { record: identity, sources }: Group,
  options: LogOptions & { folder: string; file: string; salt?: string },
): ExportedLog {
  const { folder, file, salt, createdMs, hasLedger } = options;
  const samples = [...sources.values()].map(({ path, at }) => {
    const episode = readEpisode(path, { at }), world = checkedWorld(episode, { at, ...(salt ? { salt } : {}) });
    return logSample(episode, { world, startMs: createdMs ?? 0, hasLedger });
  });
  const text = logText(evalLog(samples, { identity, createdMs, hasLedger }));
  writeExclusive(join(folder, file), new TextEncoder().encode(text), { mode: MODE });
  const scored = samples.filter(({ scores }) => SCORER in scores).length;
  const { run_config: { task_id }, model } = identity;
  return { file, task_id, model: modelName(model), samples: samples.length, scored };
}

function isThere(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false; // what else is wrong with the folder, making it or writing says
  }
}

/** Makes a folder where it is missing; whether it was. */
function makeFolder(folder: string): boolean {
  try {
    Deno.mkdirSync(folder);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists && Deno.statSync(folder).isDirectory) return false;
    throw toFileError(error, { verb: "make", at: folder, otherwise: "file-write" });
  }
}
