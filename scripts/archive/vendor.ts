/** The npm packages that an archive carries, so that it runs without network and with an empty cache. @module */
import fs from "node:fs";
import { join } from "node:path";
import { sha256Hex } from "../../kernel/digest.ts";
import { PermafrostError } from "../../kernel/error.ts";
import { type EntryKind, walkTree } from "../../kernel/tree_walk.ts";
import { type PayloadFile, PROJECT_ROOT } from "./payload.ts";

/** Packages that `check` with its signatures, `verify` and `reproduce` import by name; what these depend on comes along. */
export const CARRIED_PACKAGES: readonly string[] = [
  "@cfworker/json-schema",
  "@peculiar/asn1-cms",
  "@peculiar/asn1-schema",
  "@peculiar/asn1-tsp",
  "@peculiar/asn1-x509",
  "asn1js",
  "get-east-asian-width",
];

/** The parts of deno.lock that are read here. */
export interface PackageLock {
  /** What was asked for, such as `npm:asn1js@3.1.0`, and the version that it became. */
  readonly specifiers: Readonly<Record<string, string>>;
  /** Packages as `name@version`; a dependency is a name, or that too where there are several versions. */
  readonly npm: Readonly<Record<string, { readonly dependencies?: readonly string[] }>>;
}

/** The versions by name of packages and of everything that they depend on, by the lock, sorted by name.
 * @throws {PermafrostError} unavailable: the lock lacks one, or has two versions of one, which one folder cannot hold. */
export function packageClosure(names: readonly string[], lock: PackageLock): Map<string, string> {
  const versions = new Map<string, string>(), waiting = names.map((name) => keyOfRoot(name, lock));
  const fail = (at: string, state: string): never => {
    throw new PermafrostError("unavailable", `Cannot archive the package ${at}: ${state}`, { at });
  };
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    const cut = key.indexOf("@", 1), name = cut < 0 ? key : key.slice(0, cut);
    const full = Object.keys(lock.npm).find((each) => each === key || (cut < 0 && each.startsWith(`${key}@`))) ??
      fail(name, "deno.lock does not have it");
    const version = full.slice(name.length + 1), before = versions.get(name);
    if (before !== undefined && before !== version) fail(name, `deno.lock wants both ${before} and ${version}`);
    if (before !== undefined) continue;
    versions.set(name, version);
    waiting.push(...lock.npm[full]?.dependencies ?? []);
  }
  return new Map([...versions].sort(([one], [other]) => one < other ? -1 : 1));
}

function keyOfRoot(name: string, { specifiers }: PackageLock): string {
  const [, version] = Object.entries(specifiers).find(([wanted]) => wanted.startsWith(`npm:${name}@`)) ?? [];
  return version === undefined ? name : `${name}@${version}`;
}

const MAX_FILE_BYTES = 8_388_608;
/** What package managers put beside a package's own files: notes of theirs, and other packages. */
const SKIPPED = /(^|\/)(\.|node_modules(\/|$))/;

/** The files of the carried packages below `node_modules/`, in the versions of deno.lock: from this project's own
 * node_modules where it has that version, or else from Deno's cache. Deno gives both the same files under several names
 * (hard links), so they are read here, whole. What package managers add is left out.
 * @param options `root`: the project's folder, by default the one above this program.
 * @throws {PermafrostError} unavailable: a package is in neither; file-kind, file-too-large (8 MiB a file). */
export async function vendoredFiles(options: { root?: string } = {}): Promise<PayloadFile[]> {
  const { root = PROJECT_ROOT } = options, files: PayloadFile[] = [], cache = await npmCache();
  const lock = JSON.parse(Deno.readTextFileSync(join(root, "deno.lock"))) as PackageLock;
  for (const [name, version] of packageClosure(CARRIED_PACKAGES, lock)) {
    const folder = [join(root, "node_modules", name), ...cache.map((each) => join(each, name, version))]
      .find((place) => versionIn(place) === version);
    if (folder === undefined) {
      const state = "it is not in Deno's cache; run deno install --frozen in the project's folder once";
      throw new PermafrostError("unavailable", `Cannot archive ${name}@${version}: ${state}`, { at: name });
    }
    for (const { path, kind, bytes } of walkTree(folder, { skip: (path) => SKIPPED.test(path) })) {
      files.push(packageFile(join(folder, path), { at: `node_modules/${name}/${path}`, kind, bytes }));
    }
  }
  return files;
}

/** The version of the package in a folder; null where there is none. */
function versionIn(folder: string): string | null {
  try {
    const { version } = JSON.parse(Deno.readTextFileSync(join(folder, "package.json"))) as { version?: unknown };
    return typeof version === "string" ? version : null;
  } catch {
    return null;
  }
}

function packageFile(place: string, entry: { at: string; kind: EntryKind; bytes: number }): PayloadFile {
  const { at, kind, bytes } = entry, isPlain = kind === "file" || kind === "hard-link";
  const refuse = (code: "file-kind" | "file-too-large", state: string): never => {
    throw new PermafrostError(code, `Cannot archive ${at}: ${state}`, { at });
  };
  if (!isPlain) refuse("file-kind", `it is no plain file (${kind})`);
  if (bytes > MAX_FILE_BYTES) refuse("file-too-large", `it is larger than ${MAX_FILE_BYTES} bytes`);
  const from = Deno.readFileSync(place);
  return { path: at, from, bytes: from.length, sha256: sha256Hex(from), isExecutable: false };
}

/** The folders of registries in Deno's cache of npm packages. */
async function npmCache(): Promise<string[]> {
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"], stderr: "null" }).output();
  const { npmCache } = JSON.parse(new TextDecoder().decode(stdout)) as { npmCache: string };
  return fs.existsSync(npmCache) ? fs.readdirSync(npmCache).sort().map((registry) => join(npmCache, registry)) : [];
}

/** The project's configuration for an archive: packages come from the carried folder alone. */
export function archiveConfig(): string {
  const config = JSON.parse(Deno.readTextFileSync(join(PROJECT_ROOT, "deno.json"))) as Record<string, unknown>;
  return `${JSON.stringify({ ...config, nodeModulesDir: "manual" }, null, 2)}\n`;
}
