/** Both pipelines over the corpus: one row a case, and the counts. Pure. @module */
import type { FenceCase } from "./corpus.ts";
import { type Candidate, isEligible, normalizeCandidate } from "./normalize.ts";
import { type Score, scoreResponse } from "./score.ts";

/** What one case gave. */
export interface FenceRow {
  /** Which case. */
  readonly id: string;
  /** Its group. */
  readonly category: string;
  /** The declared label of the single-fence pipeline. */
  readonly expectedAccepted: boolean;
  /** The declared label of the strict pipeline. */
  readonly expectedStrictAccepted: boolean;
  /** Whether the raw answer is a string within the byte bound. */
  readonly rawEligible: boolean;
  /** What the normalizer made of it. */
  readonly candidate: Candidate;
  /** The score of the raw answer; of no text at all where it is not eligible. */
  readonly strict: Score;
  /** The score of the candidate; of no text at all where there is none. */
  readonly normalized: Score;
  /** Whether the candidate is there, in its mode, with its text, as declared. */
  readonly candidateUnchanged: boolean;
  /** Whether both pipelines ended as their labels declare. */
  readonly expectationMatched: boolean;
}

/** The counts of one pipeline. */
export interface PipelineCounts {
  /** Allowed answers that it accepted. */
  readonly allowedAccepted: number;
  /** Allowed answers in the corpus. */
  readonly allowedPlanned: number;
  /** Prohibited answers that it refused. */
  readonly prohibitedRejected: number;
  /** Prohibited answers in the corpus. */
  readonly prohibitedPlanned: number;
  /** Prohibited answers that it accepted. */
  readonly falseAccepts: number;
}

/** The counts of a run. */
export interface FenceSummary {
  /** The pipeline without a normalizer. */
  readonly strict: PipelineCounts;
  /** The pipeline with it. */
  readonly singleFence: PipelineCounts;
  /** Cases planned; those whose candidate, those whose two labels, and those whose all three came as declared. */
  readonly agreement: {
    readonly planned: number;
    readonly candidates: number;
    readonly labels: number;
    readonly agreed: number;
  };
}

/** The three functions that a run puts together; tests put broken ones in their place. */
export interface FenceParts {
  /** Says whether the strict pipeline may read a raw answer. */
  readonly isEligible: typeof isEligible;
  /** Frames the candidate of a raw answer. */
  readonly normalizeCandidate: typeof normalizeCandidate;
  /** Scores a text. */
  readonly scoreResponse: typeof scoreResponse;
}

const PARTS: FenceParts = { isEligible, normalizeCandidate, scoreResponse };

/**
 * Puts one case through both pipelines.
 *
 * @param item The case; only its raw answer and its right invoice decide, its labels are compared.
 * @param parts The functions to use; this experiment's own unless a test says otherwise.
 * @returns The row.
 */
export function evaluateCase(item: FenceCase, parts: FenceParts = PARTS): FenceRow {
  const { id, category, raw, expected, expectedAccepted, expectedStrictAccepted } = item;
  const rawEligible = parts.isEligible(raw);
  const candidate = parts.normalizeCandidate(raw);
  const strict = parts.scoreResponse(expected, rawEligible ? raw : null);
  const normalized = parts.scoreResponse(expected, candidate.ok ? candidate.text : null);
  const candidateUnchanged = candidate.ok === (item.expectedMode !== null) &&
    candidate.mode === item.expectedMode && candidate.text === item.expectedCandidate;
  const expectationMatched = strict.accepted === expectedStrictAccepted &&
    normalized.accepted === expectedAccepted;
  return {
    id,
    category,
    expectedAccepted,
    expectedStrictAccepted,
    rawEligible,
    candidate,
    strict,
    normalized,
    candidateUnchanged,
    expectationMatched,
  };
}

/**
 * Counts the rows of a run.
 *
 * @param rows One row a case, in any order.
 * @returns The counts of both pipelines, and how many cases came as declared.
 */
export function summarize(rows: readonly FenceRow[]): FenceSummary {
  const count = (test: (row: FenceRow) => boolean): number => rows.filter(test).length;
  return {
    strict: pipelineCounts(rows, "strict"),
    singleFence: pipelineCounts(rows, "normalized"),
    agreement: {
      planned: rows.length,
      candidates: count((row) => row.candidateUnchanged),
      labels: count((row) => row.expectationMatched),
      agreed: count((row) => row.candidateUnchanged && row.expectationMatched),
    },
  };
}

function pipelineCounts(rows: readonly FenceRow[], pipeline: "strict" | "normalized"): PipelineCounts {
  const allowed = rows.filter((row) => row.category === "allowed");
  const prohibited = rows.filter((row) => row.category !== "allowed");
  const falseAccepts = prohibited.filter((row) => row[pipeline].accepted).length;
  return {
    allowedAccepted: allowed.filter((row) => row[pipeline].accepted).length,
    allowedPlanned: allowed.length,
    prohibitedRejected: prohibited.length - falseAccepts,
    prohibitedPlanned: prohibited.length,
    falseAccepts,
  };
}
