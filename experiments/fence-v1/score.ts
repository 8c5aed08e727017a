/** Scores one extracted invoice against the right one, strictly. No dependency, no repair. @module */
import { topMembers } from "./top_members.ts";

/** The six fields of an invoice, in the order in which they are reported. */
export const INVOICE_FIELDS = [
  "supplier",
  "invoice_number",
  "invoice_date",
  "due_date",
  "currency",
  "invoice_total",
] as const;

/** One of {@linkcode INVOICE_FIELDS}. */
export type InvoiceField = typeof INVOICE_FIELDS[number];

/** An invoice: six fields, each a nonempty string or null, and the list of those that a person must review. */
export type Invoice = { readonly [field in InvoiceField]: string | null } & {
  /** Names of fields, sorted by code unit, each once. */
  readonly review_fields: readonly string[];
};

/** Why an answer does not have the schema; when several hold, the first in this order is named. */
export type ScoreReason =
  | "No text response"
  | "Not one JSON value"
  | "Not an object"
  | "Duplicate keys"
  | "Missing or extra keys"
  | "Fields must be nonempty strings or null"
  | "Noncanonical or impossible date"
  | "Review fields must be sorted and unique";

/** For each of the six fields, whether it equals the right one. */
export type FieldMatches = { readonly [field in InvoiceField]: boolean };

/** The score of an answer that has the schema. */
export interface ValidScore {
  /** Whether everything is right: six fields, the review list, and the two consistent with each other. */
  readonly accepted: boolean;
  /** True: the answer has the schema. */
  readonly schemaValid: true;
  /** How many of the six fields are right. */
  readonly fieldsCorrect: number;
  /** Whether the review list equals the right one. */
  readonly reviewCorrect: boolean;
  /** Whether the review list names exactly the fields that are null. */
  readonly reviewConsistent: boolean;
  /** Which of the six fields are right. */
  readonly fieldMatches: FieldMatches;
  /** Null: the schema holds. */
  readonly reason: null;
}

/** The score of an answer that does not have the schema: nothing of it counts. */
export interface InvalidScore {
  /** False: it cannot be accepted. */
  readonly accepted: false;
  /** False: the answer does not have the schema. */
  readonly schemaValid: false;
  /** Zero: no field counts. */
  readonly fieldsCorrect: 0;
  /** False: the review list does not count. */
  readonly reviewCorrect: false;
  /** False for each field. */
  readonly fieldMatches: FieldMatches;
  /** The first reason that holds. */
  readonly reason: ScoreReason;
}

/** What {@linkcode scoreResponse} returns. */
export type Score = ValidScore | InvalidScore;

type Read = { readonly invoice: Invoice } | { readonly reason: ScoreReason };

const DATE_FIELDS = ["invoice_date", "due_date"] as const;

/**
 * Scores one answer against the right invoice. The answer is accepted only as the text of one JSON object
 * with exactly the seven keys, none repeated at any depth in any spelling, whose values equal the right ones
 * code unit by code unit. Nothing is trimmed, rounded, folded or coerced.
 *
 * A date is a day of the proleptic Gregorian calendar, `0000-01-01` to `9999-12-31`, written as RFC 3339's
 * full-date; year 0 is a leap year there. Work is linear in the length of the text, at any depth of nesting,
 * and no text makes it throw.
 *
 * @param gold The right invoice; {@linkcode isInvoice} tells whether a value is one.
 * @param text The answer; anything but a primitive string is refused without running its code.
 * @returns The score, with the first reason that holds in the order of {@linkcode ScoreReason}, or null.
 */
export function scoreResponse(gold: Invoice, text: unknown): Score {
  const read = readInvoice(text);
  if ("reason" in read) {
    const fieldMatches = matches(() => false);
    const { reason } = read;
    return {
      accepted: false,
      schemaValid: false,
      fieldsCorrect: 0,
      reviewCorrect: false,
      fieldMatches,
      reason,
    };
  }
  const { invoice } = read;
  const fieldMatches = matches((field) => invoice[field] === gold[field]);
  const fieldsCorrect = INVOICE_FIELDS.filter((field) => fieldMatches[field]).length;
  const reviewCorrect = equalLists(invoice.review_fields, gold.review_fields);
  const nullFields = INVOICE_FIELDS.filter((field) => invoice[field] === null).sort();
  const reviewConsistent = equalLists(invoice.review_fields, nullFields);
  const accepted = fieldsCorrect === INVOICE_FIELDS.length && reviewCorrect && reviewConsistent;
  return {
    accepted,
    schemaValid: true,
    fieldsCorrect,
    reviewCorrect,
    reviewConsistent,
    fieldMatches,
    reason: null,
  };
}

/**
 * Tells whether a value can serve as the right invoice: a plain object with exactly the seven keys, six
 * nonempty strings or nulls, and a sorted list of distinct field names. Dates are not checked: an invoice
 * may be right about a paper that is wrong.
 *
 * @param value Any JSON value.
 * @returns True when it is such an invoice.
 */
export function isInvoice(value: unknown): value is Invoice {
  return isObject(value) && hasInvoiceKeys(Object.keys(value)) && hasFieldValues(value) &&
    isFieldList(value.review_fields);
}

function readInvoice(text: unknown): Read {
  if (typeof text !== "string") return { reason: "No text response" };
  const root = parse(text);
  if (root === undefined) return { reason: "Not one JSON value" };
  if (!isObject(root)) return { reason: "Not an object" };
  const members = topMembers(text);
  if (members === null) return { reason: "Duplicate keys" };
  if (!hasInvoiceKeys([...members.keys()])) return { reason: "Missing or extra keys" };
  const value = Object.fromEntries([...members].map(([key, part]) => [key, parse(part)]));
  if (!hasFieldValues(value)) return { reason: "Fields must be nonempty strings or null" };
  if (!DATE_FIELDS.every((field) => isDay(value[field]))) {
    return { reason: "Noncanonical or impossible date" };
  }
  if (!isFieldList(value.review_fields)) return { reason: "Review fields must be sorted and unique" };
  return { invoice: value as unknown as Invoice };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function hasInvoiceKeys(keys: readonly string[]): boolean {
  const known: readonly string[] = [...INVOICE_FIELDS, "review_fields"];
  return keys.length === known.length && known.every((key) => keys.includes(key));
}

function hasFieldValues(value: Record<string, unknown>): boolean {
  const isValue = (part: unknown) => part === null || (typeof part === "string" && part !== "");
  return INVOICE_FIELDS.every((field) => isValue(value[field]));
}

function isFieldList(value: unknown): value is InvoiceField[] {
  if (!Array.isArray(value)) return false;
  const known: readonly unknown[] = INVOICE_FIELDS;
  return value.every((name, i) => known.includes(name) && (i === 0 || value[i - 1] < name));
}

/** Null, or a real day as `YYYY-MM-DD`. */
function isDay(value: unknown): boolean {
  if (value === null) return true;
  const parts = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(String(value));
  if (parts === null) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day >= 1 && day <= days;
}

function matches(test: (field: InvoiceField) => boolean): FieldMatches {
  return {
    supplier: test("supplier"),
    invoice_number: test("invoice_number"),
    invoice_date: test("invoice_date"),
    due_date: test("due_date"),
    currency: test("currency"),
    invoice_total: test("invoice_total"),
  };
}

function equalLists(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, i) => name === b[i]);
}
