/** The private folder of one run: the read-only copy that is checked and executed, and all it needs beside. @module */
import { chmodSync, existsSync, mkdirSync, readdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import type { RunPaths } from "./containment.ts";
import { sha256File, sha256Hex } from "./digest.ts";
import { PermafrostError } from "./error.ts";
import { readBounded } from "./file_read.ts";
import type { Finding } from "./finding.ts";
import type { FrozenFile } from "./manifest.ts";
import type { DeclaredInput } from "./protocol.ts";

/** A pinned input: its private copy, measured before anything of the experiment runs. */
export interface PinnedInput {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** A prepared run. */
export interface RunFolder {
  readonly host: RunPaths;
  /** The experiment's folder, relative to `host.frozen`. */
  readonly experimentPath: string;
  /** SHA-256 of every module that may be imported, by path relative to `host.frozen`. */
  readonly digests: ReadonlyMap<string, string>;
  readonly inputs: readonly PinnedInput[];
  /** What differs from what was frozen: a file that changed since it was checked, an input of other bytes. */
  readonly findings: readonly Finding[];
  /** Deletes the folder and all in it. */
  remove(): void;
}

/** The folder of this kernel, when it lies on a disk. */
const KERNEL = import.meta.dirname;
const MAX_WHOLE_BYTES = 64 * 2 ** 20;

/**
 * Copies an experiment, the kernel's own modules where it can reach them, and its inputs into a new private
 * folder, hashing what was copied. The copy keeps the place of the experiment relative to the kernel.
 *
 * @throws {PermafrostError} input-missing, input-unknown, and what reading files can throw.
 */
export function prepareRunFolder(
  folder: string,
  options: {
    id: string;
    files: readonly FrozenFile[];
    declaredInputs: { readonly [name: string]: DeclaredInput };
    inputs: { readonly [name: string]: string };
  },
): RunFolder {
  const base = Deno.makeTempDirSync({ prefix: "permafrost-" });
  const remove = (): void => {
    try {
      Deno.removeSync(base, { recursive: true });
    } catch { /* what cannot be deleted stays in the system's temporary folder */ }
  };
  try {
    const source = realpathSync(folder);
    const root = KERNEL === undefined ? "" : dirname(KERNEL);
    const isInside = root !== "" && source.startsWith(root + sep);
    const experimentPath = isInside ? relative(root, source).replaceAll(sep, "/") : `experiments/${options.id}`;
    const frozen = join(base, "frozen");
    const findings: Finding[] = [];
    const digests = new Map<string, string>();
    const made = new Set<string>();
    const copy = (from: string, to: string, at: string): { bytes: number; sha256: string } => {
      const target = join(frozen, to);
      if (!made.has(dirname(target))) mkdirSync(dirname(target), { recursive: true });
      made.add(dirname(target));
      const digest = copyFile(from, target, at);
      digests.set(to, digest.sha256);
      return digest;
    };
    mkdirSync(join(frozen, experimentPath), { recursive: true });
    for (const file of options.files) {
      const seen = copy(join(source, file.path), `${experimentPath}/${file.path}`, file.path);
      if (seen.sha256 !== file.sha256) {
        const expected = { bytes: file.bytes, sha256: file.sha256 };
        findings.push({ code: "changed", at: file.path, expected, observed: seen });
      }
    }
    if (isInside) { for (const path of kernelFiles()) copy(join(root, path), path, path); }
    const places = Object.fromEntries(["scratch", "denoDir", "home", "inputs"].map((name) => [name, join(base, name)]));
    for (const path of Object.values(places)) mkdirSync(path, { mode: 0o700 });
    const pinned = pinInputs(places["inputs"]!, options);
    findings.push(...pinned.findings);
    const host: RunPaths = {
      deno: Deno.execPath(),
      frozen,
      scratch: places["scratch"]!,
      denoDir: places["denoDir"]!,
      home: places["home"]!,
      log: join(base, "log"),
      inputs: Object.fromEntries(pinned.inputs.map(({ name }) => [name, join(places["inputs"]!, name)])),
    };
    return { host, experimentPath, digests, inputs: pinned.inputs, findings, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Copies one plain file read-only. Small files go through memory, so that a link or pipe is never followed. */
function copyFile(from: string, target: string, at: string): { bytes: number; sha256: string } {
  try {
    const bytes = readBounded(from, { maxBytes: MAX_WHOLE_BYTES, at });
    writeFileSync(target, bytes, { mode: 0o444, flag: "wx" });
    return { bytes: bytes.length, sha256: sha256Hex(bytes) };
  } catch (error) {
    if (!(error instanceof PermafrostError) || error.code !== "file-too-large") throw error;
  }
  Deno.copyFileSync(from, target);
  chmodSync(target, 0o444);
  return sha256File(target);
}

/** The kernel's modules and schemas, relative to the folder above it; the slices in std/ are not among them. */
function kernelFiles(): string[] {
  const list = (folder: string): string[] =>
    readdirSync(join(KERNEL!, folder)).filter((name) => /\.(ts|json)$/.test(name)).map((name) =>
      `kernel/${folder}${name}`
    );
  return [...list(""), ...list("schema/")].sort();
}

function pinInputs(
  folder: string,
  options: { declaredInputs: { readonly [name: string]: DeclaredInput }; inputs: { readonly [name: string]: string } },
): { inputs: PinnedInput[]; findings: Finding[] } {
  const { declaredInputs, inputs } = options;
  for (const name of Object.keys(inputs)) {
    if (Object.hasOwn(declaredInputs, name)) continue;
    const known = Object.keys(declaredInputs).join(", ") || "none";
    throw new PermafrostError("input-unknown", `Cannot pin input ${name}: the protocol declares ${known}`, {
      at: name,
    });
  }
  const pinned: PinnedInput[] = [];
  const findings: Finding[] = [];
  for (const [name, declared] of Object.entries(declaredInputs).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const path = inputs[name];
    if (path === undefined) {
      if (declared.optional) continue;
      const message = `Cannot run without input ${name}: give it with --input ${name}=PATH`;
      throw new PermafrostError("input-missing", message, { at: name });
    }
    if (!existsSync(path)) {
      throw new PermafrostError("input-missing", `Cannot pin input ${name}: no file is at the given path`, {
        at: name,
      });
    }
    const target = join(folder, name);
    Deno.copyFileSync(realpathSync(path), target);
    chmodSync(target, declared.kind === "executable" ? 0o555 : 0o444);
    const { bytes, sha256 } = sha256File(target);
    pinned.push({ name, bytes, sha256 });
    if (declared.sha256 !== null && declared.sha256 !== sha256) {
      findings.push({ code: "changed", at: `$INPUT.${name}`, expected: declared.sha256, observed: sha256 });
    }
  }
  return { inputs: pinned, findings };
}
