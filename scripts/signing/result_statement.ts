/** What is said of a result under a signature: its decision, that its checks ran, that it was reproduced. @module */
import { sha256Hex } from "../../kernel/digest.ts";
import { PermafrostError } from "../../kernel/error.ts";
import { readBounded } from "../../kernel/file_read.ts";
import type { Finding } from "../../kernel/finding.ts";
import { parseStrict } from "../../kernel/json_decode.ts";
import { canonicalize } from "../../kernel/json_encode.ts";
import type { JsonObject } from "../../kernel/json_value.ts";
import { findDifferences, type ReproduceReport } from "../../kernel/reproduce.ts";
import { readResult, type Result, resultBytes } from "../../kernel/result.ts";
import type { Statement } from "./dsse.ts";

/** The kinds of statement. Those of Permafrost have names without an address: nothing is to be fetched there. */
export const PREDICATE_TYPES = {
  /** The frozen criteria, judged. A decision that is not met is an outcome, not a failed test. */
  decision: "urn:permafrost:decision:1",
  /** Someone ran the experiment of a result again and compared. */
  reproduction: "urn:permafrost:reproduction:1",
  /** The frozen checks ran to their end; nothing is said of the outcome. */
  testResult: "https://in-toto.io/attestation/test-result/v0.1",
} as const;

/** A result's file as it was read. */
export interface ResultFile {
  /** Its name, without folders. */
  readonly name: string;
  /** The SHA-256 of its bytes, in hex. */
  readonly sha256: string;
  /** The result. */
  readonly result: Result;
}

/**
 * Reads a result's file whole, with the digest of its bytes.
 *
 * @param path Its path; `name` is what statements and messages call it.
 * @throws {PermafrostError} `result-invalid`, also for bytes that are not canonical (a statement names them by their
 * digest); `manifest-missing` for the result of a draft; file-*, json-*.
 */
export function readResultFile(path: string, { name }: { name: string }): ResultFile {
  const result = readResult(path), bytes = readBounded(path, { maxBytes: 2 ** 29, at: name });
  const sha256 = sha256Hex(bytes);
  if (sha256 !== sha256Hex(resultBytes(result))) {
    const message = `Cannot sign for ${name}: its bytes are not the canonical form that a result is written in`;
    throw new PermafrostError("result-invalid", message, { at: name });
  }
  if (result.manifestSha256 === null) {
    const message = `Cannot sign for ${name}: it is the result of a draft; freeze the experiment and run it`;
    throw new PermafrostError("manifest-missing", message, { at: name });
  }
  return { name, sha256, result };
}

/** The statement that a result's frozen criteria were judged so. */
export function decisionStatement({ name, sha256, result }: ResultFile): Statement {
  const { id, manifestSha256, decision, reproductionSha256, provenance, volatile } = result;
  const predicate = {
    experiment: id,
    manifest: { name: "manifest.json", digest: { sha256: manifestSha256 } },
    decision: decision as unknown as JsonObject,
    reproductionSha256,
    runtime: { ...provenance.runtime },
    containment: provenance.containment,
    attemptLog: provenance.attemptLog,
    startedAt: volatile.startedAt,
    finishedAt: volatile.finishedAt,
  };
  return { subjectName: name, subjectSha256: sha256, predicateType: PREDICATE_TYPES.decision, predicate };
}

/** The statement, in the field's own form, that the frozen checks ran to their end; it is silent on the decision. */
export function testResultStatement({ name, sha256, result }: ResultFile): Statement {
  const predicate = {
    result: "PASSED",
    configuration: [{ name: "manifest.json", digest: { sha256: result.manifestSha256 } }],
    passedTests: ["the frozen bytes stood", "the run kept to what is declared", "the run was complete"],
    warnedTests: [],
    failedTests: [],
  };
  return { subjectName: name, subjectSha256: sha256, predicateType: PREDICATE_TYPES.testResult, predicate };
}

/**
 * The statement that a result was, or was not, reproduced: both digests, what differed, what differed in provenance,
 * and the machine on which it was tried. Null when the report holds no comparison: nothing was reproduced or refuted.
 */
export function reproductionStatement({ name, sha256, result }: ResultFile, report: ReproduceReport): Statement | null {
  const { comparison, result: own } = report;
  if (comparison === null || own === null) return null;
  const predicate = {
    experiment: result.id,
    manifest: { name: "manifest.json", digest: { sha256: result.manifestSha256 } },
    reproduced: comparison.same,
    reproductionSha256: { expected: result.reproductionSha256, observed: own.reproductionSha256 },
    differences: comparison.differences as unknown as Finding[],
    provenance: {
      differences: comparison.provenance as unknown as Finding[],
      runtime: { ...own.provenance.runtime },
      containment: own.provenance.containment,
      attemptLog: own.provenance.attemptLog,
    },
    startedAt: own.volatile.startedAt,
    finishedAt: own.volatile.finishedAt,
    host: own.volatile.host,
  };
  return {
    subjectName: name,
    subjectSha256: sha256,
    predicateType: PREDICATE_TYPES.reproduction,
    predicate: plain(predicate as unknown as JsonObject),
  };
}

/** What a statement says otherwise than the result's own file, or than the manifest that is there. */
export function statementProblems(
  statement: Statement,
  { file, manifestSha256 }: { file: ResultFile; manifestSha256: string | null },
): Pick<Finding, "at" | "expected" | "observed">[] {
  const { predicate, predicateType } = statement, { result } = file;
  const foreign = result.manifestSha256 === manifestSha256
    ? []
    : [{ at: "/predicate/manifest/digest/sha256", expected: manifestSha256, observed: result.manifestSha256 }];
  const compare = (expected: JsonObject, observed: JsonObject) =>
    findDifferences(expected, observed).map(({ at, expected, observed }) => ({
      at: `/predicate${at}`,
      expected,
      observed,
    }));
  if (predicateType === PREDICATE_TYPES.decision) {
    return [...foreign, ...compare(plain(decisionStatement(file).predicate), predicate)];
  }
  if (predicateType === PREDICATE_TYPES.testResult) {
    return [...foreign, ...compare(plain(testResultStatement(file).predicate), predicate)];
  }
  const { experiment = null, manifest = null, reproduced = null, reproductionSha256 = null } = predicate;
  const digests = reproductionSha256 as { observed?: unknown } | null;
  const expected = {
    experiment: result.id,
    manifest: { name: "manifest.json", digest: { sha256: result.manifestSha256 } },
    reproduced: digests?.observed === result.reproductionSha256,
    reproductionSha256: { expected: result.reproductionSha256, observed: (digests?.observed ?? null) as string | null },
  };
  return [...foreign, ...compare(expected, { experiment, manifest, reproduced, reproductionSha256 })];
}

function plain(value: JsonObject): JsonObject {
  return parseStrict(canonicalize(value)) as JsonObject;
}
