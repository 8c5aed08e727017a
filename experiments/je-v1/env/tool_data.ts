/** What each tool says when it succeeds: `data` of an ok envelope. @module */
import type { DefectClass } from "./classes.ts";
import type {
  Account,
  BankLine,
  Confirmation,
  Disposition,
  Doc,
  DocKind,
  Entity,
  Entry,
  FxRate,
  Party,
  Period,
  User,
} from "./model.ts";
import type { Dimension, Profile, Relation, Where } from "./view.ts";

/** An entry in a listing: its header without lines and attachments. */
export interface EntryHeader extends Omit<Entry, "attachments" | "lines" | "approved_at" | "reverses"> {
  /** Sum of debits in the entry's currency. */ total_debit_minor: number;
}

/** A page of entries, by posting date and id. */
export interface ListingData {
  /** At most `limit` headers. */ entries: EntryHeader[];
  /** For the next page; null: this is the last. */ next_cursor: string | null;
  /** Entries on all pages. */ total: number;
}

/** A whole entry; it counts as opened. */
export interface EntryData extends Entry {
  /** The entry's id. */ evidence_id: string;
}

/** A document on file, or one that is registered and has not arrived. It counts as opened either way. */
export type DocumentData =
  | (Doc & { status: "on_file"; evidence_id: string })
  | { doc_id: string; kind: DocKind; status: "pending"; evidence_id: string };

/** Tables of master data, by the key of a record: code, id, id, id, code. Entities have no evidence id. */
export interface MasterTables {
  /** By code. */ accounts: Account;
  /** By id. */ parties: Party;
  /** By id. */ users: User;
  /** By id. */ periods: Period;
  /** By code. */ entities: Entity;
}

/** The name of a table of master data. */
export type MasterTable = keyof MasterTables;

/** A record of master data with the name of its table; all but entities carry their `evidence_id`. */
export type MasterData = { [table in MasterTable]: MasterTables[table] & { table: table } }[MasterTable];

/** Lines of the bank that answer a query. */
export interface BankData {
  /** At most 20, by date and id. */ lines: BankLine[];
  /** How many there are. */ total: number;
  /** The line's id where there is exactly one; null: nothing is opened. */ evidence_id: string | null;
}

/** Entries related to one. */
export interface RelatedData {
  /** The entry that was asked about. */ je_id: string;
  /** The relation. */ relation: Relation;
  /** At most 100, by posting date and id. */ je_ids: string[];
}

/** A profile with the question that it answers. */
export interface ProfileData extends Profile {
  /** What the population was divided by. */ dimension: Dimension;
  /** Which entries were meant. */ where: Where;
  /** What is beyond the first 100 values: how many values, and the sum of their counts. */
  other: { values: number; count: number };
}

/** An exact result. */
export interface ComputeData {
  /** The operation. */ op: "add" | "sub" | "mul_ratio" | "sum";
  /** What it was done to. */ ints: number[];
  /** The result; of `mul_ratio`, the nearest whole number, halves away from zero. */ result: number;
  /** Whether nothing was rounded. */ is_exact: boolean;
}

/** What the environment keeps of a disposition, and says back. */
export interface DispositionRecord {
  /** The entry. */ readonly je_id: string;
  /** What the agent says of it. */ readonly disposition: Disposition;
  /** The class; null: none given. */ readonly defect_class: DefectClass | null;
  /** The amount; null: none given. */ readonly amount_minor: number | null;
  /** Ids that the agent cites, unchecked. */ readonly evidence: readonly string[];
  /** Why, in the agent's words; empty: none given. */ readonly rationale: string;
}

/** The echo of a disposition. */
export interface DispositionData extends DispositionRecord {
  /** Whether it differs from what stood before. */ readonly changed: boolean;
}

/** The end of an episode. */
export interface SubmitData {
  /** How the episode ended. */ termination: "submitted";
  /** Entries with a disposition of their own; all others count as approved. */ dispositions: number;
}

/** `data` by tool. */
export interface ToolDataByName {
  /** Entries under review. */ list_entries: ListingData;
  /** Entries under review, around them, and of earlier periods. */ search_entries: ListingData;
  /** Opens the entry. */ get_entry: EntryData;
  /** Opens the document. */ open_document: DocumentData;
  /** Opens the record. */ lookup_master: MasterData;
  /** Opens the rate. */ fx_rate: FxRate;
  /** Opens the line where there is one. */ match_bank: BankData;
  /** Opens nothing. */ find_related: RelatedData;
  /** Opens the profile. */ population_profile: ProfileData;
  /** Opens nothing. */ compute: ComputeData;
  /** Opens the confirmation. */ request_confirmation: Confirmation;
  /** Opens nothing. */ set_disposition: DispositionData;
  /** Ends the episode. */ submit: SubmitData;
}
