/** manifest.json: what was frozen, and whether it still stands. @module */
import { lstatSync } from "node:fs";
import { sha256Hex } from "./digest.ts";
import { ERROR_CODES, type ErrorCode, PermafrostError } from "./error.ts";
import { writeExclusive } from "./file_write.ts";
import { type Finding, sortFindings } from "./finding.ts";
import { canonicalize } from "./json_encode.ts";
import { type JsonFile, readOptionalJsonFile } from "./json_file.ts";
import { isInstant, readProtocol, UNNAMED } from "./protocol.ts";
import { compareBytes, findFoldedTwins, freezeNameProblem } from "./relative_path.ts";
import schema from "./schema/manifest.schema.json" with { type: "json" };
import { schemaCheck } from "./schema_check.ts";
import { digestFiles } from "./tree_digest.ts";
import { type TreeEntry, walkTree } from "./tree_walk.ts";

/** One frozen file. */
export interface FrozenFile {
  /** Its path in the experiment. */ readonly path: string;
  /** Its size. */ readonly bytes: number;
  /** SHA-256 of its bytes, in lower-case hex. */ readonly sha256: string;
}

/** What was frozen. */
export interface Manifest {
  /** The experiment's id. */ readonly id: string;
  /** `frozen`; the plain older form may say it in other words. */ readonly status: string;
  /** A UTC day, YYYY-MM-DD; null in the plain older form. */ readonly frozenOn: string | null;
  /** The files in byte order of their paths. */ readonly files: readonly FrozenFile[];
}

/** A manifest that was read. */
export interface ReadManifest {
  /** What it says. */ readonly manifest: Manifest;
  /** Its exact bytes. */ readonly bytes: Uint8Array;
  /** Their SHA-256: the experiment's identity. */ readonly sha256: string;
}

/** What a check found. */
export interface CheckReport {
  /** The experiment's id. */ readonly id: string;
  /** The identity; null for a draft. */ readonly manifestSha256: string | null;
  /** The frozen files, or those that a freeze would take. */ readonly files: readonly FrozenFile[];
  /** What differs; what a freeze would refuse. Sorted. */ readonly findings: readonly Finding[];
}

const OUTSIDE = ["manifest.json", "results"]; // at the top of an experiment; no manifest lists them
const findProblem = schemaCheck(schema);

/**
 * Reads manifest.json in an experiment's folder; null for a draft. The present format must be canonical to the
 * byte; the plain older form (`id`, `status`, `files`, no `format`) may have any order of keys and any spacing.
 *
 * @throws {PermafrostError} manifest-invalid and json-* at `manifest.json#pointer`, file-*.
 */
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
  const sorted = [...files].sort((a, b) => compareBytes(a.path, b.path));
  for (const [path, reason] of nameProblems(paths)) {
    refuse(paths.includes(path) ? `/files/${paths.lastIndexOf(path)}/path` : "/files", `${path}: ${reason}`);
  }
  const manifest: Manifest = { id, status, frozenOn, files: sorted };
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
    const isOutside = OUTSIDE.includes(path.replace(/\/.*/s, ""));
    const reason = isOutside ? "the name is kept for what is not frozen" : freezeNameProblem(path);
    if (reason !== null || seen.has(path)) problems.push([path, reason ?? "it is listed twice"]);
    seen.add(path);
  }
  for (const [first, twin] of findFoldedTwins([...seen, ...OUTSIDE])) {
    problems.push([twin, `it and ${first} are one name where case does not count`]);
  }
  return problems;
}

/**
 * Freezes a draft: hashes every file of a folder and writes manifest.json, once. Refused are names that break other
 * tools, links, files with several names, pipes, devices and sockets.
 *
 * @param folder The experiment.
 * @param options `frozenOn` is the UTC day to record, YYYY-MM-DD.
 * @throws {PermafrostError} manifest-exists, name-refused, file-kind, tree-too-large, protocol-invalid,
 * manifest-invalid (no such day), file-write, and what reading can throw.
 */
