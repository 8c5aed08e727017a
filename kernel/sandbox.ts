/** One child, start to end: what it is started with, and how it is bounded, observed and ended. @module */
import { type ChildOutput, collectOutput, type OnProgress } from "./child_output.ts";
import { drain, feed, killGroup, limitResources, spawn } from "./child_spawn.ts";
import { childPaths, contain, type ContainOptions, type RunPaths } from "./containment.ts";
import { type ErrorCode, PermafrostError } from "./error.ts";
import { fixedClockUrl } from "./fixed_clock.ts";
import type { Attempt, AttemptLog } from "./permission_broker.ts";
import { type Grants, hidePaths, resolveGrants, type RunPlaces, toFlags } from "./permissions.ts";
import type { Declaration } from "./protocol.ts";

/** One run to start. */
export interface SandboxRequest extends Pick<ContainOptions, "containment" | "host"> {
  /** What is declared. */ readonly declaration: Declaration;
  /** How accesses are decided and logged. */ readonly attemptLog: AttemptLog;
  /** The experiment's folder, relative to `host.frozen`. */ readonly experimentPath: string;
  /** The names of the inputs that were pinned. */ readonly inputNames: readonly string[];
  /** Makes the text for the child's standard input. */ readonly order: (places: RunPlaces) => string;
  /** Called with each progress line. */ readonly onProgress?: OnProgress | undefined;
  /** Ends the child early. */ readonly signal?: AbortSignal | undefined;
}
/** What came of a run. */
export type SandboxOutcome = Awaited<ReturnType<typeof runSandboxed>>;
const CHILD_FLAGS =
  "--quiet --no-prompt --no-config --no-lock --no-remote --no-npm --cached-only --node-modules-dir=none --no-code-cache";
const OUT_OF_MEMORY =
  /out of memory|allocation failed|memory allocation of \d+ bytes failed|grow instance memory|not allocate memory/i;

/** The arguments of `deno` for one run: no configuration, network or caches, exact grants, seed, heap, clock, entry. */
export function childArguments(declaration: Declaration, options: { grants: Grants; entryPath: string }): string[] {
  const { determinism: { seed, clock }, bounds } = declaration;
  return [
    ...["run", ...CHILD_FLAGS.split(" "), ...toFlags(options.grants)],
    ...[`--seed=${seed}`, `--v8-flags=--single-threaded,--max-old-space-size=${bounds.memoryMiB}`],
    ...[...(clock === null ? [] : [`--preload=${fixedClockUrl(clock)}`]), options.entryPath],
  ];
}

