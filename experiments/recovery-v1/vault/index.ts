/** The index of a vault: which snapshots were taken of what, one line each. @module */
import { PermafrostError } from "../../../kernel/error.ts";
import { parseStrictBytes } from "../../../kernel/json_decode.ts";
import { isJsonObject, type JsonObject } from "../../../kernel/json_value.ts";
import { isDigest } from "./digest.ts";
import { makeFolder, syncFolder, unlessRefused, writeAll, writing } from "./private_file.ts";
import { openStored, readStored } from "./stored_file.ts";

/** The agent that wrote a transcript. */
export type Provider = "codex" | "claude_code";

/** A line of the index; its keys are those of the file (specs, recovery.md). */
export interface IndexEntry {
  /** When the snapshot was taken, in Unix seconds. */ readonly ts: number;
  /** The snapshot. */ readonly sha256: string;
  /** The SHA-256 of the source. */ readonly source_sha256: string;
  /** Where the source was. */ readonly path: string;
  /** The session that the transcript is of. */ readonly session_id: string;
  /** The agent. */ readonly provider: Provider;
  /** The size of the source in bytes. */ readonly bytes: number;
  /** The source's records; null where an old line does not say. */ readonly record_count: number | null;
  /** Why or how the snapshot was taken; null where an old line does not say. */ readonly strategy: string | null;
}

/** What an index holds. */
export interface IndexReading {
  /** The entries in the order of the file. */ readonly entries: readonly IndexEntry[];
  /** The numbers, from 1, of lines that are no entry: torn, not JSON, without a field. */
  readonly skippedLines: readonly number[];
}

const AT = "index.jsonl", LF = 0x0a;
/** The most bytes of an index that is read, and of one line. */
const INDEX_BYTES = 64 * 1024 * 1024, LINE_BYTES = 64 * 1024;

/** Tells whether a text names a provider. */
export function isProvider(text: unknown): text is Provider {
  return text === "codex" || text === "claude_code";
}

/** Reads the index; one that is not there has no entries. A line that is no entry is skipped and counted, fields of
 * other names are passed over. An old line may lack `source_sha256` (then it is the snapshot's own digest),
 * `record_count` and `strategy`.
 * @param options `sha256`: only entries of this snapshot; other lines are then not looked at.
 * @throws {PermafrostError} vault-damaged (a link, or over 64 MiB), file-unreadable. */
export function readIndex(vault: string, options: { sha256?: string } = {}): IndexReading {
  const { sha256 } = options;
  const bytes = readStored(vault, AT, { maxBytes: INDEX_BYTES }) ?? new Uint8Array(0);
  const entries: IndexEntry[] = [], skippedLines: number[] = [];
  const latin1 = new TextDecoder("latin1");
  for (let start = 0, line = 1; start < bytes.length; line++) {
    const found = bytes.indexOf(LF, start), end = found === -1 ? bytes.length : found;
    const text = bytes.subarray(start, end);
    start = end + 1;
    if (sha256 !== undefined && !latin1.decode(text).includes(sha256)) continue;
    const entry = readEntry(text);
    if (entry === null) skippedLines.push(line);
    else if (sha256 === undefined || entry.sha256 === sha256) entries.push(entry);
  }
  return { entries, skippedLines };
}

/** Appends an entry as one line by one write, and syncs it. A torn last line is ended first, so that it spoils no
 * other; a failure may leave such a line. Makes the index, of mode 0600, where there is none.
 * @throws {PermafrostError} vault-request (a text with half of a surrogate pair, or too long), vault-damaged (a link in
 * its place), file-write, file-unreadable. */
export function appendIndex(vault: string, entry: IndexEntry): void {
  const { ts, sha256, source_sha256, path, session_id, provider, bytes, record_count, strategy } = entry;
  const fields = { ts, sha256, source_sha256, path, session_id, provider, bytes, record_count, strategy };
  const line = new TextEncoder().encode(`\n${JSON.stringify(fields)}\n`);
  if (readEntry(line.subarray(1, -1)) === null) {
    const state = "a field is too long, of another type, or holds half of a surrogate pair; correct it";
    throw new PermafrostError("vault-request", `Cannot write an entry of the index: ${state}`, { at: AT });
  }
  openStored(vault, AT, { maxBytes: INDEX_BYTES - line.length })?.file.close(); // refuses what is no plain file
  makeFolder(vault, { at: "the vault" });
  writing(() => {
    const file = Deno.openSync(`${vault}/${AT}`, { read: true, append: true, create: true, mode: 0o600 });
    try {
      unlessRefused(() => file.lockSync(true)); // against two that both see no torn line; not every system can
      const last = Uint8Array.of(LF);
      if (file.statSync().size > 0) {
        file.seekSync(-1, Deno.SeekMode.End);
        file.readSync(last);
      }
      writeAll(file, last[0] === LF ? line.subarray(1) : line);
      file.syncSync();
    } finally {
      file.close(); // and so unlocks
    }
    syncFolder(vault);
  }, { at: AT });
}

function readEntry(bytes: Uint8Array): IndexEntry | null {
  if (bytes.length > LINE_BYTES) return null;
  try {
    const value = parseStrictBytes(bytes, { maxBytes: LINE_BYTES });
    return isJsonObject(value) ? toEntry(value) : null;
  } catch (error) {
    if (error instanceof PermafrostError) return null;
    throw error;
  }
}

function toEntry(line: JsonObject): IndexEntry | null {
  const { ts, sha256, source_sha256 = sha256, path, session_id, provider, bytes } = line;
  const { record_count = null, strategy = null } = line;
  if (typeof ts !== "number" || typeof sha256 !== "string" || typeof source_sha256 !== "string") return null;
  if (!isDigest(sha256) || !isDigest(source_sha256) || !isProvider(provider)) return null;
  if (typeof path !== "string" || typeof session_id !== "string" || !isCount(bytes)) return null;
  if (record_count !== null && !isCount(record_count)) return null;
  if (strategy !== null && typeof strategy !== "string") return null;
  return { ts, sha256, source_sha256, path, session_id, provider, bytes, record_count, strategy };
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
