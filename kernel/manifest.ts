/** manifest.json: what was frozen, and whether it still stands. @module */
import { resolve } from "node:path";
import { sha256Hex } from "./digest.ts";
import { PermafrostError } from "./error.ts";
import { writeExclusive } from "./file_write.ts";
import { type Finding, sortFindings } from "./finding.ts";
import { canonicalize } from "./json_encode.ts";
import { readOptionalJsonFile } from "./json_file.ts";
import type { JsonValue } from "./json_value.ts";
import { readProtocol } from "./protocol.ts";
import { compareBytes, findFoldedTwins, freezeNameProblem } from "./relative_path.ts";
import manifestSchema from "./schema/manifest.schema.json" with { type: "json" };
import { schemaCheck } from "./schema_check.ts";
import { digestFiles } from "./tree_digest.ts";
import { type TreeEntry, walkTree } from "./tree_walk.ts";

/** One frozen file: its path in the experiment, its size in bytes, its SHA-256 in lower-case hex. */
export interface FrozenFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** What was frozen. `frozenOn` is a UTC day, or null in a manifest of the plain older form. */
export interface Manifest {
  readonly id: string;
  readonly status: string;
  readonly frozenOn: string | null;
  /** In byte order of their paths. */
  readonly files: readonly FrozenFile[];
}

