import { assertEquals } from "@std/assert/equals";
import { getEntry, listEntries, searchEntries } from "../../../../../experiments/je-v1/env/tools/entries.ts";
import type { ListingData } from "../../../../../experiments/je-v1/env/tool_data.ts";
import { indexOf } from "../../../../../experiments/je-v1/env/world_index.ts";
import { smallWorld } from "../../small_world.ts";

const INDEX = indexOf(smallWorld());
const idsOf = (reply: object): string[] =>
  "data" in reply ? (reply.data as ListingData).entries.map(({ je_id }) => je_id) : [];

Deno.test("listEntries() lists the entries under review alone, by posting date and id", () => {
  assertEquals(idsOf(listEntries(INDEX, {})), ["5", "7", "1", "3", "4", "2", "6"].map((end) => `JE-0000000${end}`));
});

Deno.test("searchEntries() reaches entries around and of earlier periods", () => {
  assertEquals(idsOf(searchEntries(INDEX, { where: { posted_to: "2031-02-01" } })), ["JE-0000000A", "JE-H0000000"]);
});

Deno.test("searchEntries() refuses a cursor of list_entries", () => {
  const { next_cursor } = (listEntries(INDEX, { limit: 1 }) as { data: ListingData }).data;
  const reply = searchEntries(INDEX, { where: {}, cursor: next_cursor });
  assertEquals("error" in reply && [reply.error.code, reply.error.pointer], ["bad_cursor", "/cursor"]);
});

Deno.test("getEntry() opens the whole entry under its id", () => {
  const reply = getEntry(INDEX, { je_id: "JE-00000002" }), entry = INDEX.entries.get("JE-00000002")!;
  assertEquals("data" in reply && reply.data, { evidence_id: "JE-00000002", ...entry });
});

Deno.test("getEntry() finds nothing when the entry is unknown", () => {
  const reply = getEntry(INDEX, { je_id: "JE-ZZZZZZZZ" });
  assertEquals("error" in reply && [reply.error.code, reply.error.pointer], ["not_found", "/je_id"]);
});
