/** The tools as agents are told of them: descriptions, and closed JSON Schemas of their arguments. @module */
import { CLASSES } from "./classes.ts";
import { DIMENSIONS } from "./profile.ts";
import { RELATIONS } from "./related.ts";
import type { ToolName } from "./tasks.ts";

/** The part of JSON Schema (2020-12) that arguments need. */
export type ArgumentSchema = ObjectSchema | StringSchema | IntegerSchema | ArraySchema;

/** A closed object. */
export interface ObjectSchema {
  /** It is an object. */ readonly type: "object";
  /** What it is, in words. */ readonly description?: string;
  /** Its members by name. */ readonly properties: Readonly<Record<string, ArgumentSchema>>;
  /** Those that must be there. */ readonly required: readonly string[];
  /** No others. */ readonly additionalProperties: false;
}

/** A text. */
export interface StringSchema {
  /** It is a text. */ readonly type: "string";
  /** What it is, in words. */ readonly description?: string;
  /** All it can be. */ readonly enum?: readonly string[];
  /** What it must match. */ readonly pattern?: string;
  /** Fewest characters (code points). */ readonly minLength?: number;
  /** Most characters (code points). */ readonly maxLength?: number;
}

/** A whole number that a double holds exactly. */
export interface IntegerSchema {
  /** It is a whole number. */ readonly type: "integer";
  /** What it is, in words. */ readonly description?: string;
  /** Least. */ readonly minimum: number;
  /** Greatest. */ readonly maximum: number;
}

/** A list. */
export interface ArraySchema {
  /** It is a list. */ readonly type: "array";
  /** What it is, in words. */ readonly description?: string;
  /** What each item is. */ readonly items: ArgumentSchema;
  /** Fewest items. */ readonly minItems?: number;
  /** Most items. */ readonly maxItems: number;
  /** Whether items must differ. */ readonly uniqueItems?: boolean;
}

/** One tool. */
export interface ToolSchema {
  /** What it does, for the agent. */ readonly description: string;
  /** Its arguments. */ readonly parameters: ObjectSchema;
}

/** The most text of a rationale, in characters. */
export const RATIONALE_LENGTH = 1200;

const closed = (properties: ObjectSchema["properties"], ...required: string[]): ObjectSchema => ({
  ...{ type: "object", properties, required, additionalProperties: false },
});
const choice = (...values: string[]): StringSchema => ({ type: "string", enum: values });
const name = (description: string): StringSchema => ({ type: "string", description, minLength: 1, maxLength: 64 });
const id = (kinds: string, description: string): StringSchema => ({
  ...{ type: "string", description, pattern: `^(?:${kinds})-[0-9A-HJKMNP-TV-Z]{8}$` },
});
const day = (description: string): StringSchema => ({
  ...{ type: "string", description, pattern: "^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])$" },
});
const integer = (description: string, range: { minimum?: number; maximum?: number } = {}): IntegerSchema => ({
  ...{ type: "integer", description, minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER, ...range },
});

const CURRENCY = choice("USD", "EUR", "JPY", "KWD");
const ENTRY = id("JE", "The entry's id.");
const PAGE = {
  cursor: { type: "string", description: "next_cursor of the page before.", maxLength: 64 } as StringSchema,
  limit: integer("Entries on the page; 25 unless given.", { minimum: 1, maximum: 50 }),
};
const WHERE: ObjectSchema = {
  description: "Which entries are meant: every given part must hold; without parts, all are.",
  ...closed({
    account: name("A line uses this account code."),
    user: name("This user prepared it."),
    party: name("A line names this party."),
    entity: name("The entity's code."),
    source: choice("manual", "ap", "ar", "fa", "payroll", "ic", "topside"),
    period: name("The period, YYYY-MM."),
    posted_from: day("First posting date, included."),
    posted_to: day("Last posting date, included."),
    amount_min: integer("Least sum of debits, in minor units of the entry's currency."),
    amount_max: integer("Greatest sum of debits, in minor units of the entry's currency."),
    text: { type: "string", description: "Part of narrative or reference, as written.", minLength: 1, maxLength: 200 },
  }),
};

/** Every tool. What the schemas cannot say (what a flag needs, how many numbers an operation takes) the descriptions say,
 * and {@linkcode checkArguments} checks. */
