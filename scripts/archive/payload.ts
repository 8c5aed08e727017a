/** What an archive holds beside its own words: the experiment, what runs it, and chosen results. @module */
import fs from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { PermafrostError } from "../../kernel/error.ts";
import { sha256File } from "../../kernel/digest.ts";
import { check, readManifest } from "../../kernel/manifest.ts";
import { readResult } from "../../kernel/result.ts";
import { walkTree } from "../../kernel/tree_walk.ts";
import type { Finding } from "../../kernel/finding.ts";
import type { TarSource } from "./tar_write.ts";

/** The folder above this program. */
export const PROJECT_ROOT = import.meta.dirname === undefined ? "" : resolve(import.meta.dirname, "../..");

/** Parts of scripts/ that are about developing the project. */
const NOT_NEEDED = /^scripts\/(bench|lint|house)\/|^scripts\/check_house\.ts$/;

/** A part of the payload: a file and its digest, with its path below `data/`. */
export type PayloadFile = TarSource & { readonly from: string; readonly sha256: string };

/** What was chosen, and what is wrong with it. */
export interface Payload {
  /** The experiment's id. */ readonly id: string;
  /** The digest of its manifest. */ readonly manifestSha256: string;
  /** The day of its freeze. */ readonly frozenOn: string;
  /** The files. */ readonly files: readonly PayloadFile[];
  /** Where the experiment is not as it was frozen, or a result is of another manifest. */
  readonly findings: readonly Finding[];
}

/** Collects the payload: `experiments/ID/` as frozen, `kernel/`, `scripts/` without development, the license, and results
 * with what is signed of them beside, under `results/`.
 * @throws {PermafrostError} manifest-missing, and what reading and checking throw. */
export async function collectPayload(folder: string, options: { results: readonly string[] }): Promise<Payload> {
  const read = readManifest(folder);
  if (read === null) {
    const message = `Cannot archive ${basename(folder)}: it is a draft; freeze it first`;
    throw new PermafrostError("manifest-missing", message, { at: basename(folder) });
  }
  const { manifest, sha256 } = read, { id } = manifest, { findings } = await check(folder);
  const files = manifest.files.map(({ path, bytes, sha256 }): PayloadFile => ({
    ...{ path: `experiments/${id}/${path}`, bytes, sha256, from: join(folder, path), isExecutable: false },
  }));
  files.push(fileOf(join(folder, "manifest.json"), `experiments/${id}/manifest.json`));
  for (const part of ["kernel", "scripts"]) files.push(...treeOf(part));
  files.push(fileOf(join(PROJECT_ROOT, "LICENSE"), "LICENSE"));
  const strange: Finding[] = [];
  for (const path of options.results) {
    const { manifestSha256 } = readResult(path), at = basename(path);
    if (manifestSha256 !== sha256) strange.push({ code: "identity", at, expected: sha256, observed: manifestSha256 });
    files.push(
      fileOf(path, `results/${at}`),
      ...besides(path).map((each) => fileOf(each, `results/${basename(each)}`)),
    );
  }
  return { id, manifestSha256: sha256, frozenOn: manifest.frozenOn ?? "", files, findings: [...findings, ...strange] };
}

/** Signatures, tokens and attestations that lie beside a result. */
function besides(path: string): string[] {
  const name = basename(path), folder = dirname(path);
  return fs.readdirSync(folder).filter((other) => other.startsWith(name) && /\.(sig|tsr|sigstore\.json)$/.test(other))
    .sort().map((other) => join(folder, other));
}

function treeOf(part: string): PayloadFile[] {
  return walkTree(join(PROJECT_ROOT, part)).map(({ path }) => `${part}/${path}`)
    .filter((path) => !NOT_NEEDED.test(path)).map((path) => fileOf(join(PROJECT_ROOT, path), path));
}

/** A file as it is now. */
export function fileOf(from: string, path: string): PayloadFile {
  const { sha256, bytes } = sha256File(from, { at: path });
  return { path, from, sha256, bytes, isExecutable: (fs.statSync(from).mode & 0o100) !== 0 };
}
