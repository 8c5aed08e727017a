/** The study's own writer of schema-3 vaults, apart from any vault that is tested. @module */
import { sha256Hex } from "../../../kernel/digest.ts";
import { CHUNK_BYTES } from "./fixture_build.ts";
import type { Provider } from "./fixture_plan.ts";

/** What the index says about a snapshot. */
export interface IndexFacts {
  /** Whose transcript it is. */ readonly provider: Provider;
  /** Its session. */ readonly sessionId: string;
  /** Where it is said to come from: no path of any machine. */ readonly path: string;
  /** Its physical lines. */ readonly recordCount: number;
  /** When it was taken, in Unix seconds. */ readonly ts: number;
}
/** A snapshot as a vault holds it. */
export interface Snapshot {
  /** Its digest: that of its manifest. */ readonly sha256: string;
  /** The digest of the transcript. */ readonly sourceSha256: string;
  /** The transcript's size. */ readonly bytes: number;
  /** Files by their path in the vault. */ readonly files: ReadonlyMap<string, Uint8Array>;
  /** The paths of its chunks, in order. */ readonly chunkPaths: readonly string[];
  /** Its line of the index, with the line end. */ readonly indexLine: string;
}

/** Where a vault lies beneath a data folder ($XDG_DATA_HOME). */
export const VAULT_PATH = "gobstopper/vault";

/** Cuts a transcript into chunks of 1 MiB and describes them, as schema 3 wants it. */
export function makeSnapshot(source: Uint8Array, facts: IndexFacts): Snapshot {
  const files = new Map<string, Uint8Array>();
  const chunks: string[] = [];
  for (let from = 0; from < source.length; from += CHUNK_BYTES) {
    const chunk = source.subarray(from, from + CHUNK_BYTES), sha256 = sha256Hex(chunk);
    chunks.push(sha256);
    files.set(`chunks/${sha256}`, chunk);
  }
  const sourceSha256 = sha256Hex(source), bytes = source.length;
  const manifest = JSON.stringify({ schema_version: 3, source_sha256: sourceSha256, bytes, chunks });
  const sha256 = sha256Hex(manifest);
  files.set(`manifests/${sha256}`, new TextEncoder().encode(manifest));
  const indexLine = JSON.stringify({
    ...{ ts: facts.ts, sha256, source_sha256: sourceSha256, path: facts.path, session_id: facts.sessionId },
    ...{ provider: facts.provider, bytes, record_count: facts.recordCount, strategy: "fixture" },
  });
  const chunkPaths = chunks.map((chunk) => `chunks/${chunk}`);
  return { sha256, sourceSha256, bytes, files, chunkPaths, indexLine: `${indexLine}\n` };
}

/** All files of a vault that holds the snapshots, by path. */
export function vaultFiles(snapshots: readonly Snapshot[]): Map<string, Uint8Array> {
  const files = new Map(snapshots.flatMap((snapshot) => [...snapshot.files]));
  const index = snapshots.map(({ indexLine }) => indexLine).join("");
  return files.set("index.jsonl", new TextEncoder().encode(index));
}

/** Writes files by their paths beneath a folder, with the folders they need; nothing is overwritten. */
export function writeFiles(folder: string, files: ReadonlyMap<string, Uint8Array>): void {
  const folders = new Set([...files.keys()].map((path) => `${folder}/${path}`.replace(/\/[^/]*$/, "")));
  for (const path of folders) Deno.mkdirSync(path, { recursive: true });
  for (const [path, bytes] of files) Deno.writeFileSync(`${folder}/${path}`, bytes, { createNew: true });
}
