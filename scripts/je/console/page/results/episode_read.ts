/** Reading an episode's text, with the line of every fault. Nothing here touches the page. @module */
import { episodeProblem } from "../../../../../experiments/je-v1/sweep/episode_check.ts";
import type { EpisodeRecord, RecordedEpisode } from "../../../../../experiments/je-v1/sweep/episode_record.ts";
import { readRecord } from "../../../../../experiments/je-v1/sweep/episode_text.ts";
import { episodeId } from "../../../../../experiments/je-v1/sweep/unit.ts";
import { joinSteps, readObservations, readTrajectory } from "../../../../../experiments/je-v1/verify/record_text.ts";
import { PermafrostError } from "../../../../../kernel/error.ts";
import { parseStrict } from "../../../../../kernel/json_decode.ts";
import { isJsonObject, type JsonValue } from "../../../../../kernel/json_value.ts";
import { recordFault } from "./record_shape.ts";
import { objectOf, type Shape, TEXT, where } from "./shape.ts";

/** What is wrong with a file. */
export interface Fault {
  /** Its name. */ readonly file: string;
  /** The line, from 1; null: the fault is not in one line. */ readonly line: number | null;
  /** What, in words. */ readonly reason: string;
}

/** A part of an episode: where it stands, and its text. */
export interface Part {
  /** The file. */ readonly file: string;
  /** The line of the file that it starts at, from 1. */ readonly firstLine: number;
  /** The text. */ readonly text: string;
}

/** The most episodes that a record may say its sweep has. */
export const MAX_PLANNED = 1_000_000;

/** An answer as far as this page reads it. */
const ANSWER: Shape = (value, at) =>
  isJsonObject(value) && value.ok === true
    ? objectOf({ data: where((data) => isJsonObject(data)) })(value, at)
    : objectOf({ ok: where((ok) => ok === false), error: objectOf({ code: TEXT }) })(value, at);

/** Cuts the one text of a sweep's file into its three parts; `rows` is how many the record counts. */
export function partsOf(file: string, text: string, { rows }: { readonly rows: number }): [Part, Part, Part] {
  const end = (text.indexOf("\n") + 1) || text.length;
  let cut = end, lines = 0;
  for (; lines < rows && cut > 0 && cut < text.length; lines++) cut = (text.indexOf("\n", cut) + 1) || text.length;
  return [
    { file, firstLine: 1, text: text.slice(0, end) },
    { file, firstLine: 2, text: text.slice(end, cut) },
    { file, firstLine: 2 + lines, text: text.slice(cut) },
  ];
}

/** Reads the record: its form, its shape, and whether its id is that of what it says.
 * @returns The record, or what is wrong. */
export function readHead({ file, firstLine, text }: Part): EpisodeRecord | Fault {
  const fault = (reason: string): Fault => ({ file, line: firstLine, reason });
  try {
    const record = readRecord(text), at = recordFault(record);
    if (at !== null) return fault(`${at} is not as an episode has it`);
    if (record.run_config.sweep.episodes > MAX_PLANNED) {
      return fault("its sweep is too large for a page; use permafrost je aggregate");
    }
    if (episodeId(record, record.salt_hash) === record.episode_id) return record;
    return fault("/episode_id is not that of its configuration, model, seed and salt");
  } catch (error) {
    return fault(reasonOf(error));
  }
}

/** Reads all of an episode, and judges it by itself: rows, answers, the chain of hashes, the commitment.
 * @returns The episode, or what is wrong first. */
export function readWhole(parts: readonly [Part, Part, Part]): RecordedEpisode | Fault {
  const [head, trajectory, answers] = parts, record = readHead(head);
  if (isFault(record)) return record;
  const rows = within(trajectory, readTrajectory);
  if (isFault(rows)) return rows;
  const { file, firstLine } = trajectory;
  if (rows.length !== record.rows) {
    return {
      file,
      line: firstLine + rows.length,
      reason: `the record counts ${record.rows} rows, and there are ${rows.length}`,
    };
  }
  const observations = within(answers, readObservations);
  if (isFault(observations)) return observations;
  const odd = [...observations.values()].findIndex((answer) => ANSWER(answer as unknown as JsonValue, "") !== null);
  if (odd >= 0) {
    return { file: answers.file, line: answers.firstLine + odd, reason: "the answer is not one of the environment" };
  }
  const joined = within(trajectory, () => joinSteps(rows, observations));
  if (isFault(joined)) return joined;
  const episode = { record, rows, observations }, problem = episodeProblem(episode);
  return problem === null
    ? episode
    : { file: head.file, line: head.firstLine, reason: `${problem.at} ${problem.reason}` };
}

/** Tells a fault from what was read. */
export function isFault(value: object): value is Fault {
  return "reason" in value && "line" in value && "file" in value;
}

/** Reads a part, and finds the line of what is thrown. */
function within<T extends object>({ file, firstLine, text }: Part, read: (text: string) => T): T | Fault {
  try {
    return read(text);
  } catch (error) {
    const at = error instanceof PermafrostError && error.code === "record-invalid"
      ? /^\/(\d+)/.exec(error.at ?? "")
      : null;
    const line = at === null ? unreadableLine(text) : Number(at[1]);
    return { file, line: line === null ? null : firstLine + line, reason: reasonOf(error) };
  }
}

/** The first line that is not JSON, from 0; null: each is. */
function unreadableLine(text: string): number | null {
  const lines = text.split("\n");
  const at = lines.slice(0, -1).findIndex((line) => {
    try {
      parseStrict(line);
      return false;
    } catch {
      return true;
    }
  });
  return at >= 0 ? at : lines.at(-1) === "" ? null : lines.length - 1;
}

/** What was thrown, in words. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
