/** One child, start to end: what it is started with, and how it is bounded, observed and ended. @module */
import { type ChildOutput, collectOutput, type OnProgress } from "./child_output.ts";
import { type Child, drain, feed, killGroup, killMarked, limitResources, spawn } from "./child_spawn.ts";
import { childPaths, contain, type Containment, type RunPaths } from "./containment.ts";
import { type ErrorCode, PermafrostError } from "./error.ts";
import { fixedClockUrl } from "./fixed_clock.ts";
import type { JsonValue } from "./json_value.ts";
import { listenForAudit } from "./permission_audit.ts";
import { type Attempt, listenForChecks } from "./permission_broker.ts";
import { type Grants, resolveGrants, type RunPlaces, toFlags } from "./permissions.ts";
import type { Declaration } from "./protocol.ts";

/** How accesses are decided and logged: by the launcher's broker, or by Deno's flags with its audit log. */
export type AttemptLog = "broker" | "audit";

/** One run to start. */
export interface SandboxRequest {
  readonly declaration: Declaration;
  readonly containment: Containment;
  readonly attemptLog: AttemptLog;
  /** Where everything of this run is on the machine. */
  readonly host: RunPaths;
  /** The experiment's folder, relative to `host.frozen`. */
  readonly experimentPath: string;
  /** Makes the text for the child's standard input. */
  readonly order: (places: RunPlaces) => string;
  readonly onProgress?: OnProgress | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What came of a run. `failure` is null exactly when rows and summary are whole. */
export interface SandboxOutcome {
  readonly failure: PermafrostError | null;
  readonly rows: JsonValue[];
  readonly summary: JsonValue;
  readonly attempts: readonly Attempt[];
  /** As the child saw its places: for describing attempts. */
  readonly places: RunPlaces;
  /** The end of the child's standard error, cleaned for a terminal. */
  readonly errorTail: string;
}

/** The arguments of `deno` that every child gets, before its scoped flags: no configuration, no network, no caches. */
export const CHILD_FLAGS: readonly string[] = [
  "run",
  "--quiet",
  "--no-prompt",
  "--no-config",
  "--no-lock",
  "--no-remote",
  "--no-npm",
  "--cached-only",
  "--node-modules-dir=none",
  "--no-code-cache",
];

/** The arguments of `deno` for one run: fixed flags, exact grants, seed, heap, clock, entry. */
export function childArguments(declaration: Declaration, options: { grants: Grants; entryPath: string }): string[] {
  const { determinism: { seed, clock }, bounds } = declaration;
  return [
    ...CHILD_FLAGS,
    ...toFlags(options.grants),
    `--seed=${seed}`,
    `--v8-flags=--single-threaded,--max-old-space-size=${bounds.memoryMiB}`,
    ...(clock === null ? [] : [`--preload=${fixedClockUrl(clock)}`]),
    options.entryPath,
  ];
}

/** The child's whole environment: nothing of the launcher's but the declared names. */
export function childEnvironment(
  paths: Pick<RunPaths, "denoDir" | "home">,
  declaredNames: readonly string[],
): Record<string, string> {
  const declared = declaredNames.flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value]];
  });
  return {
    DENO_DIR: paths.denoDir,
    HOME: paths.home,
    PATH: "/usr/bin",
    TMPDIR: "/tmp",
    TZ: "UTC",
    LANG: "en_US.UTF-8",
    NO_COLOR: "1",
    DENO_NO_UPDATE_CHECK: "1",
    DENO_DISABLE_NODE_SHIM: "1",
    DENO_NO_PACKAGE_JSON: "1",
    DENO_WEBGPU_BACKEND: "none",
    DENO_KV_DB_MODE: "memory",
    DENO_CACHE_DB_MODE: "memory",
    ...Object.fromEntries(declared),
  };
}

/**
 * Runs one child in the sandbox and waits until it and all that it started are gone. Whatever it does is an
 * outcome, not an exception.
 *
 * @throws {PermafrostError} sandbox-start when the child cannot be started at all.
 */