export async function freeze(folder: string, options: { frozenOn: string }): Promise<ReadManifest> {
  const refuse = (code: ErrorCode, at: string, state: string): never => {
    throw new PermafrostError(code, `Cannot freeze: ${state}`, { at });
  };
  const { id, manifestSha256, files, findings } = await check(folder);
  if (manifestSha256 !== null) {
    const drift = findings.slice(0, 3).map(({ code, at }) => `${at} (${code})`).join(", ");
    const fix = `copy it to a new version (permafrost new ${id.replace(/-v\d+$/, "")}-v2 --from ${id})`;
    const state = drift === "" ? "and unchanged" : `and differs since: ${drift}; put that back, or ${fix}`;
    refuse("manifest-exists", "manifest.json", `${id} is frozen already, ${state}`);
  }
  for (const { code, at, observed } of findings) {
    if (code === "name") refuse("name-refused", at, `${JSON.stringify(at)}: ${observed}; rename it`);
    if (code === "kind") refuse("file-kind", at, `${at} is a ${observed}; put a plain file with one name there`);
    refuse("protocol-invalid", "/permafrost/entry", `the entry ${at} is not there`);
  }
  if (id === UNNAMED) {
    refuse("protocol-invalid", "/id", `the protocol has no "id", and the folder's name cannot be one`);
  }
  if (!files.some(({ path }) => path === "protocol.json")) {
    refuse("protocol-invalid", "protocol.jsonc", "a frozen protocol has no comments; save it as protocol.json");
  }
  const text = manifestText({ id, status: "frozen", frozenOn: options.frozenOn, files });
  const read = parseManifest({ bytes: new TextEncoder().encode(text), value: JSON.parse(text) });
  writeExclusive(`${folder}/manifest.json`, read.bytes, { mode: 0o644 });
  return read;
}

/**
 * Compares the present bytes of a folder with its manifest. Of a draft it says what a freeze would take, and finds
 * what a freeze would refuse (names, links and the like, a missing entry).
 *
 * @throws {PermafrostError} What reading the manifest, the protocol and the files can throw.
 */
export async function check(folder: string): Promise<CheckReport> {
  const read = readManifest(folder), draft = read === null ? await readProtocol(folder) : null;
  const hasResults = lstatSync(`${folder}/results`, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const skip = (path: string): boolean => path === "manifest.json" || (path === "results" && hasResults);
  const entries = walkTree(folder, { maxFiles: 100_000, maxDepth: 64, maxBytes: 64 * 2 ** 30, skip });
  const present = new Set<string>(entries.map(({ path }) => path));
  const frozen = new Map(read?.manifest.files.map((file) => [file.path, file]));
  const findings: Finding[] = [], plain: TreeEntry[] = [];
  for (const entry of entries) {
    const { path: at, kind, bytes } = entry;
    if (kind !== "file") findings.push({ code: "kind", at, expected: "file", observed: kind });
    else if (read === null || frozen.has(at)) plain.push(entry);
    else findings.push({ code: "extra", at, expected: null, observed: bytes });
  }
  const outcomes = await digestFiles(folder, plain);
  const files = plain.map(({ path }): FrozenFile => {
    const outcome = outcomes.get(path) ?? { error: "file-missing" };
    if (!("error" in outcome)) return { path, ...outcome };
    const state = `${ERROR_CODES[outcome.error]}; see to it that nothing writes there, and try again`;
    throw new PermafrostError(outcome.error, `Cannot hash ${path}: ${state}`, { at: path });
  });
  if (read === null) {
    const { id, declaration: { entry } } = draft!;
    for (const [at, observed] of nameProblems([...present])) {
      findings.push({ code: "name", at, expected: null, observed });
    }
    if (!present.has(entry)) findings.push({ code: "module", at: entry, expected: "file", observed: null });
    return { id, manifestSha256: null, files, findings: sortFindings(findings) };
  }
  const { manifest: { id, frozenOn }, sha256: manifestSha256 } = read;
  for (const { path: at, ...expected } of frozen.values()) {
    if (!present.has(at)) findings.push({ code: "missing", at, expected, observed: null });
  }
  for (const { path: at, ...observed } of files) {
    const { path: _, ...expected } = frozen.get(at)!;
    const isSame = observed.sha256 === expected.sha256 && observed.bytes === expected.bytes;
    if (!isSame) findings.push({ code: "changed", at, expected, observed });
  }
  if (findings.length === 0 && frozenOn !== null) {
    const { id: observed = id } = (await readProtocol(folder)).document;
    if (observed !== id) findings.push({ code: "identity", at: "protocol.json#/id", expected: id, observed });
  }
  return { id, manifestSha256, files: read.manifest.files, findings: sortFindings(findings) };
}
