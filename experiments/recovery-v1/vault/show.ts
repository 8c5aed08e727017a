/** What there is to say of one snapshot. @module */
import type { SnapshotDigest } from "./digest.ts";
import { readIndex } from "./index.ts";
import { countRecords } from "./records.ts";
import { openSnapshot } from "./snapshot_open.ts";

/** A snapshot, its content checked. The keys are those of the command's result. */
export interface SnapshotSummary {
  /** The snapshot. */ readonly snapshot_sha256: string;
  /** The SHA-256 of the source. */ readonly source_sha256: string;
  /** Whether a manifest lists chunks, or the object is the source itself. */ readonly kind: "chunked" | "legacy";
  /** The size of the source in bytes. */ readonly bytes: number;
  /** The physical lines of the source, however many. */ readonly record_count: number;
  /** The chunks that the manifest lists; 1 for a legacy object. */ readonly chunk_count: number;
  /** The agent; null when the index has no line of the snapshot, as for what follows. */
  readonly provider: string | null;
  /** The session. */ readonly session_id: string | null;
  /** When it was last taken, in Unix seconds. */ readonly ts: number | null;
  /** Why or how it was last taken. */ readonly strategy: string | null;
  /** Where the source was when it was last taken. */ readonly path: string | null;
}

/** Describes a snapshot. Reads and checks all of its content; size and records are counted, never taken from the index.
 * @throws {PermafrostError} vault-missing, vault-damaged, file-unreadable. */
export async function showSnapshot(vault: string, digest: SnapshotDigest): Promise<SnapshotSummary> {
  const snapshot = await openSnapshot(vault, digest);
  const recordCount = await countRecords(snapshot, { maxRecords: Infinity });
  const entry = readIndex(vault, { sha256: digest }).entries.at(-1);
  return {
    snapshot_sha256: digest,
    source_sha256: snapshot.sourceSha256,
    kind: snapshot.kind,
    bytes: snapshot.bytes,
    record_count: recordCount,
    chunk_count: snapshot.chunkCount,
    provider: entry?.provider ?? null,
    session_id: entry?.session_id ?? null,
    ts: entry?.ts ?? null,
    strategy: entry?.strategy ?? null,
    path: entry?.path ?? null,
  };
}
