/** trajectory.jsonl and observations.jsonl: the record of an episode as text, and back. @module */
import { PermafrostError } from "../../../kernel/error.ts";
import { parseStrict } from "../../../kernel/json_decode.ts";
import { canonicalize } from "../../../kernel/json_encode.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../kernel/json_value.ts";
import type { Envelope } from "../env/envelope.ts";
import type { Step } from "./step.ts";
import { observationHash, type Row, ROW_KEYS } from "./trajectory.ts";

/** The rows as trajectory.jsonl: one a line, keys in the order of {@linkcode ROW_KEYS}. */
export function trajectoryText(rows: readonly Row[]): string {
  return rows.map((row) => `{${ROW_KEYS.map((key) => `"${key}":${canonicalize(row[key])}`).join(",")}}\n`).join("");
}

/** The answers as observations.jsonl: each distinct one on a line `{observation_hash, observation}` in canonical JSON, in
 * the order in which they were first given. */
export function observationsText(steps: readonly Pick<Step, "observation">[]): string {
  const lines = new Map(steps.map(({ observation }) => {
    const observation_hash = observationHash(observation);
    return [observation_hash, canonicalize({ observation_hash, observation })];
  }));
  return [...lines.values()].map((line) => `${line}\n`).join("");
}

/** Reads trajectory.jsonl.
 * @throws {PermafrostError} record-invalid: a line is no row of exactly the eight keys with their types, or rows are not
 * numbered from 0; `at` is the row's index with the key as a JSON Pointer. Also what `parseStrict` throws. */
export function readTrajectory(text: string): Row[] {
  return linesOf(text).map((value, at) => {
    const problem = rowProblem(value, { step_idx: at });
    if (problem !== null) throw refuse(`/${at}${problem.pointer}`, problem.state);
    return value as unknown as Row;
  });
}

/** Reads observations.jsonl: answers by their hash.
 * @throws {PermafrostError} record-invalid: a line is not of the two keys, or the hash is not that of the answer; `at` is
 * the line's index. Also what `parseStrict` throws. */
export function readObservations(text: string): Map<string, Envelope> {
  return new Map(
    linesOf(text).map((value, at) => {
      if (!isJsonObject(value) || Object.keys(value).sort().join() !== "observation,observation_hash") {
        throw refuse(`/${at}`, "the line is not of the keys observation and observation_hash");
      }
      const observation = value.observation as unknown as Envelope, hash = observationHash(observation);
      if (hash !== value.observation_hash) throw refuse(`/${at}/observation_hash`, "it is not the hash of the answer");
      return [hash, observation];
    }),
  );
}

/** Joins rows with their answers.
 * @throws {PermafrostError} record-invalid: an answer is not there; `at` is the row's index. */
export function joinSteps(rows: readonly Row[], observations: ReadonlyMap<string, Envelope>): Step[] {
  return rows.map(({ step_idx, tool, args, observation_hash }, at) => {
    const observation = observations.get(observation_hash);
    if (observation === undefined) throw refuse(`/${at}/observation_hash`, "no answer with this hash was recorded");
    return { step_idx, tool, args, observation };
  });
}

/** What is wrong with one row: the key as a JSON Pointer (empty: the row), and the state; null: nothing. */
export function rowProblem(value: JsonValue, options: { step_idx: number }): { pointer: string; state: string } | null {
  if (!isJsonObject(value)) return { pointer: "", state: "the row is not an object" };
  const missing = ROW_KEYS.find((key) => !Object.hasOwn(value, key));
  if (missing !== undefined) return { pointer: `/${missing}`, state: "the key is missing" };
  if (Object.keys(value).length !== ROW_KEYS.length) {
    return { pointer: "", state: "the row has other keys than the eight" };
  }
  if (value.step_idx !== options.step_idx) return { pointer: "/step_idx", state: "rows are not numbered from 0" };
  const wrong = ROW_KEYS.find((key) => !CHECKS[key](value[key]!));
  return wrong === undefined ? null : { pointer: `/${wrong}`, state: "the value is not of its type" };
}

const isCount = (value: JsonValue): boolean =>
  value === null || (Number.isSafeInteger(value) && (value as number) >= 0);
const isText = (value: JsonValue): boolean => value === null || typeof value === "string";
const CHECKS: Readonly<Record<typeof ROW_KEYS[number], (value: JsonValue) => boolean>> = {
  step_idx: (value) => value !== null && isCount(value),
  tool: isText,
  args: () => true,
  observation_hash: (value) => typeof value === "string" && /^[0-9a-f]{64}$/.test(value),
  tokens_in: isCount,
  tokens_out: isCount,
  latency_ms: isCount,
  reasoning_trace: isText,
};

function linesOf(text: string): JsonValue[] {
  if (text === "") return [];
  if (!text.endsWith("\n")) throw refuse("", "the last line is not complete");
  return text.slice(0, -1).split("\n").map((line) => parseStrict(line) as JsonObject);
}

function refuse(at: string, state: string): PermafrostError {
  return new PermafrostError("record-invalid", `Cannot read the record of an episode: ${state}`, { at });
}
