import { assertEquals } from "@std/assert/equals";
import { type SearchResult, searchSnapshot } from "../../../../experiments/recovery-v1/vault/search.ts";
import { assertCodeAsync } from "../../../assert_code.ts";
import { drawFrom } from "../../../json_documents.ts";
import { hex, inVault, MIB, put, putObject, putSnapshot, utf8 } from "./a_vault.ts";
import { drawText, isJsonLine, joinLines, naiveCount, spellLines } from "./spelled_json.ts";

const NONE = "0".repeat(64);
const found = ({ matches }: SearchResult): number[][] =>
  matches.map((match) => [match.record_index, match.match_count]);

Deno.test("searchSnapshot() gives exactly the declared fields, in order, and nothing of the content", () =>
  inVault(async (vault) => {
    const source = '{"a":"needle needle"}\nnot json\n\n7\n', { digest } = putSnapshot(vault, source);
    const result = await searchSnapshot(vault, { sha: digest, query: "needle" });
    const record = '{"a":"needle needle"}';
    assertEquals(Object.entries(result), [
      ["snapshot_sha256", digest],
      ["source_sha256", hex(source)],
      ["matches", [{ record_index: 0, record_sha256: hex(record), record_bytes: record.length, match_count: 2 }]],
      ["matched_records", 1],
      ["unsearchable_records", 2],
      ["truncated", false],
    ]);
    assertEquals(Object.keys(result.matches[0]!), ["record_index", "record_sha256", "record_bytes", "match_count"]);
  }));

const RULES: readonly (readonly [name: string, source: string, query: string, matches: number[][], invalid: number])[] =
  [
    ["case differs", '"Needle"\n"needle"', "needle", [[1, 1]], 0],
    ["it stands in a key", '{"needle":1}', "needle", [], 0],
    ["it is spelled by escapes", '"\\u006eeedle"', "needle", [[0, 1]], 0],
    ["the query looks like an escape", '"\\u00e9"\n"\\\\u00e9"', "\\u00e9", [[1, 1]], 0],
    ["the normal form differs", '"e\u0301"\n"é"', "é", [[1, 1]], 0],
    ["it overlaps itself", '["aaaa","aaa"]', "aa", [[0, 3]], 0],
    ["it would span two strings", '["ab","cd"]', "bc", [], 0],
    ["it stands in a line that is no JSON", '"needle\nneedle', "needle", [], 2],
    ["lines end with CR LF", '"needle"\r\n"x"\r\n', "needle", [[0, 1]], 0],
    ["the snapshot is empty", "", "x", [], 0],
    ["the last line has no line feed", '"x"\n"needle"', "needle", [[1, 1]], 0],
    ["there is an empty line at the end", '"needle"\n\n', "needle", [[0, 1]], 1],
    ["a number looks like it", "123", "2", [], 0],
    ["it is a line feed", '"a\\nb"', "\n", [[0, 1]], 0],
    ["it has the characters of a pattern", '"a.*b"\n"axxb"', ".*", [[0, 1]], 0],
    ["a line has a byte order mark", '\ufeff"needle"', "needle", [], 1],
  ];
for (const [name, source, query, matches, invalid] of RULES) {
  Deno.test(`searchSnapshot() finds ${JSON.stringify(matches)} when ${name}`, () =>
    inVault(async (vault) => {
      const result = await searchSnapshot(vault, { sha: putSnapshot(vault, source).digest, query });
      assertEquals([found(result), result.unsearchable_records], [matches, invalid] as unknown[]);
      const legacy = source === "" ? result : await searchSnapshot(vault, { sha: putObject(vault, source), query });
      assertEquals([found(legacy), legacy.unsearchable_records], [matches, invalid] as unknown[]);
    }));
}

