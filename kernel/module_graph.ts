/** The gate before a run: every module that the entry reaches must be frozen or allowed. @module */
import { fileURLToPath } from "node:url";
import { contain, type ContainOptions } from "./containment.ts";
import { PermafrostError } from "./error.ts";
import { type Finding, sortFindings } from "./finding.ts";

/** What the gate saw: the local modules by path relative to the frozen root, and what it refuses. */
export interface GraphReport {
  readonly modules: readonly string[];
  readonly findings: readonly Finding[];
  /** True when bubblewrap itself failed, so that nothing was learnt. */
  readonly containmentFailed: boolean;
}

/** Which files count: those of the experiment, and those of the kernel, both relative to the frozen root. */
export interface GraphRules extends Omit<ContainOptions, "network" | "programs"> {
  readonly entry: string;
  readonly isAllowed: (path: string) => boolean;
  readonly env: Record<string, string>;
}

/**
 * The built-in modules that an experiment may name. Left out are those that make rights or realms of their own
 * or load code by other ways: cluster, inspector, module, repl, sqlite, trace_events, vm, wasi, worker_threads.
 */
const NODE_MODULES = new Set(
  ("assert assert/strict async_hooks buffer child_process console constants crypto dgram diagnostics_channel dns dns/promises " +
    "events fs fs/promises http http2 https net os path path/posix path/win32 perf_hooks process punycode querystring " +
    "readline readline/promises stream stream/consumers stream/promises stream/web string_decoder timers timers/promises " +
    "tls tty url util util/types zlib").split(" "),
);

interface Resolution {
  readonly specifier?: string;
  readonly error?: string;
}

interface InfoModule extends Resolution {
  readonly kind?: string;
  readonly dependencies?: readonly {
    readonly specifier: string;
    readonly code?: Resolution;
    readonly type?: Resolution;
  }[];
  readonly typesDependency?: { readonly dependency?: Resolution };
  readonly maybeSourceMapDependency?: Resolution & { readonly dependency?: Resolution };
}

interface InfoOutput {
  readonly modules?: readonly InfoModule[];
  readonly redirects?: { readonly [from: string]: string };
}

/**
 * Asks `deno info` for the static graph of an entry, without network, configuration or running any code, and
 * compares it with what is allowed. Computed imports are not in it: at run time they need a read permission.
 *
 * @throws {PermafrostError} module-graph when `deno info` gives no answer that can be read.
 */
export async function checkModuleGraph(rules: GraphRules): Promise<GraphReport> {
  const flags = ["--json", "--quiet", "--no-config", "--no-lock", "--no-remote", "--no-npm", "--node-modules-dir=none"];
  const command = [rules.child.deno, "info", ...flags, `${rules.cwd}/${rules.entry}`];
  const [program = "", ...args] = contain(command, { ...rules, network: false, programs: [] });
  const { code, stdout, stderr } = await new Deno.Command(program, {
    args,
    env: rules.env,
    clearEnv: true,
    stdin: "null",
  }).output();
  const said = new TextDecoder().decode(stderr);
  if (code !== 0 && rules.containment.kind === "bwrap" && said.startsWith("bwrap:")) {
    return { modules: [], findings: [], containmentFailed: true };
  }
  let info: InfoOutput;
  try {
    info = JSON.parse(new TextDecoder().decode(stdout)) as InfoOutput;
  } catch (cause) {
    const message = `Cannot read the module graph: deno info ended with code ${code} and no JSON`;
    throw new PermafrostError("module-graph", message, { at: rules.entry, cause });
  }
  return { ...judgeGraph(info, rules), containmentFailed: false };
}

/** Judges the output of `deno info --json`: see {@linkcode checkModuleGraph}. */
export function judgeGraph(
  info: InfoOutput,
  { child, isAllowed }: { readonly child: { readonly frozen: string }; readonly isAllowed: (path: string) => boolean },
): { modules: string[]; findings: Finding[] } {
  const modules = new Set<string>();
  const refused = new Map<string, string>();
  const name = (specifier: string): string => specifier.replaceAll(`file://${child.frozen}/`, "").slice(0, 512);
  const judge = (specifier: string | undefined, error: string | undefined): void => {
    const at = name(specifier ?? "unknown");
    if (specifier?.startsWith("node:")) {
      if (!NODE_MODULES.has(specifier.slice(5))) refused.set(at, "this built-in module is not open to experiments");
    } else if (specifier?.startsWith("file:")) {
      let path = "";
      try {
        path = fileURLToPath(specifier);
      } catch { /* a file: URL of another host */ }
      if (!path.startsWith(`${child.frozen}/`) || !isAllowed(path.slice(child.frozen.length + 1))) {
        refused.set(at, "it is not a frozen file of the experiment or an open module of the kernel");
      } else if (error !== undefined) refused.set(at, name(error));
      else modules.add(path.slice(child.frozen.length + 1));
    } else if (!specifier?.startsWith("data:")) {
      refused.set(at, "only frozen files may be imported; put a copy into the experiment");
    } else if (error !== undefined) refused.set(at, name(error));
  };
  for (const module of info.modules ?? []) {
    judge(module.specifier, module.error);
    for (const { specifier, code, type } of module.dependencies ?? []) {
      if (code === undefined && type === undefined) judge(specifier, undefined);
      for (const found of [code, type]) if (found !== undefined) judge(found.specifier ?? specifier, found.error);
    }
    for (
      const side of [
        module.typesDependency?.dependency,
        module.maybeSourceMapDependency?.dependency,
        module.maybeSourceMapDependency,
      ]
    ) {
      if (side?.specifier !== undefined) judge(side.specifier, side.error);
    }
  }
  for (const [from, to] of Object.entries(info.redirects ?? {})) refused.set(name(from), `it redirects to ${name(to)}`);
  if (modules.size === 0 && refused.size === 0) refused.set("", "the graph is empty");
  const findings = [...refused].map(([at, observed]): Finding => ({ code: "module", at, expected: null, observed }));
  return { modules: [...modules].sort(), findings: sortFindings(findings) };
}
