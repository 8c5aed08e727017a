/** What a world is made of: the records an agent can reach. All money is a safe integer in minor units, all dates are
 * `YYYY-MM-DD`, all rates are a pair of integers. Nothing here says what is right. @module */

/** Currencies: USD and EUR with two decimals, JPY with none, KWD with three. */
export type Currency = "USD" | "EUR" | "JPY" | "KWD";

/** How hard a task is. */
export type Tier = "L1" | "L2" | "L3" | "L4";

/** What an agent can say of an entry. */
export type Disposition = "approve" | "flag" | "hold";

/** What a document field can hold; null is illegible here, the body still says it. */
export type Scalar = string | number | boolean | null;

/** An account of the chart. */
export interface Account {
  /** `M-…`. */ evidence_id: string;
  /** Four digits. */ code: string;
  /** Its name. */ name: string;
  /** Its class. */ type: "asset" | "liability" | "equity" | "revenue" | "expense";
  /** The side on which it grows. */ normal: "D" | "C";
  /** Whether entries may use it. */ postable: boolean;
  /** How it may be used. */ usage: "routine" | "restricted" | "suspense";
}

/** A company of the group. */
export interface Entity {
  /** Its code, such as `E10`. */ code: string;
  /** Its functional currency. */ currency: Currency;
  /** Country, two letters. */ country: string;
  /** The parent's code. */ parent: string | null;
}

/** A vendor or a customer. */
export interface Party {
  /** `M-…`. */ evidence_id: string;
  /** Its key, such as `V-104`. */ id: string;
  /** Which of the two. */ kind: "vendor" | "customer";
  /** Its name. */ name: string;
  /** Whether it may be dealt with. */ status: "active" | "blocked" | "pending";
  /** The account it is paid on. */ bank_ref: string;
  /** Payment terms in days. */ terms_days: number;
  /** The day it was set up. */ created_on: string;
  /** Whether it belongs to someone close to the group. */ related_party: boolean;
}

/** A person who prepares or approves. */
export interface User {
  /** `M-…`. */ evidence_id: string;
  /** The key, such as `U-07`. */ id: string;
  /** The role in words. */ role: "clerk" | "supervisor" | "manager" | "controller" | "cfo";
  /** The entity. */ entity: string;
  /** First day of activity. */ active_from: string;
  /** Last day of activity; null: still active. */ active_to: string | null;
  /** Whether the person may prepare entries. */ may_prepare: boolean;
  /** How much the person may approve, in minor units of the entity's currency. */ limit_minor: number;
  /** Whom the person reports to. */ reports_to: string | null;
}

/** A month of the calendar. */
export interface Period {
  /** `M-…`. */ evidence_id: string;
  /** `YYYY-MM`. */ id: string;
  /** First day. */ start: string;
  /** Last day. */ end: string;
  /** The day it is closed. */ close_at: string;
  /** Days after the close in which late entries need no leave. */ late_window_days: number;
}

/** A rate: one unit of `base` is `num / den` units of `quote`. */
export interface FxRate {
  /** `F-…`. */ evidence_id: string;
  /** The day; for average and closing rates the month's last day. */ date: string;
  /** From. */ base: Currency;
  /** To. */ quote: Currency;
  /** Numerator. */ num: number;
  /** Denominator: a power of ten. */ den: number;
  /** Which rate of the day. */ kind: "spot" | "average" | "closing";
}

/** A line of the bank's statement. */
export interface BankLine {
  /** `B-…`. */ evidence_id: string;
  /** The day. */ value_date: string;
  /** The currency. */ currency: Currency;
  /** Positive: received; negative: paid. */ amount_minor: number;
  /** The other side's account. */ bank_ref: string;
  /** What the bank prints. */ text: string;
}

/** One line of an entry. */
export interface Line {
  /** From 1. */ n: number;
  /** The account's code. */ account: string;
  /** Debit in the entry's currency. */ debit_minor: number;
  /** Credit in the entry's currency. */ credit_minor: number;
  /** Debit less credit in the entity's currency. */ functional_minor: number;
  /** Such as `S20`; null where no tax is at stake. */ tax_code: string | null;
  /** Such as `CC-310`. */ cost_centre: string | null;
  /** The party's key. */ party: string | null;
  /** A few words. */ memo: string;
}

