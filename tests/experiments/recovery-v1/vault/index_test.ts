import { assertEquals } from "@std/assert/equals";
import {
  appendIndex,
  type IndexEntry,
  isProvider,
  readIndex,
} from "../../../../experiments/recovery-v1/vault/index.ts";
import { assertCode } from "../../../assert_code.ts";
import { hex, inVault, put } from "./a_vault.ts";

const A = hex("a"), B = hex("b");
const ENTRY: IndexEntry = {
  ts: 1_790_000_000,
  sha256: A,
  source_sha256: B,
  path: "/home/ada/é.jsonl",
  session_id: "s-1",
  provider: "codex",
  bytes: 12,
  record_count: 2,
  strategy: "snapshot",
};
const LINE = JSON.stringify(ENTRY);

Deno.test("appendIndex() writes one compact line with the fields in their order, of mode 0600", () =>
  inVault((vault) => {
    appendIndex(vault, { ...ENTRY, ...{ strategy: "x" } });
    appendIndex(vault, Object.fromEntries(Object.entries(ENTRY).toReversed()) as unknown as IndexEntry);
    const text = Deno.readTextFileSync(`${vault}/index.jsonl`);
    assertEquals(text, `${JSON.stringify({ ...ENTRY, strategy: "x" })}\n${LINE}\n`);
    assertEquals((Deno.statSync(`${vault}/index.jsonl`).mode ?? 0) & 0o777, 0o600);
  }));

Deno.test("appendIndex() writes no field that is not of the format", () =>
  inVault((vault) => {
    appendIndex(vault, { ...ENTRY, note: "x" } as IndexEntry);
    assertEquals(Deno.readTextFileSync(`${vault}/index.jsonl`), LINE + "\n");
  }));

for (const [what, before] of [["a torn line", '{"ts":1,'], ["NUL bytes", "\0\0"], ["a whole line", LINE]] as const) {
  Deno.test(`appendIndex() starts a line of its own after ${what} without a line feed`, () =>
    inVault((vault) => {
      put(vault, "index.jsonl", before);
      appendIndex(vault, ENTRY);
      assertEquals(readIndex(vault).entries.at(-1), ENTRY);
      assertEquals(readIndex(vault).entries.length, before === LINE ? 2 : 1);
    }));
}

Deno.test("appendIndex() refuses a link in place of the index and leaves what it names alone", () =>
  inVault((vault, base) => {
    Deno.writeTextFileSync(`${base}/other`, "");
    Deno.symlinkSync(`${base}/other`, `${vault}/index.jsonl`);
    assertCode(() => appendIndex(vault, ENTRY), "vault-damaged", "index.jsonl");
    assertEquals(Deno.readTextFileSync(`${base}/other`), "");
  }));

const BAD_FIELDS: readonly [string, Record<string, unknown>][] = [
  ["half of a surrogate pair", { path: "/\ud800" }],
  ["a line too long to read", { path: "/" + "a".repeat(70_000) }],
  ["a short digest", { sha256: A.slice(1) }],
  ["an unknown provider", { provider: "other" }],
  ["bytes below zero", { bytes: -1 }],
  ["a time that is no number", { ts: NaN }],
];

for (const [what, change] of BAD_FIELDS) {
  Deno.test(`appendIndex() refuses ${what} and writes nothing`, () =>
    inVault((vault) => {
      assertCode(() => appendIndex(vault, { ...ENTRY, ...change } as IndexEntry), "vault-request");
      assertEquals([...Deno.readDirSync(vault)], []);
    }));
}

Deno.test("readIndex() has no entries when there is no index", () =>
  inVault((vault) => assertEquals(readIndex(vault), { entries: [], skippedLines: [] })));

