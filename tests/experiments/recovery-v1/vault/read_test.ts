import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { readRecord } from "../../../../experiments/recovery-v1/vault/read.ts";
import { assertCodeAsync } from "../../../assert_code.ts";
import { hex, inVault, MIB, put, putSnapshot, utf8 } from "./a_vault.ts";

const MULTI = "aé漢🧵e\u0301\r\u0000z".repeat(9);

Deno.test("readRecord() gives exactly the declared fields, in order", () =>
  inVault(async (vault) => {
    const source = `first\n${MULTI}\n`, sha = putSnapshot(vault, source).digest;
    assertEquals(Object.entries(await readRecord(vault, { sha, record: 1, offset: 1, maxBytes: 5 })), [
      ["snapshot_sha256", sha],
      ["source_sha256", hex(source)],
      ["record_index", 1],
      ["record_sha256", hex(MULTI)],
      ["record_bytes", utf8(MULTI).length],
      ["offset", 1],
      ["next_offset", 6],
      ["content", "é漢"],
      ["content_trust", "untrusted_archived_data"],
    ]);
  }));

for (let maxBytes = 4; maxBytes <= 64; maxBytes++) {
  Deno.test(`readRecord() gives pages that join to the record and cut no character when they have ${maxBytes} bytes`, () =>
    inVault(async (vault) => {
      const sha = putSnapshot(vault, `x\n${MULTI}\ny`, 7).digest;
      let text = "", offset: number | null = 0;
      while (offset !== null) {
        const page: Awaited<ReturnType<typeof readRecord>> = await readRecord(vault, {
          sha,
          record: 1,
          offset,
          maxBytes,
        });
        const bytes = utf8(page.content).length;
        assert(page.content.isWellFormed() && bytes <= maxBytes && (bytes > maxBytes - 4 || page.next_offset === null));
        assertEquals(page.next_offset, offset + bytes === page.record_bytes ? null : offset + bytes);
        text += page.content;
        offset = page.next_offset;
      }
      assertEquals(text, MULTI);
    }));
}

const PLACES:
  readonly (readonly [name: string, source: string, request: object, content: string, next: number | null])[] = [
    ["the offset is the end", "abc", { offset: 3 }, "", null],
    ["the record is empty", "\nx", {}, "", null],
    ["the page ends with the record", "abcd", { maxBytes: 4 }, "abcd", null],
    ["a carriage return ends it", "abc\r\n", {}, "abc\r", null],
    ["it is no JSON", "{oops", {}, "{oops", null],
    ["it starts with a byte order mark", "\ufeffa", {}, "\ufeffa", null],
    ["nothing is told of the page", "x".repeat(5_000), {}, "x".repeat(4_096), 4_096],
    ["the page is the largest", "x".repeat(20_000), { maxBytes: 16_384 }, "x".repeat(16_384), 16_384],
  ];
for (const [name, source, request, content, next] of PLACES) {
  Deno.test(`readRecord() reads record 0 when ${name}`, () =>
    inVault(async (vault) => {
      const page = await readRecord(vault, { sha: putSnapshot(vault, source).digest, record: 0, ...request });
      assertEquals([page.content, page.next_offset, page.record_sha256], [content, next, hex(source.split("\n")[0]!)]);
    }));
}

const REFUSED:
  readonly (readonly [name: string, code: "vault-request" | "vault-missing" | "record-invalid", request: object])[] = [
    ["the offset is past the end", "vault-request", { offset: 8 }],
    ["the offset is within a character", "vault-request", { offset: 5 }],
    ["the offset is negative", "vault-request", { offset: -1 }],
    ["the offset is a fraction", "vault-request", { offset: 0.5 }],
    ["the page has 3 bytes", "vault-request", { maxBytes: 3 }],
    ["the page has 16,385 bytes", "vault-request", { maxBytes: 16_385 }],
    ["the record is negative", "vault-request", { record: -1 }],
    ["the record is not there", "vault-missing", { record: 3 }],
    ["the record is the line after a final line feed", "vault-missing", { record: 3 }],
    ["the record is not UTF-8", "record-invalid", { record: 1 }],
    ["the record ends within a character", "record-invalid", { record: 2 }],
    ["the digest is short", "vault-request", { sha: "0".repeat(63) }],
    ["the snapshot is not there", "vault-missing", { sha: "0".repeat(64) }],
  ];
for (const [name, code, request] of REFUSED) {
  Deno.test(`readRecord() throws ${code} when ${name}`, () =>
    inVault(async (vault) => {
      const source = new Uint8Array([...utf8("abc🧵\n"), 0xff, 10, 0x61, 0xc3, 10]);
      const sha = putSnapshot(vault, source).digest;
      await assertCodeAsync(() => readRecord(vault, { sha, record: 0, ...request }), code);
    }));
}

Deno.test("readRecord() reads the end of a record of 9 MiB over many chunks", () =>
  inVault(async (vault) => {
    const long = "漢".repeat(3 * MIB), sha = putSnapshot(vault, `x\n${long}end\ny`).digest;
    const page = await readRecord(vault, { sha, record: 1, offset: 9 * MIB - 6, maxBytes: 8 });
    assertEquals([page.content, page.next_offset, page.record_bytes], ["漢漢en", 9 * MIB + 2, 9 * MIB + 3]);
    assertEquals(page.record_sha256, hex(`${long}end`));
  }));

Deno.test("readRecord() throws vault-damaged when another record's chunk has changed", () =>
  inVault(async (vault) => {
    const { digest, chunks } = putSnapshot(vault, "abc\ndef\n", 4);
    put(vault, `chunks/${chunks[1]}`, "deg\n");
    await assertCodeAsync(() => readRecord(vault, { sha: digest, record: 0 }), "vault-damaged");
  }));

Deno.test("readRecord() throws vault-request when there are 100,001 records", () =>
  inVault(async (vault) => {
    const sha = putSnapshot(vault, "7\n".repeat(100_001)).digest;
    await assertCodeAsync(() => readRecord(vault, { sha, record: 0 }), "vault-request");
  }));
