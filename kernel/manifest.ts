/** manifest.json: what was frozen, and whether it still stands. @module */
import { lstatSync } from "node:fs";
import { type DigestFiles, digestFiles, sha256Hex } from "./digest.ts";
import { ERROR_CODES, type ErrorCode, PermafrostError } from "./error.ts";
import { writeExclusive } from "./file_write.ts";
import { type Finding, sortFindings } from "./finding.ts";
import { canonicalize } from "./json_encode.ts";
import { type JsonFile, readOptionalJsonFile } from "./json_file.ts";
import { isInstant, readProtocol, UNNAMED } from "./protocol.ts";
import { compareBytes, findFoldedTwins, freezeNameProblem } from "./relative_path.ts";
import schema from "./schema/manifest.schema.json" with { type: "json" };
import { schemaCheck } from "./schema_check.ts";
import { walkTree } from "./tree_walk.ts";

/** One frozen file: its path in the experiment, its size, and the SHA-256 of its bytes in lower-case hex. */
export type FrozenFile = Readonly<{ path: string; bytes: number; sha256: string }>;

/** What was frozen, files in byte order; the plain older form has other words than `frozen`, and null for the UTC day. */
export type Manifest = Readonly<{ id: string; status: string; frozenOn: string | null; files: readonly FrozenFile[] }>;

/** What a manifest says, its exact bytes, and their SHA-256, which is the experiment's identity. */
export type ReadManifest = Readonly<{ manifest: Manifest; bytes: Uint8Array; sha256: string }>;

/** What a check found. */
export interface CheckReport extends Pick<Manifest, "id" | "files"> {
  /** The identity; null for a draft, whose files are those that a freeze would take. */
  readonly manifestSha256: string | null;
  /** What differs; what a freeze would refuse. Sorted. */ readonly findings: readonly Finding[];
}

/** What a check can be given: `digest` hashes the files, by default {@linkcode digestFiles}. */
export type CheckOptions = Readonly<{ digest?: DigestFiles }>;

const OUTSIDE = ["manifest.json", "results"]; // at the top of an experiment; no manifest lists them
const findProblem = schemaCheck(schema);

/** Reads manifest.json in an experiment's folder; null for a draft. The present format must be canonical to the
 * byte; the plain older form (`id`, `status`, `files`, no `format`) may have any order of keys and any spacing.
 * @throws {PermafrostError} manifest-invalid and json-* at `manifest.json#pointer`, file-*. */
export function readManifest(folder: string): ReadManifest | null {
  const file = readOptionalJsonFile(`${folder}/manifest.json`, { maxBytes: 64 * 2 ** 20, at: "manifest.json" });
  return file && parseManifest(file);
}

function parseManifest({ bytes, value }: JsonFile): ReadManifest {
  const refuse = (at: string, problem: string): never => {
    const message = `Cannot read manifest.json: at ${at || "its root"}, ${problem}`;
    throw new PermafrostError("manifest-invalid", message, { at: `manifest.json#${at}` });
  };
  const problem = findProblem(value);
  if (problem !== null) refuse(...problem);
  const { id, status, format, files, ...rest } = value as unknown as Manifest & { format?: string };
  const frozenOn = format === undefined ? null : rest.frozenOn, paths = files.map(({ path }) => path);
  if (frozenOn !== null && !isInstant(frozenOn)) refuse("/frozenOn", "there is no such day");
  for (const [path, reason] of nameProblems(paths)) {
    refuse(paths.includes(path) ? `/files/${paths.lastIndexOf(path)}/path` : "/files", `${path}: ${reason}`);
  }
  const manifest = { id, status, frozenOn, files: files.toSorted((a, b) => compareBytes(a.path, b.path)) };
  if (format !== undefined && new TextDecoder().decode(bytes) !== manifestText(manifest)) {
    refuse("", "its bytes are not the canonical form (RFC 8785, files in byte order of their paths, one LF)");
  }
  return { manifest, bytes, sha256: sha256Hex(bytes) };
}

function manifestText(manifest: Manifest): string {
  return canonicalize({ ...manifest, format: "permafrost/manifest@1" }) + "\n";
}

/** Lists paths, or folders of them, that no manifest may name, each with the reason. */
function nameProblems(paths: readonly string[]): [path: string, reason: string][] {
  const seen = new Set<string>(), problems: [string, string][] = [];
  for (const path of paths) {
    const isOutside = OUTSIDE.includes(path.replace(/\/.*/s, "")), twice = seen.has(path) ? "it is listed twice" : null;
    const reason = isOutside ? "the name is kept for what is not frozen" : freezeNameProblem(path) ?? twice;
    if (reason !== null) problems.push([path, reason]);
    seen.add(path);
  }
  const twins = findFoldedTwins([...seen, ...OUTSIDE]);
  return problems.concat(
    twins.map(([first, twin]) => [twin, `it and ${first} are one name where case does not count`]),
  );
}

/** Freezes a draft: hashes every file of a folder and writes manifest.json, once. Refused are names that break other
 * tools, links, files with several names, pipes, devices and sockets.
 * @param options `frozenOn` is the UTC day to record, YYYY-MM-DD.
 * @throws {PermafrostError} manifest-exists, name-refused, file-kind, tree-too-large, protocol-invalid,
 * manifest-invalid (no such day), file-write, and what reading can throw. */
