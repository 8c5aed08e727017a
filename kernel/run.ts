/** A run in its eight steps (DESIGN.md): check, graph, publication, inputs, sandbox, attempts, check again, decide. @module */
import { existsSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import type { OnProgress } from "./child_output.ts";
import { childPaths, type Containment, findContainment } from "./containment.ts";
import { decide } from "./decision.ts";
import { sha256File } from "./digest.ts";
import { PermafrostError } from "./error.ts";
import { type Finding, sortFindings } from "./finding.ts";
import { check, type CheckReport, type FrozenFile, readManifest } from "./manifest.ts";
import { checkModuleGraph } from "./module_graph.ts";
import { type AccessRequest, describeAccess, type RunPlaces } from "./permissions.ts";
import type { Attempt } from "./permission_broker.ts";
import { type Declaration, readProtocol } from "./protocol.ts";
import { type PublicationRecord, type RecordedAttempt, reproductionDigest, type Result } from "./result.ts";
import { prepareRunFolder, type RunFolder } from "./run_folder.ts";
import { type AttemptLog, childEnvironment, runSandboxed, type SandboxOutcome } from "./sandbox.ts";

/** What came of comparing published bytes: what differs, and the record of what matched. */
export interface PublicationCheck {
  readonly findings: readonly Finding[];
  readonly record: PublicationRecord;
}

/** What a run can be given. */
export interface RunOptions {
  /** Paths of the declared inputs, by name. */
  readonly inputs?: { readonly [name: string]: string };
  /** Compares what is published with what was frozen, before anything runs; manifest.json is among the files. */
  readonly comparePublished?: (files: readonly FrozenFile[]) => Promise<PublicationCheck>;
  /** Refuses to run without bubblewrap. */
  readonly requireContainment?: boolean;
  /** `none` leaves bubblewrap aside even where it is there. */
  readonly containment?: "none";
  /** How accesses are logged; the broker unless told. */
  readonly attemptLog?: AttemptLog;
  readonly onProgress?: OnProgress;
  /** Called with one plain line where a run is weaker than it could be. */
  readonly onNotice?: (text: string) => void;
  /** Ends the run early; the child is killed and nothing is left. */
  readonly signal?: AbortSignal;
}

/** What came of a run. */
export interface RunReport {
  readonly id: string;
  readonly manifestSha256: string | null;
  readonly declaration: Declaration;
  /** How many files were hashed. */
  readonly fileCount: number;
  /** Why there is no result, sorted; empty when there is one. */
  readonly findings: readonly Finding[];
  /** The record, or null when a finding stands against it. */
  readonly result: Result | null;
  readonly attempted: readonly RecordedAttempt[];
  /** When findings and a broken run came together: how the child ended. */
  readonly failure: PermafrostError | null;
  /** The end of what the experiment printed on standard error. */
  readonly errorTail: string;
}

/**
 * Runs an experiment once, in the sandbox, from a private copy of its checked bytes. Writes nothing into the
 * experiment's folder and leaves nothing behind.
 *
 * @param folder The experiment, frozen or a draft.
 * @returns The result; or findings (drift, a module outside, published bytes that differ, violations) without one.
 * @throws {PermafrostError} Where it cannot tell: protocol-*, manifest-*, file-*, input-*, publication-*,
 * containment-missing, module-graph, sandbox-start, child-*.
 */
export async function runExperimentFolder(folder: string, options: RunOptions = {}): Promise<RunReport> {
  const before = await check(folder);
  if (before.findings.length > 0 && before.manifestSha256 !== null) {
    const { declaration } = await readProtocol(folder).catch(() => ({ declaration: null }));
    return { ...noResult(before, declaration as unknown as Declaration), findings: before.findings };
  }
  const { declaration } = await readProtocol(folder);
  const base = noResult(before, declaration);
  if (before.findings.length > 0) return { ...base, findings: before.findings };
  refuseUnpublishable(before, { declaration, isCompared: options.comparePublished !== undefined });
  const run = prepareRunFolder(folder, {
    id: before.id,
    files: before.files,
    declaredInputs: declaration.inputs,
    inputs: options.inputs ?? {},
  });
  try {
    if (run.findings.length > 0) return { ...base, findings: run.findings };
    const gate = await passGate(run, { declaration, options });
    if (gate.findings.length > 0) return { ...base, findings: gate.findings };
    let publication: PublicationRecord | null = null;
    if (options.comparePublished !== undefined) {
      const bytes = readManifest(folder)?.bytes.length ?? 0;
      const own = { path: "manifest.json", bytes, sha256: before.manifestSha256 ?? "" };
      const { findings, record } = await options.comparePublished([own, ...before.files]);
      if (findings.length > 0) return { ...base, findings };
      publication = record;
    }
    const startedAt = new Date();
    const attemptLog = options.attemptLog ?? "broker";
    const outcome = await runSandboxed({
      declaration,
      containment: gate.containment,
      attemptLog,
      host: run.host,
      experimentPath: run.experimentPath,
      order: (places) => orderText({ id: before.id, declaration, run, places }),
      onProgress: options.onProgress,
      signal: options.signal,
    });
    const finishedAt = new Date();
    const attempted = recordAttempts(outcome.attempts, outcome.places);
    const findings = sortFindings([
      ...attempted.filter(({ declared }) => !declared).map(violation),
      ...storageFindings(run),
      ...await driftFindings(folder, before),
      ...copyFindings(run),
    ]);
    const { failure, errorTail } = outcome;
    if (findings.length > 0) return { ...base, findings, attempted, failure, errorTail };
    if (failure !== null) throw withTail(failure, outcome);
    const result = makeResult({
      before,
      declaration,
      outcome,
      attempted,
      run,
      modules: gate.modules,
      containment: gate.containment.kind,
      attemptLog,
      publication,
      startedAt,
      finishedAt,
    });
    return { ...base, findings: [], attempted, result, errorTail };
  } finally {
    run.remove();
  }
}

function noResult(before: CheckReport, declaration: Declaration): RunReport {
  const { id, manifestSha256, files } = before;
  const rest = { findings: [], result: null, attempted: [], failure: null, errorTail: "" };
  return { id, manifestSha256, declaration, fileCount: files.length, ...rest };
}

function refuseUnpublishable(
  before: CheckReport,
  { declaration, isCompared }: { declaration: Declaration; isCompared: boolean },
): void {
  if (!isCompared && declaration.publication?.beforeRun === "required") {
    const message = `Cannot run ${before.id}: its protocol wants the published bytes checked first; add --live ORIGIN`;
    throw new PermafrostError("publication-required", message, { at: "/permafrost/publication/beforeRun" });
  }
  if (isCompared && before.manifestSha256 === null) {
    throw new PermafrostError("manifest-missing", `Cannot compare ${before.id} with what is published: it is a draft`);
  }
}

/** Finds the containment by using it, and asks for the module graph inside of it. */
async function passGate(
  run: RunFolder,
  { declaration, options }: { declaration: Declaration; options: RunOptions },
): Promise<{ containment: Containment; modules: readonly string[]; findings: readonly Finding[] }> {
  let containment: Containment = options.containment === "none" ? { kind: "none" } : findContainment();
  let reason = options.containment === "none" ? "it was left aside" : "bubblewrap (bwrap) is not installed";
  // A first command needs the mount points of the run to exist: the log is made by whoever listens later.
  Deno.writeTextFileSync(run.host.log, "");
  try {
    for (;;) {
      if (containment.kind === "none") {
        const state = `${reason}; only Deno's own permissions hold, and not every attempt can be seen`;
        if (options.requireContainment) {
          throw new PermafrostError("containment-missing", `Cannot contain the run: ${state}`);
        }
        options.onNotice?.(`No containment: ${state}.`);
      }
      const child = childPaths(containment, run.host);
      const graph = await checkModuleGraph({
        containment,
        host: run.host,
        child,
        cwd: `${child.frozen}/${run.experimentPath}`,
        entry: declaration.entry,
        env: childEnvironment(child, []),
        isAllowed: (path) => run.digests.has(path),
      });
      if (!graph.containmentFailed) return { containment, ...graph };
      containment = { kind: "none" };
      reason = "bubblewrap is there but cannot start (user namespaces may be switched off)";
    }
  } finally {
    Deno.removeSync(run.host.log);
  }
}

function orderText(parts: { id: string; declaration: Declaration; run: RunFolder; places: RunPlaces }): string {
  const { id, declaration: { permissions, determinism }, run, places } = parts;
  const usesScratch = [...permissions.read, ...permissions.write].some((path) => path.startsWith("$SCRATCH"));
  return JSON.stringify({
    format: "permafrost/order@1",
    id,
    inputs: Object.fromEntries(
      run.inputs.map(({ name, bytes, sha256 }) => [name, { path: places.inputs[name], bytes, sha256 }]),
    ),
    scratch: usesScratch ? places.scratch : null,
    seed: determinism.seed,
  });
}

/** Writes attempts by the names of their places, equal ones together, sorted by kind and value. */
function recordAttempts(attempts: readonly Attempt[], places: RunPlaces): RecordedAttempt[] {
  const merged = new Map<string, RecordedAttempt & { count: number }>();
  for (const { permission, value, count, declared } of attempts) {
    const request: AccessRequest = { permission, value };
    const record = { kind: permission, value: describeAccess(request, places), count, declared };
    const key = JSON.stringify([record.kind, record.value, declared]);
    const seen = merged.get(key);
    if (seen === undefined) merged.set(key, record);
    else seen.count += count;
  }
  return [...merged].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, record]) => record);
}

