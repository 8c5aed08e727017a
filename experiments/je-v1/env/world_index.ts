/** A world prepared for questions: the same preparation serves the tools and {@linkcode worldView}. @module */
import { crockford, type IdKind } from "./ids.ts";
import { dayNumber } from "./dates.ts";
import type { Account, BankLine, Confirmation, Doc, DocKind, Entity, Entry, FxRate } from "./model.ts";
import type { Party, Period, User, World } from "./model.ts";
import { plainReference } from "./rules/reading.ts";
import { canonicalize } from "../../../kernel/json_encode.ts";
import type { JsonValue } from "../../../kernel/json_value.ts";

/** What is reckoned of an entry once. */
export interface EntryFacts {
  /** Sum of debits in the entry's currency. */ readonly total_debit_minor: number;
  /** Parties that its lines name. */ readonly parties: ReadonlySet<string>;
  /** Accounts that its lines use, in their order. */ readonly accounts: ReadonlySet<string>;
  /** Those of them that are suspense accounts. */ readonly suspense: readonly string[];
  /** Its reference in the one spelling of references. */ readonly reference: string;
  /** The number of its posting day. */ readonly day: number;
}

/** A world prepared for questions. */
export interface WorldIndex {
  /** The world, frozen. */ readonly world: World;
  /** What tells this world from others, for ids that are made on the way. */ readonly identity: string;
  /** Entries under review, by posting date and id. */ readonly review: readonly Entry[];
  /** Those and the entries around them, by posting date and id. */ readonly around: readonly Entry[];
  /** Those and the entries of earlier periods, by posting date and id. */ readonly all: readonly Entry[];
  /** Earlier periods and the entries under review: what profiles count. */ readonly population: readonly Entry[];
  /** Every entry by id. */ readonly entries: ReadonlyMap<string, Entry>;
  /** Ids of the entries under review. */ readonly reviewIds: ReadonlySet<string>;
  /** Ids of those and of the entries around them. */ readonly aroundIds: ReadonlySet<string>;
  /** Facts of every entry, by id. */ readonly facts: ReadonlyMap<string, EntryFacts>;
  /** Documents on file, by id. */ readonly docs: ReadonlyMap<string, Doc>;
  /** Documents that are registered and have not arrived: id to kind. */ readonly pending: ReadonlyMap<string, DocKind>;
  /** Accounts by code. */ readonly accounts: ReadonlyMap<string, Account>;
  /** Parties by key. */ readonly parties: ReadonlyMap<string, Party>;
  /** Users by key. */ readonly users: ReadonlyMap<string, User>;
  /** Periods by id. */ readonly periods: ReadonlyMap<string, Period>;
  /** Entities by code. */ readonly entities: ReadonlyMap<string, Entity>;
  /** Rates by {@linkcode rateKey}. */ readonly rates: ReadonlyMap<string, FxRate>;
  /** Bank lines by date and id. */ readonly bank: readonly BankLine[];
  /** Recorded confirmations by party and document. */ readonly confirmations: ReadonlyMap<string, Confirmation>;
}

const INDEXES = new WeakMap<World, WorldIndex>();

/** The index of a world, made once. The world is frozen with all its parts: a change after this would go unseen. */
export function indexOf(world: World): WorldIndex {
  const known = INDEXES.get(world);
  if (known !== undefined) return known;
  const made = makeIndex(deepFreeze(world));
  INDEXES.set(world, made);
  return made;
}

function makeIndex(world: World): WorldIndex {
  const { master } = world;
  const review = sorted(world.entries), around = sorted([...world.entries, ...world.context]);
  const all = sorted([...world.entries, ...world.context, ...world.history]);
  const suspense = new Set(master.accounts.filter(({ usage }) => usage === "suspense").map(({ code }) => code));
  const docs = byKey(world.docs, ({ doc_id }) => doc_id);
  return {
    ...{ world, review, around, all, docs },
    identity: canonicalize([world.env_version, world.task_id, review.map(({ je_id }) => je_id)]),
    population: sorted([...world.history, ...world.entries]),
    entries: byKey(all, ({ je_id }) => je_id),
    reviewIds: new Set(review.map(({ je_id }) => je_id)),
    aroundIds: new Set(around.map(({ je_id }) => je_id)),
    facts: new Map(all.map((entry) => [entry.je_id, factsOf(entry, suspense)])),
    pending: new Map(
      all.flatMap(({ attachments }) => attachments)
        .filter(({ doc_id, status }) => status === "pending" && !docs.has(doc_id))
        .map(({ doc_id, kind }) => [doc_id, kind]),
    ),
    accounts: byKey(master.accounts, ({ code }) => code),
    parties: byKey(master.parties, ({ id }) => id),
    users: byKey(master.users, ({ id }) => id),
    periods: byKey(master.periods, ({ id }) => id),
    entities: byKey(master.entities, ({ code }) => code),
    rates: byKey(master.rates, rateKey),
    bank: [...world.bank].sort((one, other) =>
      compareText(one.value_date, other.value_date) || compareText(one.evidence_id, other.evidence_id)
    ),
    confirmations: byKey(world.confirmations, ({ party_id, doc_id }) => pairKey(party_id, doc_id)),
  };
}

function factsOf(entry: Entry, suspense: ReadonlySet<string>): EntryFacts {
  const accounts = new Set(entry.lines.map(({ account }) => account));
  return {
    total_debit_minor: entry.lines.reduce((sum, line) => sum + line.debit_minor, 0),
    parties: new Set(entry.lines.flatMap(({ party }) => party ?? [])),
    accounts,
    suspense: [...accounts].filter((code) => suspense.has(code)),
    reference: plainReference(entry.reference),
    day: dayNumber(entry.posting_date),
  };
}

/** Where a rate stands: currencies, day and kind. */
export function rateKey(rate: { base: string; quote: string; date: string; kind: string }): string {
  return `${rate.base}/${rate.quote}/${rate.date}/${rate.kind}`;
}

/** Where a confirmation stands. */
export function pairKey(party_id: string, doc_id: string): string {
  return `${party_id}/${doc_id}`;
}

/** An id that is made on the way: of this world, and of the question alone. */
export function madeId(index: WorldIndex, made: { readonly kind: IdKind; readonly question: JsonValue }): string {
  const { kind, question } = made;
  return `${kind}-${crockford(canonicalize(["je-v1/made-id/1", index.identity, kind, question]))}`;
}

/** Order by UTF-16 code units, without a locale. */
export function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function sorted(entries: readonly Entry[]): readonly Entry[] {
  return [...entries].sort((one, other) =>
    compareText(one.posting_date, other.posting_date) || compareText(one.je_id, other.je_id)
  );
}

function byKey<T>(records: readonly T[], keyOf: (record: T) => string): ReadonlyMap<string, T> {
  return new Map(records.map((record) => [keyOf(record), record]));
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  for (const part of Object.values(value)) deepFreeze(part);
  return Object.freeze(value);
}
