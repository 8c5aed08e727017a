/** One fault compiled into a copy of an honest executable, and what a study must say about it. @module */
import type { FailureKind } from "../../../../experiments/recovery-v1/study/failure_kinds.ts";
import type { BuiltFixture } from "../../../../experiments/recovery-v1/study/fixture_build.ts";
import type { Immutability } from "../../../../experiments/recovery-v1/study/registration.ts";

/** Checks that must fail, all in the same way. */
export interface Expectation {
  /** The names of the checks. */ readonly checks: readonly string[];
  /** How they fail. */ readonly kind: FailureKind;
  /** On which fixtures; left out: on every one, and where the check belongs to no fixture. */
  readonly on?: (fixture: BuiltFixture) => boolean;
}
/** A faulty executable. */
export interface Fault {
  /** Its name. */ readonly name: string;
  /** Of which executable; left out: of the candidate. */ readonly of?: "candidate" | "baseline";
  /** Pieces of the honest source with what stands in their place, each piece exactly once in it. */
  readonly edits: readonly (readonly [piece: string, faulty: string])[];
  /** Exactly what fails. */ readonly fails: readonly Expectation[];
  /** What the comparison at the end must find changed: nothing, when left out. */
  readonly changes?: keyof Immutability;
  /** The time of a command, where the fault waits for its end. */ readonly commandTimeoutMs?: number;
  /** The commands of the study, where the fault needs more than it may have. */ readonly maxCommands?: number;
}

/** The known targets of a fixture. */
export const TARGETS = ["fact", "unicode", "long"] as const;
/** Searches that find. */
export const POSITIVE: readonly string[] = TARGETS.map((target) => `positive_search_${target}`);
/** Searches that find nothing. */
export const NEGATIVE: readonly string[] = ["absent", "other_version", "case_sensitive", "keys_not_values"]
  .map((query) => `negative_search_${query}`);
/** Every search of a fixture. */
export const SEARCHES: readonly string[] = [...POSITIVE, ...NEGATIVE, "limited_search"];
/** Reads of whole records. */
export const READS: readonly string[] = TARGETS.map((target) => `exact_read_${target}`);
/** Recalls of the candidate. */
export const RECALLS: readonly string[] = ["goal", "error", "current"].map((field) => `recall_${field}`);
/** Checks that are made once. */
export const MALFORMED = "malformed_physical_records", BOUNDARIES = "unicode_boundary_pagination";
/** Two more of them. */
export const INTEGRITY = "integrity_fail_closed", MCP = "mcp_default_denial_and_opt_in";
/** Commands that must be refused. */
export const INVALID: readonly string[] = Array.from({ length: 9 }, (_, index) => `invalid_input_${index}`);

/** Whether a fixture writes characters beyond ASCII as escapes. */
export const isEscaped = ({ plan }: BuiltFixture): boolean => plan.spelling !== "raw";
/** Whether a fixture writes characters beyond ASCII as they are. */
export const isRaw = ({ plan }: BuiltFixture): boolean => plan.spelling === "raw";
/** Whether a fixture has the record shapes of claude_code. */
export const isClaude = ({ plan }: BuiltFixture): boolean => plan.provider === "claude_code";
/** Whether a fixture has the record shapes of codex. */
export const isCodex = ({ plan }: BuiltFixture): boolean => plan.provider === "codex";
/** Whether the fact of a fixture lies across two chunks. */
export const isCrossChunk = ({ plan }: BuiltFixture): boolean => plan.family === 5;

/** Expects a kind of failure from checks. */
export function expect(
  kind: FailureKind,
  checks: readonly string[],
  on?: (fixture: BuiltFixture) => boolean,
): Expectation {
  return { kind, checks, ...(on !== undefined && { on }) };
}

/** Every check in which a command must be refused. */
export const REFUSALS: readonly string[] = [...INVALID, MALFORMED, BOUNDARIES, INTEGRITY];

/** Compiles a fault into the source of an honest executable.
 *
 * @throws {Error} when a piece to change is not there exactly once, so that no fault can quietly be none. */
export function compileFault(source: string, { name, edits }: Fault): string {
  return edits.reduce((text, [piece, faulty]) => {
    const parts = text.split(piece);
    if (parts.length !== 2) throw new Error(`${name}: ${parts.length - 1} places hold ${JSON.stringify(piece)}`);
    return parts.join(faulty);
  }, source);
}
