/** Relations between entries under review and around them. @module */
import type { Entry } from "./model.ts";
import type { Relation } from "./view.ts";
import type { EntryFacts, WorldIndex } from "./world_index.ts";

/** The relations, in the order of the tool's schema. */
export const RELATIONS = ["same_party_window", "same_reference", "reversal", "intercompany", "flow"] as const;

/** Days of posting between entries of one party that are related. */
export const PARTY_WINDOW_DAYS = 45;

/** Days of posting between entries of one flow. */
export const FLOW_WINDOW_DAYS = 30;

/** How many related entries an answer names. */
export const RELATED_LIMIT = 100;

/** One entry with its facts. */
type Side = readonly [Entry, EntryFacts];

const RELATED: Readonly<Record<Relation, (one: Side, other: Side) => boolean>> = {
  same_party_window: ([, one], [, other]) =>
    isWithin(one, other, PARTY_WINDOW_DAYS) && [...one.parties].some((party) => other.parties.has(party)),
  same_reference: ([, one], [, other]) => one.reference !== "" && one.reference === other.reference,
  reversal: ([one], [other]) => one.reverses === other.je_id || other.reverses === one.je_id,
  intercompany: ([one, ours], [other, theirs]) =>
    other.source === "ic" && other.entity !== one.entity && ours.reference !== "" &&
    ours.reference === theirs.reference,
  flow: ([one, ours], [other, theirs]) =>
    one.currency === other.currency && isWithin(ours, theirs, FLOW_WINDOW_DAYS) &&
    ours.suspense.some((code) => theirs.suspense.includes(code)),
};

function isWithin(one: EntryFacts, other: EntryFacts, days: number): boolean {
  return Math.abs(one.day - other.day) <= days;
}

/** The ids of the entries that stand in a relation to one, itself left out, by posting date and id, at most
 * {@linkcode RELATED_LIMIT}. Null: the entry is neither under review nor around. Entries of earlier periods have no
 * relations. Windows are days between posting dates, both ends included; an empty reference is like no other. */
export function relatedIds(index: WorldIndex, je_id: string, options: { relation: Relation }): string[] | null {
  const entry = index.entries.get(je_id);
  if (entry === undefined || !index.aroundIds.has(je_id)) return null;
  const sideOf = (each: Entry): Side => [each, index.facts.get(each.je_id)!], own = sideOf(entry);
  const isRelated = RELATED[options.relation];
  return index.around.filter((other) => other !== entry && isRelated(own, sideOf(other)))
    .slice(0, RELATED_LIMIT).map((other) => other.je_id);
}
