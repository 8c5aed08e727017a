/** The private folder of one run: the read-only copy that is checked and executed, and all it needs beside. @module */
import { chmodSync, constants, copyFileSync, mkdirSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathsUnder, type RunPaths } from "./containment.ts";
import { sha256File } from "./digest.ts";
import { PermafrostError } from "./error.ts";
import { toFileError } from "./file_read.ts";
import type { Finding } from "./finding.ts";
import type { FrozenFile } from "./manifest.ts";
import { OPEN_KERNEL_MODULES } from "./module_graph.ts";
import type { Declaration } from "./protocol.ts";
import type { Provenance } from "./result.ts";

/** A prepared run. */
export interface RunFolder {
  /** Where everything is. */ readonly host: RunPaths;
  /** The experiment's folder, relative to `host.frozen`. */ readonly experimentPath: string;
  /** The SHA-256 of every copied file by its path relative to `host.frozen`. */
  readonly digests: ReadonlyMap<string, string>;
  /** What differs from the files that were checked. */ readonly findings: readonly Finding[];
  /** Deletes the folder and all in it; false when something stays. */ remove(): boolean;
}
/** The folder above this kernel; empty when it does not lie on a disk. */
const ROOT = import.meta.dirname === undefined ? "" : dirname(import.meta.dirname);
const NAMES_MORE = /kernel\/(?!experiment\.ts)/;

/** Copies an experiment's checked files into a new private temporary folder, hashing the copies. One of this repository
 * keeps its place there. It, and one whose text names ../../kernel/, gets experiment.ts of this kernel beside it, and the
 * other open modules when its text names one. A `scratch` is made where nothing is, and stays unless it ends up empty.
 * @throws {PermafrostError} file-exists, file-missing, path-invalid, file-write (all of `scratch`), file-kind,
 * file-unreadable. */
