/** result.json: the record of one run. @module */
import type { Decision } from "./decision.ts";
import { sha256Hex } from "./digest.ts";
import { PermafrostError } from "./error.ts";
import { writeExclusive } from "./file_write.ts";
import { canonicalize } from "./json_encode.ts";
import { readJsonFile } from "./json_file.ts";
import { fromPointer, isJsonObject, type JsonObject, type JsonValue } from "./json_value.ts";
import type { DeclaredPermissions } from "./protocol.ts";
import resultSchema from "./schema/result.schema.json" with { type: "json" };
import { schemaCheck } from "./schema_check.ts";

/** An access that was attempted: paths of the run by their names, how often, and whether it was declared. */
export interface RecordedAttempt {
  readonly kind: string;
  readonly value: string;
  readonly count: number;
  readonly declared: boolean;
}

/** Where a result comes from. None of it enters the reproduction digest. */
export interface Provenance {
  readonly modules: readonly { readonly path: string; readonly sha256: string }[];
  /** SHA-256 of the deno.lock that the run could resolve packages by; null as runs have none. */
  readonly lockSha256: string | null;
  readonly runtime: {
    readonly deno: string;
    readonly v8: string;
    readonly typescript: string;
    readonly target: string;
  };
  readonly containment: "bwrap" | "none";
  readonly attemptLog: "broker" | "audit";
  readonly inputs: readonly { readonly name: string; readonly bytes: number; readonly sha256: string }[];
  readonly permissions: { readonly declared: DeclaredPermissions; readonly attempted: readonly RecordedAttempt[] };
}

/** What was fetched and matched before the run. */
export interface PublicationRecord {
  readonly origin: string;
  readonly files: readonly { readonly path: string; readonly bytes: number; readonly sha256: string }[];
}

/** The record of one complete run. */
export interface Result {
  readonly format: "permafrost/result@1";
  readonly id: string;
  /** The experiment's identity; null for a draft. */
  readonly manifestSha256: string | null;
  /** Always true: a run that broke a rule has no result. */
  readonly complete: true;
  readonly decision: Decision;
  readonly summary: JsonValue;
  readonly rows: readonly JsonValue[];
  readonly provenance: Provenance;
  readonly publication: PublicationRecord | null;
  /** What differs between runs, and the declared pointers to what may differ in rows and summary. */
  readonly volatile: {
    readonly startedAt: string;
    readonly finishedAt: string;
    readonly durationMs: number;
    readonly host: string;
    readonly pointers: readonly string[];
  };
  readonly reproductionSha256: string;
}

const MAX_RESULT_BYTES = 2 ** 30;
const findProblem = schemaCheck(resultSchema as Parameters<typeof schemaCheck>[0]);

/** The part of a result that a reproduction must repeat: without provenance and what is volatile. */
export function reproduciblePart(result: Omit<Result, "reproductionSha256">): JsonObject {
  const { id, manifestSha256, decision, summary, rows } = result;
  const part = structuredClone({ id, manifestSha256, decision, summary, rows }) as unknown as JsonObject;
  for (const pointer of result.volatile.pointers) removeAt(part, fromPointer(pointer) ?? []);
  // A criterion that looks at a volatile place carries its value into the decision; only whether it is met repeats.
  const pointers = result.volatile.pointers.map((pointer) => fromPointer(pointer) ?? []);
  for (
    const criterion of (part["decision"] as unknown as { criteria: { at: string; observed?: JsonValue }[] }).criteria
  ) {
    const path = fromPointer(criterion.at) ?? [];
    if (pointers.some((pattern) => overlaps(pattern, path))) delete criterion.observed;
  }
  return part;
}

function overlaps(pattern: readonly string[], path: readonly string[]): boolean {
  return pattern.slice(0, path.length).every((part, index) => part === "*" || part === path[index]);
}

function removeAt(value: JsonValue | undefined, [step, ...rest]: readonly string[]): void {
  if (step === undefined || typeof value !== "object" || value === null) return;
  const keys = step === "*" ? Object.keys(value) : Object.hasOwn(value, step) ? [step] : [];
  for (const key of keys) {
    const holder = value as JsonObject;
    if (rest.length > 0) removeAt(holder[key], rest);
    else if (Array.isArray(value)) value[Number(key)] = null;
    else delete holder[key];
  }
}

/** SHA-256 of the canonical form of {@linkcode reproduciblePart}: two runs agree when it is equal. */
export function reproductionDigest(result: Omit<Result, "reproductionSha256">): string {
  return sha256Hex(canonicalize(reproduciblePart(result)));
}

/** The bytes of a result file: canonical JSON (RFC 8785) and one LF. */
export function resultBytes(result: Result): Uint8Array {
  return new TextEncoder().encode(canonicalize(result) + "\n");
}

/**
 * Writes a result to a place where nothing is, mode 0600, complete or not at all, synced to disk.
 *
 * @throws {PermafrostError} file-exists, file-write.
 */
export function writeResult(path: string, result: Result): void {
  writeExclusive(path, resultBytes(result), { mode: 0o600, at: "result" });
}

/**
 * Reads a result and recomputes its digest from its own rows, summary and decision.
 *
 * @param path The file.
 * @throws {PermafrostError} result-invalid at a pointer, also when the digest is not that of the content;
 * file-* and json-* as for any JSON file.
 */
export function readResult(path: string): Result {
  const { value } = readJsonFile(path, { maxBytes: MAX_RESULT_BYTES, at: "result" });
  const problem = findProblem(value);
  const refuse = (at: string, state: string): never => {
    throw new PermafrostError("result-invalid", `Cannot read the result: at ${at || "its root"}, ${state}`, { at });
  };
  if (problem !== null || !isJsonObject(value)) {
    return refuse(problem?.at ?? "", problem?.problem ?? "it is not an object");
  }
  const result = value as unknown as Result;
  if (reproductionDigest(result) !== result.reproductionSha256) {
    refuse("/reproductionSha256", "it is not the digest of this content; the file was changed after it was written");
  }
  return result;
}
