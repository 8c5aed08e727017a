/** A run in its eight steps (DESIGN.md): check, graph, publication, inputs, sandbox, attempts, check again, decide. @module */
import { readdirSync } from "node:fs";
import { cpus } from "node:os";
import type { OnProgress } from "./child_output.ts";
import { childPaths, type Containment, findContainment } from "./containment.ts";
import { decide } from "./decision.ts";
import type { DigestFiles } from "./digest.ts";
import { PermafrostError } from "./error.ts";
import { type Finding, sortFindings } from "./finding.ts";
import { check, type CheckReport, type FrozenFile, readManifest } from "./manifest.ts";
import { checkModuleGraph } from "./module_graph.ts";
import { type Attempt, type AttemptLog, BROKER } from "./permission_broker.ts";
import { describeAccess, type RunPlaces } from "./permissions.ts";
import { type Declaration, readProtocol } from "./protocol.ts";
import { type PublicationRecord, type RecordedAttempt, reproductionDigest, type Result } from "./result.ts";
import { pinInputs, prepareRunFolder, type RunFolder } from "./run_folder.ts";
import { childEnvironment, runSandboxed } from "./sandbox.ts";

/** What came of comparing published bytes. */
export interface PublicationCheck {
  /** What differs. */ readonly findings: readonly Finding[];
  /** What matched. */ readonly record: PublicationRecord;
}
/** What a run can be given. */
export interface RunOptions {
  /** Paths of the declared inputs, by name. */ readonly inputs?: { readonly [name: string]: string };
  /** Compares what is published with what was frozen, before anything runs; manifest.json is among the files. */
  readonly comparePublished?: (files: readonly FrozenFile[]) => Promise<PublicationCheck>;
  /** Where the run's `$SCRATCH` is made, where nothing is, and stays; else it is deleted with the run. */
  readonly scratch?: string | undefined;
  /** Refuses to run without bubblewrap. */ readonly requireContainment?: boolean;
  /** `none` leaves bubblewrap aside even where it is there. */ readonly containment?: "none";
  /** How accesses are logged, if not by the broker. */ readonly attemptLog?: AttemptLog;
  /** Called with each progress line. */ readonly onProgress?: OnProgress;
  /** Called with one plain line where a run is weaker than it could be. */ readonly onNotice?: (text: string) => void;
  /** Hashes the files, by default in one thread. */ readonly digest?: DigestFiles;
  /** Ends the run early; the child is killed and nothing is left. */ readonly signal?: AbortSignal;
}
/** What came of a run; its findings say, sorted, why there is no result. */
export interface RunReport extends Omit<CheckReport, "files"> {
  /** What is declared; null where drift left no protocol to read. */ readonly declaration: Declaration | null;
  /** How many files were hashed. */ readonly fileCount: number;
  /** The record, or null when a finding stands against it. */ readonly result: Result | null;
  /** Every access that was attempted, sorted. */ readonly attempted: readonly RecordedAttempt[];
  /** When findings and a broken run came together: how the child ended. */ readonly failure: PermafrostError | null;
  /** The end of what the experiment printed on standard error. */ readonly errorTail: string;
}

/** Runs an experiment once, in the sandbox, from a private copy of its checked bytes; nothing is written into its
 * folder or left behind. Returns the result, or findings without one: drift, a module outside, published bytes,
 * violations.
 * @throws {PermafrostError} protocol-*, manifest-*, file-*, input-*, publication-*, unavailable, containment-missing,
 * module-graph, sandbox-start, child-*. */
