/** Verifies a whole vault. @module */
import { PermafrostError } from "../../../kernel/error.ts";
import { isDigest, openSourceHasher, readDigest } from "./digest.ts";
import { type IndexEntry, readIndex } from "./index.ts";
import { checkVault, namesIn } from "./list.ts";
import { readManifest } from "./manifest_read.ts";
import { isTemporaryName } from "./private_file.ts";
import { countRecords } from "./records.ts";
import { openSnapshot } from "./snapshot_open.ts";
import { CHUNK_BYTES, readStored } from "./stored_file.ts";

/**
 * What can be wrong. `damaged`: bytes are not those that a name or manifest says. `missing`: a manifest names it.
 * `broken`: a snapshot that cannot be read since a chunk of it is damaged or missing. `dangling`: a line of the index
 * names a snapshot that is not there. `contradicted`: one says another source, size or count of records than the snapshot
 * has. The others harm no snapshot. `unreferenced`: a chunk that no readable manifest
 * names. `unindexed`: a snapshot that no line of the index names. `skipped`: a line that is no entry. `temporary`: what
 * an interrupted write left. `foreign`: a name that the vault does not give.
 */
export type VaultFindingKind =
  | "damaged"
  | "missing"
  | "broken"
  | "dangling"
  | "contradicted"
  | "unreferenced"
  | "unindexed"
  | "skipped"
  | "temporary"
  | "foreign";

/** One thing that is wrong. */
export interface VaultFinding {
  /** The path relative to the vault; for the index with `#` and the line's number or snapshot. */ readonly at: string;
  /** What is wrong. */ readonly kind: VaultFindingKind;
}

/** What a vault holds, and what is wrong with it. */
export interface VaultReport {
  /** Snapshots whose whole content is as their digests say. */ readonly good_snapshots: number;
  /** Snapshots that cannot be read. */ readonly bad_snapshots: number;
  /** Chunks that are there. */ readonly chunks: number;
  /** Lines of the index that are entries. */ readonly index_entries: number;
  /** Whether nothing of the first five kinds was found. */ readonly is_sound: boolean;
  /** What is wrong, sorted by place, then kind. */ readonly findings: readonly VaultFinding[];
}

const HARMFUL: ReadonlySet<VaultFindingKind> = new Set(["damaged", "missing", "broken", "dangling", "contradicted"]);

const FOLDERS = ["chunks", "manifests", "objects"], TOP: ReadonlySet<string> = new Set([...FOLDERS, "index.jsonl"]);

type Content = Pick<IndexEntry, "source_sha256" | "bytes"> & { readonly record_count: number };

/** Reads every object of a vault and checks it: each chunk by its name, each snapshot from its manifest to the digest of
 * its source, each line of the index. Changes nothing. Holds 8 MiB, and the names.
 * @throws {PermafrostError} vault-missing (no folder), file-unreadable; what is damaged is a finding. */
export async function verifyVault(vault: string): Promise<VaultReport> {
  checkVault(vault);
  const findings: VaultFinding[] = [];
  const find = (at: string, kind: VaultFindingKind): void => void findings.push({ at, kind });
  for (const name of namesIn(vault, ".")) if (!TOP.has(name)) find(name, "foreign");
  const [chunks = [], manifests = [], objects = []] = FOLDERS.map((folder) => {
    const names = namesIn(vault, folder);
    for (const name of names) {
      if (!isDigest(name)) find(`${folder}/${name}`, isTemporaryName(name) ? "temporary" : "foreign");
    }
    return names.filter(isDigest);
  });
  const bad = await badChunks(vault, chunks), known = new Set(chunks), referenced = new Set<string>();
  for (const name of bad) find(`chunks/${name}`, "damaged");
  const places = new Map<string, string>(), good = new Map<string, Content>();
  for (const name of manifests) {
    const place = `manifests/${name}`;
    places.set(name, place);
    const manifest = await orDamaged(() => readManifest(vault, readDigest(name)));
    const named = new Set(manifest?.chunks);
    for (const chunk of named) referenced.add(chunk);
    for (const chunk of named.difference(known)) find(`chunks/${chunk}`, "missing");
    const isBroken = !named.isSubsetOf(known) || !named.isDisjointFrom(bad);
    const content = isBroken || manifest === null ? null : await readContent(vault, name);
    if (content === null) find(place, isBroken ? "broken" : "damaged");
    else good.set(name, content);
  }
  for (const name of objects.filter((name) => !places.has(name))) {
    const place = `objects/${name}`, content = await readContent(vault, name);
    places.set(name, place);
    if (content === null) find(place, "damaged");
    else good.set(name, content);
  }
  for (const name of known.difference(referenced)) find(`chunks/${name}`, "unreferenced");
  const entries = await readEntries(vault, find);
  for (const { sha256, ...line } of entries) {
    const content = good.get(sha256);
    if (!places.has(sha256)) find(`index.jsonl#${sha256}`, "dangling");
    else if (content !== undefined && !agrees(line, content)) find(`index.jsonl#${sha256}`, "contradicted");
  }
  const indexed = new Set(entries.map(({ sha256 }) => sha256));
  for (const [name, place] of places) if (!indexed.has(name)) find(place, "unindexed");
  return {
    good_snapshots: good.size,
    bad_snapshots: places.size - good.size,
    chunks: chunks.length,
    index_entries: entries.length,
    is_sound: !findings.some(({ kind }) => HARMFUL.has(kind)),
    findings: sorted(findings),
  };
}

async function badChunks(vault: string, chunks: readonly string[]): Promise<Set<string>> {
  const bad = new Set<string>(), buffer = new Uint8Array(CHUNK_BYTES);
  for (const name of chunks) {
    const bytes = await orDamaged(() => readStored(vault, `chunks/${name}`, { maxBytes: CHUNK_BYTES, buffer }));
    const hasher = await openSourceHasher(Infinity); // takes no copy, as Web Crypto does
    if (bytes !== null) hasher.update(bytes);
    if (bytes === null || await hasher.digest() !== name) bad.add(name);
  }
  return bad;
}

/** What the source of a snapshot is, after a pass over all of it; null where that finds damage. */
function readContent(vault: string, name: string): Promise<Content | null> {
  return orDamaged(async () => {
    const snapshot = await openSnapshot(vault, readDigest(name));
    const record_count = await countRecords(snapshot, { maxRecords: Infinity });
    return { source_sha256: snapshot.sourceSha256, bytes: snapshot.bytes, record_count };
  });
}

async function readEntries(vault: string, find: (at: string, kind: VaultFindingKind) => void): Promise<IndexEntry[]> {
  const index = await orDamaged(() => readIndex(vault));
  if (index === null) find("index.jsonl", "damaged");
  for (const line of index?.skippedLines ?? []) find(`index.jsonl#${line}`, "skipped");
  return [...index?.entries ?? []];
}

function agrees(line: Omit<IndexEntry, "sha256">, content: Content): boolean {
  return line.source_sha256 === content.source_sha256 && line.bytes === content.bytes &&
    (line.record_count ?? content.record_count) === content.record_count;
}

/** What the reading gives; null where it finds damage. */
async function orDamaged<T>(read: () => T | Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof PermafrostError && error.code === "vault-damaged") return null;
    throw error;
  }
}

function sorted(findings: readonly VaultFinding[]): VaultFinding[] {
  const keys = new Map(findings.map((finding) => [`${finding.at}\n${finding.kind}`, finding]));
  return [...keys].sort(([a], [b]) => a < b ? -1 : 1).map(([, finding]) => finding);
}
