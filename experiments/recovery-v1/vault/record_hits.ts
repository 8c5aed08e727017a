/** Finds, in one pass, the records of a snapshot in which a text may stand. @module */
import { PermafrostError } from "../../../kernel/error.ts";
import { KEPT_BYTES } from "./digest.ts";
import { type LineScanner, openLineScanner, type ScannedLine } from "./line_scan.ts";
import { type ByteDecoder, spellingSource } from "./query_spelling.ts";
import { MAX_RECORDS } from "./records.ts";
import type { Snapshot } from "./snapshot_open.ts";

/** A record in which the text may stand. */
export interface RecordHit {
  /** The index of the record, from 0. */ readonly index: number;
  /** Its bytes, without the line feed: a view, to be read before the next list is asked for. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What a pass counted. */
export interface PassCounts {
  /** Physical lines, empty ones too. */ readonly records: number;
  /** Those that are no JSON text in UTF-8. */ readonly invalid: number;
}

/** How many lists of lines are taken unread after one most of whose lines were hits. */
const UNREAD_LISTS = 15;

/** Finds the records that are JSON and have some spelling of a text: every one whose string values hold it, and
 * perhaps others, so the caller looks again. Where most records are hits, all are given, since looking twice costs more
 * than it saves. Holds one piece of the snapshot and one record of at most 256 MiB.
 * @param options `text`: well-formed, not empty. `maxRecords`: 100,000 unless given.
 * @returns A list for each piece of the snapshot, in order; at last the counts. Give nothing out before the generator
 * has ended, as only then the snapshot is verified.
 * @throws {PermafrostError} vault-request (more records, or a longer one, as soon as it is met), vault-damaged,
 * file-unreadable. */
export async function* findRecords(
  snapshot: Snapshot,
  options: { text: string; maxRecords?: number },
): AsyncGenerator<readonly RecordHit[], PassCounts> {
  const { text, maxRecords = MAX_RECORDS } = options;
  const scanner = openLineScanner(), select = await openSelection(scanner, { text, bytes: snapshot.bytes });
  let records = 0, invalid = 0;
  const hits = (lines: readonly ScannedLine[]): RecordHit[] => {
    records += lines.length;
    if (records > maxRecords) throw tooMany(maxRecords);
    for (const { isJson } of lines) if (!isJson) invalid++;
    return select(lines).map(({ index, start, end }) => ({ index, bytes: scanner.bytes(start, end) }));
  };
  for await (const piece of snapshot.chunks()) yield hits(scanner.take(piece));
  yield hits(scanner.finish());
  return { records, invalid };
}

type Selection = (lines: readonly ScannedLine[]) => ScannedLine[];

async function openSelection(scanner: LineScanner, options: { text: string; bytes: number }): Promise<Selection> {
  const decode = await openDecoder(options.bytes), pattern = new RegExp(spellingSource(options.text, decode), "g");
  let unread = 0;
  return (lines) => {
    const [first] = lines, last = lines.at(-1);
    if (first === undefined || last === undefined) return [];
    if (unread > 0) {
      unread--;
      return lines.filter(({ isJson }) => isJson);
    }
    const units = decode(scanner.bytes(first.start, last.end)), hits: ScannedLine[] = [];
    let at = 0;
    for (pattern.lastIndex = 0; pattern.test(units);) {
      const place = first.start + pattern.lastIndex - 1; // the last byte of a spelling, which never spans lines
      let line = lines[at] ?? last;
      while (line.end <= place) line = lines[++at] ?? last;
      if (line.isJson) hits.push(line);
      pattern.lastIndex = line.end - first.start;
    }
    if (2 * hits.length > lines.length) unread = UNREAD_LISTS;
    return hits;
  };
}

/** For a long snapshot Node's latin1, ten times as fast; loading it would cost more than it saves for a short one. */
async function openDecoder(bytes: number): Promise<ByteDecoder> {
  if (bytes > KEPT_BYTES) {
    const { Buffer } = await import("node:buffer");
    return ({ buffer, byteOffset, length }) => Buffer.from(buffer, byteOffset, length).toString("latin1");
  }
  const windows1252 = new TextDecoder("windows-1252"); // the WHATWG's, which gives each byte a unit of its own
  return (bytes) => windows1252.decode(bytes);
}

function tooMany(maxRecords: number): PermafrostError {
  const state = `it has more than ${maxRecords} records; restore it and use other tools`;
  return new PermafrostError("vault-request", `Cannot split the snapshot: ${state}`);
}
