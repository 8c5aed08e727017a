/** A run in its eight steps (DESIGN.md): check, graph, publication, inputs, sandbox, attempts, check again, decide. @module */
import { readdirSync } from "node:fs";
import { cpus } from "node:os";
import type { OnProgress } from "./child_output.ts";
import { childPaths, type Containment, findContainment } from "./containment.ts";
import { decide } from "./decision.ts";
import { PermafrostError } from "./error.ts";
import { type Finding, sortFindings } from "./finding.ts";
import { check, type CheckReport, type FrozenFile, readManifest } from "./manifest.ts";
import { checkModuleGraph, type GraphReport } from "./module_graph.ts";
import type { Attempt } from "./permission_broker.ts";
import { describeAccess, type RunPlaces } from "./permissions.ts";
import { type Declaration, readProtocol } from "./protocol.ts";
import { type PublicationRecord, type RecordedAttempt, reproductionDigest, type Result } from "./result.ts";
import { pinInputs, prepareRunFolder, type RunFolder } from "./run_folder.ts";
import { type AttemptLog, childEnvironment, runSandboxed } from "./sandbox.ts";

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
  /** Refuses to run without bubblewrap. */ readonly requireContainment?: boolean;
  /** `none` leaves bubblewrap aside even where it is there. */ readonly containment?: "none";
  /** How accesses are logged; the broker unless told. */ readonly attemptLog?: AttemptLog;
  /** Called with each progress line. */ readonly onProgress?: OnProgress;
  /** Called with one plain line where a run is weaker than it could be. */ readonly onNotice?: (text: string) => void;
  /** Ends the run early; the child is killed and nothing is left. */ readonly signal?: AbortSignal;
}

/** What came of a run. */
export interface RunReport {
  /** The experiment's id. */ readonly id: string;
  /** The experiment's identity; null for a draft. */ readonly manifestSha256: string | null;
  /** What is declared; null where drift has left a protocol that cannot be read. */
  readonly declaration: Declaration | null;
  /** How many files were hashed. */ readonly fileCount: number;
  /** Why there is no result, sorted; empty when there is one. */ readonly findings: readonly Finding[];
  /** The record, or null when a finding stands against it. */ readonly result: Result | null;
  /** Every access that was attempted, sorted. */ readonly attempted: readonly RecordedAttempt[];
  /** When findings and a broken run came together: how the child ended. */ readonly failure: PermafrostError | null;
  /** The end of what the experiment printed on standard error. */ readonly errorTail: string;
}

/**
 * Runs an experiment once, in the sandbox, from a private copy of its checked bytes. Writes nothing into the
 * experiment's folder and leaves nothing behind.
 * Returns the result; or findings (drift, a module outside, published bytes that differ, violations) without one.
 *
 * @throws {PermafrostError} Where it cannot tell: protocol-*, manifest-*, file-*, input-*, publication-*, unavailable,
 * containment-missing, module-graph, sandbox-start, child-*.
 */
