/** Which entries a condition admits, and listings of them page by page. @module */
import { canonicalize } from "../../../kernel/json_encode.ts";
import type { JsonValue } from "../../../kernel/json_value.ts";
import { crockford } from "./ids.ts";
import type { Entry } from "./model.ts";
import type { EntryHeader, ListingData } from "./tool_data.ts";
import type { Where } from "./view.ts";
import type { EntryFacts, WorldIndex } from "./world_index.ts";

/** How many headers a page has unless the call says otherwise. */
export const DEFAULT_LIMIT = 25;

/** Tells whether every given part of a condition holds for an entry; a condition without parts admits all. Dates and
 * amounts include both ends; the sum of debits counts in the entry's own currency; text is compared as it stands. */
export function admits(where: Where, entry: Entry, options: { readonly facts: EntryFacts }): boolean {
  const { facts } = options,
    isEqual = (wanted: string | undefined, found: string): boolean => wanted === undefined || wanted === found;
  const total = facts.total_debit_minor;
  return (where.account === undefined || facts.accounts.has(where.account)) &&
    isEqual(where.user, entry.prepared_by) &&
    (where.party === undefined || facts.parties.has(where.party)) &&
    isEqual(where.entity, entry.entity) && isEqual(where.source, entry.source) && isEqual(where.period, entry.period) &&
    (where.posted_from === undefined || entry.posting_date >= where.posted_from) &&
    (where.posted_to === undefined || entry.posting_date <= where.posted_to) &&
    (where.amount_min === undefined || total >= where.amount_min) &&
    (where.amount_max === undefined || total <= where.amount_max) &&
    (where.text === undefined || entry.narrative.includes(where.text) || entry.reference.includes(where.text));
}

/** The entries that a condition admits, in their given order. */
export function selectEntries(index: WorldIndex, entries: readonly Entry[], options: { where: Where }): Entry[] {
  return entries.filter((entry) => admits(options.where, entry, { facts: index.facts.get(entry.je_id)! }));
}

/** The header of an entry as listings show it. */
export function headerOf(index: WorldIndex, entry: Entry): EntryHeader {
  const { je_id, posting_date, doc_date, entered_at, weekday, entity, period, source, currency } = entry;
  const { reference, narrative, prepared_by, approved_by } = entry;
  return {
    ...{ je_id, posting_date, doc_date, entered_at, weekday, entity, period, source, currency },
    total_debit_minor: index.facts.get(je_id)!.total_debit_minor,
    ...{ reference, narrative, prepared_by, approved_by },
  };
}

/** One page of a listing; null: the cursor is not one that this listing gave out. `query` names the listing: cursors of
 * another query or world are refused, cursors of the same query with another limit are not. */
export function pageOf(
  index: WorldIndex,
  entries: readonly Entry[],
  options: { readonly query: JsonValue; readonly cursor?: string; readonly limit?: number },
): ListingData | null {
  const { query, cursor, limit = DEFAULT_LIMIT } = options;
  const from = cursor === undefined ? 0 : offsetOf(index, query, { cursor });
  if (from === null || (from > 0 && from >= entries.length)) return null;
  const to = from + limit;
  return {
    entries: entries.slice(from, to).map((entry) => headerOf(index, entry)),
    next_cursor: to < entries.length ? cursorOf(index, query, { offset: to }) : null,
    total: entries.length,
  };
}

/** `C`, eight characters that bind the offset to world and query, and the offset. */
function cursorOf(index: WorldIndex, query: JsonValue, { offset }: { offset: number }): string {
  return `C${crockford(canonicalize(["je-v1/cursor/1", index.identity, query, offset]))}${offset.toString(32)}`;
}

function offsetOf(index: WorldIndex, query: JsonValue, { cursor }: { cursor: string }): number | null {
  const digits = /^C[0-9A-Z]{8}([1-9a-v][0-9a-v]{0,5})$/.exec(cursor)?.[1];
  if (digits === undefined) return null;
  const offset = Number.parseInt(digits, 32);
  return cursorOf(index, query, { offset }) === cursor ? offset : null;
}
