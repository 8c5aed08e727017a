import { assertEquals } from "@std/assert/equals";
import fc from "fast-check";
import {
  countRecords,
  MAX_RECORDS,
  recordLines,
  recordPieces,
} from "../../../../experiments/recovery-v1/vault/records.ts";
import { openSnapshot, type Snapshot } from "../../../../experiments/recovery-v1/vault/snapshot_open.ts";
import { assertCodeAsync } from "../../../assert_code.ts";
import { drain, hex, inVault, MIB, noise, putObject, putSnapshot, utf8 } from "./a_vault.ts";

async function linesOf(snapshot: Snapshot): Promise<{ texts: string[]; count: number }> {
  const texts: string[] = [], lists = recordLines(snapshot);
  for (;;) {
    const step = await lists.next();
    if (step.done) return { texts, count: step.value };
    for (const { index, bytes } of step.value) {
      assertEquals(index, texts.length);
      texts.push(new TextDecoder().decode(bytes));
    }
  }
}

async function piecesOf(snapshot: Snapshot): Promise<string[]> {
  const texts: string[] = [];
  let offset = 0, isOpen = false;
  for await (const list of recordPieces(snapshot)) {
    for (const piece of list) {
      assertEquals(piece.index, isOpen ? texts.length - 1 : texts.length);
      assertEquals(piece.offset, isOpen ? offset : 0);
      const text = new TextDecoder("latin1").decode(piece.bytes);
      if (isOpen) texts[piece.index] += text;
      else texts.push(text);
      [offset, isOpen] = [piece.offset + piece.bytes.length, !piece.isLast];
    }
  }
  assertEquals(isOpen, false);
  return texts;
}

const SOURCES: readonly [string, string, string[]][] = [
  ["an empty source", "", []],
  ["one line feed", "\n", [""]],
  ["a line without its end", "a", ["a"]],
  ["a line with its end", "a\n", ["a"]],
  ["an empty last line", "a\n\n", ["a", ""]],
  ["empty lines", "\n\na", ["", "", "a"]],
  ["CRLF", "a\r\nb\r\n", ["a\r", "b\r"]],
  ["a lone CR", "a\rb\n", ["a\rb"]],
  ["other line separators", "a\u2028b\u0085c\vd\n", ["a\u2028b\u0085c\vd"]],
];

for (const [what, source, lines] of SOURCES) {
  for (const chunkBytes of [1, 2, 3, MIB]) {
    Deno.test(`recordLines() splits ${what} in chunks of ${chunkBytes}`, () =>
      inVault(async (vault) => {
        const snapshot = await openSnapshot(vault, putSnapshot(vault, source, chunkBytes).digest);
        assertEquals(await countRecords(snapshot), lines.length);
        assertEquals(await linesOf(snapshot), { texts: lines, count: lines.length });
      }));
  }
}

/** A snapshot in memory, in chunks of one size, as a large one gives them. */
function inMemory(bytes: Uint8Array<ArrayBuffer>, chunkBytes: number): Snapshot {
  const digest = hex(bytes), { length } = bytes;
  return {
    ...{ digest, sourceSha256: digest, bytes: length, kind: "chunked", chunkCount: Math.ceil(length / chunkBytes) },
    chunks: async function* () {
      for (let at = 0; at < length; at += chunkBytes) yield await Promise.resolve(bytes.slice(at, at + chunkBytes));
    },
  };
}

const BYTES = fc.array(fc.constantFrom(10, 10, 13, 97, 98), { maxLength: 40 }).map((list) => Uint8Array.from(list));

Deno.test("recordPieces() and recordLines() split as a plain split does, whatever the chunks", async () => {
  await fc.assert(
    fc.asyncProperty(BYTES, fc.integer({ min: 1, max: 9 }), async (bytes, chunkBytes) => {
      const lines = new TextDecoder("latin1").decode(bytes).split("\n");
      if (lines.at(-1) === "") lines.pop();
      const snapshot = inMemory(bytes, chunkBytes);
      assertEquals(await countRecords(snapshot), lines.length);
      assertEquals(await piecesOf(snapshot), lines);
      assertEquals((await linesOf(snapshot)).texts, lines);
    }),
    { seed: 20260921, numRuns: 500 },
  );
});

for (const [what, put] of [["chunks", putSnapshot], ["a legacy object", putObject]] as const) {
  Deno.test(`recordLines() splits a large source from ${what}`, () =>
    inVault(async (vault) => {
      const source = noise(9 * MIB + 77), put_ = put(vault, source);
      const snapshot = await openSnapshot(vault, typeof put_ === "string" ? put_ : put_.digest);
      const parts: Uint8Array<ArrayBuffer>[] = [], lists = recordLines(snapshot);
      for await (const list of lists) for (const { bytes } of list) parts.push(bytes, utf8("\n"));
      const joined = new Uint8Array(await new Blob(parts).arrayBuffer());
      assertEquals(hex(joined.subarray(0, source.length)), hex(source));
      assertEquals(parts.length / 2, await countRecords(snapshot));
    }));
}

