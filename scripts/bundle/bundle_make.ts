/** Makes one file of a frozen experiment. @module */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { childPaths } from "../../kernel/containment.ts";
import { PermafrostError } from "../../kernel/error.ts";
import type { Finding } from "../../kernel/finding.ts";
import { fixedClockUrl } from "../../kernel/fixed_clock.ts";
import { check, readManifest } from "../../kernel/manifest.ts";
import { checkModuleGraph } from "../../kernel/module_graph.ts";
import { type Declaration, readProtocol } from "../../kernel/protocol.ts";
import { prepareRunFolder } from "../../kernel/run_folder.ts";
import { childEnvironment } from "../../kernel/sandbox.ts";
import { bundleModules } from "./deno_bundle.ts";
import { bundleText } from "./loader.ts";
import { type BundleParts, carryBytes } from "./parts.ts";

/** What came of it: the text, or null where something differs from the frozen bytes or leaves the frozen modules. */
export interface BundleReport {
  /** The experiment's id. */ readonly id: string;
  /** The experiment's identity. */ readonly manifestSha256: string;
  /** What is declared; null beside findings. */ readonly declaration: Declaration | null;
  /** What stands against it, sorted. */ readonly findings: readonly Finding[];
  /** The file's text. */ readonly text: string | null;
}

const ROOT = import.meta.dirname === undefined ? null : fileURLToPath(new URL("../../", import.meta.url));

/** Makes the text of a bundle: all frozen files, the manifest, the code of the entry's graph, and what checks and runs
 * them. The code is made from a private copy whose bytes were checked, once the graph holds frozen modules only. Same
 * experiment, same Permafrost, same release of Deno: same bytes.
 * @param options `signal` ends it early.
 * @throws {PermafrostError} manifest-missing for a draft; protocol-invalid where the experiment needs its own folder (a
 * file, or import.meta); unavailable without Deno's bundler; module-graph, internal, and what checking can throw. */
export async function makeBundle(folder: string, options: { signal?: AbortSignal } = {}): Promise<BundleReport> {
  if (ROOT === null) {
    const state = "the source of its runner is not on this disk; use a copy of the repository";
    throw new PermafrostError("unavailable", `Cannot make a bundle: ${state}`);
  }
  const { id, manifestSha256, files, findings } = await check(folder);
  if (manifestSha256 === null) {
    const message = `Cannot bundle ${id}: it is a draft; freeze it first (permafrost freeze)`;
    throw new PermafrostError("manifest-missing", message, { at: "manifest.json" });
  }
  const base = { id, manifestSha256, declaration: null, text: null };
  if (findings.length > 0) return { ...base, findings };
  const { declaration } = await readProtocol(folder);
  const { entry, permissions: { read }, determinism: { clock } } = declaration;
  const own = read.findIndex((path) => !/^\$|^\//.test(path));
  if (own >= 0) {
    refuse(`/permafrost/permissions/read/${own}`, `it reads ${read[own]} of its folder, which one file has not`);
  }
  const manifest = readManifest(folder)!;
  const run = prepareRunFolder(folder, { id, files });
  try {
    if (run.findings.length > 0) return { ...base, findings: run.findings };
    const { host, experimentPath, digests } = run;
    const containment = { kind: "none" } as const, env = childEnvironment(childPaths(containment, host));
    const places = { containment, host, cwd: `${host.frozen}/${experimentPath}` };
    const isOpen = (path: string): boolean => digests.has(path);
    const graph = await checkModuleGraph(entry, { ...places, env, isOpen, signal: options.signal });
    if (graph === null || graph.findings.length > 0) return { ...base, findings: graph?.findings ?? [] };
    const [code, runner] = await Promise.all([
      bundleModules(`${experimentPath}/${entry}`, { cwd: host.frozen, config: false, ...options }),
      bundleModules("scripts/bundle/runner.ts", { cwd: ROOT, config: true, ...options }),
    ]);
    if (/\bimport\.meta\b/.test(code)) {
      refuse(entry, "its code asks where it is (import.meta), which one file cannot say");
    }
    const carry = (path: string, root: string) => carryBytes(path, readFileSync(join(root, path)));
    const parts: BundleParts = {
      ...{ format: "permafrost/bundle@1", id, manifestSha256 },
      manifest: new TextDecoder().decode(manifest.bytes),
      files: manifest.manifest.files.map(({ path }) => carry(path, places.cwd)),
      modules: graph.modules.filter((path) => !path.startsWith(`${experimentPath}/`)).map((path) =>
        carry(path, host.frozen)
      ),
      ...{ code, madeBy: Deno.version.deno, clockUrl: clock === null ? null : fixedClockUrl(clock), runner },
    };
    return { ...base, declaration, findings: [], text: bundleText(parts) };
  } finally {
    run.remove();
  }

  function refuse(at: string, state: string): never {
    throw new PermafrostError("protocol-invalid", `Cannot bundle ${id}: ${state}`, { at });
  }
}
