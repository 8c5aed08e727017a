/** A view that answers rules by calling tools, as an agent without the world must. @module */
import { dayNumber } from "../env/dates.ts";
import type { Account, BankLine, Doc, Entry, FxRate, Party, Period, User } from "../env/model.ts";
import { plainReference } from "../env/rules/reading.ts";
import type { Session } from "../env/session.ts";
import type { EntryHeader } from "../env/tool_data.ts";
import type { Profile, Relation, View } from "../env/view.ts";
import { annexRows } from "./annex_rows.ts";
import { ask, listAll } from "./calls.ts";
import { relatedAmong, searchAround } from "./around.ts";

/** A view with a record of what it opened. */
export interface CallView extends View {
  /** Ids of what was looked at since the last call of this, in that order. */ takeOpened(): string[];
}

/** Master data and rates come from the annexes, since one of them costs a step and a lookup each time; what is known
 * is never asked again. */
export function callView(session: Session): CallView {
  const { brief } = session, { home } = brief, known = new Map<string, unknown>(), touched = new Set<string>();
  const once = <T>(key: string, make: () => T): T => {
    if (!known.has(key)) known.set(key, session.stepsLeft > 0 ? make() : undefined);
    return known.get(key) as T;
  };
  const touch = <T>(found: T): T => {
    const id = (found as { evidence_id?: unknown } | null | undefined)?.evidence_id;
    if (typeof id === "string") touched.add(id);
    return found;
  };
  const doc = (doc_id: string): Doc | undefined => {
    const found = touch(once(`doc/${doc_id}`, () => ask(session, "open_document", { doc_id })));
    return found?.status === "on_file" ? found : undefined;
  };
  const rows = <T>(name: "accounts" | "parties" | "users" | "periods" | "rates" | "bank"): T[] | undefined => {
    const doc_id = brief.annexes[name], annex = doc_id === undefined ? undefined : doc(doc_id);
    return annex === undefined ? undefined : once(`rows/${name}`, () => annexRows(annex, name) as T[]);
  };
  const master = <T>(table: "accounts" | "parties" | "users" | "periods", key: string): T | undefined => {
    const listed = rows<T & { code?: string; id?: string }>(table);
    if (listed !== undefined) return listed.find(({ code, id }) => (table === "accounts" ? code : id) === key);
    return touch(once(`${table}/${key}`, () => ask(session, "lookup_master", { table, key }))) as T | undefined;
  };
  const fetched = (je_id: string): Entry | undefined =>
    once(`entry/${je_id}`, () => ask(session, "get_entry", { je_id })) ?? undefined;
  const entry = (je_id: string): Entry | undefined => touch(fetched(je_id));
  const headers = () => once("headers", () => listAll(session));
  /** Headers of what is posted around the period; undefined where it would have to be searched among history. */
  const around = (): EntryHeader[] | undefined => {
    const canSearch = session.tools.includes("search_entries") && !session.tools.includes("population_profile");
    return canSearch ? once("around", () => searchAround(session)) : undefined;
  };
  const relatedIds = ({ je_id, relation }: { je_id: string; relation: Relation }): readonly string[] => {
    const own = fetched(je_id), listed = around();
    const known = own === undefined || listed === undefined
      ? null
      : relatedAmong({ own, relation, around: listed, slice: slice() });
    if (own === undefined || known !== null) return known ?? [];
    if (session.tools.includes("find_related")) {
      return once(`related/${je_id}/${relation}`, () => ask(session, "find_related", { je_id, relation }))?.je_ids ??
        [];
    }
    const extract = brief.annexes.ledger === undefined ? undefined : doc(brief.annexes.ledger);
    return extract === undefined
      ? []
      : ledgerRows(extract).filter((row) =>
        relation === "reversal"
          ? row.reverses === je_id
          : relation !== "flow" && plainReference(row.reference) === plainReference(own.reference)
      ).map((row) => row.je_id);
  };
  const slice = (): Entry[] => headers().flatMap(({ je_id }) => fetched(je_id) ?? []);
  return {
    home,
    entries: slice,
    ...{ entry, doc },
    account: (code) => master<Account>("accounts", code),
    party: (id) => master<Party>("parties", id),
    user: (id) => master<User>("users", id),
    period: (id) => master<Period>("periods", id),
    rate: (base, date, kind) =>
      rows<FxRate>("rates")?.find((rate) => rate.base === base && rate.date === date && rate.kind === kind),
    bank(query) {
      const isMeant = (line: BankLine): boolean =>
        line.currency === query.currency && line.amount_minor >= query.amount_min &&
        line.amount_minor <= query.amount_max && line.value_date >= query.from && line.value_date <= query.to;
      return rows<BankLine>("bank")?.filter(isMeant).slice(0, 20) ?? [];
    },
    related: (je_id, relation) => relatedIds({ je_id, relation }),
    profile(dimension, where) {
      const key = JSON.stringify([dimension, where]),
        none: Profile = { evidence_id: "", n: 0, buckets: [], quartiles: null };
      if (!session.tools.includes("population_profile")) return none;
      return touch(
        once(`profile/${key}`, () => ask(session, "population_profile", { dimension, where: { ...where } })),
      ) ?? none;
    },
    confirm: (party_id, doc_id) =>
      touch(once(`confirm/${party_id}/${doc_id}`, () => ask(session, "request_confirmation", { party_id, doc_id }))) ??
        undefined,
    takeOpened() {
      const opened = [...touched];
      touched.clear();
      return opened;
    },
  };
}

/** The rows of the extract of entries around. */
function ledgerRows(extract: Doc): { je_id: string; reference: string; reverses: string }[] {
  return extract.body.split("\n").slice(1).map((row) => row.split(" | "))
    .filter((cells) => cells.length === 7 && dayNumber(cells[2]!) > 0)
    .map(([je_id = "", , , , reference = "", reverses = ""]) => ({ je_id, reference, reverses }));
}
