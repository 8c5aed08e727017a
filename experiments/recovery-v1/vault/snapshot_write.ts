/** Takes a snapshot of a transcript. @module */
import { PermafrostError } from "../../../kernel/error.ts";
import { appendIndex, type IndexEntry, isProvider, type Provider } from "./index.ts";
import { detectSession } from "./session_detect.ts";
import { readSourceHead } from "./source_open.ts";
import { storeSource } from "./source_store.ts";

/** How a snapshot is taken. */
export interface SnapshotOptions {
  /** The time, in Unix seconds. */ readonly ts: number;
  /** The agent; found in the records unless given. */ readonly provider?: Provider;
  /** The session; found in the records unless given, else the file's name without its ending. */
  readonly sessionId?: string;
  /** Why or how it is taken; `snapshot` unless given. */ readonly strategy?: string;
}

/** What was taken: the line of the index, and what the vault did not have before. */
export interface SnapshotReport extends IndexEntry {
  /** Bytes of chunks that were written. */ readonly new_bytes: number;
}

/** Takes a snapshot of the transcript at an absolute path and enters it into the index, also when the vault has its
 * bytes already. Chunks, manifest and index are durable in this order; see {@linkcode storeSource} for what is stored of
 * a file that grows, and for what a failure leaves.
 * @throws {PermafrostError} vault-request (no provider found or given, no time, no
 * absolute path), file-missing, file-kind,
 * file-unreadable, file-changed, file-write, vault-damaged. */
export async function takeSnapshot(
  vault: string,
  sourcePath: string,
  options: SnapshotOptions,
): Promise<SnapshotReport> {
  const { ts, strategy = "snapshot" } = options;
  if (!Number.isSafeInteger(ts) || ts < 0) refuse("the time is no count of seconds");
  if (!sourcePath.startsWith("/")) refuse("its path is not absolute");
  if (options.provider !== undefined && !isProvider(options.provider)) refuse("the provider is neither of the two");
  const found = detectSession(readSourceHead(sourcePath));
  const provider = options.provider ?? found?.provider ??
    refuse("no record says that it is of codex or claude_code; name the provider");
  const source = await storeSource(vault, sourcePath);
  const own = found?.provider === provider ? found.sessionId : undefined;
  const entry: IndexEntry = {
    ts,
    sha256: source.digest,
    source_sha256: source.sourceSha256,
    path: sourcePath,
    session_id: options.sessionId ?? own ?? stemOf(sourcePath),
    provider,
    bytes: source.bytes,
    record_count: source.recordCount,
    strategy,
  };
  appendIndex(vault, entry);
  return { ...entry, new_bytes: source.newBytes };
}

function refuse(state: string): never {
  throw new PermafrostError("vault-request", `Cannot take a snapshot of the source: ${state}`);
}

function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return name.replace(/(?<=.)\.[^.]*$/, "");
}