const SKIPPED: readonly [string, string | Uint8Array][] = [
  ["a torn line", LINE.slice(0, 50)],
  ["an empty line", ""],
  ["two values", LINE + LINE],
  ["a list", `[${LINE}]`],
  ["no snapshot", LINE.replace(/"sha256":"\w+",/, "")],
  ["an upper-case snapshot", LINE.replace(A, A.toUpperCase())],
  ["a path as snapshot", LINE.replace(A, "../manifests/x")],
  ["another provider", LINE.replace("codex", "gemini")],
  ["a text as time", LINE.replace("1790000000", '"now"')],
  ["a fraction of bytes", LINE.replace('"bytes":12', '"bytes":1.5')],
  ["records below zero", LINE.replace('"record_count":2', '"record_count":-2')],
  ["a number as strategy", LINE.replace('"snapshot"', "1")],
  ["a number as session", LINE.replace('"s-1"', "1")],
  ["a key twice", LINE.replace("{", '{"ts":1,')],
  ["bytes that are not UTF-8", Uint8Array.of(0x7b, 0xff, 0x7d)],
  ["a line over 64 KiB", LINE.replace("}", `,"note":"${"a".repeat(66_000)}"}`)],
];

for (const [what, line] of SKIPPED) {
  Deno.test(`readIndex() skips ${what} and reads on`, () =>
    inVault((vault) => {
      put(vault, "index.jsonl", LINE + "\n");
      const text = typeof line === "string" ? new TextEncoder().encode(line) : line;
      Deno.writeFileSync(`${vault}/index.jsonl`, text, { append: true });
      Deno.writeTextFileSync(`${vault}/index.jsonl`, `\n${LINE}\n`, { append: true });
      assertEquals(readIndex(vault), { entries: [ENTRY, ENTRY], skippedLines: [2] });
    }));
}

Deno.test("readIndex() skips a torn last line", () =>
  inVault((vault) => {
    put(vault, "index.jsonl", `${LINE}\n${LINE.slice(0, -1)}`);
    assertEquals(readIndex(vault), { entries: [ENTRY], skippedLines: [2] });
  }));

Deno.test("readIndex() reads a whole last line without a line feed, CRLF, and fields of other names", () =>
  inVault((vault) => {
    put(vault, "index.jsonl", `${LINE}\r\n${LINE.replace("}", ',"extra":{}}')}`);
    assertEquals(readIndex(vault), { entries: [ENTRY, ENTRY], skippedLines: [] });
  }));

Deno.test("readIndex() reads an old line without source_sha256, record_count and strategy", () =>
  inVault((vault) => {
    const { source_sha256: _1, record_count: _2, strategy: _3, ...old } = ENTRY;
    put(vault, "index.jsonl", JSON.stringify(old));
    const expected = { ...ENTRY, source_sha256: A, record_count: null, strategy: null };
    assertEquals(readIndex(vault).entries, [expected]);
  }));

Deno.test("readIndex() gives only the entries of one snapshot when asked", () =>
  inVault((vault) => {
    const other = { ...ENTRY, sha256: B, source_sha256: A };
    put(vault, "index.jsonl", [LINE, JSON.stringify(other), "torn", LINE].join("\n"));
    assertEquals(readIndex(vault, { sha256: A }), { entries: [ENTRY, ENTRY], skippedLines: [] });
  }));

Deno.test("readIndex() refuses a link and an index beyond its bound", () =>
  inVault((vault) => {
    Deno.symlinkSync("elsewhere", `${vault}/index.jsonl`);
    assertCode(() => readIndex(vault), "vault-damaged", "index.jsonl");
    Deno.removeSync(`${vault}/index.jsonl`);
    put(vault, "index.jsonl", "");
    Deno.truncateSync(`${vault}/index.jsonl`, 64 * 1024 * 1024 + 1);
    assertCode(() => readIndex(vault), "vault-damaged", "index.jsonl");
  }));

Deno.test("isProvider() knows the two providers", () =>
  assertEquals(["codex", "claude_code", "Codex", "", null].map(isProvider), [true, true, false, false, false]));