export async function runExperimentFolder(folder: string, options: RunOptions = {}): Promise<RunReport> {
  const before = await check(folder);
  const { id, manifestSha256, files } = before;
  const base = { id, manifestSha256, fileCount: files.length, ...NOTHING };
  if (before.findings.length > 0) {
    const declaration = await readProtocol(folder).then((read) => read.declaration, () => null);
    return { ...base, declaration, findings: before.findings };
  }
  const { declaration } = await readProtocol(folder);
  const { inputs = {}, comparePublished, attemptLog = "broker", onProgress, onNotice, signal } = options;
  if (!comparePublished && declaration.publication?.beforeRun === "required") {
    const message = `Cannot run ${id}: its protocol wants the published bytes checked first; add --live ORIGIN`;
    throw new PermafrostError("publication-required", message, { at: "/permafrost/publication/beforeRun" });
  }
  if (comparePublished && manifestSha256 === null) {
    throw new PermafrostError("manifest-missing", `Cannot compare ${id} with what is published: it is a draft`);
  }
  const run = prepareRunFolder(folder, { id, files });
  const stop = (some: readonly Finding[]): RunReport => ({ ...base, declaration, findings: sortFindings(some) });
  try {
    if (run.findings.length > 0) return stop(run.findings);
    const { containment, modules, findings: outside } = await passGate(run, { entry: declaration.entry, options });
    if (outside.length > 0) return stop(outside);
    const own = { path: "manifest.json", bytes: readManifest(folder)?.bytes.length ?? 0, sha256: manifestSha256 ?? "" };
    const published = await comparePublished?.([own, ...files]);
    if (published && published.findings.length > 0) return stop(published.findings);
    const { pinned, findings: foreign } = pinInputs(run, { declared: declaration.inputs, inputs });
    if (foreign.length > 0) return stop(foreign);

    const order = (places: RunPlaces): string => orderText(id, { declaration, pinned, places });
    const startedAt = new Date();
    const { host, experimentPath, digests } = run;
    const inputNames = pinned.map(({ name }) => name);
    const layers = { containment, attemptLog, host, experimentPath };
    const request = { ...layers, declaration, inputNames, order, onProgress, signal };
    const { failure, rows, summary, attempts, places, errorTail } = await runSandboxed(request);
    const finishedAt = new Date();
    const attempted = recordAttempts(attempts, places);
    const findings = attempted.filter(({ declared }) => !declared).map(violation);
    if (readdirSync(host.storage).length > 0) {
      findings.push({ code: "storage", at: "localStorage or caches", expected: null, observed: "used" });
    }
    findings.push(...await driftFindings(folder, before));
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
        ...{ lockSha256: null, containment: containment.kind, attemptLog, inputs: pinned },
        runtime: { ...Deno.version, target: Deno.build.target },
        permissions: { declared: declaration.permissions, attempted },
      },
      volatile: {
        startedAt: startedAt.toISOString(),
        finishedAt: finishedAt.toISOString(),
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

const NOTHING = { result: null, attempted: [], failure: null, errorTail: "" };

/** Finds the containment by using it, and asks for the module graph inside of it. */
async function passGate(
  { host, experimentPath, digests }: RunFolder,
  { entry, options }: { entry: string; options: RunOptions },
): Promise<GraphReport & { containment: Containment }> {
  const ask = async (containment: Containment): Promise<GraphReport & { containment: Containment } | null> => {
    const child = childPaths(containment, host);
    const places = { containment, host, cwd: `${child.frozen}/${experimentPath}`, env: childEnvironment(child) };
    const isOpen = (path: string): boolean => digests.has(path);
    const report = await checkModuleGraph(entry, { ...places, isOpen, signal: options.signal });
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

function orderText(
  id: string,
  options: { declaration: Declaration; pinned: Result["provenance"]["inputs"]; places: RunPlaces },
): string {
  const { declaration: { permissions: { read, write }, determinism: { seed } }, pinned, places } = options;
  const inputs = Object.fromEntries(pinned.map(({ name, ...rest }) => [name, { path: places.inputs[name], ...rest }]));
  const scratch = [...read, ...write].some((path) => path.startsWith("$SCRATCH")) ? places.scratch : null;
  return JSON.stringify({ format: "permafrost/order@1", id, inputs, scratch, seed });
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

function violation({ kind, value, count }: RecordedAttempt): Finding {
  return { code: "violation", at: value === "" ? kind : `${kind}:${value}`, expected: null, observed: count };
}

/** Compares the experiment's folder, which the run had no access to, with what it was before. */
async function driftFindings(folder: string, before: CheckReport): Promise<Finding[]> {
  const after = await check(folder).catch((error: PermafrostError) => error);
  if (after instanceof Error) {
    const at = after.at?.split("#")[0] ?? "";
    return [{ code: "changed", at, expected: before.manifestSha256, observed: after.message }];
  }
  const list = ({ files, manifestSha256 }: CheckReport): Map<string, string | null> =>
    new Map([["manifest.json", manifestSha256], ...files.map(({ path, sha256 }) => [path, sha256] as const)]);
  const [were, are] = [list(before), list(after)];
  const sides = [...new Set([...were.keys(), ...are.keys()])].map((at) => {
    return { code: "changed", at, expected: were.get(at) ?? null, observed: are.get(at) ?? null } as const;
  });
  return [...after.findings, ...sides.filter(({ expected, observed }) => expected !== observed)];
}
