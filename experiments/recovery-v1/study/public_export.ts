/** The public export: aggregates only, under exactly the names of the published result. @module */
import type { JsonObject, JsonValue } from "../../../kernel/json_value.ts";
import { type PublicBounds, publicBounds, type StudyBounds } from "./bounds.ts";
import type { CommandEntry } from "./budget.ts";
import { CHECK_NAMES } from "./check_names.ts";
import { CARD_FIELDS, PROVIDERS } from "./fixture_plan.ts";
import type { Fixture } from "./fixtures.ts";
import { type Backend, BACKENDS } from "./machine.ts";
import type { Immutability } from "./registration.ts";
import type { CaseResult, Outcomes, RecallObservation } from "./study_cases.ts";

/** The format of the export. */
export const EXPORT_SCHEMA = "gobstopper-public-recovery-study-result-v1";

/** What an export is made of. */
export interface ExportSource extends Outcomes {
  /** When the study started, an instant in UTC. */ readonly startedAt: string;
  /** How long it took. */ readonly wallMs: number;
  /** The texts of the protocol: scope, interpretation, limitations, privacy. */ readonly document: JsonObject;
  /** The digests of both executables and of the study's modules. */
  readonly provenance: Readonly<
    Record<"baseline_binary_sha256" | "candidate_binary_sha256" | "runner_sha256", string>
  >;
  /** The study's bounds. */ readonly bounds: StudyBounds;
  /** The fixtures whose checks were made. */ readonly selected: readonly Fixture[];
  /** The commands. */ readonly entries: readonly CommandEntry[];
  /** What did not change. */ readonly immutability: Immutability;
}

/** Counts of one check, over its fixtures. */
export type CheckCount = Readonly<{ check: string; total: number; passed: number; failed: number }>;
/** Counts of the recalls of one executable, provider and field. */
export type RecallCount =
  & Pick<RecallObservation, "backend" | "provider" | "field">
  & Readonly<{ queries: number; found: number; absent: number }>;
/** How long the commands of one executable took; null where it ran none. */
export type CommandTimes = Readonly<
  { commands: number; median_ms: number | null; p95_ms: number | null; max_ms: number | null }
>;
/** The summary's numbers, in their order. */
export type SummaryName =
  | "sample_count"
  | "provider_count"
  | "family_count"
  | "additional_robustness_snapshots"
  | "total_checks"
  | "passed_checks"
  | "failed_checks"
  | "positive_search_targets"
  | "positive_search_targets_found"
  | "exact_record_recovery_targets"
  | "exact_record_recoveries"
  | "negative_query_checks"
  | "bounded_search_checks"
  | "state_card_query_denominator_per_backend"
  | "baseline_state_card_queries_found"
  | "candidate_state_card_queries_found"
  | "commands"
  | "wall_seconds"
  | "local_model_calls"
  | "remote_model_calls";
/** The export. */
export interface PublicExport {
  /** {@linkcode EXPORT_SCHEMA}. */ readonly schema: string;
  /** The day of the start, in UTC. */ readonly study_date: string;
  /** The instant of the start, in UTC. */ readonly started_at: string;
  /** What was studied. */ readonly scope: JsonValue;
  /** Three digests. */ readonly provenance: ExportSource["provenance"];
  /** The study's bounds. */ readonly bounds: PublicBounds;
  /** What the baseline can do of what is new. */ readonly baseline_recovery_capabilities: Outcomes["capabilities"];
  /** The numbers. */ readonly summary: Readonly<Record<SummaryName, number>>;
  /** Counts of each check, in the order of the names. */ readonly checks: readonly CheckCount[];
  /** Counts of recalls, in twelve rows. */ readonly recall: readonly RecallCount[];
  /** Times by executable. */ readonly timing: Readonly<Record<Backend, CommandTimes>>;
  /** What did not change. */ readonly immutability: Immutability;
  /** What may be concluded. */ readonly interpretation: JsonValue;
  /** What may not. */ readonly limitations: JsonValue;
  /** What is left out. */ readonly privacy: JsonValue;
}