/** A document that an entry names. */
export interface Attachment {
  /** `D-…`. */ doc_id: string;
  /** What it is. */ kind: DocKind;
  /** Whether it has arrived. */ status: "on_file" | "pending";
}

/** A journal entry. */
export interface Entry {
  /** `JE-…`. */ je_id: string;
  /** The entity's code. */ entity: string;
  /** The period's id. */ period: string;
  /** The day of the document behind it. */ doc_date: string;
  /** The day it counts for. */ posting_date: string;
  /** The day it was keyed in. */ entered_at: string;
  /** Of `entered_at`. */ weekday: "Mon" | "Tue" | "Wed" | "Thu" | "Fri" | "Sat" | "Sun";
  /** The currency of its amounts. */ currency: Currency;
  /** Where it came from. */ source: "manual" | "ap" | "ar" | "fa" | "payroll" | "ic" | "topside";
  /** The number on the document behind it. */ reference: string;
  /** What the preparer wrote. */ narrative: string;
  /** User key. */ prepared_by: string;
  /** User key as the header says. */ approved_by: string | null;
  /** Day as the header says. */ approved_at: string | null;
  /** The entry that it takes back. */ reverses: string | null;
  /** In the order of their ids. */ attachments: Attachment[];
  /** At least two. */ lines: Line[];
}

/** What a document is. */
export type DocKind =
  | "invoice"
  | "purchase_order"
  | "goods_receipt"
  | "receipt"
  | "contract"
  | "amendment"
  | "credit_note"
  | "bank_line"
  | "approval"
  | "memo"
  | "statement"
  | "confirmation"
  | "roster"
  | "policy";

/** A document. The body says every field in a line `Label: value`, also those that are illegible in `fields`. */
export interface Doc {
  /** `D-…`. */ doc_id: string;
  /** What it is. */ kind: DocKind;
  /** Its date. */ issued_on: string;
  /** The party's key. */ party: string | null;
  /** Of its amounts. */ currency: Currency | null;
  /** What it adds up to; null: none, or illegible here. */ total_minor: number | null;
  /** What it says, by name; names that end in `_minor` are money in its currency. */ fields: {
    [name: string]: Scalar;
  };
  /** Its text. */ body: string;
  /** The document that it replaces or amends. */ supersedes: string | null;
}

/** A reply to a request for confirmation. */
export interface Confirmation {
  /** `Q-…`. */ evidence_id: string;
  /** Whom it was asked. */ party_id: string;
  /** About which document. */ doc_id: string;
  /** The answer. */ reply: "confirmed" | "denied" | "no_reply";
  /** What else they say. */ text: string;
}

/** The master records. */
export interface Master {
  /** The entity under review. */ home: Entity;
  /** Every entity. */ entities: Entity[];
  /** By code. */ accounts: Account[];
  /** By id. */ parties: Party[];
  /** By id. */ users: User[];
  /** By id, twelve before the reviewed one and three after. */ periods: Period[];
  /** The reviewed period's id. */ period: string;
  /** By date; empty where the task has no rates. */ rates: FxRate[];
}

/** Long documents that repeat master data, by what they repeat. */
export type AnnexName = "accounts" | "parties" | "users" | "periods" | "rates" | "bank" | "ledger";

/** The knobs and sources that a world was made from. */
export type Generator = { readonly [knob: string]: number } & { readonly sources: readonly string[] };

/** Everything that an agent can reach. */
export interface World {
  /** `je-v1/env/1`. */ env_version: string;
  /** Such as `JE-01`. */ task_id: string;
  /** The knobs and sources. */ generator: { [knob: string]: number | string[] };
  /** Master data. */ master: Master;
  /** The entries under review, by posting date and id. */ entries: Entry[];
  /** Entries around them: earlier, later, or in another ledger; not under review. */ context: Entry[];
  /** Entries of earlier periods, for profiles. */ history: Entry[];
  /** By id. */ docs: Doc[];
  /** By date and id. */ bank: BankLine[];
  /** Answers that parties would give, by id. */ confirmations: Confirmation[];
  /** Policy id to the policy document's id. */ policies: { [policy_id: string]: string };
  /** Document ids of the annexes that this task has. */ annexes: { [name in AnnexName]?: string };
}
