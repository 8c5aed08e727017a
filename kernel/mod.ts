/**
 * The Permafrost kernel: freeze, check, run in a sandbox, decide, reproduce. The files stand in import order: each
 * imports only files above it. Importing this module needs no permission and does nothing.
 * @module
 */
export * from "./error.ts";
export * from "./json_value.ts";
export * from "./finding.ts";
export * from "./json_decode.ts";
export * from "./json_encode.ts";
export { readBounded } from "./file_read.ts";
export * from "./digest.ts";
export * from "./relative_path.ts";
export * from "./file_write.ts";
export * from "./json_file.ts";
export * from "./tree_walk.ts";
export * from "./schema_check.ts";
export * from "./protocol.ts";
export * from "./manifest.ts";
export * from "./permissions.ts";
export { type Containment, findContainment } from "./containment.ts";
export type { OnProgress } from "./child_output.ts";
// ./child_spawn.ts: processes, for the sandbox alone
export { type Attempt, type AttemptLog, BROKER, type LogOptions, type PermissionLog } from "./permission_broker.ts";
// ./fixed_clock.ts: a preload, for the sandbox alone
export { OPEN_KERNEL_MODULES } from "./module_graph.ts";
export { childArguments } from "./sandbox.ts";
export * from "./decision.ts";
export * from "./result.ts";
// ./run_folder.ts: the private copy, for the run alone
export * from "./run.ts";
export * from "./reproduce.ts";
// ./experiment.ts: the child's side, imported by experiments alone
