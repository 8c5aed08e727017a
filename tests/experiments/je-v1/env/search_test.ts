import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { instantiate } from "../../../../experiments/je-v1/env/instantiate.ts";
import { headerOf, pageOf, selectEntries } from "../../../../experiments/je-v1/env/search.ts";
import type { Where } from "../../../../experiments/je-v1/env/view.ts";
import { indexOf, type WorldIndex } from "../../../../experiments/je-v1/env/world_index.ts";
import { smallWorld } from "../small_world.ts";

const INDEX = indexOf(smallWorld());

/** The last characters of the ids of entries under review and around that a condition admits. */
function found(where: Where): string {
  return selectEntries(INDEX, INDEX.around, { where }).map(({ je_id }) => je_id.slice(-1)).sort().join("");
}

const ROWS: readonly [string, Where, string][] = [
  ["nothing is asked", {}, "123456789A"],
  ["a line must use an account", { account: "1900" }, "567"],
  ["a user must have prepared it", { user: "U-02" }, "2"],
  ["a line must name a party", { party: "V-101" }, "12A"],
  ["the entity is given", { entity: "E20" }, "8"],
  ["the source is given", { source: "ic" }, "48"],
  ["the period is given", { period: "2031-02" }, "9"],
  ["the posting date starts", { posted_from: "2031-03-20" }, "26"],
  ["the posting date ends", { posted_to: "2031-02-28" }, "9A"],
  ["the amount has both ends", { amount_min: 7_700, amount_max: 10_000 }, "1239"],
  ["a part of the reference is given", { text: "IC/0" }, "4"],
  ["a part of the narrative is given", { text: "goods", period: "2031-01" }, "A"],
  ["text is given in another case", { text: "ic/0" }, ""],
  ["all parts must hold", { account: "1900", source: "manual", posted_to: "2031-03-05" }, "5"],
];
for (const [state, where, ids] of ROWS) {
  Deno.test(`admits() tells entries apart when ${state}`, () => assertEquals(found(where), ids));
}

Deno.test("headerOf() shows the header with its sum, and neither lines nor attachments", () => {
  assertEquals(Object.keys(headerOf(INDEX, INDEX.review[0]!)), [
    ...["je_id", "posting_date", "doc_date", "entered_at", "weekday", "entity", "period", "source", "currency"],
    ...["total_debit_minor", "reference", "narrative", "prepared_by", "approved_by"],
  ]);
  assertEquals(headerOf(INDEX, INDEX.entries.get("JE-00000005")!).total_debit_minor, 90_000);
});

/** The ids on all pages, following cursors. */
function walk(index: WorldIndex, limit: number): string[] {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page = pageOf(index, index.review, { query: ["q"], limit, ...(cursor === null ? {} : { cursor }) });
    assert(page !== null && page.entries.length <= limit && page.total === index.review.length);
    ids.push(...page.entries.map(({ je_id }) => je_id));
    cursor = page.next_cursor;
  } while (cursor !== null);
  return ids;
}

Deno.test("pageOf() gives each entry once in order at any limit (conformance 15)", () => {
  const index = indexOf(instantiate({ task_id: "JE-06", seed: 5 }).world);
  const ids = index.review.map(({ je_id }) => je_id);
  for (let limit = 1; limit <= 50; limit++) assertEquals(walk(index, limit), ids);
});

Deno.test("pageOf() gives one page without a cursor when there are no entries", () => {
  assertEquals(pageOf(INDEX, [], { query: ["q"] }), { entries: [], next_cursor: null, total: 0 });
});

Deno.test("pageOf() takes a cursor of the same query when the limit differs", () => {
  const cursor = pageOf(INDEX, INDEX.review, { query: ["q"], limit: 2 })!.next_cursor!;
  assertEquals(pageOf(INDEX, INDEX.review, { query: ["q"], limit: 50, cursor })!.entries.length, 5);
});

const CURSOR = pageOf(INDEX, INDEX.review, { query: ["q"], limit: 2 })!.next_cursor!;
const OTHER = indexOf(smallWorld("JE-15"));
const REFUSED: readonly [string, () => unknown][] = [
  ["of another query", () => pageOf(INDEX, INDEX.review, { query: ["r"], cursor: CURSOR })],
  ["of another world", () => pageOf(OTHER, OTHER.review, { query: ["q"], cursor: CURSOR })],
  ["for another offset", () => pageOf(INDEX, INDEX.review, { query: ["q"], cursor: `${CURSOR.slice(0, -1)}3` })],
  ["beyond the end", () => pageOf(INDEX, INDEX.review.slice(0, 2), { query: ["q"], cursor: CURSOR })],
  ["empty", () => pageOf(INDEX, INDEX.review, { query: ["q"], cursor: "" })],
  ["in another case", () => pageOf(INDEX, INDEX.review, { query: ["q"], cursor: CURSOR.toLowerCase() })],
];
for (const [what, run] of REFUSED) {
  Deno.test(`pageOf() refuses a cursor that is ${what}`, () => assertEquals(run(), null));
}
