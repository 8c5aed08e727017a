/** The six metrics, each with its parts, its definition, and whether the seed or this project defines it. Spec page
 * `je.md`, section 5. @module */
import type { World } from "../env/model.ts";
import type { Sealed } from "../env/sealed.ts";
import type { Task } from "../env/tasks.ts";
import { canonicalize } from "../../../kernel/json_encode.ts";
import { baselineBeforeClaim } from "./claims.ts";
import { type Decision, isCoveredBefore, isOpenedBefore, isSatisfiedBefore, type Opened } from "./opened.ts";
import { ppmOf } from "./ratio.ts";
import type { Step } from "./step.ts";

/** Who defines a metric: the surviving seed, or an inference from what the seed says of JE-12 and JE-16. */
export type MetricStatus = "source" | "inferred";

/** Why a metric has no value. */
export type NullReason =
  | "no_citations"
  | "no_calls"
  | "no_flag"
  | "no_claims"
  | "no_dispositions"
  | "nothing_required"
  | "not_offered"
  | "tool_withheld";

/** A metric. */
export interface Metric {
  /** A share in parts per million, a count or a step, as the definition says; null: not defined here. */
  readonly value: number | null;
  /** The part; null where the metric is no share. */ readonly num: number | null;
  /** The whole; null where the metric is no share. */ readonly den: number | null;
  /** What it is, in words. */ readonly definition: string;
  /** Who defines it. */ readonly status: MetricStatus;
  /** Why there is no value. */ readonly reason?: NullReason;
}

/** The names of the metrics, in order. */
export const METRIC_NAMES = [
  ...["evidence_coverage", "evidence_precision", "redundant_calls"] as const,
  ...["steps_to_first_flag", "baseline_before_claim", "premature_disposition"] as const,
] as const;

/** One of {@linkcode METRIC_NAMES}. */
export type MetricName = typeof METRIC_NAMES[number];

/** All six. */
export type Metrics = Readonly<Record<MetricName, Metric>>;

/** What metrics are computed from. */
export interface Evidence {
  /** The world. */ readonly world: World;
  /** The held-out ledger. */ readonly sealed: Sealed;
  /** The task. */ readonly task: Task;
  /** The tools of the run. */ readonly toolsEnabled: readonly string[];
  /** The recorded calls. */ readonly steps: readonly Step[];
  /** What they opened. */ readonly opened: Opened;
  /** Every accepted disposition. */ readonly decisions: readonly Decision[];
  /** The latest of each entry. */ readonly finals: ReadonlyMap<string, Decision>;
}

/** Computes the six metrics. */
export function metricsOf(evidence: Evidence): Metrics {
  return {
    evidence_coverage: coverageOf(evidence),
    evidence_precision: precisionOf(evidence),
    redundant_calls: redundancyOf(evidence),
    steps_to_first_flag: firstFlagOf(evidence),
    baseline_before_claim: baselineBeforeClaim(evidence),
    premature_disposition: prematurityOf(evidence),
  };
}

/** A share as a metric; nothing among nothing has no value. */
export function shareMetric(
  share: { readonly num: number; readonly den: number },
  parts: { readonly definition: string; readonly status: MetricStatus; readonly reason: NullReason },
): Metric {
  const { reason, ...rest } = parts, value = ppmOf(share.num, share.den);
  return value === null ? { value, ...share, ...rest, reason } : { value, ...share, ...rest };
}

function coverageOf({ sealed, opened }: Evidence): Metric {
  const groups = new Map(
    sealed.entries.flatMap(({ required }) => required).map((group) => [canonicalize([...group].sort()), group]),
  );
  const met = [...groups.values()].filter((group) => isSatisfiedBefore(opened, group, { step: Infinity })).length;
  return shareMetric({ num: met, den: groups.size }, {
    definition: "groups of required evidence with a member opened, of all different groups; parts per million",
    ...{ status: "source", reason: "nothing_required" },
  });
}

function precisionOf({ finals, opened }: Evidence): Metric {
  const cited = [...finals.values()].flatMap(({ evidence, step_idx }) =>
    evidence.map((id) => isOpenedBefore(opened, id, { step: step_idx }))
  );
  return shareMetric({ num: cited.filter(Boolean).length, den: cited.length }, {
    definition: "citations of final dispositions opened before the disposition, of all citations; parts per million",
    ...{ status: "source", reason: "no_citations" },
  });
}

function redundancyOf({ steps }: Evidence): Metric {
  const different = new Set(steps.map(({ tool, args }) => canonicalize([tool, args]))).size;
  const num = steps.length - different, den = steps.length;
  return {
    ...{ value: den === 0 ? null : num, num, den },
    definition: "calls whose tool and arguments occurred before, errors included; a count, of all calls",
    ...{ status: "source" },
    ...(den === 0 ? { reason: "no_calls" } : {}),
  };
}

function firstFlagOf({ decisions }: Evidence): Metric {
  const first = decisions.find(({ disposition }) => disposition === "flag");
  return {
    ...{ value: first?.step_idx ?? null, num: null, den: null },
    definition: "the step of the first accepted flag, counted from 0; a diagnostic that earns nothing",
    ...{ status: "inferred" },
    ...(first === undefined ? { reason: "no_flag" } : {}),
  };
}

function prematurityOf({ sealed, opened, decisions }: Evidence): Metric {
  const needing = new Map(
    sealed.entries.filter(({ required }) => required.length > 0).map((entry) => [entry.je_id, entry]),
  );
  const counted = decisions.filter(({ je_id }) => needing.has(je_id));
  const early = counted.filter(({ je_id, step_idx }) =>
    !isCoveredBefore(opened, needing.get(je_id)!, { step: step_idx })
  );
  return shareMetric({ num: early.length, den: counted.length }, {
    definition:
      "accepted dispositions, superseded ones included, before their required evidence was opened, of those of entries that require some; parts per million",
    ...{ status: "inferred", reason: "no_dispositions" },
  });
}