export const TOOL_SCHEMAS: Readonly<Record<ToolName, ToolSchema>> = {
  list_entries: {
    description: "Lists the headers of the entries under review, by posting date. Opens nothing.",
    parameters: closed(PAGE),
  },
  get_entry: {
    description: "Opens one entry: header, lines, and the list of its attachments, on file or pending.",
    parameters: closed({ je_id: ENTRY }, "je_id"),
  },
  open_document: {
    description: "Opens one document. One that is registered and has not arrived answers with status pending.",
    parameters: closed({ doc_id: id("D", "The document's id.") }, "doc_id"),
  },
  search_entries: {
    description:
      "Lists headers of the entries that a condition admits, among those under review, those around them, and " +
      "earlier periods, by posting date. Opens nothing.",
    parameters: closed({ where: WHERE, ...PAGE }, "where"),
  },
  lookup_master: {
    description: "Opens one record of master data by its key: accounts and entities by code, the others by id.",
    parameters: closed(
      { table: choice("accounts", "parties", "users", "periods", "entities"), key: name("The record's key.") },
      ...["table", "key"],
    ),
  },
  fx_rate: {
    description: "Opens one exchange rate: one unit of base is num/den units of quote, in minor units on both sides. " +
      "Average and closing rates stand on the last day of their month.",
    parameters: closed(
      { base: CURRENCY, quote: CURRENCY, date: day("The day."), kind: choice("spot", "average", "closing") },
      ...["base", "quote", "date", "kind"],
    ),
  },
  match_bank: {
    description:
      "Finds lines of the bank statement, at most 20; payments are negative. Opens the line where exactly one " +
      "answers, and nothing otherwise: narrow the query.",
    parameters: closed(
      {
        currency: CURRENCY,
        amount_min: integer("Least amount, signed, in minor units."),
        amount_max: integer("Greatest amount, signed, in minor units."),
        from: day("First day, included."),
        to: day("Last day, included."),
      },
      ...["currency", "amount_min", "amount_max", "from", "to"],
    ),
  },
  find_related: {
    description:
      "Names entries under review or around them that share a party within 45 days (same_party_window) or a " +
      "reference (same_reference) with one, reverse it or are reversed by it (reversal), are its other side in another " +
      "entity (intercompany), or share a suspense account within 30 days (flow). Opens nothing.",
    parameters: closed({ je_id: ENTRY, relation: choice(...RELATIONS) }, "je_id", "relation"),
  },
  population_profile: {
    description:
      "Opens a profile of earlier periods and the entries under review: how they divide by one dimension, and " +
      "the quartiles of their sums of debits. Shares are in 1/10,000 of the entries that are meant.",
    parameters: closed({ dimension: choice(...DIMENSIONS), where: WHERE }, "dimension"),
  },
  compute: {
    description:
      "Reckons exactly with whole numbers: add and sub take two, sum takes any, mul_ratio takes a, num, den and " +
      "gives a*num/den to the nearest whole number, halves away from zero. Opens nothing.",
    parameters: closed(
      {
        op: choice("add", "sub", "mul_ratio", "sum"),
        ints: { type: "array", items: integer("A whole number."), minItems: 1, maxItems: 100 },
      },
      ...["op", "ints"],
    ),
  },
  request_confirmation: {
    description: "Asks a party about a document, and opens its answer: confirmed, denied or no_reply.",
    parameters: closed(
      { party_id: name("The party's key."), doc_id: id("D", "The document's id.") },
      "party_id",
      "doc_id",
    ),
  },
  set_disposition: {
    description:
      "Records a disposition of an entry under review. A flag needs defect_class, evidence and rationale, and " +
      "amount_minor for classes that carry an amount; a hold needs a rationale. Answers with an echo only.",
    parameters: closed(
      {
        je_id: ENTRY,
        disposition: choice("approve", "flag", "hold"),
        defect_class: choice(...CLASSES),
        amount_minor: integer("In minor units, signed as the policy says."),
        evidence: {
          ...{ type: "array", description: "Ids of what supports it; each must have been opened before." },
          ...{ items: id("JE|D|M|F|B|P|Q", "An evidence_id."), maxItems: 8, uniqueItems: true },
        },
        rationale: { type: "string", description: "Facts, policy, consequence.", maxLength: RATIONALE_LENGTH },
      },
      ...["je_id", "disposition"],
    ),
  },
  submit: {
    description: "Ends the episode. Costs no step. Entries without a disposition count as approved.",
    parameters: closed({ note: { type: "string", description: "Kept, not judged.", maxLength: RATIONALE_LENGTH } }),
  },
};