function violation({ kind, value, count }: RecordedAttempt): Finding {
  return { code: "violation", at: value === "" ? kind : `${kind}:${value}`, expected: null, observed: count };
}

function storageFindings({ host }: RunFolder): Finding[] {
  const left = existsSync(join(host.denoDir, "location_data"));
  return left ? [{ code: "storage", at: "localStorage or caches", expected: null, observed: "used" }] : [];
}

/** Compares the experiment's folder with what it was before the run. */
async function driftFindings(folder: string, before: CheckReport): Promise<readonly Finding[]> {
  const after = await check(folder);
  if (after.findings.length > 0 || before.manifestSha256 !== null) {
    const isSame = after.manifestSha256 === before.manifestSha256;
    const other: Finding = {
      code: "changed",
      at: "manifest.json",
      expected: before.manifestSha256,
      observed: after.manifestSha256,
    };
    return isSame ? after.findings : [...after.findings, other];
  }
  const were = new Map(before.files.map(({ path, sha256 }) => [path, sha256]));
  const are = new Map(after.files.map(({ path, sha256 }) => [path, sha256]));
  return [...new Set([...were.keys(), ...are.keys()])].filter((path) => were.get(path) !== are.get(path))
    .map((path) => ({ code: "changed", at: path, expected: were.get(path) ?? null, observed: are.get(path) ?? null }));
}