const LIMITS: readonly [string, string, boolean][] = [
  ["100,000 records", "\n".repeat(MAX_RECORDS), true],
  ["100,000 records, the last without its end", "\n".repeat(MAX_RECORDS - 1) + "a", true],
  ["100,001 records", "\n".repeat(MAX_RECORDS + 1), false],
  ["100,001 records, the last without its end", "\n".repeat(MAX_RECORDS) + "a", false],
];

for (const [what, source, isTaken] of LIMITS) {
  Deno.test(`countRecords() ${isTaken ? "counts" : "refuses"} ${what}`, () =>
    inVault(async (vault) => {
      const snapshot = await openSnapshot(vault, putSnapshot(vault, source).digest);
      if (isTaken) assertEquals(await countRecords(snapshot), MAX_RECORDS);
      else await assertCodeAsync(() => countRecords(snapshot), "vault-request");
    }));
}

Deno.test("recordPieces() refuses 100,001 records before it gives any", () =>
  inVault(async (vault) => {
    const snapshot = await openSnapshot(vault, putSnapshot(vault, "\n".repeat(MAX_RECORDS + 1)).digest);
    await assertCodeAsync(() => recordPieces(snapshot).next(), "vault-request");
  }));

Deno.test("countRecords() counts any number when told so", () =>
  inVault(async (vault) => {
    const snapshot = await openSnapshot(vault, putSnapshot(vault, "\n".repeat(MAX_RECORDS + 1)).digest);
    assertEquals(await countRecords(snapshot, { maxRecords: Infinity }), MAX_RECORDS + 1);
  }));

Deno.test("recordLines() gives a single record of many chunks whole", () =>
  inVault(async (vault) => {
    const record = noise(9 * MIB + 5).map((byte) => byte === 10 ? 11 : byte);
    const snapshot = await openSnapshot(vault, putSnapshot(vault, record).digest);
    const [[line] = [], ...rest] = await Array.fromAsync(recordLines(snapshot));
    assertEquals([line?.index, hex(line?.bytes ?? ""), rest.length], [0, hex(record), 0]);
  }));

Deno.test("recordPieces() gives a single record of many chunks in pieces of at most 1 MiB", () =>
  inVault(async (vault) => {
    const record = noise(9 * MIB + 5).map((byte) => byte === 10 ? 11 : byte);
    const snapshot = await openSnapshot(vault, putSnapshot(vault, record).digest);
    const pieces = (await Array.fromAsync(recordPieces(snapshot))).flat();
    assertEquals(pieces.map(({ bytes }) => bytes.length), [...Array<number>(9).fill(MIB), 5, 0]);
    assertEquals(pieces.map(({ isLast }) => isLast).indexOf(true), 10);
    assertEquals(hex(new Uint8Array(await new Blob(pieces.map(({ bytes }) => bytes)).arrayBuffer())), hex(record));
  }));

Deno.test("recordLines() refuses a record longer than it may hold", async () => {
  const snapshot = inMemory(utf8("abc\nabcde\n"), 2);
  await assertCodeAsync(() => drainLines(snapshot, 4), "vault-request", "record 1");
  assertEquals(await drainLines(snapshot, 5), 2);
});

async function drainLines(snapshot: Snapshot, maxRecordBytes: number): Promise<number> {
  return (await Array.fromAsync(recordLines(snapshot, { maxRecordBytes }))).flat().length;
}

Deno.test("recordLines() passes damage on that the last chunk of a large source has", () =>
  inVault(async (vault) => {
    const { digest, chunks } = putSnapshot(vault, noise(9 * MIB));
    Deno.truncateSync(`${vault}/chunks/${chunks.at(-1)}`, 5);
    const snapshot = await openSnapshot(vault, digest);
    await assertCodeAsync(() => Array.fromAsync(recordLines(snapshot)), "vault-damaged", `chunks/${chunks.at(-1)}`);
  }));

Deno.test("recordLines() closes a large legacy object when the caller stops early", () =>
  inVault(async (vault) => { // a leaked file would fail the test by the sanitizer
    const snapshot = await openSnapshot(vault, putObject(vault, noise(9 * MIB)));
    for await (const list of recordLines(snapshot)) if (list.length > 0) break;
    await drain(snapshot.chunks());
  }));
