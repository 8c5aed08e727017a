/** What rules can ask of a world: answers from all of it, or only from what an agent has opened. @module */
import type { DefectClass } from "./classes.ts";
import type { Account, BankLine, Confirmation, Doc, Entry, FxRate, Master, Party, Period, User } from "./model.ts";

/** Relations between entries. */
export type Relation = "same_party_window" | "same_reference" | "reversal" | "intercompany" | "flow";

/** What a population can be divided by. */
export type Dimension =
  | "account"
  | "account_pair"
  | "user"
  | "user_account"
  | "weekday"
  | "amount_band"
  | "first_digit"
  | "source";

/** Which entries are meant; every given part must hold. */
export interface Where {
  /** A line uses the account. */ account?: string;
  /** Who prepared. */ user?: string;
  /** A line names the party. */ party?: string;
  /** The entity's code. */ entity?: string;
  /** The source. */ source?: string;
  /** The period's id. */ period?: string;
  /** Earliest posting date. */ posted_from?: string;
  /** Latest posting date. */ posted_to?: string;
  /** Least sum of debits, in the entry's currency. */ amount_min?: number;
  /** Greatest sum of debits. */ amount_max?: number;
  /** Part of the narrative or reference, as it is written. */ text?: string;
}

/** How a population divides. */
export interface Profile {
  /** `P-…`. */ evidence_id: string;
  /** Entries counted. */ n: number;
  /** Values by falling count, then by value. */ buckets: { value: string; count: number; share_bps: number }[];
  /** Least, quartiles and greatest sum of debits. */ quartiles: [number, number, number, number, number] | null;
}

/** Which bank lines are meant. */
export interface BankQuery {
  /** The currency. */ currency: string;
  /** Least amount, signed. */ amount_min: number;
  /** Greatest amount, signed. */ amount_max: number;
  /** First day. */ from: string;
  /** Last day. */ to: string;
}

/** Answers; undefined is "not there", or for documents "not there yet". */
export interface View {
  /** The master records that the brief gives: entity and period under review. */
  readonly home: { readonly entity: string; readonly currency: Master["home"]["currency"]; readonly period: string };
  /** The entries under review, whole. */ entries(): readonly Entry[];
  /** An entry under review or around it. */ entry(je_id: string): Entry | undefined;
  /** A document on file. */ doc(doc_id: string): Doc | undefined;
  /** An account by code. */ account(code: string): Account | undefined;
  /** A party by key. */ party(id: string): Party | undefined;
  /** A user by key. */ user(id: string): User | undefined;
  /** A period by id. */ period(id: string): Period | undefined;
  /** A rate to the home currency. */ rate(base: string, date: string, kind: FxRate["kind"]): FxRate | undefined;
  /** Bank lines, at most 20. */ bank(query: BankQuery): readonly BankLine[];
  /** Entries related to one, by id. */ related(je_id: string, relation: Relation): readonly string[];
  /** A profile over history and the entries under review. */ profile(dimension: Dimension, where: Where): Profile;
  /** What a party answers about a document. */ confirm(party_id: string, doc_id: string): Confirmation | undefined;
}

/** What a rule says of one entry; amounts as the policy signs them. */
export interface Ruling {
  /** The class. */ class: DefectClass;
  /** The amount, for a class with one. */ amount_minor?: number;
}

/** Looks at one entry: what is wrong with it by one policy, or null. */
export type Rule = (view: View, entry: Entry) => Ruling | null;
