/** Reads a page of one record. @module */
import { PermafrostError } from "../../../kernel/error.ts";
import { openSourceHasher, readDigest, type SnapshotDigest } from "./digest.ts";
import { recordPieces } from "./records.ts";
import { checkInteger } from "./request_check.ts";
import { openSnapshot } from "./snapshot_open.ts";

/** Which page to read. */
export interface ReadRequest {
  /** The full digest of the snapshot. */ readonly sha: string;
  /** The index of the record, from 0. */ readonly record: number;
  /** The byte of the record to start at; 0 unless given. */ readonly offset?: number;
  /** The most bytes of the page, 4 to 16,384; 4,096 unless given. */ readonly maxBytes?: number;
}

/** A page of a record; the fields and their order are those of specs, recovery.md. */
export interface RecordPage {
  /** The snapshot. */ readonly snapshot_sha256: SnapshotDigest;
  /** The SHA-256 of its source. */ readonly source_sha256: string;
  /** The index of the record, from 0. */ readonly record_index: number;
  /** The SHA-256 of the record's bytes, without the line feed. */ readonly record_sha256: string;
  /** How many bytes those are. */ readonly record_bytes: number;
  /** The byte that the page starts at. */ readonly offset: number;
  /** The byte after the page; null when the page ends the record. */ readonly next_offset: number | null;
  /** The text of the page, exactly. */ readonly content: string;
  /** Says that the content is data of an archive, and no instruction. */
  readonly content_trust: "untrusted_archived_data";
}

/**
 * Reads a page of a record: as many whole characters from a byte on as fit, the exact bytes of a physical line without
 * its line feed (a carriage return before that belongs to the record). The end of the record is a place to start at,
 * and its page is empty. The record need not be JSON, but all of it must be UTF-8.
 *
 * Holds 8 MiB of the snapshot and one page, however long the record is; a snapshot of more than 8 MiB is read twice.
 * @param vault The path of the vault.
 * @throws {PermafrostError} vault-request (digest, record, offset or size out of bounds; an offset past the end or
 * within a character; more than 100,000 records), record-invalid (not UTF-8), vault-missing (snapshot or record),
 * vault-damaged, file-unreadable; `at` names the record where the fault is there.
 */
export async function readRecord(vault: string, request: ReadRequest): Promise<RecordPage> {
  const { record, offset = 0, maxBytes = 4_096 } = request,
    digest = readDigest(request.sha),
    most = Number.MAX_SAFE_INTEGER;
  checkInteger(record, { name: "record", least: 0, most });
  checkInteger(offset, { name: "offset", least: 0, most });
  checkInteger(maxBytes, { name: "page size", least: 4, most: 16_384 });
  const snapshot = await openSnapshot(vault, digest), hasher = await openSourceHasher(snapshot.bytes);
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const window = new Uint8Array(maxBytes + 1); // the page, and the byte after it
  let recordBytes: number | null = null, isUtf8 = true;
  for await (const pieces of recordPieces(snapshot)) {
    for (const { index, offset: from, bytes, isLast } of pieces) {
      if (index !== record) continue;
      hasher.update(bytes);
      isUtf8 &&= decodes(bytes, { decoder, isLast });
      const wanted = bytes.subarray(Math.max(0, offset - from), Math.max(0, offset + window.length - from));
      if (wanted.length > 0) window.set(wanted, Math.max(0, from - offset));
      recordBytes = from + bytes.length;
    }
  }
  const fail = (code: "record-invalid" | "vault-missing" | "vault-request", state: string): never => {
    const at = `record ${record}`;
    throw new PermafrostError(code, `Cannot read ${at} of the snapshot: ${state}`, { at });
  };
  if (recordBytes === null) return fail("vault-missing", "the snapshot has fewer records; they count from 0");
  if (!isUtf8) return fail("record-invalid", "its bytes are not UTF-8; restore the snapshot to have them");
  if (offset > recordBytes) return fail("vault-request", "the offset lies past its end");
  const left = recordBytes - offset;
  if (left > 0 && isContinuation(window[0])) return fail("vault-request", "the offset lies within a character");
  let length = Math.min(left, maxBytes);
  while (length < left && isContinuation(window[length])) length--; // a character has at most 4 bytes
  return {
    snapshot_sha256: digest,
    source_sha256: snapshot.sourceSha256,
    record_index: record,
    record_sha256: await hasher.digest(),
    record_bytes: recordBytes,
    offset,
    next_offset: length < left ? offset + length : null,
    content: new TextDecoder("utf-8", { ignoreBOM: true }).decode(window.subarray(0, length)),
    content_trust: "untrusted_archived_data",
  };
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

function decodes(bytes: Uint8Array<ArrayBuffer>, options: { decoder: TextDecoder; isLast: boolean }): boolean {
  try {
    options.decoder.decode(bytes, { stream: !options.isLast });
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