export function prepareRunFolder(
  folder: string,
  options: { id: string; files: readonly FrozenFile[]; scratch?: string | undefined },
): RunFolder {
  const host = pathsUnder(makeBase(), Deno.execPath());
  const { base, frozen, inputs, denoDir, storage, home } = host;
  const remove = (): boolean => {
    if (options.scratch !== undefined) removeEmpty(host.scratch);
    return removeAll(base);
  };
  try {
    if (options.scratch === undefined) mkdirSync(host.scratch, { mode: 0o700 });
    else host.scratch = makeScratch(options.scratch);
    for (const path of [inputs, denoDir, storage, home]) mkdirSync(path, { mode: 0o700 });
    const source = realpathSync(folder);
    const isInside = ROOT !== "" && source.startsWith(`${ROOT}/`);
    const experimentPath = isInside ? source.slice(ROOT.length + 1) : `experiments/${options.id}`;
    mkdirSync(join(frozen, experimentPath), { recursive: true });
    const findings: Finding[] = [];
    const digests = new Map<string, string>();
    for (const { path, ...expected } of options.files) {
      const target = `${experimentPath}/${path}`;
      const observed = copyPlain(join(source, path), join(frozen, target), { at: path, mode: 0o444 });
      if (observed !== null) digests.set(target, observed.sha256);
      if (observed?.sha256 === expected.sha256) continue;
      findings.push({ code: observed === null ? "missing" : "changed", at: path, expected, observed });
    }
    const texts = [...digests.keys()].filter((path) => /\.[cm]?[jt]sx?$/.test(path))
      .map((path) => Deno.readTextFileSync(join(frozen, path)));
    const wanted = texts.some((text) => NAMES_MORE.test(text)) ? OPEN_KERNEL_MODULES : ["kernel/experiment.ts"];
    for (const path of isInside || texts.some((text) => text.includes("../../kernel/")) ? wanted : []) {
      digests.set(path, copyPlain(join(ROOT, path), join(frozen, path), { at: path, mode: 0o444 })!.sha256);
    }
    return { host, experimentPath, digests, findings, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Makes the folder that stays; Deno's lists of paths are parted by commas. */
function makeScratch(path: string): string {
  const at = basename(path);
  try {
    if (path.includes(",")) {
      throw new PermafrostError("path-invalid", `Cannot make ${at}: its path has a comma`, { at });
    }
    mkdirSync(path, { mode: 0o700 });
    return realpathSync(path);
  } catch (error) {
    throw toFileError(error, { verb: "make", at, otherwise: "file-write" });
  }
}

/** Copies the inputs into a run's folder, from where links lead, and hashes the copies. Returns what was pinned in the
 * order of names, and a finding for each input that has another digest than declared.
 * @throws {PermafrostError} input-missing, input-unknown, file-kind, file-unreadable. */
export function pinInputs(
  run: RunFolder,
  { declared, inputs }: { declared: Declaration["inputs"]; inputs: { readonly [name: string]: string } },
): { pinned: Provenance["inputs"]; findings: Finding[] } {
  const refuse = (code: "input-missing" | "input-unknown", at: string, state: string): never => {
    throw new PermafrostError(code, `Cannot pin input ${at}: ${state}`, { at });
  };
  const names = Object.keys(declared).sort();
  const unknown = Object.keys(inputs).find((name) => !names.includes(name));
  if (unknown !== undefined) refuse("input-unknown", unknown, `the protocol declares ${names.join(", ") || "none"}`);
  const pinned: Provenance["inputs"][number][] = [];
  const findings: Finding[] = [];
  for (const name of names) {
    const { kind, optional, sha256: expected } = declared[name]!;
    const given = Object.hasOwn(inputs, name) ? inputs[name]! : null;
    if (given === null && optional) continue;
    const path = given ?? refuse("input-missing", name, `give it with --input ${name}=PATH`);
    const at = `$INPUT.${name}`;
    const copy = copyPlain(path, join(run.host.inputs, name), { at, mode: kind === "executable" ? 0o555 : 0o444 });
    const { sha256, bytes } = copy ?? refuse("input-missing", name, "no file is at its path");
    pinned.push({ name, bytes, sha256 });
    if ((expected ?? sha256) !== sha256) findings.push({ code: "changed", at, expected, observed: sha256 });
  }
  return { pinned, findings };
}

/** Copies the file that a path leads to, with a mode that no umask changes, and hashes the copy; null without one. */
function copyPlain(from: string, to: string, { at, mode }: { at: string; mode: number }) {
  try {
    const status = statSync(from, { throwIfNoEntry: false });
    if (status === undefined) return null;
    if (!status.isFile()) throw new PermafrostError("file-kind", `Cannot copy ${at}: it is no plain file`, { at });
    mkdirSync(dirname(to), { recursive: true });
    copyFileSync(from, to, constants.COPYFILE_FICLONE);
    chmodSync(to, mode);
  } catch (error) {
    throw toFileError(error, { verb: "copy", at, otherwise: "file-unreadable" });
  }
  return sha256File(to, { at });
}

/** Makes a temporary folder whose path fits a socket's address (107 bytes) and Deno's lists, which commas part. */
function makeBase(): string {
  const base = realpathSync(Deno.makeTempDirSync({ prefix: "permafrost-" }));
  if (/^[\w./-]{1,96}$/.test(base)) return base;
  Deno.removeSync(base);
  return realpathSync(Deno.makeTempDirSync({ prefix: "permafrost-", dir: "/tmp" }));
}

/** Deletes a folder; where that fails, opens the folders that a child has closed and tries again. */
function removeAll(base: string, tries = 3): boolean {
  try {
    Deno.removeSync(base, { recursive: true });
    return true;
  } catch {
    openFolders(base);
    return tries > 1 && removeAll(base, tries - 1);
  }
}

function removeEmpty(path: string): void {
  try {
    Deno.removeSync(path);
  } catch { /* it holds something, and stays */ }
}

function openFolders(path: string): void {
  try {
    chmodSync(path, 0o700);
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (entry.isDirectory()) openFolders(join(path, entry.name));
    }
  } catch { /* gone meanwhile */ }
}
