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

/** An access that was attempted. */
export interface RecordedAttempt {
  /** Deno's name of the permission. */ readonly kind: string;
  /** What was asked for; paths of the run by the names of their places. */ readonly value: string;
  /** How often. */ readonly count: number;
  /** Whether the protocol declares it. */ readonly declared: boolean;
}

/** Where a result comes from. None of it enters the reproduction digest. */
export interface Provenance {
  /** Every module of the entry's graph. */ readonly modules: readonly Pick<FrozenFile, "path" | "sha256">[];
  /** SHA-256 of the deno.lock beside the kernel, or null. */ readonly lockSha256: string | null;
  /** What ran it. */ readonly runtime: { readonly [name in "deno" | "v8" | "typescript" | "target"]: string };
  /** The outermost layer. */ readonly containment: "bwrap" | "none";
  /** How accesses were logged. */ readonly attemptLog: "broker" | "audit";
  /** The pinned inputs. */ readonly inputs: readonly (Omit<FrozenFile, "path"> & { readonly name: string })[];
  /** What was allowed, and what was tried. */
  readonly permissions: { readonly declared: DeclaredPermissions; readonly attempted: readonly RecordedAttempt[] };
}

/** What was fetched and matched before the run. */
export interface PublicationRecord {
  /** Where from. */ readonly origin: string;
  /** The files that matched, the manifest among them. */ readonly files: readonly FrozenFile[];
}

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
  readonly volatile: Readonly<Record<"startedAt" | "finishedAt" | "host", string> & { durationMs: number }> & {
    readonly pointers: readonly string[];
  };
  /** What must not: {@linkcode reproductionDigest}. */ readonly reproductionSha256: string;
}

const findProblem = schemaCheck(schema);

/**
 * The part of a result that a reproduction must repeat: `{id, manifestSha256, decision, summary, rows}` without what
 * the volatile pointers name. Keys go; elements of arrays become null, so that the others keep their places. Of a
 * criterion that looks at a volatile place, or at what holds one, the observed value goes too: only `met` must repeat.
 */
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

/** The bytes of a result file: canonical JSON (RFC 8785) and one LF. */
export function resultBytes(result: Result): Uint8Array {
  return new TextEncoder().encode(canonicalize(result) + "\n");
}

/**
 * Writes a result to a path where nothing is, mode 0600, complete or not at all, synced to disk.
 *
 * @throws {PermafrostError} file-exists, file-missing (no such folder), file-write.
 */
export function writeResult(path: string, result: Result): void {
  writeExclusive(path, resultBytes(result), { mode: 0o600 });
}

/**
 * Reads the result at a path, judges its criteria again and recomputes its digest, each from its own rows and summary.
 *
 * @throws {PermafrostError} result-invalid at a pointer, also when decision or digest are not those of the content;
 * file-* and json-* as for any JSON file.
 */
export function readResult(path: string): Result {
  const { value } = readJsonFile(path, { maxBytes: 2 ** 29 - 24, at: "result" }); // the longest text an engine holds
  const refuse = (at: string, state: string): never => {
    throw new PermafrostError("result-invalid", `Cannot read the result: at ${at || "its root"}, ${state}`, { at });
  };
  const problem = findProblem(value);
  if (problem !== null) refuse(...problem);
  const result = value as unknown as Result, { summary, rows, decision } = result;
  const criteria = decision.criteria.map(({ id, at, expected }): Criterion => ({ ...expected, id, at }));
  if (canonicalize(decide(criteria, { summary, rows: [...rows] })) !== canonicalize(decision)) {
    refuse("/decision", "it does not follow from these rows and this summary; the file was changed");
  }
  if (reproductionDigest(result) !== result.reproductionSha256) {
    refuse("/reproductionSha256", "it is not the digest of this content; the file was changed");
  }
  return result;
}
