/** The gate before a run: every module that the entry reaches must be frozen or open. @module */
import { fileURLToPath } from "node:url";
import { feed, killGroup, spawn } from "./child_spawn.ts";
import { childPaths, contain, type ContainOptions } from "./containment.ts";
import { PermafrostError } from "./error.ts";
import { type Finding, sortFindings } from "./finding.ts";

const OPEN = ["digest", "error", "experiment", "file_read", "json_decode", "json_encode", "json_value"];
/** The kernel's modules that a run can load, for canonical JSON, strict parsing and digests: they need no package. */
export const OPEN_KERNEL_MODULES: readonly string[] = OPEN.map((name) => `kernel/${name}.ts`);
const NOT_OPEN = `it is neither a frozen file nor a kernel module without packages (${OPEN_KERNEL_MODULES.join(", ")})`;
/** What the gate saw: the local modules by path relative to the frozen root, and what it refuses, both sorted. */
export type GraphReport = ReturnType<typeof judgeGraph>;
/** The built-in modules that an experiment may name. Left out are those that make rights or realms of their own or load
 * code by other ways: cluster, inspector, module, repl, sqlite, trace_events, vm, wasi, worker_threads. */
const NODE_MODULES =
  /^node:(assert|async_hooks|buffer|child_process|console|constants|crypto|dgram|diagnostics_channel|dns|events|fs|http2?|https|net|os|path|perf_hooks|process|punycode|querystring|readline|stream|string_decoder|timers|tls|tty|url|util|zlib)(\/|$)/;

type GraphPlaces = Pick<ContainOptions, "containment" | "host" | "cwd">;
type AskOptions = { isOpen: (path: string) => boolean; env: Record<string, string>; signal?: AbortSignal | undefined };

/** Judges the static graph of an entry (relative to `cwd`) by `deno info`, without running any code; null when
 * bubblewrap itself failed. Computed imports are not in it: at run time they need a read permission.
 * @throws {PermafrostError} module-graph when `deno info` gives no answer that can be read. */
export async function checkModuleGraph(entry: string, options: GraphPlaces & AskOptions): Promise<GraphReport | null> {
  const { containment, host, cwd, env, signal, isOpen } = options;
  const child = childPaths(containment, host);
  const flags = ["--json", "--quiet", "--no-config", "--no-lock", "--no-remote", "--no-npm", "--node-modules-dir=none"];
  const command = [child.deno, "info", ...flags, `${cwd}/${entry}`];
  const process = spawn(contain(command, { ...options, network: false, programs: [] }), { env });
  // A signal to bubblewrap alone can leave its inner half waiting for it for ever, the pipes open: the group is killed.
  const kill = (): void => killGroup(process.pid);
  signal?.addEventListener("abort", kill);
  if (signal?.aborted) kill();
  const [{ code, stdout, stderr }] = await Promise.all([process.output(), feed(process, "")]);
  signal?.removeEventListener("abort", kill);
  const decoder = new TextDecoder();
  if (code !== 0 && containment.kind !== "none" && decoder.decode(stderr).startsWith("bwrap:")) return null;
  try {
    return judgeGraph(JSON.parse(decoder.decode(stdout)), { frozen: child.frozen, isOpen });
  } catch (cause) {
    const message = `Cannot read the module graph: deno info ended with code ${code} and no JSON`;
    throw new PermafrostError("module-graph", message, { at: entry, cause });
  }
}

/** Judges the output of `deno info --json` (`info`): whatever part of it names a specifier must name a file that is
 * open (a path relative to `frozen`, the root as `deno info` saw it), a listed built-in module or `data:`, without an
 * error. */
export function judgeGraph(info: unknown, options: { frozen: string; isOpen: (path: string) => boolean }) {
  const root = `${options.frozen}/`;
  const modules = new Set<string>();
  const refused = new Map<string, string>();
  const refuse = (at: string, reason: string): unknown =>
    refused.set(at.slice(0, 512), reason.replaceAll("file://", "").replaceAll(root, "").slice(0, 512));
  const judge = (specifier: string, error: unknown): void => {
    const path = localPath(specifier, root);
    const isOther = specifier.startsWith("data:") || NODE_MODULES.test(specifier);
    if (path === null && !isOther) {
      refuse(specifier, "only frozen files can be imported; put a copy into the experiment");
    } else if (path !== null && !options.isOpen(path)) refuse(path, NOT_OPEN);
    else if (error !== undefined) refuse(path ?? specifier, String(error));
    else if (path !== null) modules.add(path);
  };
  const visit = (part: unknown, parent: string): void => {
    if (typeof part !== "object" || part === null) return;
    const { specifier, error, ...rest } = part as { specifier?: string; error?: unknown };
    const isResolvedBelow = "code" in rest || "type" in rest || "dependency" in rest;
    if (!isResolvedBelow && (specifier ?? error) !== undefined) judge(specifier ?? parent, error);
    for (const below of Object.values(rest)) visit(below, specifier ?? parent);
  };
  const { redirects = {}, ...graph } = info as { redirects?: Record<string, string> };
  visit(graph, "");
  for (const [from, to] of Object.entries(redirects)) refuse(localPath(from, root) ?? from, `it redirects to ${to}`);
  if (modules.size === 0 && refused.size === 0) refuse("", "the graph is empty");
  const findings = [...refused].map(([at, observed]): Finding => ({ code: "module", at, expected: null, observed }));
  return { modules: [...modules].sort(), findings: sortFindings(findings) };
}

/** The path of a `file:` specifier below a root, absolute when it is elsewhere; null for other specifiers. */
function localPath(specifier: string, root: string): string | null {
  if (!specifier.startsWith("file:")) return null;
  try {
    const path = fileURLToPath(specifier);
    return path.startsWith(root) ? path.slice(root.length) : path;
  } catch {
    return specifier;
  }
}
