/** What an archive holds beside its own words: the experiment, what runs it, and chosen results. @module */
import { basename, join, resolve } from "node:path";
import { PermafrostError } from "../../kernel/error.ts";
import { sha256File } from "../../kernel/digest.ts";
import { check, readManifest } from "../../kernel/manifest.ts";
import { readResult } from "../../kernel/result.ts";
import { walkTree } from "../../kernel/tree_walk.ts";
import type { Finding } from "../../kernel/finding.ts";
import { freezeNameProblem } from "../../kernel/relative_path.ts";
import { parallelDigest } from "../parallel_digest.ts";
import { listSignatures } from "../signing/signature_files.ts";
import type { TarSource } from "./tar_write.ts";

/** The folder above this program. */
export const PROJECT_ROOT = import.meta.dirname === undefined ? "" : resolve(import.meta.dirname, "../..");

/** Parts of scripts/ that are about developing the project. */
const NOT_NEEDED = /^scripts\/(bench|lint|house)\/|^scripts\/check_house\.ts$/;

/** What editors and file managers leave in folders. */
const HIDDEN = /(^|\/)\.|~$/;

/** A part of the payload: a file and its digest, with its path below `data/`. */
export type PayloadFile = TarSource & { readonly sha256: string };

/** What was chosen, and what is wrong with it. */
export interface Payload {
  /** The experiment's id. */ readonly id: string;
  /** The digest of its manifest. */ readonly manifestSha256: string;
  /** The day of its freeze; null in the older form, which names none. */ readonly frozenOn: string | null;
  /** The files. */ readonly files: readonly PayloadFile[];
  /** Where the experiment is not as it was frozen, or a result is of another manifest. */
  readonly findings: readonly Finding[];
}

/** Where a result lies in the payload: where the experiment keeps its own, so that all commands find it. */
export function resultPlace(id: string, path: string): string {
  return `experiments/${id}/results/${basename(path)}`;
}

/** Collects the payload: `experiments/ID/` as frozen with the signatures and timestamps of its manifest, `kernel/`,
 * `scripts/` without development, the license, and results with what is signed of them beside, in the experiment's
 * `results/`. No file may be executed, so that the payload does not depend on how a disk keeps modes.
 * @throws {PermafrostError} manifest-missing; usage: a result's name is taken by another, no name that an archive takes,
 * or does not end with .json; and what reading and checking throw. */
export async function collectPayload(folder: string, options: { results: readonly string[] }): Promise<Payload> {
  const read = readManifest(folder);
  if (read === null) {
    const message = `Cannot archive ${basename(folder)}: it is a draft; freeze it first`;
    throw new PermafrostError("manifest-missing", message, { at: basename(folder) });
  }
  const { manifest, sha256 } = read, { id } = manifest, { findings } = await check(folder, { digest: parallelDigest });
  const files = manifest.files.map(({ path, bytes, sha256 }): PayloadFile => ({
    ...{ path: `experiments/${id}/${path}`, bytes, sha256, from: join(folder, path), isExecutable: false },
  }));
  files.push(fileOf(join(folder, "manifest.json"), `experiments/${id}/manifest.json`));
  for (const part of ["kernel", "scripts"]) files.push(...treeOf(part));
  files.push(fileOf(join(PROJECT_ROOT, "LICENSE"), "LICENSE"));
  const strange: Finding[] = [], besides = new Map<string, string>();
  const add = (from: string): void => {
    const path = resultPlace(id, from), other = besides.get(path) ?? from;
    if (resolve(other) !== resolve(from)) refuseResult(basename(from), "two results, or signatures, have that name");
    besides.set(path, from);
  };
  for (const { path, target } of listSignatures({ kind: "experiment", folder })) {
    if (target === join(folder, "manifest.json")) add(path);
  }
  for (const path of options.results) {
    const at = basename(path), problem = freezeNameProblem(at);
    if (problem !== null) refuseResult(at, problem);
    if (!/(?<!\.sigstore)\.json$/.test(at)) refuseResult(at, "a result's name ends with .json; rename it");
    const { manifestSha256 } = readResult(path);
    if (manifestSha256 !== sha256) strange.push({ code: "identity", at, expected: sha256, observed: manifestSha256 });
    for (const each of [path, ...listSignatures({ kind: "file", path }).map(({ path }) => path)]) add(each);
  }
  for (const [path, from] of besides) files.push(fileOf(from, path));
  return { id, manifestSha256: sha256, frozenOn: manifest.frozenOn, files, findings: [...findings, ...strange] };
}

function refuseResult(at: string, state: string): never {
  throw new PermafrostError("usage", `Cannot archive the result ${at}: ${state}`, { at });
}

function treeOf(part: string): PayloadFile[] {
  return walkTree(join(PROJECT_ROOT, part), { skip: (path) => HIDDEN.test(path) }).map(({ path }) => `${part}/${path}`)
    .filter((path) => !NOT_NEEDED.test(path)).map((path) => fileOf(join(PROJECT_ROOT, path), path));
}

/** A file as it is now. */
export function fileOf(from: string, path: string): PayloadFile {
  const { sha256, bytes } = sha256File(from, { at: path });
  return { path, from, sha256, bytes, isExecutable: false };
}
