/** Transcripts: the calls of an episode and nothing else, played again on a fresh world, offline (je.md, section 8).
 * @module */
import { plainCall } from "../../experiments/je-v1/env/call.ts";
import type { Call } from "../../experiments/je-v1/env/envelope.ts";
import { type Agent, playEpisode } from "../../experiments/je-v1/env/session.ts";
import type { RunConfig } from "../../experiments/je-v1/config/contract.ts";
import type { RecordedEpisode } from "../../experiments/je-v1/sweep/episode_record.ts";
import { finishUnit, type ModelEntry, prepareUnit } from "../../experiments/je-v1/sweep/unit.ts";
import type { Row } from "../../experiments/je-v1/verify/trajectory.ts";
import { sha256Hex } from "../../kernel/digest.ts";
import { PermafrostError } from "../../kernel/error.ts";
import { readBounded } from "../../kernel/file_read.ts";
import { parseStrictBytes } from "../../kernel/json_decode.ts";
import { canonicalize } from "../../kernel/json_encode.ts";
import { isJsonObject, type JsonValue } from "../../kernel/json_value.ts";

/** The most bytes of a transcript. */
export const MAX_TRANSCRIPT_BYTES = 64 * 1024 * 1024;
/** The adapter that an episode names when a transcript was played. */
export const TRANSCRIPT_ADAPTER = "transcript";
const LF = 0x0a, CR = 0x0d, SPACE = 0x20, TAB = 0x09, BRACKET = 0x5b;

/** Makes an agent that makes the calls of a transcript in their order and looks at no answer. It returns when they are
 * all made, without a submit of its own, or when the episode has ended. */
export function transcriptAgent(calls: readonly Call[]): Agent {
  return (session) => {
    for (const { tool, args } of calls) {
      if (session.isOver) return;
      session.call(tool, args);
    }
  };
}

/** What a transcript came to. */
export interface PlayedTranscript {
  /** The episode; its model's adapter is {@linkcode TRANSCRIPT_ADAPTER}. */ readonly episode: RecordedEpisode;
  /** Calls that follow the end of the episode, and so were not made. */ readonly unplayed: number;
}

/** Plays a transcript as one episode and scores it. The model's entry holds the digest of the calls, so two transcripts
 * make two episodes; latencies are null, as nobody's are measured.
 * @param options `seed`: the instance; `id`: the model's name in the record; `salt`: the campaign's secret, if any.
 * @throws {PermafrostError} record-invalid: no world comes of the configuration. */
export function playTranscript(
  calls: readonly Call[],
  options: { run_config: RunConfig; seed: number; id?: string; salt?: string },
): PlayedTranscript {
  const { run_config, seed, id = TRANSCRIPT_ADAPTER, salt = "" } = options, { tools_enabled, step_budget } = run_config;
  const params = { transcript_sha256: sha256Hex(canonicalize(calls.map(plainCall))) };
  const model: ModelEntry = { id, adapter: TRANSCRIPT_ADAPTER, params, send_seed: false };
  const prepared = prepareUnit({ run_config, model, seed }, { salt });
  const played = playEpisode(prepared.instance.world, transcriptAgent(calls), { tools_enabled, step_budget });
  return { episode: finishUnit(prepared, played), unplayed: calls.length - played.steps.length };
}

/** The calls of an episode as JSON Lines: `{"tool":…,"args":…}`, arguments in canonical JSON. Of a call that could not
 * be read the tool is null and the arguments are `{"raw":…}`, as it was recorded. */
export function transcriptText(rows: readonly Pick<Row, "tool" | "args">[]): string {
  return rows.map(({ tool, args }) => `{"tool":${canonicalize(tool)},"args":${canonicalize(args)}}\n`).join("");
}

/** Reads a transcript's file, see {@linkcode parseTranscript}.
 * @param options `at`: its name in errors.
 * @throws {PermafrostError} file-*; what {@linkcode parseTranscript} throws. */
export function readTranscript(path: string, { at }: { at: string }): Call[] {
  return parseTranscript(readBounded(path, { maxBytes: MAX_TRANSCRIPT_BYTES, at }), { at });
}

/** Reads a transcript: one JSON array of calls, or JSON Lines with a call a line (empty lines are passed over). A call is
 * exactly `{tool, args}`; the tool is a name or null, the arguments are any JSON and may be left out. Nothing is
 * repaired, and JSON is read strictly.
 * @param options `at`: the transcript's name in errors.
 * @throws {PermafrostError} record-invalid: a call is none; json-*: a line, or the array, is no strict JSON. `at` is the
 * name with `#/` and the call's index, counted from 0; for JSON Lines the message names the line, counted from 1. */
export function parseTranscript(bytes: Uint8Array, { at }: { at: string }): Call[] {
  const first = bytes.find((byte) => ![LF, CR, SPACE, TAB].includes(byte));
  if (first !== BRACKET) return parseLines(bytes, at);
  const value = located("", at, () => parseStrictBytes(bytes, { maxBytes: MAX_TRANSCRIPT_BYTES }));
  return (value as JsonValue[]).map((call, index) => readCall(call, { at: `${at}#/${index}`, where: `call ${index}` }));
}

function parseLines(bytes: Uint8Array, at: string): Call[] {
  const calls: Call[] = [];
  for (let from = 0, line = 1; from < bytes.length; line++) {
    const end = bytes.indexOf(LF, from), to = end < 0 ? bytes.length : end;
    const part = bytes.subarray(from, to > from && bytes[to - 1] === CR ? to - 1 : to);
    from = to + 1;
    if (part.length === 0) continue;
    const where = `line ${line}`, place = `${at}#/${calls.length}`;
    const value = located(` in ${where}`, place, () => parseStrictBytes(part, { maxBytes: MAX_TRANSCRIPT_BYTES }));
    calls.push(readCall(value, { at: place, where }));
  }
  return calls;
}

function readCall(value: JsonValue, { at, where }: { at: string; where: string }): Call {
  const refuse = (state: string, key = ""): PermafrostError =>
    new PermafrostError("record-invalid", `Cannot read the transcript: ${where} ${state}`, { at: `${at}${key}` });
  if (!isJsonObject(value)) throw refuse("is not an object of tool and args");
  const stranger = Object.keys(value).find((key) => key !== "tool" && key !== "args");
  if (stranger !== undefined) {
    throw refuse(`has the key ${JSON.stringify(stranger)} beside tool and args; permafrost je transcript makes lines`);
  }
  const { tool, args = {} } = value;
  if (typeof tool !== "string" && tool !== null) throw refuse("has no tool that is a name or null", "/tool");
  return { tool, args };
}

/** Runs a parse and gives what it throws its place. */
function located<T>(where: string, at: string, parse: () => T): T {
  try {
    return parse();
  } catch (cause) {
    if (!(cause instanceof PermafrostError)) throw cause;
    throw new PermafrostError(cause.code, `${cause.message}${where} (${at.split("#")[0]})`, { at, cause });
  }
}