export async function freeze(folder: string, options: CheckOptions & { frozenOn: string }): Promise<ReadManifest> {
  const refuse = (code: ErrorCode, at: string, state: string): never => {
    throw new PermafrostError(code, `Cannot freeze: ${state}`, { at });
  };
  const { frozenOn, ...rest } = options, { id, manifestSha256, files, findings } = await check(folder, rest);
  if (manifestSha256 !== null) {
    const drift = findings.slice(0, 3).map(({ code, at }) => `${at} (${code})`).join(", ");
    const [, stem, version = "1"] = /^(.*?)(?:-v(\d+))?$/.exec(id)!;
    const fix = `copy it to a new version (permafrost new ${stem}-v${Number(version) + 1} --from ${id})`;
    const state = drift === "" ? "and unchanged" : `and differs since: ${drift}; put that back, or ${fix}`;
    refuse("manifest-exists", "manifest.json", `${id} is frozen already, ${state}`);
  }
  for (const { code, at, observed } of findings) {
    if (code === "name") refuse("name-refused", at, `${JSON.stringify(at)}: ${observed}; rename it`);
    if (code === "kind") refuse("file-kind", at, `${at} is a ${observed}; put a plain file with one name there`);
    refuse("protocol-invalid", "/permafrost/entry", `the entry ${at} is not there`);
  }
  const isNamed = id !== UNNAMED || Object.hasOwn((await readProtocol(folder)).document, "id");
  const isPlain = files.some(({ path }) => path === "protocol.json");
  if (!isNamed) refuse("protocol-invalid", "/id", 'the protocol has no "id", and its folder\'s name cannot be one');
  if (!isPlain) refuse("protocol-invalid", "protocol.jsonc", "it has comments; save it as plain protocol.json");
  const text = manifestText({ id, status: "frozen", frozenOn, files });
  const read = parseManifest({ bytes: new TextEncoder().encode(text), value: JSON.parse(text) });
  writeExclusive(`${folder}/manifest.json`, read.bytes, { mode: 0o644 });
  return read;
}

/** Compares the present bytes of a folder with its manifest. Of a draft it says what a freeze would take, and finds
 * what a freeze would refuse (names, links and the like, a missing entry).
 * @throws {PermafrostError} What reading the manifest, the protocol and the files can throw. */
export async function check(folder: string, options: CheckOptions = {}): Promise<CheckReport> {
  const { digest = digestFiles } = options, read = readManifest(folder);
  const draft = read === null ? await readProtocol(folder) : null;
  const hasResults = lstatSync(`${folder}/results`, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const skip = (path: string): boolean => path === "manifest.json" || (path === "results" && hasResults);
  const entries = walkTree(folder, { maxDepth: 64, skip });
  const present = new Set<string>(entries.map(({ path }) => path));
  const known = read === null ? present : new Set(read.manifest.files.map(({ path }) => path));
  const plain = entries.filter(({ path, kind }) => kind === "file" && known.has(path));
  const findings: Finding[] = [];
  for (const { path: at, kind, bytes } of entries) {
    if (kind !== "file") findings.push({ code: "kind", at, expected: "file", observed: kind });
    else if (!known.has(at)) findings.push({ code: "extra", at, expected: null, observed: bytes });
  }
  const outcomes = await digest(folder, plain);
  const files = plain.map(({ path }): FrozenFile => {
    const outcome = outcomes.get(path) ?? { error: "file-missing" };
    if (!("error" in outcome)) return { path, ...outcome };
    const state = `${ERROR_CODES[outcome.error]}; see to it that nothing writes there, and try again`;
    throw new PermafrostError(outcome.error, `Cannot hash ${path}: ${state}`, { at: path });
  });
  if (read === null) {
    const { id, declaration: { entry } } = draft!, expected = null;
    for (const [at, observed] of nameProblems([...present])) findings.push({ code: "name", at, expected, observed });
    if (!present.has(entry)) findings.push({ code: "module", at: entry, expected: "file", observed: null });
    return { id, manifestSha256: null, files, findings: sortFindings(findings) };
  }
  const { manifest: { id, frozenOn, files: frozen }, sha256: manifestSha256 } = read;
  const now = new Map(files.map(({ path, ...side }) => [path, side]));
  for (const { path: at, ...expected } of frozen) {
    const observed = now.get(at) ?? null;
    const isSame = observed?.sha256 === expected.sha256 && observed.bytes === expected.bytes;
    if (!present.has(at)) findings.push({ code: "missing", at, expected, observed });
    else if (observed !== null && !isSame) findings.push({ code: "changed", at, expected, observed });
  }
  if (findings.length === 0 && frozenOn !== null) {
    const { id: observed = id } = (await readProtocol(folder)).document;
    if (observed !== id) findings.push({ code: "identity", at: "protocol.json#/id", expected: id, observed });
  }
  return { id, manifestSha256, files: frozen, findings: sortFindings(findings) };
}