for (
  const [limit, given, truncated] of [[1, 1, true], [19, 19, true], [24, 24, false], [50, 24, false], [
    undefined,
    20,
    true,
  ]] as const
) {
  Deno.test(`searchSnapshot() gives ${given} of 24 matching records when the limit is ${limit ?? "not given"}`, () =>
    inVault(async (vault) => {
      const sha = putSnapshot(vault, '"needle"\n'.repeat(24)).digest;
      const result = await searchSnapshot(vault, { sha, query: "needle", ...(limit !== undefined && { limit }) });
      assertEquals([result.matches.length, result.matched_records, result.truncated], [given, 24, truncated]);
      assertEquals(result.matches.map(({ record_index }) => record_index), [...Array(given).keys()]);
    }));
}

for (
  const [name, code, request] of [
    ["the digest is short", "vault-request", { sha: NONE.slice(1), query: "x" }],
    ["the digest is in upper case", "vault-request", { sha: "A".repeat(64), query: "x" }],
    ["the digest is a path", "vault-request", { sha: `../manifests/${NONE}`, query: "x" }],
    ["the query is empty", "vault-request", { sha: NONE, query: "" }],
    ["the limit is 0", "vault-request", { sha: NONE, query: "x", limit: 0 }],
    ["the limit is 51", "vault-request", { sha: NONE, query: "x", limit: 51 }],
    ["the snapshot is not there", "vault-missing", { sha: NONE, query: "x" }],
  ] as const
) {
  Deno.test(`searchSnapshot() throws ${code} when ${name}`, () =>
    inVault((vault) => assertCodeAsync(() => searchSnapshot(vault, request), code)));
}

for (const records of [100_000, 100_001]) {
  Deno.test(`searchSnapshot() ${records > 100_000 ? "throws vault-request" : "answers"} when there are ${records} records`, () =>
    inVault(async (vault) => {
      const sha = putSnapshot(vault, "7\n".repeat(records)).digest,
        search = () => searchSnapshot(vault, { sha, query: "x" });
      if (records > 100_000) return await assertCodeAsync(search, "vault-request");
      assertEquals((await search()).unsearchable_records, 0);
    }));
}

Deno.test("searchSnapshot() throws vault-damaged and answers nothing when a chunk has changed", () =>
  inVault(async (vault) => {
    const { digest, chunks } = putSnapshot(vault, '"needle"\n');
    put(vault, `chunks/${chunks[0]}`, '"needlf"\n');
    await assertCodeAsync(() => searchSnapshot(vault, { sha: digest, query: "needle" }), "vault-damaged");
  }));

Deno.test("searchSnapshot() finds what crosses a chunk's end, and in a snapshot of more than 8 MiB", () =>
  inVault(async (vault) => {
    const filler = `"${"x".repeat(2 * MIB - 6)}"\n`,
      source = filler.slice(0, MIB - 12) + 'é漢🧵needle"\n' + filler.repeat(5);
    const { digest } = putSnapshot(vault, source);
    assertEquals(utf8(source).length > 8 * MIB, true);
    const result = await searchSnapshot(vault, { sha: digest, query: "漢🧵needle" });
    assertEquals([found(result), result.unsearchable_records], [[[0, 1]], 0] as unknown[]);
  }));

Deno.test("searchSnapshot() finds what parsing and walking every line finds, for random lines and queries", async () => {
  const lines = spellLines(3_000, 42), bytes = joinLines(lines), draw = drawFrom(43);
  const invalid = lines.filter((line) => !isJsonLine(line)).length;
  await inVault(async (vault) => {
    for (const chunkBytes of [MIB, 1_000]) {
      const sha = putSnapshot(vault, bytes, chunkBytes).digest;
      for (let round = 0; round < 12; round++) {
        const query = drawText(draw, 2) || "a", counts = lines.map((line) => naiveCount(line, query));
        const expected = counts.flatMap((count, index) => count > 0 ? [[index, count]] : []);
        const result = await searchSnapshot(vault, { sha, query, limit: 50 });
        assertEquals([result.matched_records, result.unsearchable_records], [expected.length, invalid]);
        assertEquals(found(result), expected.slice(0, 50));
      }
    }
  });
});
