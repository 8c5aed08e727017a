/** result.json: the record of one run. @module */
import { decide, type Decision } from "./decision.ts";
import { sha256Hex } from "./digest.ts";
import { PermafrostError } from "./error.ts";
import { writeExclusive } from "./file_write.ts";
import { canonicalize } from "./json_encode.ts";
import { readJsonFile } from "./json_file.ts";
import { fromPointer, type JsonObject, type JsonValue } from "./json_value.ts";
import type { FrozenFile } from "./manifest.ts";
import type { Criterion, DeclaredPermissions } from "./protocol.ts";
import schema from "./schema/result.schema.json" with { type: "json" };
import { schemaCheck } from "./schema_check.ts";

/** An attempted access: permission, what was asked for (by the names of the run's places), how often, if declared. */
export type RecordedAttempt = Readonly<{ kind: string; value: string; count: number; declared: boolean }>;

/** Where a result comes from. None of it enters the reproduction digest. */
export interface Provenance {
  /** Every module of the entry's graph. */ readonly modules: readonly Pick<FrozenFile, "path" | "sha256">[];
  /** Null: a run resolves no packages, so no lock. */ readonly lockSha256: string | null;
  /** What ran it. */ readonly runtime: { readonly [name in "deno" | "v8" | "typescript" | "target"]: string };
  /** The outermost layer. */ readonly containment: "bwrap" | "none";
  /** How accesses were logged. */ readonly attemptLog: "broker" | "audit";
  /** The pinned inputs. */ readonly inputs: readonly (Omit<FrozenFile, "path"> & { readonly name: string })[];
  /** What was allowed, and what was tried. */
  readonly permissions: { readonly declared: DeclaredPermissions; readonly attempted: readonly RecordedAttempt[] };
}

/** Where files were fetched from before the run, and those that matched, the manifest among them. */
export type PublicationRecord = Readonly<{ origin: string; files: readonly FrozenFile[] }>;

/** The record of one complete run. */
export interface Result {
  /** The version of this form. */ readonly format: "permafrost/result@1";
  /** The experiment's id. */ readonly id: string;
  /** The experiment's identity; null for a draft. */ readonly manifestSha256: string | null;
  /** Always true: a run that broke a rule has no result. */ readonly complete: true;
  /** The frozen criteria, judged. */ readonly decision: Decision;
  /** What the experiment summed up. */ readonly summary: JsonValue;
  /** What it printed, in order. */ readonly rows: readonly JsonValue[];
  /** Where it comes from. */ readonly provenance: Provenance;
  /** What was compared before the run, or null. */ readonly publication: PublicationRecord | null;
  /** What may differ: UTC instants, milliseconds, the machine; with the pointers to what may in rows and summary. */
  readonly volatile: Readonly<
    { startedAt: string; finishedAt: string; durationMs: number; host: string; pointers: readonly string[] }
  >;
  /** {@linkcode reproductionDigest}. */ readonly reproductionSha256: string;
}

const findProblem = schemaCheck(schema);

/** The part of a result that must repeat: `{id, manifestSha256, decision, summary, rows}` without what the volatile
 * pointers name. Keys go; elements of arrays become null, so that the others keep their places. Of a criterion that
 * looks at a volatile place, or at what holds one, the observed value goes too. */
export function reproduciblePart(result: Omit<Result, "reproductionSha256">): JsonObject {
  const { id, manifestSha256, decision, summary, rows, volatile } = result;
  const patterns = volatile.pointers.map((pointer) => fromPointer(pointer) ?? []);
  const criteria = decision.criteria.map(({ observed, ...rest }) => {
    const path = fromPointer(rest.at) ?? [];
    const isVolatile = patterns.some((pattern) =>
      pattern.slice(0, path.length).every((step, index) => step === "*" || step === path[index])
    );
    return isVolatile ? rest : { ...rest, observed };
  });
  const part = { id, manifestSha256, decision: { ...decision, criteria }, summary, rows };
  return without(part as unknown as JsonObject, patterns) as JsonObject;
}

function without(value: JsonValue, patterns: readonly string[][]): JsonValue {
  if (patterns.length === 0 || typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).flatMap(([key, part]): [string, JsonValue][] => {
    const deeper = patterns.filter(([step]) => step === "*" || step === key).map(([, ...rest]) => rest);
    if (deeper.every(({ length }) => length > 0)) return [[key, without(part, deeper)]];
    return Array.isArray(value) ? [[key, null]] : [];
  });
  return Array.isArray(value) ? kept.map(([, part]) => part) : Object.fromEntries(kept);
}

/** SHA-256 of the canonical form (RFC 8785) of {@linkcode reproduciblePart}: two runs agree when it is equal. */
export function reproductionDigest(result: Omit<Result, "reproductionSha256">): string {
  return sha256Hex(canonicalize(reproduciblePart(result)));
}

/** The bytes of a result's file: canonical JSON (RFC 8785) and one LF. */
export function resultBytes(result: Result): Uint8Array {
  return new TextEncoder().encode(canonicalize(result) + "\n");
}

/** Writes a result, mode 0600, to a path where nothing is. Refuses, and throws, what {@linkcode writeExclusive} does. */
export function writeResult(path: string, result: Result): void {
  writeExclusive(path, resultBytes(result), { mode: 0o600 });
}

/** Reads the result at a path, judges its criteria again and recomputes its digest, each from its own rows and summary.
 * @throws {PermafrostError} result-invalid at a pointer, also when decision or digest do not follow; file-*, json-*. */
export function readResult(path: string): Result {
  const { value } = readJsonFile(path, { maxBytes: 2 ** 29 - 24, at: "result" }); // the longest text an engine holds
  const refuse = (at: string, state: string): never => {
    throw new PermafrostError("result-invalid", `Cannot read the result: at ${at || "its root"}, ${state}`, { at });
  };
  const problem = findProblem(value), result = value as unknown as Result;
  if (problem !== null) refuse(...problem);
  const { summary, rows, decision } = result;
  const criteria = decision.criteria.map(({ id, at, expected }): Criterion => ({ ...expected, id, at }));
  const again = decide(criteria, { summary, rows: [...rows] }),
    isRepeated = canonicalize(again) === canonicalize(decision);
  const isWhole = reproductionDigest(result) === result.reproductionSha256;
  if (!isRepeated) refuse("/decision", "it does not follow from these rows and this summary; the file was changed");
  if (!isWhole) refuse("/reproductionSha256", "it is not the digest of this content; the file was changed");
  return result;
}
