/** Tools on entries: lists, searches, and one entry whole. @module */
import type { JsonObject, JsonValue } from "../../../../kernel/json_value.ts";
import type { Entry } from "../model.ts";
import { pageOf, selectEntries } from "../search.ts";
import type { EntryData, ListingData } from "../tool_data.ts";
import type { Where } from "../view.ts";
import type { WorldIndex } from "../world_index.ts";
import { fail, type ToolReply } from "./reply.ts";

/** Pages through the entries under review. */
export function listEntries(index: WorldIndex, args: JsonObject): ToolReply<ListingData> {
  return listing(index, index.review, { query: ["list_entries"], args });
}

/** Pages through the entries under review, around them, and of earlier periods, that a condition admits. */
export function searchEntries(index: WorldIndex, args: JsonObject): ToolReply<ListingData> {
  const where = args.where as JsonObject & Where;
  return listing(index, selectEntries(index, index.all, { where }), { query: ["search_entries", where], args });
}

function listing(
  index: WorldIndex,
  entries: readonly Entry[],
  options: { readonly query: JsonValue; readonly args: JsonObject },
): ToolReply<ListingData> {
  const { cursor, limit } = options.args as { cursor?: string; limit?: number };
  const given = { ...(cursor === undefined ? {} : { cursor }), ...(limit === undefined ? {} : { limit }) };
  const data = pageOf(index, entries, { query: options.query, ...given });
  return data === null ? fail("bad_cursor", "is no cursor of this listing", { pointer: "/cursor" }) : { data };
}

/** Opens any entry of the world. */
export function getEntry(index: WorldIndex, args: JsonObject): ToolReply<EntryData> {
  const entry = index.entries.get(args.je_id as string);
  if (entry === undefined) return fail("not_found", "there is no such entry", { pointer: "/je_id" });
  return { data: { evidence_id: entry.je_id, ...entry } };
}