export async function runExperimentFolder(folder: string, options: RunOptions = {}): Promise<RunReport> {
  const before = await check(folder, options);
  const { id, manifestSha256, files } = before;
  const nothing = { result: null, attempted: [], failure: null, errorTail: "" };
  const base = { id, manifestSha256, fileCount: files.length, ...nothing };
  if (before.findings.length > 0) {
    const declaration = await readProtocol(folder).then((read) => read.declaration, () => null);
    return { ...base, declaration, findings: before.findings };
  }
  const { declaration } = await readProtocol(folder);
  const { permissions: { read, write }, determinism: { seed } } = declaration;
  const { inputs = {}, comparePublished, attemptLog = BROKER, onProgress, onNotice, signal } = options;
  if (!comparePublished && declaration.publication?.beforeRun === "required") {
    const message = `Cannot run ${id}: its protocol wants the published bytes checked first; add --live ORIGIN`;
    throw new PermafrostError("publication-required", message, { at: "/permafrost/publication/beforeRun" });
  }
  if (comparePublished && manifestSha256 === null) {
    throw new PermafrostError("manifest-missing", `Cannot compare ${id} with what is published: it is a draft`);
  }
  const run = prepareRunFolder(folder, { id, files, scratch: options.scratch });
  const stop = (some: readonly Finding[]): RunReport => ({ ...base, declaration, findings: sortFindings(some) });
  try {
    if (run.findings.length > 0) return stop(run.findings);
    const { containment, modules, findings: outside } = await passGate(run, { entry: declaration.entry, options });
    if (outside.length > 0) return stop(outside);
    const own = { path: "manifest.json", bytes: readManifest(folder)?.bytes.length ?? 0, sha256: manifestSha256 ?? "" };
    const published = await comparePublished?.([own, ...files]);
    if (published?.findings.length) return stop(published.findings);
    const { pinned, findings: foreign } = pinInputs(run, { declared: declaration.inputs, inputs });
    if (foreign.length > 0) return stop(foreign);
    const order = (places: RunPlaces): string => {
      const ordered = pinned.map(({ name, ...rest }) => [name, { path: places.inputs[name], ...rest }]);
      const scratch = [...read, ...write].some((path) => path.startsWith("$SCRATCH")) ? places.scratch : null;
      return JSON.stringify({ format: "permafrost/order@1", id, inputs: Object.fromEntries(ordered), scratch, seed });
    };
    const { host, experimentPath, digests } = run;
    const startedAt = new Date();
    const layers = { containment, attemptLog, host, experimentPath, inputNames: pinned.map(({ name }) => name) };
    const outcome = await runSandboxed({ ...layers, declaration, order, onProgress, signal });
    const { failure, rows, summary, errorTail } = outcome;
    const finishedAt = new Date();
    const attempted = recordAttempts(outcome.attempts, outcome.places);
    const findings = attempted.filter(({ declared }) => !declared).map(({ kind, value, count }): Finding => {
      return { code: "violation", at: value === "" ? kind : `${kind}:${value}`, expected: null, observed: count };
    });
    if (readdirSync(host.storage).length > 0) {
      findings.push({ code: "storage", at: "localStorage or caches", expected: null, observed: "used" });
    }
    findings.push(...await driftFindings(folder, before, options));
    if (findings.length > 0) return { ...stop(findings), attempted, failure, errorTail };
    if (failure !== null) {
      // What nothing contains can print any file of the machine (specs/sandbox.md G2): that is for a terminal only.
      const said = errorTail && `\n${errorTail.split("\n").slice(-12).join("\n")}`;
      if (containment.kind === "bwrap") failure.message += said;
      else if (said !== "") onNotice?.(`The run said:${said}`);
      throw failure;
    }
    const prefix = `${experimentPath}/`;
    const body: Omit<Result, "reproductionSha256"> = {
      format: "permafrost/result@1",
      ...{ id, manifestSha256, complete: true, summary, rows, publication: published?.record ?? null },
      decision: decide(declaration.decision, { summary, rows }),
      provenance: {
        modules: modules.map((path) => ({ path: path.replace(prefix, ""), sha256: digests.get(path) ?? "" })),
        ...{ lockSha256: null, containment: containment.kind, attemptLog: attemptLog.name, inputs: pinned },
        runtime: { ...Deno.version, target: Deno.build.target },
        permissions: { declared: declaration.permissions, attempted },
      },
      volatile: {
        ...{ startedAt: startedAt.toISOString(), finishedAt: finishedAt.toISOString() },
        durationMs: finishedAt.getTime() - startedAt.getTime(),
        host: [Deno.build.os, Deno.build.arch, cpus()[0]?.model].filter(Boolean).join(" "),
        pointers: declaration.volatile,
      },
    };
    const result = { ...body, reproductionSha256: reproductionDigest(body) };
    return { ...base, declaration, findings, attempted, result, errorTail };
  } finally {
    if (!run.remove()) onNotice?.("The run's private folder could not be deleted from the temporary folder.");
  }
}

/** Finds the containment by using it, and asks for the module graph inside of it. */
async function passGate(run: RunFolder, { entry, options }: { entry: string; options: RunOptions }) {
  const ask = async (containment: Containment) => {
    const child = childPaths(containment, run.host);
    const places = { containment, host: run.host, cwd: `${child.frozen}/${run.experimentPath}` };
    const isOpen = (path: string): boolean => run.digests.has(path);
    const how = { isOpen, env: childEnvironment(child), signal: options.signal };
    const report = await checkModuleGraph(entry, { ...places, ...how });
    return report && { ...report, containment };
  };
  const best = options.containment === "none" ? null : findContainment();
  const contained = best?.kind === "bwrap" ? await ask(best) : null;
  if (contained !== null) return contained;
  const absent = best === null ? "it was left aside" : "bubblewrap (bwrap) is not installed";
  const reason = best?.kind === "bwrap" ? "bubblewrap does not start (are user namespaces switched off?)" : absent;
  const state = `${reason}; only Deno's own permissions hold, and not every attempt can be seen`;
  if (options.requireContainment) throw new PermafrostError("containment-missing", `Cannot contain the run: ${state}`);
  options.onNotice?.(`No containment: ${state}.`);
  return (await ask({ kind: "none" }))!;
}

/** Writes attempts by the names of their places, equal ones together, sorted by kind and value. */
function recordAttempts(attempts: readonly Attempt[], places: RunPlaces): RecordedAttempt[] {
  const merged = new Map<string, RecordedAttempt>();
  for (const { permission: kind, value, count, declared } of attempts) {
    const shown = describeAccess({ permission: kind, value }, places);
    const key = JSON.stringify([kind, shown, declared]);
    merged.set(key, { kind, value: shown, count: count + (merged.get(key)?.count ?? 0), declared });
  }
  return [...merged].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, record]) => record);
}

/** Compares the experiment's folder, which the run had no access to, with what it was before. */
async function driftFindings(folder: string, before: CheckReport, options: RunOptions): Promise<Finding[]> {
  const after = await check(folder, options).catch((error: PermafrostError) => error);
  if (after instanceof Error) {
    const at = after.at?.split("#")[0] ?? "";
    return [{ code: "changed", at, expected: before.manifestSha256, observed: after.message }];
  }
  const list = ({ files, manifestSha256: sha256 }: CheckReport): Map<string, string | null> =>
    new Map([{ path: "manifest.json", sha256 }, ...files].map(({ path, sha256 }) => [path, sha256]));
  const [were, are] = [list(before), list(after)];
  const changed = [...new Set([...were.keys(), ...are.keys()])].filter((at) => were.get(at) !== are.get(at));
  const toFinding = (at: string): Finding => ({
    code: "changed",
    at,
    expected: were.get(at) ?? null,
    observed: are.get(at) ?? null,
  });
  return [...after.findings, ...changed.map(toFinding)];
}
