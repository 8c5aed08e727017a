import { assertEquals } from "@std/assert/equals";
import { createHash } from "node:crypto";
import protocol from "../../../../experiments/recovery-v1/protocol.json" with { type: "json" };
import { CHUNK_BYTES, TARGET_NAMES } from "../../../../experiments/recovery-v1/study/fixture_build.ts";
import { absentQueries } from "../../../../experiments/recovery-v1/study/fixture_checks.ts";
import { CARD_FIELDS, CARD_MARKER } from "../../../../experiments/recovery-v1/study/fixture_plan.ts";
import { filesDigest, type Fixture, makeFixtures } from "../../../../experiments/recovery-v1/study/fixtures.ts";
import { inChild } from "../../../in_child.ts";

const SET = makeFixtures();
const decoder = new TextDecoder("utf-8", { fatal: true });
const sha256 = (bytes: Uint8Array | string): string => createHash("sha256").update(bytes).digest("hex");
const linesOf = ({ source }: Fixture): string[] => decoder.decode(source).split("\n").slice(0, -1);

function strings(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(strings) : [];
}
function keys(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const own = Array.isArray(value) ? [] : Object.keys(value);
  return [...own, ...Object.values(value).flatMap(keys)];
}
/** Records that match, with how often, by a walk over every decoded value. */
function matches(fixture: Fixture, query: string): [index: number, count: number][] {
  return linesOf(fixture).flatMap((line, index): [number, number][] => {
    const count = strings(JSON.parse(line)).reduce((total, text) => total + text.split(query).length - 1, 0);
    return count > 0 ? [[index, count]] : [];
  });
}

Deno.test("makeFixtures() makes the bytes whose digest the protocol names", () => {
  assertEquals(SET.manifestSha256, protocol.fixtures.manifestSha256);
  assertEquals(filesDigest(SET.files), SET.manifestSha256);
});

