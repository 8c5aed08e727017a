/** What is posted around the period, from a few searches instead of a question for each entry. @module */
import { addDays, daysBetween, monthEnd } from "../env/dates.ts";
import type { JsonObject } from "../../../kernel/json_value.ts";
import type { Entry } from "../env/model.ts";
import { plainReference } from "../env/rules/reading.ts";
import type { Session } from "../env/session.ts";
import type { EntryHeader, ListingData } from "../env/tool_data.ts";
import type { Relation } from "../env/view.ts";
import { PARTY_WINDOW_DAYS } from "../env/related.ts";
import { ask } from "./calls.ts";

/** Days before and after the period that are searched. */
const AROUND_DAYS = 62;

/** The headers of all entries posted around the period, fifty a step. */
export function searchAround(session: Session): EntryHeader[] {
  const { period } = session.brief.home, headers: EntryHeader[] = [];
  const where = {
    posted_from: addDays(`${period}-01`, -AROUND_DAYS),
    posted_to: addDays(monthEnd(period), AROUND_DAYS),
  };
  let cursor: string | null = "";
  while (true) {
    const args: JsonObject = cursor === "" ? { where, limit: 50 } : { where, limit: 50, cursor };
    const page: ListingData | null = ask(session, "search_entries", args);
    headers.push(...page?.entries ?? []);
    cursor = page?.next_cursor ?? null;
    if (cursor === null || session.isOver) return headers;
  }
}

/** Related entries as far as headers tell; null where they do not. Whether parties agree shows in whole entries alone, so
 * that is answered only where nothing lies around those under review. */
export function relatedAmong(what: {
  own: Entry;
  relation: Relation;
  around: readonly EntryHeader[];
  slice: readonly Entry[];
}): string[] | null {
  const { own, relation, around, slice } = what, reference = plainReference(own.reference);
  const alike = (): EntryHeader[] =>
    around.filter((other) => other.je_id !== own.je_id && plainReference(other.reference) === reference);
  if (relation === "same_reference") return alike().map(({ je_id }) => je_id);
  if (relation === "intercompany") {
    return alike().filter(({ entity, source }) => source === "ic" && entity !== own.entity).map(({ je_id }) => je_id);
  }
  if (relation !== "same_party_window" || around.length > slice.length) return null;
  const parties = new Set(own.lines.flatMap(({ party }) => party ?? []));
  return slice.filter((other) =>
    other.je_id !== own.je_id && Math.abs(daysBetween(own.posting_date, other.posting_date)) <= PARTY_WINDOW_DAYS &&
    other.lines.some(({ party }) => party !== null && parties.has(party))
  ).map(({ je_id }) => je_id);
}