/** Counts each check over its fixtures, in the order of the names. */
export function countChecks(cases: readonly CaseResult[]): CheckCount[] {
  return CHECK_NAMES.map((check) => {
    const own = cases.filter((one) => one.check === check), passed = own.filter(hasPassed).length;
    return { check, total: own.length, passed, failed: own.length - passed };
  });
}

/** Counts of recalls, in twelve rows: by backend, provider and field. */
export function countRecalls(recalls: readonly RecallObservation[]): RecallCount[] {
  return BACKENDS.flatMap((backend) =>
    PROVIDERS.flatMap((provider) =>
      CARD_FIELDS.map((field) => {
        const own = recalls.filter((one) =>
          one.backend === backend && one.provider === provider && one.field === field
        );
        const found = own.filter(({ failure }) => failure === null).length;
        return { backend, provider, field, queries: own.length, found, absent: own.length - found };
      })
    )
  );
}

/** Makes the export. It holds no case, no digest of a fixture or query, no session and no path. */
export function makeExport(source: ExportSource): PublicExport {
  const { document, selected, entries, cases, recalls } = source;
  const recall = countRecalls(recalls);
  const found = (backend: string): number =>
    recall.filter((row) => row.backend === backend).reduce((total, row) => total + row.found, 0);
  const named = (prefix: string): CaseResult[] => cases.filter(({ check }) => check.startsWith(prefix));
  const [searches, reads] = [named("positive_search_"), named("exact_read_")];
  const distinct = (values: readonly unknown[]): number => new Set(values).size;
  const passed = cases.filter(hasPassed).length;
  return {
    ...{ schema: EXPORT_SCHEMA, study_date: source.startedAt.slice(0, 10), started_at: source.startedAt },
    ...{ scope: textOf(document, "scope"), provenance: source.provenance, bounds: publicBounds(source.bounds) },
    baseline_recovery_capabilities: source.capabilities,
    summary: {
      sample_count: selected.length,
      provider_count: distinct(selected.map(({ plan }) => plan.provider)),
      family_count: distinct(selected.map(({ plan }) => plan.family)),
      additional_robustness_snapshots: 1,
      ...{ total_checks: cases.length, passed_checks: passed, failed_checks: cases.length - passed },
      positive_search_targets: searches.length,
      positive_search_targets_found: searches.filter(hasPassed).length,
      exact_record_recovery_targets: reads.length,
      exact_record_recoveries: reads.filter(hasPassed).length,
      negative_query_checks: named("negative_search_").length,
      bounded_search_checks: named("limited_search").length,
      state_card_query_denominator_per_backend: selected.length * CARD_FIELDS.length,
      baseline_state_card_queries_found: found("baseline"),
      candidate_state_card_queries_found: found("candidate"),
      ...{ commands: entries.length, wall_seconds: Math.round(source.wallMs) / 1_000 },
      ...{ local_model_calls: 0, remote_model_calls: 0 }, // nothing here can make one
    },
    ...{ checks: countChecks(cases), recall, timing: timingOf(entries), immutability: source.immutability },
    ...{ interpretation: textOf(document, "interpretation"), limitations: textOf(document, "limitations") },
    privacy: textOf(document, "privacy"),
  };
}

/** How long commands took, in milliseconds, by executable. */
function timingOf(entries: readonly CommandEntry[]): PublicExport["timing"] {
  const of = (backend: Backend): CommandTimes => {
    const times = entries.filter((entry) => entry.backend === backend).map(({ durationMs }) => durationMs);
    const sorted = times.sort((a, b) => a - b);
    const at = (share: number): number | null => rounded(sorted[Math.ceil(share * sorted.length) - 1]);
    return { commands: sorted.length, median_ms: at(0.5), p95_ms: at(0.95), max_ms: at(1) };
  };
  return { baseline: of("baseline"), candidate: of("candidate") };
}

function rounded(ms: number | undefined): number | null {
  return ms === undefined ? null : Math.round(ms * 10) / 10;
}

function textOf(document: JsonObject, name: string): JsonValue {
  return document[name] ?? null;
}

function hasPassed({ failure }: Readonly<{ failure: unknown }>): boolean {
  return failure === null;
}
