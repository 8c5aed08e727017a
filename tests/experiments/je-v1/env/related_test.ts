import { assertEquals } from "@std/assert/equals";
import { dateOf, dayNumber } from "../../../../experiments/je-v1/env/dates.ts";
import { RELATED_LIMIT, relatedIds, RELATIONS } from "../../../../experiments/je-v1/env/related.ts";
import type { Relation } from "../../../../experiments/je-v1/env/view.ts";
import { indexOf } from "../../../../experiments/je-v1/env/world_index.ts";
import { entryOf, smallWorld } from "../small_world.ts";

const INDEX = indexOf(smallWorld());

function related(end: string, relation: Relation): string | undefined {
  return relatedIds(INDEX, `JE-0000000${end}`, { relation })?.map((id) => id.slice(-1)).join("");
}

const ROWS: readonly [string, string, Relation, string][] = [
  ["a party recurs within 45 days", "1", "same_party_window", "A2"],
  ["a party recurs beyond 45 days", "2", "same_party_window", "1"],
  ["no line names a party", "3", "same_party_window", ""],
  ["a reference has another spelling", "1", "same_reference", "2"],
  ["both sides share a reference", "8", "same_reference", "4"],
  ["it reverses another", "3", "reversal", "9"],
  ["another reverses it", "9", "reversal", "3"],
  ["the other side is in another entity", "4", "intercompany", "8"],
  ["it is the other side", "8", "intercompany", "4"],
  ["no other entity is involved", "1", "intercompany", ""],
  ["a suspense account recurs within 30 days in its currency", "5", "flow", "6"],
  ["only another currency uses the suspense account", "7", "flow", ""],
  ["no suspense account is used", "1", "flow", ""],
];
for (const [state, end, relation, ids] of ROWS) {
  Deno.test(`relatedIds() answers ${relation} when ${state}`, () => assertEquals(related(end, relation), ids));
}

Deno.test("relatedIds() has no answer for entries of earlier periods and unknown ones", () => {
  for (const id of ["JE-H0000000", "JE-ZZZZZZZZ"]) {
    assertEquals(relatedIds(INDEX, id, { relation: "same_party_window" }), null);
  }
});

Deno.test("relatedIds() never names the entry itself", () => {
  for (const { je_id } of INDEX.around) {
    for (const relation of RELATIONS) assertEquals(relatedIds(INDEX, je_id, { relation })?.includes(je_id), false);
  }
});

Deno.test("relatedIds() takes no empty reference for another", () => {
  const entries = ["1", "2"].map((end) => entryOf(`JE-0000000${end}`, [["6000", 1, 1]], { reference: "--" }));
  const index = indexOf(smallWorld("JE-14", { entries, context: [] }));
  assertEquals(relatedIds(index, "JE-00000001", { relation: "same_reference" }), []);
});

Deno.test("relatedIds() names no more entries than its limit", () => {
  const entries = Array.from(
    { length: 120 },
    (_, at) => entryOf(`JE-${String(at).padStart(8, "0")}`, [["6000", 1, 1, "V-101"]]),
  );
  const index = indexOf(smallWorld("JE-14", { entries, context: [] }));
  const ids = relatedIds(index, "JE-00000000", { relation: "same_party_window" })!;
  assertEquals([ids.length, ids[0], ids.at(-1)], [RELATED_LIMIT, "JE-00000001", "JE-00000100"]);
});

const WINDOWS: readonly [Relation, number, boolean][] = [
  ["same_party_window", 45, true],
  ["same_party_window", 46, false],
  ["flow", 30, true],
  ["flow", 31, false],
];
for (const [relation, days, isRelated] of WINDOWS) {
  Deno.test(`relatedIds() ${isRelated ? "takes" : "leaves out"} an entry ${days} days off when it asks for ${relation}`, () => {
    const entries = ["2031-01-01", dateOf(dayNumber("2031-01-01") + days)].map((posting_date, at) =>
      entryOf(`JE-0000000${at}`, [["1900", 5, 0, "V-101"], ["1000", 0, 5]], { posting_date })
    );
    const index = indexOf(smallWorld("JE-14", { entries, context: [] }));
    assertEquals(relatedIds(index, "JE-00000000", { relation }), isRelated ? ["JE-00000001"] : []);
    assertEquals(relatedIds(index, "JE-00000001", { relation }), isRelated ? ["JE-00000000"] : []);
  });
}
