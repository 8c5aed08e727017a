/** The arguments of `deno compile`. @module */
import { PermafrostError } from "../../kernel/error.ts";
import { resolveGrants, toFlags } from "../../kernel/permissions.ts";
import type { Declaration } from "../../kernel/protocol.ts";

/** The platforms that an executable can be made for, by their names in Deno. */
export const COMPILE_TARGETS = [
  "x86_64-unknown-linux-gnu",
  "aarch64-unknown-linux-gnu",
  "x86_64-pc-windows-msvc",
  "x86_64-apple-darwin",
  "aarch64-apple-darwin",
] as const;

/** One of {@linkcode COMPILE_TARGETS}. */
export type CompileTarget = typeof COMPILE_TARGETS[number];

/** What is made of what. */
export interface CompileRequest {
  /** The path of the bundle. */ readonly bundle: string;
  /** The path of the executable. */ readonly output: string;
  /** The platform; null for the one where Deno runs. */ readonly target: CompileTarget | null;
}

/** What a run's own flags are, as far as an executable can keep them. */
const FIXED =
  "--quiet --no-prompt --no-config --no-lock --no-remote --no-npm --cached-only --node-modules-dir=none --no-code-cache";

/** Reads the name of a platform.
 * @throws {PermafrostError} usage for any other name. */
export function readTarget(name: string): CompileTarget {
  const found = COMPILE_TARGETS.find((target) => target === name);
  if (found !== undefined) return found;
  const state = `there is no such target; choose one of ${COMPILE_TARGETS.join(", ")}`;
  throw new PermafrostError("usage", `Cannot compile for ${JSON.stringify(name)}: ${state}`, { at: "--target" });
}

/** The whole argument vector, beginning with `compile`: no configuration, lock, packages or prompts; the declared seed
 * and heap; the declared permissions and no others; target, output, bundle. The clock is not among them: the bundle
 * itself stops it. Pure.
 * @throws {PermafrostError} protocol-invalid where a permission has no fixed place: the experiment's folder, $SCRATCH,
 * an input. */
export function compileArguments(declaration: Declaration, { bundle, output, target }: CompileRequest): string[] {
  const { permissions, determinism: { seed }, bounds: { memoryMiB }, inputs } = declaration;
  for (const kind of ["read", "write", "run"] as const) {
    const index = permissions[kind].findIndex((path) => !path.startsWith("/"));
    if (index < 0) continue;
    const state = `it may ${kind} ${permissions[kind][index]}, a place that is known only when it runs`;
    refuse(`/permafrost/permissions/${kind}/${index}`, state);
  }
  const needed = Object.entries(inputs).find(([, { optional }]) => !optional)?.[0];
  if (needed !== undefined) {
    refuse("/permafrost/inputs", `it needs the input ${needed}, whose place is known only when it runs`);
  }
  const grants = resolveGrants(permissions, { experiment: "", scratch: "", inputs: {} });
  return [
    ...["compile", ...FIXED.split(" "), ...toFlags(grants)],
    ...[`--seed=${seed}`, `--v8-flags=--single-threaded,--max-old-space-size=${memoryMiB}`],
    ...(target === null ? [] : [`--target=${target}`]),
    ...[`--output=${output}`, bundle],
  ];
}

function refuse(at: string, state: string): never {
  throw new PermafrostError("protocol-invalid", `Cannot compile it: ${state}; use bundle or archive`, { at });
}
