/** An episode as text. In one file: a line for the record, then trajectory.jsonl, then observations.jsonl; in a folder
 * the same three, each a file. @module */
import { PermafrostError } from "../../../kernel/error.ts";
import { parseStrict } from "../../../kernel/json_decode.ts";
import { canonicalize } from "../../../kernel/json_encode.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../kernel/json_value.ts";
import { readRunConfig } from "../config/contract.ts";
import {
  joinSteps,
  observationsText,
  readObservations,
  readTrajectory,
  trajectoryText,
} from "../verify/record_text.ts";
import { HEADER_KEYS } from "../verify/trajectory.ts";
import { EPISODE_FORMAT, type EpisodeRecord, type RecordedEpisode, UNSCORED_REASONS } from "./episode_record.ts";
import { readModel } from "./unit.ts";

/** The three parts of an episode as text, each of whole lines. */
export interface EpisodeParts {
  /** The record: one line of canonical JSON. */ readonly record: string;
  /** The rows, one a line. */ readonly trajectory: string;
  /** The observations, each distinct one on a line. */ readonly observations: string;
}

/** Writes an episode as its three parts. */
export function episodeParts({ record, rows, observations }: RecordedEpisode): EpisodeParts {
  return {
    record: `${canonicalize(record)}\n`,
    trajectory: trajectoryText(rows),
    observations: observationsText(joinSteps(rows, observations)),
  };
}

/** Writes an episode as one text: the three parts, one after the other. */
export function episodeText(episode: RecordedEpisode): string {
  const { record, trajectory, observations } = episodeParts(episode);
  return record + trajectory + observations;
}

/** Reads the one text of an episode.
 * @throws {PermafrostError} record-invalid: it is none; also what `parseStrict` throws. */
export function readEpisodeText(text: string): RecordedEpisode {
  const end = text.indexOf("\n") + 1, record = readRecord(text.slice(0, end));
  let cut = end;
  for (let row = 0; row < record.rows; row++) {
    cut = text.indexOf("\n", cut) + 1;
    if (cut === 0) throw refuse("/rows", "the text has fewer rows");
  }
  return readEpisodeParts({
    ...{ record: text.slice(0, end), trajectory: text.slice(end, cut), observations: text.slice(cut) },
  });
}

/** Reads the three parts of an episode.
 * @throws {PermafrostError} record-invalid: they are none; also what `parseStrict` throws. */
export function readEpisodeParts(parts: EpisodeParts): RecordedEpisode {
  const record = readRecord(parts.record), rows = readTrajectory(parts.trajectory);
  if (rows.length !== record.rows) {
    throw refuse("/rows", `the record counts ${record.rows} rows, and there are ${rows.length}`);
  }
  const observations = readObservations(parts.observations);
  joinSteps(rows, observations);
  return { record, rows, observations };
}

const KEYS: Readonly<Record<keyof EpisodeRecord, (value: JsonValue) => boolean>> = {
  format: (value) => value === EPISODE_FORMAT,
  episode_id: isHash,
  run_config: isJsonObject,
  model: isJsonObject,
  seed: isCount,
  salt_hash: isHash,
  header: (value) => value === null || hasKeys(value, HEADER_KEYS),
  termination: (value) => value === null || ["submitted", "budget", "stopped"].includes(value as string),
  rows: isCount,
  trajectory_hash: (value) => value === null || isHash(value),
  judges: (value) => Array.isArray(value) && value.every((each) => typeof each === "string"),
  unscored: isUnscored,
  score: (value) => value === null || (isJsonObject(value) && isShare(value.total)),
  reveal: (value) => value === null || (hasKeys(value, ["nonce", "sealed"]) && isHash((value as JsonObject).nonce!)),
  provider: (value) => value === null || isJsonObject(value),
};

/** Reads the record of an episode: one line. Its form is checked, not whether it is true: see episode_check.ts.
 * @throws {PermafrostError} record-invalid: it is none; `at` is a JSON Pointer. Also what `parseStrict` throws. */
export function readRecord(line: string): EpisodeRecord {
  const value = parseStrict(line);
  if (!isJsonObject(value)) throw refuse("", "the record is not an object");
  for (const [key, isRight] of Object.entries(KEYS)) {
    if (!Object.hasOwn(value, key) || !isRight(value[key]!)) throw refuse(`/${key}`, `${key} is not as it must be`);
  }
  const stranger = Object.keys(value).find((key) => !Object.hasOwn(KEYS, key));
  if (stranger !== undefined) throw refuse("", `${JSON.stringify(stranger)} is not known in a record`);
  const record = value as unknown as EpisodeRecord;
  readRunConfig(record.run_config);
  readModel(value.model!);
  if ((record.unscored === null) !== (typeof record.score?.total === "number")) {
    throw refuse("/unscored", "a record has a total or a reason why it has none");
  }
  return record;
}

function hasKeys(value: JsonValue, keys: readonly string[]): boolean {
  return isJsonObject(value) && Object.keys(value).length === keys.length &&
    keys.every((key) => Object.hasOwn(value, key));
}

function isHash(value: JsonValue): boolean {
  return typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
}

function isCount(value: JsonValue): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** A whole number of millionths, or null. */
function isShare(value: JsonValue | undefined): boolean {
  return value === null || (value !== undefined && isCount(value) && (value as number) <= 1_000_000);
}

function isUnscored(value: JsonValue): boolean {
  if (value === null) return true;
  if (!hasKeys(value, ["reason", "detail"])) return false;
  const { reason, detail } = value as JsonObject;
  return (UNSCORED_REASONS as readonly JsonValue[]).includes(reason!) && typeof detail === "string";
}

function refuse(at: string, state: string): PermafrostError {
  return new PermafrostError("record-invalid", `Cannot read an episode: ${state}`, { at });
}