/** A manifest that was read, with the digest of its exact bytes: the experiment's identity. */
export interface ReadManifest {
  readonly manifest: Manifest;
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

/** What a check found: nothing, or what differs. `manifestSha256` is null for a draft. */
export interface CheckReport {
  readonly id: string;
  readonly manifestSha256: string | null;
  /** The frozen files, or those that a freeze would take. */
  readonly files: readonly FrozenFile[];
  readonly findings: readonly Finding[];
}

/** How large an experiment folder may be. */
export const TREE_BOUNDS = { maxFiles: 100_000, maxDepth: 64, maxBytes: 64 * 2 ** 30 } as const;

const MAX_MANIFEST_BYTES = 64 * 2 ** 20;
const findProblem = schemaCheck(manifestSchema as Parameters<typeof schemaCheck>[0]);

/** Tells whether a path belongs to no manifest: the manifest itself and everything in results/. */
function isOutside(path: string): boolean {
  return path === "manifest.json" || path === "results";
}

/**
 * Reads a folder's manifest.json; null for a draft. The present format must be canonical to the byte; the
 * plain older form (`id`, `status`, `files`) may have any key order and spacing.
 *
 * @throws {PermafrostError} manifest-invalid at a JSON Pointer; file-* and json-* as for any JSON file.
 */
export function readManifest(folder: string): ReadManifest | null {
  const file = readOptionalJsonFile(`${folder}/manifest.json`, { maxBytes: MAX_MANIFEST_BYTES, at: "manifest.json" });
  return file === null ? null : { ...parseManifest(file), bytes: file.bytes };
}

function parseManifest({ bytes, value }: { bytes: Uint8Array; value: JsonValue }): Omit<ReadManifest, "bytes"> {
  const problem = findProblem(value);
  if (problem !== null) refuse(problem.at, problem.problem);
  const { id, status, frozenOn = null, format, files } = value as unknown as Manifest & { format?: string };
  for (const [index, { path }] of files.entries()) {
    const at = `/files/${index}/path`;
    const reason = freezeNameProblem(path);
    if (reason !== null) refuse(at, reason);
    if (isOutside(path.split("/")[0] ?? "")) refuse(at, "neither manifest.json nor results/ can be frozen");
  }
  const sorted = [...files].sort((a, b) => compareBytes(a.path, b.path));
  const unordered = sorted.findIndex(({ path }, index) => index > 0 && path === sorted[index - 1]?.path);
  if (unordered >= 0) refuse("/files", `${sorted[unordered]?.path} is listed twice`);
  const twins = findFoldedTwins(files.map(({ path }) => path))[0];
  if (twins !== undefined) refuse("/files", `${twins[0]} and ${twins[1]} are one name where case does not count`);
  if (format !== undefined && new TextDecoder().decode(bytes) !== manifestText({ id, frozenOn, files: sorted })) {
    refuse("", "its bytes are not the canonical form (RFC 8785, files in byte order, one LF)");
  }
  return { manifest: { id, status, frozenOn, files: sorted }, sha256: sha256Hex(bytes) };
}

function refuse(at: string, problem: string): never {
  const message = `Cannot read manifest.json: at ${at || "its root"}, ${problem}`;
  throw new PermafrostError("manifest-invalid", message, { at: `manifest.json#${at}` });
}

function manifestText(parts: { id: string; frozenOn: string | null; files: readonly FrozenFile[] }): string {
  const { id, frozenOn, files } = parts;
  return canonicalize({ files, format: "permafrost/manifest@1", frozenOn, id, status: "frozen" }) + "\n";
}

/** Lists what lies in an experiment folder beside its manifest and results, in byte order. */
function listFiles(folder: string): TreeEntry[] {
  return walkTree(folder, { ...TREE_BOUNDS, skip: isOutside });
}

/** Hashes files of a folder; the first that cannot be read as it was listed is thrown. */
async function hashFiles(folder: string, entries: readonly { path: string; bytes: number }[]): Promise<FrozenFile[]> {
  const digests = await digestFiles(folder, entries);
  return entries.map(({ path }) => {
    const digest = digests.get(path);
    if (digest === undefined || "error" in digest) {
      const code = digest?.error ?? "file-missing";
      throw new PermafrostError(code, `Cannot hash ${path}: it is not a plain file that stays as it is`, { at: path });
    }
    return { path, bytes: digest.bytes, sha256: digest.sha256 };
  });
}

/**
 * Freezes a draft: hashes every file and writes manifest.json, once. Every name that breaks other tools is
 * refused, and so are links, hard links, devices and sockets.
 *
 * @param folder The experiment.
 * @param options `frozenOn` is the UTC day to record, YYYY-MM-DD.
 * @throws {PermafrostError} manifest-exists, name-refused, file-kind, tree-too-large, protocol-invalid,
 * file-write, and what reading can throw.
 */
export async function freeze(folder: string, options: { frozenOn: string }): Promise<ReadManifest> {
  const { id, declaration } = await readProtocol(resolve(folder));
  const present = readManifest(folder);
  if (present !== null) {
    const changed = (await check(folder)).findings.length > 0;
    const state = changed
      ? "it is frozen and its bytes have changed since; copy it to a new version (permafrost new ID-v2 --from ID-v1)"
      : "it is frozen already, and unchanged";
    throw new PermafrostError("manifest-exists", `Cannot freeze ${id}: ${state}`, { at: "manifest.json" });
  }
  const entries = listFiles(folder);
  for (const { path, kind } of entries) {
    const reason = freezeNameProblem(path);
    if (reason !== null) {
      const message = `Cannot freeze ${JSON.stringify(path)}: ${reason}; rename it`;
      throw new PermafrostError("name-refused", message, { at: path });
    }
    if (kind !== "file") {
      const message = `Cannot freeze ${path}: it is a ${kind}; put a plain file of one name in its place`;
      throw new PermafrostError("file-kind", message, { at: path });
    }
  }
  const twins = findFoldedTwins(entries.map(({ path }) => path))[0];
  if (twins !== undefined) {
    const message = `Cannot freeze ${twins[1]}: it and ${twins[0]} are one name where case does not count; rename one`;
    throw new PermafrostError("name-refused", message, { at: twins[1] });
  }
  if (!entries.some(({ path }) => path === "protocol.json")) {
    const message = "Cannot freeze protocol.jsonc: a frozen protocol has no comments; save it as protocol.json";
    throw new PermafrostError("protocol-invalid", message, { at: "protocol.jsonc" });
  }
  if (!entries.some(({ path }) => path === declaration.entry)) {
    const message = `Cannot freeze ${id}: its entry ${declaration.entry} is not there`;
    throw new PermafrostError("protocol-invalid", message, { at: "/permafrost/entry" });
  }
  const text = manifestText({ id, frozenOn: options.frozenOn, files: await hashFiles(folder, entries) });
  const bytes = new TextEncoder().encode(text);
  const read = parseManifest({ bytes, value: JSON.parse(text) });
  writeExclusive(`${folder}/manifest.json`, bytes, { mode: 0o644, at: "manifest.json" });
  return { ...read, bytes };
}

/**
 * Compares an experiment's present bytes with its manifest. For a draft it lists what a freeze would take,
 * and finds nothing but links and other files that a freeze refuses.
 *
 * @returns Findings sorted by place: missing, changed, extra, kind, identity.
 * @throws {PermafrostError} What reading the manifest, the protocol and the files can throw.
 */
export async function check(folder: string): Promise<CheckReport> {
  const read = readManifest(folder);
  const entries = listFiles(folder);
  const findings: Finding[] = [];
  const plain: TreeEntry[] = [];
  const frozen = new Map(read?.manifest.files.map((file) => [file.path, file]));
  for (const entry of entries) {
    const { path, kind } = entry;
    if (kind !== "file") findings.push({ code: "kind", at: path, expected: "file", observed: kind });
    else if (read !== null && !frozen.has(path)) {
      findings.push({ code: "extra", at: path, expected: null, observed: entry.bytes });
    } else plain.push(entry);
  }
  const files = await hashFiles(folder, plain);
  if (read === null) {
    const { id } = await readProtocol(resolve(folder));
    return { id, manifestSha256: null, files, findings: sortFindings(findings) };
  }
  const seen = new Map(files.map((file) => [file.path, file]));
  const present = new Set<string>(entries.map(({ path }) => path));
  for (const file of frozen.values()) {
    const now = seen.get(file.path);
    if (now === undefined) {
      if (!present.has(file.path)) {
        findings.push({ code: "missing", at: file.path, expected: describe(file), observed: null });
      }
    } else if (now.sha256 !== file.sha256 || now.bytes !== file.bytes) {
      findings.push({ code: "changed", at: file.path, expected: describe(file), observed: describe(now) });
    }
  }
  const { manifest, sha256 } = read;
  if (findings.length === 0 && frozen.has("protocol.json")) findings.push(...await identityFindings(folder, manifest));
  return { id: manifest.id, manifestSha256: sha256, files: manifest.files, findings: sortFindings(findings) };
}

function describe({ bytes, sha256 }: FrozenFile): JsonValue {
  return { bytes, sha256 };
}

async function identityFindings(folder: string, manifest: Manifest): Promise<Finding[]> {
  if (manifest.frozenOn === null) return [];
  const { id } = (await readProtocol(resolve(folder))).document;
  return id === undefined || id === manifest.id
    ? []
    : [{ code: "identity", at: "protocol.json#/id", expected: manifest.id, observed: id }];
}
