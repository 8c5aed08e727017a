/** What families build bundles from: entries, documents, evidence groups. @module */
import type { Build, Bundle } from "./bundle.ts";
import { weekdayOf } from "./dates.ts";
import { mulDiv } from "./integers.ts";
import type { Attachment, BankLine, Currency, Doc, Entry, FxRate, Line, Party, User } from "./model.ts";
import type { DefectClass } from "./classes.ts";

/** What an entry needs to be given; the rest follows. */
export type EntryParts =
  & Pick<Entry, "doc_date" | "posting_date" | "entered_at" | "currency" | "source" | "reference" | "prepared_by">
  & Partial<Entry>;

/** Makes an entry under a label; its period is the month of posting unless given. */
export function makeEntry(build: Build, label: string, parts: EntryParts): Entry {
  return {
    ...{ je_id: build.id("JE", label), entity: build.master.home.code, period: parts.posting_date.slice(0, 7) },
    ...{ narrative: "", approved_by: null, approved_at: null, reverses: null, attachments: [], lines: [] },
    ...parts,
    weekday: weekdayOf(parts.entered_at),
  };
}

/** One side of an entry before it is converted: positive amounts are debits. */
export interface Posting {
  /** Account code. */ readonly account: string;
  /** Debit, or a credit as a negative amount, in the entry's currency. */ readonly minor: number;
  /** Tax code. */ readonly tax_code?: string;
  /** Cost centre. */ readonly cost_centre?: string;
  /** Party key. */ readonly party?: string;
  /** A few words. */ readonly memo?: string;
}

/** Makes lines, converted at a rate (null: the home currency). The last line takes what the roundings leave, where
 * debits equal credits. */
export function makeLines(postings: readonly Posting[], rate: Pick<FxRate, "num" | "den"> | null): Line[] {
  const lines = postings.map((posting, at): Line => ({
    n: at + 1,
    account: posting.account,
    debit_minor: Math.max(posting.minor, 0),
    credit_minor: Math.max(-posting.minor, 0),
    functional_minor: rate === null ? posting.minor : mulDiv(posting.minor, rate.num, rate.den),
    tax_code: posting.tax_code ?? null,
    cost_centre: posting.cost_centre ?? null,
    party: posting.party ?? null,
    memo: posting.memo ?? "",
  }));
  const sum = (name: "minor" | "functional"): number =>
    lines.reduce(
      (total, line) => total + (name === "minor" ? line.debit_minor - line.credit_minor : line.functional_minor),
      0,
    );
  if (sum("minor") === 0) lines.at(-1)!.functional_minor -= sum("functional");
  return lines;
}

/** Sum of the debits in the entry's currency. */
export function debitsOf(entry: Entry): number {
  return entry.lines.reduce((sum, line) => sum + line.debit_minor, 0);
}

/** Sum of the debits in the entity's currency. */
export function functionalDebitsOf(entry: Entry): number {
  return entry.lines.reduce((sum, line) => sum + Math.max(line.functional_minor, 0), 0);
}

/** What a document needs to be given. `body` holds the prose alone until the world is put together. */
export type DocParts = Pick<Doc, "kind" | "issued_on" | "fields"> & Partial<Omit<Doc, "doc_id">>;

/** Makes a document under a label. */
export function makeDoc(build: Build, label: string, parts: DocParts): Doc {
  return {
    ...{ doc_id: build.id("D", label), party: null, currency: null, total_minor: null, body: "", supersedes: null },
    ...parts,
  };
}

/** Adds a document to a bundle under a role, attached to its entry. */
export function addDoc(build: Build, bundle: Bundle, what: { role: string } & DocParts): Doc {
  const { role, ...parts } = what, doc = makeDoc(build, `entry/${bundle.index}/${role}`, parts);
  bundle.docs.set(role, doc);
  return doc;
}

/** The document of a role, which must be there. */
export function docOf(bundle: Bundle, role: string): Doc {
  const doc = bundle.docs.get(role);
  if (doc === undefined) throw new TypeError(`Cannot build an entry: it has no ${role}`);
  return doc;
}

/** Takes a document away: out of the world, the attachments and the evidence. */
export function dropDoc(bundle: Bundle, role: string): void {
  const { doc_id } = docOf(bundle, role);
  bundle.docs.delete(role);
  bundle.gold.required = bundle.gold.required.filter((group) => !group.includes(doc_id));
  bundle.gold.admissible = bundle.gold.admissible.filter((id) => id !== doc_id);
}

/** An empty bundle around an entry. */
export function makeBundle(build: Build, index: number, entry: Entry): Bundle {
  return {
    ...{ index, entry, docs: new Map(), loose: new Set(), pending: new Set(), bank: [], context: [] },
    ...{ confirmations: [], facts: {} },
    gold: {
      ...{ je_id: entry.je_id, gold: "approve", role: "clean", required: [], admissible: [entry.je_id] },
      ...{ key_facts: [], claim_dimensions: [], policy_id: build.task.policies[0]! },
    },
  };
}

/** Adds a group of alternatives; those that are not there are left out. */
export function need(bundle: Bundle, ...alternatives: (string | undefined)[]): void {
  const group = alternatives.filter((id) => id !== undefined);
  if (group.length > 0) bundle.gold.required.push(group);
}

/** Makes the gold of a bundle that of a defect. Key facts are ids, dates, and amounts (whole numbers). */
export function setDefect(
  bundle: Bundle,
  defect: {
    class: DefectClass;
    policy_id: string;
    amount_minor?: number;
    tolerance?: number;
    group?: string;
    facts: readonly (string | number)[];
  },
): void {
  const { facts, ...gold } = defect;
  Object.assign(bundle.gold, { gold: "flag", role: "defect", ...gold });
  bundle.gold.key_facts = facts.map((fact) => typeof fact === "number" ? String(Math.abs(fact)) : fact);
}

/** Registers a document as pending and makes the gold a hold. */
export function setPending(bundle: Bundle, role: string, policy_id: string): void {
  const doc = docOf(bundle, role);
  bundle.pending.add(role);
  Object.assign(bundle.gold, { gold: "hold", role: "pending", policy_id, key_facts: [doc.doc_id] });
}

/** The user with a key, who must be there. */
export function userOf(build: Build, id: string): User {
  return build.master.users.find((user) => user.id === id)!;
}

/** Users of a role. */
export function usersIn(build: Build, ...roles: User["role"][]): User[] {
  return build.master.users.filter((user) => roles.includes(user.role));
}

/** The party with a key, who must be there. */
export function partyOf(build: Build, id: string): Party {
  return build.master.parties.find((party) => party.id === id)!;
}

/** The rate to the home currency on a day; null for the home currency itself. */
export function rateOn(build: Build, what: { base: Currency; date: string; kind: FxRate["kind"] }): FxRate | null {
  const { base, date, kind } = what;
  if (base === build.currency) return null;
  return build.master.rates.find((rate) => rate.base === base && rate.date === date && rate.kind === kind)!;
}

/** A bank line under a label. */
export function makeBankLine(build: Build, label: string, parts: Omit<BankLine, "evidence_id">): BankLine {
  return { evidence_id: build.id("B", label), ...parts };
}

/** Attachments for documents that are on file, in the order of their ids. */
export function attach(docs: readonly Doc[]): Attachment[] {
  return docs.map(({ doc_id, kind }): Attachment => ({ doc_id, kind, status: "on_file" }))
    .sort((one, other) => one.doc_id < other.doc_id ? -1 : 1);
}
