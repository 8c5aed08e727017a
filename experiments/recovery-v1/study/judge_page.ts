/** Judges pages of a record, and reads a record to its end. @module */
import { sha256Hex } from "../../../kernel/digest.ts";
import type { JsonValue } from "../../../kernel/json_value.ts";
import { asObject, judgeShape, readAnswer } from "./answer.ts";
import type { Runner } from "./budget.ts";
import { concatenate } from "./command.ts";
import { failure, type Verdict } from "./failure_kinds.ts";
import type { RecordFacts } from "./fixture_build.ts";
import type { Snapshot } from "./vault_writer.ts";

/** Which page was asked for. */
export interface AskedPage {
  /** The snapshot. */ readonly snapshot: Snapshot;
  /** The record. */ readonly record: RecordFacts;
  /** From which byte. */ readonly offset: number;
  /** At most so many bytes. */ readonly maxBytes: number;
}
/** How a record is read. */
export interface ReadOptions {
  /** The snapshot. */ readonly snapshot: Snapshot;
  /** At most so many bytes a page. */ readonly maxBytes: number;
  /** At most so many pages. */ readonly maxPages: number;
  /** Leaves out the options that have a default, on the first page. */ readonly usesDefaults?: boolean;
}

/** What every page says about archived text. */
export const CONTENT_TRUST = "untrusted_archived_data";
const encoder = new TextEncoder();

/** Judges one page: exactly the fields of the interface, the bytes from its offset on, none of them half a character,
 * and where it goes on. Pages may be shorter than the bound, but not empty before the end. */
export function judgePage(value: JsonValue, { snapshot, record, offset, maxBytes }: AskedPage): Verdict {
  const shape = judgeShape(value, {
    ...{ snapshot_sha256: "digest", source_sha256: "digest", record_index: "count", record_sha256: "digest" },
    ...{ record_bytes: "count", offset: "count", next_offset: "offset", content: "text", content_trust: "text" },
  });
  if (shape !== null) return shape;
  const page = asObject(value), content = encoder.encode(page.content as string);
  if (page.snapshot_sha256 !== snapshot.sha256 || page.source_sha256 !== snapshot.sourceSha256) {
    return failure("wrong-identity", "a digest of the snapshot");
  }
  const size = record.bytes.length;
  if (page.record_index !== record.index || page.record_sha256 !== record.sha256 || page.record_bytes !== size) {
    return failure("wrong-record", `record ${page.record_index} of ${page.record_bytes} bytes`);
  }
  const end = offset + content.length, next = end >= size ? null : end;
  const isExact = sameBytes(content, record.bytes.subarray(offset, end));
  if (!isExact) return failure("wrong-content", `${content.length} bytes from ${offset} on`);
  if (content.length > maxBytes) return failure("wrong-page", `${content.length} bytes, more than ${maxBytes}`);
  if (page.offset !== offset) return failure("wrong-page", `offset ${page.offset}, not ${offset}`);
  if (page.content_trust !== CONTENT_TRUST) return failure("wrong-page", "the content is not called untrusted");
  if (page.next_offset !== next) return failure("wrong-page", `next_offset ${page.next_offset}, not ${next}`);
  return content.length === 0 && end < size ? failure("wrong-page", `an empty page at ${offset}`) : null;
}

/** The arguments that ask for a page. */
export function pageArguments(
  { snapshot, record, offset, maxBytes }: AskedPage,
  options: { usesDefaults?: boolean } = {},
): string[] {
  const place = ["--offset", String(offset), "--max-bytes", String(maxBytes)];
  const start = ["read-snapshot", snapshot.sha256, "--record", String(record.index)];
  return [...start, ...(options.usesDefaults ? [] : place), "--json"];
}

/** Reads a record of the candidate's page by page, each from where it must go on, and judges every one; at the end the
 * pages together must have the record's digest. */
export async function judgeRead(runner: Runner, record: RecordFacts, options: ReadOptions): Promise<Verdict> {
  const { snapshot, maxBytes, maxPages } = options;
  const parts: Uint8Array[] = [];
  for (let offset = 0, pages = 0; pages === 0 || offset < record.bytes.length; pages++) {
    if (pages === maxPages) return failure("too-many-pages", `${pages} pages reach byte ${offset}`);
    const page = { snapshot, record, offset, maxBytes };
    const usesDefaults = options.usesDefaults === true && pages === 0;
    const { value, problem } = readAnswer(await runner.run("candidate", pageArguments(page, { usesDefaults })));
    if (problem !== null) return problem;
    const verdict = judgePage(value, page);
    if (verdict !== null) return verdict;
    parts.push(encoder.encode(asObject(value).content as string));
    offset += parts.at(-1)!.length;
  }
  return sha256Hex(concatenate(parts)) === record.sha256 ? null : failure("wrong-content", "the digest of all pages");
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
