/** Searches a snapshot for a text; tells where it stands, never what stands there. @module */
import { readDigest, sha256Hex, type SnapshotDigest } from "./digest.ts";
import { findRecords } from "./record_hits.ts";
import { checkInteger, checkQuery } from "./request_check.ts";
import { openSnapshot } from "./snapshot_open.ts";
import { countInValues } from "./value_count.ts";

/** What to search for. */
export interface SearchRequest {
  /** The full digest of the snapshot. */ readonly sha: string;
  /** The text, 1 to 1,024 bytes of UTF-8. */ readonly query: string;
  /** The most matches that are given, 1 to 50; 20 unless given. */ readonly limit?: number;
}

/** A record whose string values hold the text; the fields and their order are those of specs, recovery.md. */
export interface SearchMatch {
  /** The index of the record, from 0. */ readonly record_index: number;
  /** The SHA-256 of its bytes, without the line feed. */ readonly record_sha256: string;
  /** How many bytes those are. */ readonly record_bytes: number;
  /** How often the text stands in its string values. */ readonly match_count: number;
}

/** What a search found. */
export interface SearchResult {
  /** The snapshot. */ readonly snapshot_sha256: SnapshotDigest;
  /** The SHA-256 of its source. */ readonly source_sha256: string;
  /** The first matching records, in order, as many as the limit allows. */ readonly matches: readonly SearchMatch[];
  /** How many records match. */ readonly matched_records: number;
  /** How many physical lines are no JSON text in UTF-8, empty ones among them. */
  readonly unsearchable_records: number;
  /** Whether more records match than are given. */ readonly truncated: boolean;
}

/**
 * Searches a snapshot for a text as it is, case and normal form included, in the decoded string values of its records
 * at any depth; neither in keys nor in the escapes that spell them. Occurrences do not overlap, each lies within one
 * string, and a value under a repeated key counts as well. A record is a physical line; one that is not one JSON text
 * (RFC 8259) in UTF-8 counts as unsearchable. The answer holds no content of the snapshot, and the query neither.
 *
 * Holds one record and 8 MiB of the snapshot, and reads it once.
 * @param vault The path of the vault.
 * @throws {PermafrostError} vault-request (digest, query or limit out of bounds; more than 100,000 records; a record of
 * more than 256 MiB), vault-missing, vault-damaged, file-unreadable.
 */
export async function searchSnapshot(vault: string, request: SearchRequest): Promise<SearchResult> {
  const { query, limit = 20 } = request, digest = readDigest(request.sha);
  checkQuery(query);
  checkInteger(limit, { name: "limit", least: 1, most: 50 });
  const snapshot = await openSnapshot(vault, digest), decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const matches: SearchMatch[] = [];
  let matched = 0;
  const lists = findRecords(snapshot, { text: query });
  for (let step = await lists.next();; step = await lists.next()) {
    if (step.done) {
      return {
        snapshot_sha256: digest,
        source_sha256: snapshot.sourceSha256,
        matches,
        matched_records: matched,
        unsearchable_records: step.value.invalid,
        truncated: matched > matches.length,
      };
    }
    for (const { index, bytes } of step.value) {
      const count = countInValues(decoder.decode(bytes), query);
      if (count > 0 && ++matched <= limit) {
        matches.push({
          record_index: index,
          record_sha256: await sha256Hex(bytes),
          record_bytes: bytes.length,
          match_count: count,
        });
      }
    }
  }
}
