/** The verifier over the vectors: one row a vector, and the counts. Pure. @module */
import { PermafrostError } from "../../kernel/error.ts";
import type { JsonValue } from "../../kernel/json_value.ts";
import { type ConservationVector, refusalText } from "./corpus.ts";
import { serializeFindings, verifyConservation, verifyParsedConservation } from "./verify.ts";

/** What one vector gave. */
export interface ConservationRow {
  /** Which vector. */
  readonly id: string;
  /** Who wrote it. */
  readonly source: "published" | "own";
  /** The rule that it pins, or null. */
  readonly rule: string | null;
  /** The text that must come out. */
  readonly expected: string;
  /** The text that came out of the verifier that trusts nothing. */
  readonly observed: string;
  /** The text that came out of the verifier for what a parser has made. */
  readonly observedParsed: string;
  /** Whether both are the expected text, byte for byte. */
  readonly agree: boolean;
}

/** The counts of one file of vectors. */
export interface SourceCounts {
  /** Vectors in it. */
  readonly planned: number;
  /** Those of them that agree. */
  readonly agreed: number;
}

/** The counts of a run. */
export interface ConservationSummary {
  /** The published vectors. */
  readonly published: SourceCounts;
  /** The project's own, and how many of them must be refused. */
  readonly own: SourceCounts & { readonly refusals: number };
  /** For each rule, the own vectors that pin it, in the order of the file. */
  readonly rules: { readonly [rule: string]: SourceCounts };
}

/** The functions that a run puts together; tests put broken ones in their place. */
export interface ConservationParts {
  /** Judges any value. */
  readonly verifyConservation: typeof verifyConservation;
  /** Judges what a parser has made. */
  readonly verifyParsedConservation: typeof verifyParsedConservation;
  /** Writes findings. */
  readonly serializeFindings: typeof serializeFindings;
}

const PARTS: ConservationParts = { verifyConservation, verifyParsedConservation, serializeFindings };

/**
 * Judges one vector, both ways.
 *
 * @param vector The vector; its expected text is compared and decides nothing.
 * @param parts The functions to use; this experiment's own unless a test says otherwise.
 * @returns The row.
 */
export function evaluateVector(vector: ConservationVector, parts: ConservationParts = PARTS): ConservationRow {
  const { id, source, rule, input, expected } = vector;
  const observed = outcome(() => parts.serializeFindings(parts.verifyConservation(input)));
  const observedParsed = outcome(() => parts.serializeFindings(parts.verifyParsedConservation(input as JsonValue)));
  const agree = observed === expected && observedParsed === expected;
  return { id, source, rule, expected, observed, observedParsed, agree };
}

/** The text, or the text of a refusal; any other error is a fault and ends the run. */
function outcome(judge: () => string): string {
  try {
    return judge();
  } catch (error) {
    const isRefusal = error instanceof PermafrostError && error.code === "record-invalid" && error.at !== null;
    if (isRefusal) return refusalText(error.at);
    throw error;
  }
}

/**
 * Counts the rows of a run.
 *
 * @param rows One row a vector, in their order.
 * @returns The counts by source and by rule.
 */
export function summarize(rows: readonly ConservationRow[]): ConservationSummary {
  const counts = (some: readonly ConservationRow[]): SourceCounts => ({
    planned: some.length,
    agreed: some.filter(({ agree }) => agree).length,
  });
  const own = rows.filter(({ source }) => source === "own");
  const rules = [...new Set(own.map(({ rule }) => rule ?? ""))];
  return {
    published: counts(rows.filter(({ source }) => source === "published")),
    own: { ...counts(own), refusals: own.filter(({ expected }) => expected.startsWith("refused ")).length },
    rules: Object.fromEntries(rules.map((rule) => [rule, counts(own.filter((row) => row.rule === rule))])),
  };
}
