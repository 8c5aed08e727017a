import { assertEquals } from "@std/assert/equals";
import fc from "fast-check";
import type { JsonValue } from "../../../../kernel/json_value.ts";
import { recordFacts } from "../../../../experiments/recovery-v1/study/fixture_build.ts";
import { type ExpectedSearch, judgeSearch } from "../../../../experiments/recovery-v1/study/judge_search.ts";
import { makeSnapshot } from "../../../../experiments/recovery-v1/study/vault_writer.ts";

const FACTS = { provider: "codex", sessionId: "s", path: "/synthetic/x", recordCount: 3, ts: 1 } as const;
const SNAPSHOT = makeSnapshot(new TextEncoder().encode('"a"\n"aa"\n"b"\n'), FACTS);
const FOUND = ['"a"', '"aa"', '"b"'].map((line, index) => ({
  record: recordFacts(index, line),
  matchCount: index + 1,
}));
const EXPECTED: ExpectedSearch = { snapshot: SNAPSHOT, found: FOUND, returned: 2 };

/** The answer that returns these matches. */
function answerWith(indices: readonly number[]): Record<string, JsonValue> {
  const matches = indices.map((index): JsonValue => {
    const { record: { sha256, bytes }, matchCount } = FOUND[index]!;
    return { record_index: index, record_sha256: sha256, record_bytes: bytes.length, match_count: matchCount };
  });
  const identity = { snapshot_sha256: SNAPSHOT.sha256, source_sha256: SNAPSHOT.sourceSha256 };
  return { ...identity, matches, matched_records: 3, unsearchable_records: 0, truncated: true };
}

for (const indices of [[0, 1], [2, 0], [1, 2]]) {
  Deno.test(`judgeSearch() takes any records that match: ${indices}`, () => {
    assertEquals(judgeSearch(answerWith(indices), EXPECTED), null);
  });
}

for (
  const [name, change, kind] of [
    ["the same record twice", answerWith([0, 0]), "wrong-record"],
    ["one match", answerWith([0]), "wrong-count"],
    ["three matches", answerWith([0, 1, 2]), "wrong-count"],
    ["another snapshot", { ...answerWith([0, 1]), snapshot_sha256: "0".repeat(64) }, "wrong-identity"],
    ["a field less", (({ truncated: _, ...rest }) => rest)(answerWith([0, 1])), "wrong-shape"],
    ["a number as text", { ...answerWith([0, 1]), matched_records: "3" }, "content-leak"],
    ["a text in a list of its own", { ...answerWith([0, 1]), log: ["found it"] }, "content-leak"],
    ["a digest more", { ...answerWith([0, 1]), query_sha256: "0".repeat(64) }, "wrong-shape"],
    ["no object", [answerWith([0, 1])], "wrong-shape"],
    ["null", null, "wrong-shape"],
  ] as const satisfies readonly (readonly [string, JsonValue, string])[]
) {
  Deno.test(`judgeSearch() calls ${name} ${kind}`, () => assertEquals(judgeSearch(change, EXPECTED)?.kind, kind));
}

Deno.test("judgeSearch() takes no answer but the right one, whatever one field becomes", () => {
  const right = answerWith([0, 1]);
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(right)), fc.jsonValue(), (name, value) => {
      const isSame = JSON.stringify(right[name]) === JSON.stringify(value);
      assertEquals(judgeSearch({ ...right, [name]: value as JsonValue }, EXPECTED) === null, isSame);
    }),
    { seed: 4, numRuns: 500 },
  );
});
