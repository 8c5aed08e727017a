/** The evaluator over the cases: one row a case, and the counts. Pure. @module */
import { PermafrostError } from "../../kernel/error.ts";
import { isJsonObject, type JsonValue } from "../../kernel/json_value.ts";
import { ledgerOf, refusalText, type RepairCase } from "./corpus.ts";
import { dispositionOf, REPAIR_STATUSES, type RepairDisposition, type RepairStatus } from "./disposition.ts";
import { evaluateRepair } from "./evaluate.ts";

/** What one case gave. The ledger is kept whole, later attempts too; they are only never evaluated. */
export interface RepairRow extends RepairCase {
  /** How many attempts were logged, the later ones too; null where that cannot be told. */
  readonly logged: number | null;
  /** `STATUS after N: DISPOSITION`, or `refused at "POINTER"`. */
  readonly observed: string;
  /** How it stands; null for a refusal. */
  readonly status: RepairStatus | null;
  /** What is to be done; null for a refusal. */
  readonly disposition: RepairDisposition | null;
  /** Whether the observed text is the expected one. */
  readonly agree: boolean;
}

/** The counts of one file of cases. */
export interface SourceCounts {
  /** Cases in it. */
  readonly planned: number;
  /** Those of them that agree. */
  readonly agreed: number;
}

/** The counts of a run. */
export interface RepairSummary {
  /** The published cases. */
  readonly published: SourceCounts;
  /** The project's own, and how many of them must be refused. */
  readonly own: SourceCounts & { readonly refusals: number };
  /** For each status, the cases of both files that came to it. */
  readonly statuses: { readonly [status: string]: number };
}

/** The functions that a run puts together; tests put broken ones in their place. */
export interface RepairParts {
  /** Evaluates a ledger. */
  readonly evaluateRepair: typeof evaluateRepair;
  /** Says what has to be done. */
  readonly dispositionOf: typeof dispositionOf;
}

/**
 * Evaluates one case.
 *
 * @param one The case; what it expects is compared and decides nothing.
 * @param parts The functions to use; this experiment's own unless a test says otherwise.
 * @returns The row.
 */
export function judgeCase(one: RepairCase, parts: RepairParts = { evaluateRepair, dispositionOf }): RepairRow {
  const ledger = ledgerOf(one);
  const result = outcome(ledger, parts);
  return { ...one, logged: loggedIn(ledger), ...result, agree: result.observed === one.expected };
}

/**
 * Counts the rows of a run.
 *
 * @param rows One row a case, in their order.
 * @returns The counts.
 */
export function summarize(rows: readonly RepairRow[]): RepairSummary {
  const counts = (some: readonly RepairRow[]): SourceCounts => ({
    planned: some.length,
    agreed: some.filter(({ agree }) => agree).length,
  });
  const own = rows.filter(({ source }) => source === "own");
  const came = (status: string): number =>
    rows.filter(({ observed }) => observed.startsWith(`${status} after `)).length;
  return {
    published: counts(rows.filter(({ source }) => source === "published")),
    own: { ...counts(own), refusals: own.filter(({ expected }) => expected.startsWith("refused ")).length },
    statuses: Object.fromEntries(REPAIR_STATUSES.map((status) => [status, came(status)])),
  };
}

/** What came out; an error that is no refusal is a fault and ends the run. */
function outcome(ledger: JsonValue, parts: RepairParts): Pick<RepairRow, "observed" | "status" | "disposition"> {
  try {
    const { status, attemptsUsed } = parts.evaluateRepair(ledger);
    const disposition = parts.dispositionOf(status);
    return { observed: `${status} after ${attemptsUsed}: ${disposition}`, status, disposition };
  } catch (error) {
    const isRefusal = error instanceof PermafrostError && error.code === "record-invalid" && error.at !== null;
    if (isRefusal) return { observed: refusalText(error.at), status: null, disposition: null };
    throw error;
  }
}

function loggedIn(ledger: JsonValue): number | null {
  const attempts = isJsonObject(ledger) && Object.hasOwn(ledger, "attempts") ? ledger["attempts"] : null;
  return Array.isArray(attempts) ? attempts.length : null;
}