/** The child's whole environment: nothing of the launcher's but the declared names, where they are set. */
export function childEnvironment(paths: RunPaths, declaredNames: readonly string[] = []): Record<string, string> {
  const declared = declaredNames.map((name) => [name, Deno.env.get(name)]).filter(([, value]) => value !== undefined);
  return {
    ...{ DENO_DIR: paths.denoDir, HOME: paths.home, TMPDIR: paths.home, PATH: "/usr/bin" },
    ...{ TZ: "UTC", LANG: "en_US.UTF-8", NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1", DENO_DISABLE_NODE_SHIM: "1" },
    ...{ DENO_NO_PACKAGE_JSON: "1", DENO_WEBGPU_BACKEND: "none", DENO_KV_DB_MODE: "memory" },
    ...{ DENO_CACHE_DB_MODE: "memory", ...Object.fromEntries(declared) },
  };
}

/** Runs one child in the sandbox and waits until it and all that it started are gone. Whatever it does is an outcome,
 * not an exception; what the attempt log throws when it is started comes through. */
export async function runSandboxed(request: SandboxRequest) {
  const { declaration, containment, attemptLog, host, experimentPath, signal } = request;
  const { bounds, permissions } = declaration;
  const child = childPaths(containment, host);
  const cwd = `${child.frozen}/${experimentPath}`;
  const isBare = containment.kind === "none";
  const inputs = Object.fromEntries(request.inputNames.map((name) => [name, `${child.inputs}/${name}`]));
  const hidden = { $RUN: child.base, $DENO: child.deno };
  const places: RunPlaces = { experiment: cwd, scratch: child.scratch, inputs, hidden };
  const grants = resolveGrants(permissions, places);
  const command = [child.deno, ...childArguments(declaration, { grants, entryPath: `${cwd}/${declaration.entry}` })];
  const programs = permissions.run.filter((path) => path.startsWith("/"));
  const contained = contain(command, { containment, host, cwd, network: permissions.net.length > 0, programs });
  const argv = limitResources(contained, { memoryMiB: bounds.memoryMiB, dieWithParent: isBare });
  const env = { ...childEnvironment(child, permissions.env), [attemptLog.variable]: child.log };
  const output = collectOutput(bounds, request.onProgress);
  const failures: PermafrostError[] = [];
  let kill = (): void => {};
  const fail = (error: unknown): void => {
    failures.push(error instanceof PermafrostError ? error : refusal("child-crash", String(error)));
    kill();
  };
  const onFlood = (): void => fail(refusal("child-checks", `it caused more than ${bounds.checks} permission checks`));
  const onTimeout = (): void => fail(refusal("child-timeout", `it took longer than ${bounds.timeoutMs} ms`));
  const onAbort = (): void => fail(refusal("child-crash", "it was interrupted"));
  const log = await attemptLog.listen(host.log, { grants, maxChecks: bounds.checks, onFlood });
  let attempts: Attempt[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const process = spawn(argv, { env, cwd: `${host.frozen}/${experimentPath}` });
    // Programs may leave the group; without a process namespace they are found by the private folder they know.
    kill = () => killGroup(process.pid, isBare && permissions.run.length > 0 ? host.base : undefined);
    timer = setTimeout(onTimeout, bounds.timeoutMs);
    signal?.addEventListener("abort", onAbort);
    if (signal?.aborted) onAbort();
    const ended = process.status.finally(() => {
      kill();
      kill = () => {};
    });
    await Promise.all([
      feed(process, request.order(places)),
      drain(process.stdout, { take: output.feed, fail, ended }),
      drain(process.stderr, { take: output.feedError, fail, ended }),
    ]);
    const status = await ended;
    if (failures.length === 0) judgeEnd(status, output);
  } catch (error) {
    fail(error);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
    attempts = await log.close();
  }
  return {
    /** How it broke; null exactly when rows and summary are whole. */ failure: failures[0] ?? null,
    ...{ rows: output.rows, summary: output.summary() ?? null },
    /** What was attempted, in the order of first asking. */ attempts,
    /** As the child saw its places: for describing attempts. */ places,
    /** The end of its standard error, cleaned for a terminal. */ errorTail: hidePaths(output.errorTail(), places),
  };
}

const refusal = (code: ErrorCode, state: string): PermafrostError =>
  new PermafrostError(code, `Cannot accept the run: ${state}`);

/** Throws where a child ended badly or its output is not whole. bwrap reports a signal as 128 + its number. */
function judgeEnd({ success, code, signal }: Deno.CommandStatus, output: ChildOutput): void {
  if (success) return output.end();
  const tail = output.errorTail();
  if (/^(bwrap|prlimit|setpriv): .*$/.test(tail) && output.rows.length === 0) {
    throw new PermafrostError("sandbox-start", `Cannot start the sandbox: ${tail.split(":")[0]} itself failed`);
  }
  if (OUT_OF_MEMORY.test(tail)) throw refusal("child-memory", "it used more memory than its bound");
  const remark = code === 87 ? " (Deno's own, for a permission check without an answer)" : "";
  const how = signal ?? (code > 128 ? `signal ${code - 128}` : `exit code ${code}${remark}`);
  throw refusal("child-crash", `it ended by ${how}`);
}