/** Compares the private copy with the digests taken when it was made. */
function copyFindings({ host, digests, experimentPath }: RunFolder): Finding[] {
  return [...digests].flatMap(([path, expected]): Finding[] => {
    if (!path.startsWith(`${experimentPath}/`)) return [];
    const observed = existsSync(join(host.frozen, path)) ? sha256File(join(host.frozen, path)).sha256 : null;
    return observed === expected
      ? []
      : [{ code: "changed", at: path.slice(experimentPath.length + 1), expected, observed }];
  });
}

function withTail(failure: PermafrostError, { errorTail }: SandboxOutcome): PermafrostError {
  const last = errorTail.split("\n").slice(-12).join("\n");
  if (last === "") return failure;
  return new PermafrostError(failure.code, `${failure.message}\n${last}`, {
    ...(failure.at && { at: failure.at }),
    cause: failure,
  });
}

function makeResult(parts: {
  before: CheckReport;
  declaration: Declaration;
  outcome: SandboxOutcome;
  attempted: readonly RecordedAttempt[];
  run: RunFolder;
  modules: readonly string[];
  containment: "bwrap" | "none";
  attemptLog: AttemptLog;
  publication: PublicationRecord | null;
  startedAt: Date;
  finishedAt: Date;
}): Result {
  const { before, declaration, outcome: { rows, summary }, attempted, run, startedAt, finishedAt } = parts;
  const lock = import.meta.dirname === undefined ? null : join(import.meta.dirname, "..", "deno.lock");
  const body: Omit<Result, "reproductionSha256"> = {
    format: "permafrost/result@1",
    id: before.id,
    manifestSha256: before.manifestSha256,
    complete: true,
    decision: decide(declaration.decision, { summary, rows }),
    summary,
    rows,
    provenance: {
      modules: parts.modules.map((path) => ({ path: shortPath(path, run), sha256: run.digests.get(path) ?? "" })),
      lockSha256: lock !== null && existsSync(lock) ? sha256File(lock).sha256 : null,
      runtime: { ...Deno.version, target: Deno.build.target },
      containment: parts.containment,
      attemptLog: parts.attemptLog,
      inputs: run.inputs,
      permissions: { declared: declaration.permissions, attempted },
    },
    publication: parts.publication,
    volatile: {
      startedAt: startedAt.toISOString(),
      finishedAt: finishedAt.toISOString(),
      durationMs: finishedAt.getTime() - startedAt.getTime(),
      host: [Deno.build.os, Deno.build.arch, cpus()[0]?.model].filter(Boolean).join(" "),
      pointers: declaration.volatile,
    },
  };
  return { ...body, reproductionSha256: reproductionDigest(body) };
}

/** Names the experiment's own modules relative to it, the kernel's from the folder above the kernel. */
function shortPath(path: string, { experimentPath }: RunFolder): string {
  return path.startsWith(`${experimentPath}/`) ? path.slice(experimentPath.length + 1) : path;
}
