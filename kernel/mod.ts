/**
 * The Permafrost kernel: freeze, check, run in a sandbox, decide, reproduce. The files are listed in import
 * order, so that the kernel reads from top to bottom: a file imports only files above it.
 *
 * Importing this module needs no permission and does nothing.
 * @module
 */
export { ERROR_CODES, type ErrorCode, PermafrostError, type PermafrostErrorOptions } from "./error.ts";
export { fromPointer, isJsonObject, type JsonObject, type JsonValue, toPointer, valueAt } from "./json_value.ts";
export { type Finding, FINDING_CODES, type FindingCode, sortFindings } from "./finding.ts";
export { type Sha256, sha256File, sha256Hex } from "./digest.ts";
export { type JsonLimits, parseStrict, parseStrictBytes } from "./json_decode.ts";
export { canonicalize } from "./json_encode.ts";
export { compareBytes, findFoldedTwins, freezeNameProblem } from "./relative_path.ts";
export { readBounded } from "./file_read.ts";
export { writeExclusive } from "./file_write.ts";
export { type JsonFile, readJsonFile, readOptionalJsonFile } from "./json_file.ts";
export { type TreeEntry, walkTree } from "./tree_walk.ts";
// ./tree_digest_worker.ts: the worker's end of tree_digest.ts
export { digestFiles } from "./tree_digest.ts";
export { schemaCheck, type SchemaProblem } from "./schema_check.ts";
export {
  type Bounds,
  type Criterion,
  type Declaration,
  type DeclaredInput,
  type DeclaredPermissions,
  DEFAULT_BOUNDS,
  type Protocol,
  readDeclaration,
  readProtocol,
} from "./protocol.ts";
export {
  check,
  type CheckReport,
  freeze,
  type FrozenFile,
  type Manifest,
  type ReadManifest,
  readManifest,
} from "./manifest.ts";
export { type AccessRequest, type Grants, isGranted, resolveGrants, type RunPlaces, toFlags } from "./permissions.ts";
// ./child_output.ts, ./containment.ts, ./child_spawn.ts, ./permission_broker.ts, ./permission_audit.ts,
// ./fixed_clock.ts, ./module_graph.ts, ./sandbox.ts, ./run_folder.ts: the parts of a run, for run.ts alone
export { type Containment, findContainment } from "./containment.ts";
export { type AttemptLog, childArguments } from "./sandbox.ts";
export { decide, type Decision, type JudgedCriterion } from "./decision.ts";
export {
  type Provenance,
  type PublicationRecord,
  readResult,
  type RecordedAttempt,
  reproductionDigest,
  type Result,
  resultBytes,
  writeResult,
} from "./result.ts";
export { type PublicationCheck, runExperimentFolder, type RunOptions, type RunReport } from "./run.ts";
export {
  compareResults,
  type Comparison,
  findDifferences,
  reproduce,
  type ReproduceReport,
  verify,
  type VerifyReport,
} from "./reproduce.ts";