Deno.test("makeFixtures() makes the same bytes in another zone, language and order of words", async () => {
  const module = new URL("../../../../experiments/recovery-v1/study/fixtures.ts", import.meta.url).href;
  const code = `import { makeFixtures } from "${module}"; console.log(makeFixtures().manifestSha256);`;
  const env = { TZ: "Asia/Kathmandu", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" };
  assertEquals((await inChild(code, { env })).stdout.trim(), protocol.fixtures.manifestSha256);
});

Deno.test("makeFixtures() makes 36 different transcripts, and 37 snapshots in all", () => {
  const digests = new Set(SET.fixtures.map(({ snapshot }) => snapshot.sha256));
  const manifests = [...SET.files.keys()].filter((path) => path.includes("/manifests/"));
  const names = SET.fixtures.map(({ plan }) => plan.name);
  const sessions = new Set(SET.fixtures.map(({ plan }) => plan.sessionId));
  assertEquals([digests.size, manifests.length, new Set(names).size, sessions.size], [36, 37, 36, 36]);
  assertEquals(names.filter((name) => name.startsWith("codex-")).length, 18);
});

Deno.test("makeFixtures() writes a vault whose files bear their digests", () => {
  for (const [path, bytes] of SET.files) {
    const name = /^data\/gobstopper\/vault\/(?:chunks|manifests)\/(.*)$/.exec(path)?.[1];
    if (name !== undefined) assertEquals(sha256(bytes), name, path);
    if (path.includes("/chunks/")) assertEquals(bytes.length <= CHUNK_BYTES && bytes.length > 0, true, path);
  }
});

Deno.test("makeFixtures() writes an index that says what the snapshots are", () => {
  const lines = decoder.decode(SET.files.get("data/gobstopper/vault/index.jsonl")).split("\n").slice(0, -1);
  assertEquals(lines.length, 37);
  for (const [index, line] of lines.entries()) {
    const entry = JSON.parse(line);
    const fixture = SET.fixtures[index], snapshot = fixture?.snapshot ?? SET.robustness.snapshot;
    assertEquals(
      Object.keys(entry).join(),
      "ts,sha256,source_sha256,path,session_id,provider,bytes,record_count,strategy",
    );
    assertEquals([entry.sha256, entry.source_sha256, entry.bytes], [
      snapshot.sha256,
      snapshot.sourceSha256,
      snapshot.bytes,
    ]);
    assertEquals(entry.record_count, fixture?.recordCount ?? 4);
    assertEquals(JSON.stringify(entry), line);
  }
});

for (const fixture of SET.fixtures) {
  const { plan, targets, source, snapshot } = fixture;
  const lines = linesOf(fixture);

  Deno.test(`makeFixtures() gives ${plan.name} targets that match where and as often as it says, and nowhere else`, () => {
    for (const name of TARGET_NAMES) {
      const { query, record, matchCount } = targets[name];
      assertEquals(matches(fixture, query), [[record.index, matchCount]], name);
      assertEquals(decoder.decode(record.bytes), lines[record.index], name);
      assertEquals(sha256(record.bytes), record.sha256, name);
    }
    assertEquals([targets.fact.matchCount, targets.unicode.matchCount, targets.long.matchCount], [2, 1, 1]);
  });

  Deno.test(`makeFixtures() gives ${plan.name} a fact that overlaps itself, a phrase of every kind, a tail at the end`, () => {
    const texts = strings(JSON.parse(lines[targets.fact.record.index]!)).join("\n");
    let overlapping = 0;
    for (let at = texts.indexOf(plan.fact); at >= 0; at = texts.indexOf(plan.fact, at + 1)) overlapping++;
    assertEquals(overlapping, 3);
    const kinds = [
      /[\u00e0-\u024f\u0370-\u03ff]/,
      /[\u3040-\u9fff\uac00-\ud7af]/,
      /\p{Emoji_Presentation}|\p{Extended_Pictographic}/u,
      /\u0301/,
    ];
    assertEquals(kinds.map((kind) => kind.test(plan.unicode)), [true, true, true, true]);
    assertEquals(matches(fixture, plan.unicode.normalize("NFC")).length, 1);
    const { length } = targets.long.record.bytes;
    assertEquals(length >= 20_000 && length <= 30_720, true, `${length} bytes`);
    const long = strings(JSON.parse(lines[targets.long.record.index]!)).find((text) => text.includes(plan.tail))!;
    assertEquals([long.endsWith(plan.tail), new TextEncoder().encode(long).length > long.length], [true, true]);
  });

  Deno.test(`makeFixtures() gives ${plan.name} nothing that its negative queries match`, () => {
    const queries = [...absentQueries(fixture), plan.otherFact, plan.fact.toLowerCase(), plan.keyMarker];
    for (const query of queries) assertEquals(matches(fixture, query), [], query);
    const insensitive = lines.flatMap((line) => strings(JSON.parse(line))).join("\n").toLowerCase();
    assertEquals(insensitive.includes(plan.fact.toLowerCase()), true);
    assertEquals(lines.flatMap((line) => keys(JSON.parse(line))).includes(plan.keyMarker), true);
    assertEquals(lines.some((line) => line.includes(plan.keyMarker)), true);
  });

  Deno.test(`makeFixtures() gives ${plan.name} 24 results that bear the tag once each, with their calls`, () => {
    assertEquals(matches(fixture, plan.tag), fixture.tagged.map(({ index }) => [index, 1]));
    assertEquals(fixture.tagged.length, 24);
    for (const { index } of fixture.tagged) {
      const [call, result] = [lines[index - 1]!, lines[index]!].map((line) => JSON.parse(line));
      if (plan.provider === "codex") {
        assertEquals([call.payload.type, result.payload.type], ["function_call", "function_call_output"]);
        assertEquals(call.payload.call_id, result.payload.call_id);
        assertEquals(typeof JSON.parse(call.payload.arguments).page, "string");
      } else {
        const [use, answer] = [call.message.content[0], result.message.content[0]];
        assertEquals([use.type, answer.type, answer.tool_use_id], ["tool_use", "tool_result", use.id]);
      }
    }
  });

  Deno.test(`makeFixtures() gives ${plan.name} one card at its end, and texts that only look like one`, () => {
    const marked = lines.filter((line) => line.includes(CARD_MARKER)).length;
    const isCard = (line: string): boolean => {
      const record = JSON.parse(line);
      const text = plan.provider === "codex"
        ? record.payload.type === "message" && record.payload.role === "user" && record.payload.content[0].text
        : record.type === "user" && typeof record.message.content === "string" && record.message.content;
      return typeof text === "string" && text.startsWith(`${CARD_MARKER}\n`);
    };
    assertEquals([marked, lines.filter(isCard).length, isCard(lines.at(-1)!)], [4, 1, true]);
    const card = strings(JSON.parse(lines.at(-1)!)).find((text) => text.startsWith(CARD_MARKER))!;
    for (const field of CARD_FIELDS) {
      const query = plan.cardQueries[field];
      const holders = card.split("\n").filter((line) => line.toLowerCase().includes(query.toLowerCase()));
      assertEquals(holders, [`${field}: ${plan.card[field]}`]);
      assertEquals(card.includes(query), false);
    }
    assertEquals(card.includes(`(covers ${fixture.recordCount - 1} earlier records)`), true);
  });

  Deno.test(`makeFixtures() spells ${plan.name} as its family wants, in whole records of valid JSON`, () => {
    const text = decoder.decode(source), isAscii = !/[\u0080-\uffff]/.test(text);
    assertEquals([isAscii, /\\u[0-9a-f]{4}/i.test(text)], plan.family % 2 === 0 ? [true, true] : [false, false]);
    if (plan.family === 2) assertEquals(/\\u(?![0-9A-F]{4})/.test(text), false);
    assertEquals([lines.length, text.endsWith("}\n"), /\\r|\n\n/.test(text)], [fixture.recordCount, true, false]);
    for (const line of lines) JSON.parse(line);
  });

  if (plan.family === 5) {
    Deno.test(`makeFixtures() ends the first chunk of ${plan.name} within a character of the fact`, () => {
      const before = lines.slice(0, targets.fact.record.index).join("\n").length === 0
        ? 0
        : new TextEncoder().encode(lines.slice(0, targets.fact.record.index).join("\n") + "\n").length;
      const within = CHUNK_BYTES - before, { bytes } = targets.fact.record;
      assertEquals(within > 0 && within < bytes.length, true);
      const arrow = decoder.decode(bytes.subarray(0, within - 1)).endsWith(plan.code);
      assertEquals([snapshot.chunkPaths.length, arrow, bytes[within - 1], bytes[within]], [2, true, 0xe2, 0x86]);
    });
  } else {
    Deno.test(`makeFixtures() keeps ${plan.name} in one chunk`, () => assertEquals(snapshot.chunkPaths.length, 1));
  }
}

Deno.test("makeFixtures() tells the versions of a family apart by a few characters of the fact", () => {
  for (let from = 0; from < SET.fixtures.length; from += 3) {
    const facts = SET.fixtures.slice(from, from + 3).map(({ plan }) => plan.fact);
    assertEquals([new Set(facts).size, new Set(facts.map((fact) => fact.replaceAll(/\d/g, ""))).size], [3, 1]);
    for (const [index, fact] of facts.entries()) {
      const found = SET.fixtures.slice(from, from + 3).map((fixture) => matches(fixture, fact).length);
      assertEquals(found, [0, 1, 2].map((version) => version === index ? 1 : 0));
    }
  }
});

Deno.test("makeFixtures() makes a robustness snapshot of a text, a torn line, a number and nothing", () => {
  const { records, query, tornQuery, snapshot } = SET.robustness;
  const lines = decoder.decode(snapshot.files.get(snapshot.chunkPaths[0]!)).split("\n");
  const parses = (line: string): boolean => {
    try {
      JSON.parse(line);
      return true;
    } catch {
      return false;
    }
  };
  assertEquals(lines.map(parses), [true, false, true, false, false]);
  assertEquals(lines.at(-1), "");
  assertEquals(Object.values(records).map(({ bytes }) => decoder.decode(bytes)), lines.slice(0, 4));
  const text = JSON.parse(lines[0]!);
  assertEquals([typeof text, text.split(query).length, JSON.parse(lines[2]!), lines[1]!.includes(tornQuery)], [
    "string",
    2,
    42.5,
    true,
  ]);
  assertEquals(records.text.bytes.length <= 4 * 64, true, "64 pages of four bytes hold it");
  const lengths = new Set([...text as string].map((character) => new TextEncoder().encode(character).length));
  assertEquals([...lengths].sort(), [1, 2, 3, 4]);
});
