/** The physical lines of a snapshot. @module */
import { PermafrostError } from "../../../kernel/error.ts";
import type { Snapshot } from "./snapshot_open.ts";

/** The most records of a snapshot that is split (specs, recovery.md). */
export const MAX_RECORDS = 100_000;
/** The most bytes of a record that {@linkcode recordLines} puts together, where the caller does not say: 256 MiB. */
export const MAX_RECORD_BYTES = 256 * 1024 * 1024;
const LF = 0x0a;

/** A part of a record, or all of it. */
export interface RecordPiece {
  /** The index of the record, from 0. */ readonly index: number;
  /** The bytes of the record that came before, so 0 for the first piece. */ readonly offset: number;
  /** The bytes, without the line feed; a view, to be read before the next list is asked for. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether the record ends with this piece. */ readonly isLast: boolean;
}

/** A whole record. */
export interface RecordLine {
  /** The index of the record, from 0. */ readonly index: number;
  /** The bytes, without the line feed but with a carriage return before it; perhaps a view, as for a piece. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Counts the records of a snapshot: its physical lines, empty ones too. Lines end with a line feed only, and the last
 * one starts no further record, so an empty snapshot has none. The whole content is checked, and nothing is split.
 * @param options `maxRecords`: the most records; 100,000 unless given.
 * @throws {PermafrostError} vault-request for more records, known as soon as they are met; vault-damaged,
 * file-unreadable. */
export async function countRecords(snapshot: Snapshot, options: { maxRecords?: number } = {}): Promise<number> {
  const { maxRecords = MAX_RECORDS } = options;
  let ended = 0, isOpen = false;
  for await (const chunk of snapshot.chunks()) {
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, end + 1)) ended++;
    isOpen = chunk.at(-1) !== LF;
    if (ended + Number(isOpen) <= maxRecords) continue;
    const state = `it has more than ${maxRecords} records; restore it and use other tools`;
    throw new PermafrostError("vault-request", `Cannot split the snapshot: ${state}`);
  }
  return ended + Number(isOpen);
}

/** Splits a snapshot into pieces of records, for records of any length: one list for each chunk, in order. A record
 * that ends with its chunk may end by an empty piece. Counts first, and refuses as {@linkcode countRecords} does, so a
 * long snapshot is read twice; each pass checks everything. Holds one chunk.
 * @param options `maxRecords` as for {@linkcode countRecords}.
 * @returns The lists; the number of records is the return value. Use nothing before the generator has ended.
 * @throws {PermafrostError} vault-request, vault-damaged, file-unreadable. */
export async function* recordPieces(
  snapshot: Snapshot,
  options: { maxRecords?: number } = {},
): AsyncGenerator<readonly RecordPiece[], number> {
  const count = await countRecords(snapshot, options);
  let index = 0, offset = 0;
  for await (const chunk of snapshot.chunks()) {
    const pieces: RecordPiece[] = [];
    let start = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
      pieces.push({ index: index++, offset, bytes: chunk.subarray(start, end), isLast: true });
      [start, offset] = [end + 1, 0];
    }
    if (start < chunk.length) {
      pieces.push({ index, offset, bytes: chunk.subarray(start), isLast: false });
      offset += chunk.length - start;
    }
    yield pieces;
  }
  if (index < count) yield [{ index, offset, bytes: new Uint8Array(0), isLast: true }];
  return count;
}

/** Splits a snapshot into whole records: a list for each chunk that ends some, in order. Holds one chunk and one
 * record (twice while it is put together), and otherwise does as {@linkcode recordPieces}.
 * @param options `maxRecords`, and `maxRecordBytes`: the most bytes of a record, 256 MiB unless given.
 * @returns The lists; the number of records is the return value. Use nothing before the generator has ended.
 * @throws {PermafrostError} vault-request, vault-damaged, file-unreadable. */
export async function* recordLines(
  snapshot: Snapshot,
  options: { maxRecords?: number; maxRecordBytes?: number } = {},
): AsyncGenerator<readonly RecordLine[], number> {
  const { maxRecordBytes = MAX_RECORD_BYTES } = options;
  const pieces = recordPieces(snapshot, options);
  let open: Uint8Array<ArrayBuffer>[] = [];
  try {
    for (let step = await pieces.next();; step = await pieces.next()) {
      if (step.done) return step.value;
      const lines: RecordLine[] = [];
      for (const { index, offset, bytes, isLast } of step.value) {
        if (offset + bytes.length > maxRecordBytes) throw tooLarge(index, maxRecordBytes);
        if (!isLast) open.push(bytes);
        else if (offset === 0) lines.push({ index, bytes });
        else {
          lines.push({ index, bytes: join([...open, bytes], offset + bytes.length) });
          open = [];
        }
      }
      if (lines.length > 0) yield lines;
    }
  } finally {
    await pieces.return(0); // closes what a legacy object is read from, where the caller stops early
  }
}

function join(parts: readonly Uint8Array<ArrayBuffer>[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length);
  let filled = 0;
  for (const part of parts) {
    whole.set(part, filled);
    filled += part.length;
  }
  return whole;
}

function tooLarge(index: number, maxBytes: number): PermafrostError {
  const state = `it has more than ${maxBytes} bytes; read it in pages`;
  return new PermafrostError("vault-request", `Cannot hold record ${index}: ${state}`, { at: `record ${index}` });
}
