import { assertEquals } from "@std/assert/equals";
import fc from "fast-check";
import type { JsonValue } from "../../../../kernel/json_value.ts";
import { recordFacts } from "../../../../experiments/recovery-v1/study/fixture_build.ts";
import { judgePage, judgeRead, pageArguments } from "../../../../experiments/recovery-v1/study/judge_page.ts";
import { makeSnapshot } from "../../../../experiments/recovery-v1/study/vault_writer.ts";
import { json, toOutcome } from "./fake_machine.ts";

const TEXT = '"né🛟e\u0301 x"';
const FACTS = { provider: "codex", sessionId: "s", path: "/synthetic/x", recordCount: 1, ts: 1 } as const;
const SNAPSHOT = makeSnapshot(new TextEncoder().encode(`${TEXT}\n`), FACTS);
const RECORD = recordFacts(0, TEXT), SIZE = RECORD.bytes.length;
const MAX_BYTES = 8;

/** The right page from an offset on, of so many characters. */
function pageAt(offset: number, content: string): Record<string, JsonValue> {
  const end = offset + new TextEncoder().encode(content).length;
  return {
    ...{ snapshot_sha256: SNAPSHOT.sha256, source_sha256: SNAPSHOT.sourceSha256, record_index: 0 },
    ...{ record_sha256: RECORD.sha256, record_bytes: SIZE, offset, next_offset: end >= SIZE ? null : end },
    ...{ content, content_trust: "untrusted_archived_data" },
  };
}
const judge = (value: JsonValue, offset = 0, maxBytes = MAX_BYTES): string | null =>
  judgePage(value, { snapshot: SNAPSHOT, record: RECORD, offset, maxBytes })?.kind ?? null;

for (const content of ['"', '"n', '"né', '"né🛟']) {
  Deno.test(`judgePage() takes a page of any length within the bound: ${content}`, () => {
    assertEquals(judge(pageAt(0, content)), null);
  });
}

for (
  const [name, value, kind] of [
    ["too many bytes", pageAt(0, '"né🛟e'), "wrong-page"],
    ["nothing, before the end", pageAt(0, ""), "wrong-page"],
    ["half a character", pageAt(0, '"n\ufffd'), "wrong-content"],
    ["other characters that look alike", pageAt(0, '"ne\u0301'), "wrong-content"],
    ["an end before the end", { ...pageAt(0, '"né'), next_offset: null }, "wrong-page"],
    ["an offset in characters", { ...pageAt(0, '"né'), next_offset: 3 }, "wrong-page"],
    ["another offset", { ...pageAt(0, '"né'), offset: 1 }, "wrong-page"],
    ["trust", { ...pageAt(0, '"né'), content_trust: "trusted" }, "wrong-page"],
    ["another record", { ...pageAt(0, '"né'), record_index: 1 }, "wrong-record"],
    ["another source", { ...pageAt(0, '"né'), source_sha256: SNAPSHOT.sha256 }, "wrong-identity"],
    ["a field more", { ...pageAt(0, '"né'), query: "x" }, "wrong-shape"],
    ["a list", [], "wrong-shape"],
  ] as const satisfies readonly (readonly [string, JsonValue, string])[]
) {
  Deno.test(`judgePage() calls ${name} ${kind}`, () => assertEquals(judge(value), kind));
}

Deno.test("judgePage() takes an empty page at the end, that goes on nowhere", () => {
  assertEquals(judge(pageAt(SIZE, ""), SIZE), null);
  assertEquals(judge({ ...pageAt(SIZE, ""), next_offset: SIZE }, SIZE), "wrong-page");
});

Deno.test("judgePage() takes no page but right ones, whatever one field becomes", () => {
  const right = pageAt(0, '"né');
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(right)), fc.jsonValue(), (name, value) => {
      const isSame = JSON.stringify(right[name]) === JSON.stringify(value);
      assertEquals(judge({ ...right, [name]: value as JsonValue }) === null, isSame);
    }),
    { seed: 4, numRuns: 500 },
  );
});

Deno.test("pageArguments() leaves defaults out where asked", () => {
  const page = { snapshot: SNAPSHOT, record: RECORD, offset: 3, maxBytes: 7 }, { sha256 } = SNAPSHOT;
  const whole = ["read-snapshot", sha256, "--record", "0", "--offset", "3", "--max-bytes", "7", "--json"];
  assertEquals(pageArguments(page), whole);
  assertEquals(pageArguments(page, { usesDefaults: true }), ["read-snapshot", sha256, "--record", "0", "--json"]);
});

/** Reads the record from a candidate that gives `perPage` characters a page. */
function readWith(perPage: number, maxPages: number): Promise<{ kind: string | null; asked: string[] }> {
  const asked: string[] = [];
  const run = (_: string, args: readonly string[]) => {
    const offset = Number(args[args.indexOf("--offset") + 1]);
    asked.push(String(offset));
    const rest = new TextDecoder().decode(RECORD.bytes.subarray(offset));
    return Promise.resolve(toOutcome(json(pageAt(offset, [...rest].slice(0, perPage).join("")))));
  };
  const runner = {
    run,
    converse: () => {
      throw new TypeError("not here");
    },
  };
  const options = { snapshot: SNAPSHOT, maxBytes: MAX_BYTES, maxPages };
  return judgeRead(runner, RECORD, options).then((verdict) => ({ kind: verdict?.kind ?? null, asked }));
}

Deno.test("judgeRead() goes from page to page to the end, at most as many as allowed", async () => {
  assertEquals(await readWith(2, 5), { kind: null, asked: ["0", "2", "8", "11", "13"] });
  assertEquals((await readWith(2, 4)).kind, "too-many-pages");
});