export async function runSandboxed(request: SandboxRequest): Promise<SandboxOutcome> {
  const { declaration, containment, host, experimentPath } = request;
  const { bounds, permissions } = declaration;
  const paths = childPaths(containment, host);
  const experiment = `${paths.frozen}/${experimentPath}`;
  const places: RunPlaces = { experiment, scratch: paths.scratch, inputs: paths.inputs };
  const grants = resolveGrants(permissions, places);
  const command = [
    paths.deno,
    ...childArguments(declaration, { grants, entryPath: `${experiment}/${declaration.entry}` }),
  ];
  const contained = contain(command, {
    containment,
    host,
    child: paths,
    cwd: experiment,
    network: permissions.net.length > 0,
    programs: grants.run.filter((path) => !path.startsWith("/inputs/")),
  });
  const isBare = containment.kind === "none";
  const argv = limitResources(contained, { memoryMiB: bounds.memoryMiB, dieWithParent: isBare });

  const output = collectOutput(bounds, request.onProgress);
  const ending: Ending = { failure: null, kill: () => {} };
  const log = await (request.attemptLog === "broker" ? listenForChecks : listenForAudit)(host.log, {
    grants,
    maxChecks: bounds.checks,
    onFlood: () => end(ending, refusal("child-checks", `it caused more than ${bounds.checks} permission checks`)),
  });
  const marker = crypto.randomUUID();
  const logVariable = request.attemptLog === "broker" ? "DENO_PERMISSION_BROKER_PATH" : "DENO_AUDIT_PERMISSIONS";
  const env = { ...childEnvironment(paths, permissions.env), [logVariable]: paths.log, PERMAFROST_RUN: marker };
  try {
    const child = spawn(argv, { env, cwd: `${host.frozen}/${experimentPath}` });
    await follow(child, {
      ending,
      output,
      order: request.order(places),
      timeoutMs: bounds.timeoutMs,
      signal: request.signal,
    });
  } finally {
    ending.kill();
    if (isBare && permissions.run.length > 0) killMarked(marker);
    ending.attempts = await log.close();
  }
  return {
    failure: ending.failure,
    rows: output.rows,
    summary: output.summary() ?? null,
    attempts: ending.attempts,
    places,
    errorTail: output.errorTail(),
  };
}

/** How a run ends: the first failure counts, and ends the process group. */
interface Ending {
  failure: PermafrostError | null;
  kill: () => void;
  attempts?: readonly Attempt[];
}

function end(ending: Ending, failure: PermafrostError): void {
  ending.failure ??= failure;
  ending.kill();
}

function refusal(code: ErrorCode, state: string): PermafrostError {
  return new PermafrostError(code, `Cannot accept the run: ${state}`);
}

interface FollowOptions {
  readonly ending: Ending;
  readonly output: ChildOutput;
  readonly order: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** Feeds and reads a child until its streams end, within its bounds. */
async function follow(child: Child, options: FollowOptions): Promise<void> {
  const { ending, output, order, timeoutMs, signal } = options;
  ending.kill = () => killGroup(child.pid);
  const fail = (error: unknown): void =>
    end(ending, error instanceof PermafrostError ? error : refusal("child-crash", String(error)));
  const timer = setTimeout(() => fail(refusal("child-timeout", `it took longer than ${timeoutMs} ms`)), timeoutMs);
  const onAbort = (): void => fail(refusal("child-crash", "it was interrupted"));
  signal?.addEventListener("abort", onAbort);
  if (signal?.aborted) onAbort();
  try {
    const ended = child.status.finally(ending.kill);
    await Promise.all([
      feed(child, order),
      drain(child.stdout, { take: (bytes) => output.feed(bytes), fail, ended }),
      drain(child.stderr, { take: (bytes) => output.feedError(bytes), fail, ended }),
    ]);
    const status = await ended;
    if (ending.failure !== null) return;
    const crash = describeCrash(status, output.errorTail());
    if (crash !== null) return fail(crash);
    output.end();
  } catch (error) {
    fail(error);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}

/** Words for an end by signal or failing exit code; null for a good end. bwrap reports a signal as 128 + its number. */
function describeCrash(status: Deno.CommandStatus, errorTail: string): PermafrostError | null {
  if (status.success) return null;
  const isMemory = /out of memory|allocation failed|memory allocation of \d+ bytes failed/i.test(errorTail);
  if (isMemory) return refusal("child-memory", "it used more memory than its bound");
  const how = status.signal ?? (status.code > 128 ? `signal ${status.code - 128}` : `exit code ${status.code}`);
  return refusal("child-crash", `it ended by ${how}`);
}
