/** The process score: how the agent worked, component by component. Spec page `je.md`, section 6. @module */
import type { ProcessWeights } from "../env/tasks.ts";
import { backingProfiles } from "./claims.ts";
import type { Evidence, Metric, Metrics } from "./metrics.ts";
import { minus, plus, ppm, type Ratio, ratio, times } from "./ratio.ts";

/** A part of the process score. */
export type ComponentName = keyof ProcessWeights;

/** Why a component counts as it does. */
export type ComponentState =
  /** It was measured. */ | "measured"
  /** The agent did nothing that could be measured: it counts 0. */ | "nothing_done"
  /** The task or condition offers nothing to measure: it is left out, and the others weigh more. */ | "dropped";

/** A component. */
export interface Component {
  /** Its weight before renormalising. */ readonly weight: number;
  /** Parts per million; null: left out. */ readonly value: number | null;
  /** Why. */ readonly state: ComponentState;
}

/** The process score. */
export interface Process {
  /** Parts per million. */ readonly P: number;
  /** Components that the task weighs. */ readonly components: { readonly [name in ComponentName]?: Component };
}

const NAMES = [
  "coverage",
  "precision",
  "relevance",
  "order",
  "economy",
  "closure",
  "baseline",
] as const satisfies readonly ComponentName[];

type Share = Ratio | "nothing_done" | "dropped";
const ZERO = ratio(0, 1), ONE = ratio(1, 1);

/** Weighs the components: those left out are renormalised away, and the sum is rounded once. */
export function processOf(evidence: Evidence, metrics: Metrics): Process {
  const { process_weights: weights } = evidence.task, shares = sharesOf(evidence, metrics);
  const components: { [name in ComponentName]?: Component } = {};
  let sum = ZERO, whole = 0;
  for (const name of NAMES) {
    const weight = weights[name], share = shares[name];
    if (weight === 0) continue;
    components[name] = componentOf(weight, share);
    if (share === "dropped") continue;
    whole += weight;
    if (share !== "nothing_done") sum = plus(sum, times(share, weight));
  }
  return { P: ppm(ratio(sum.num, sum.den * BigInt(whole))), components };
}

function componentOf(weight: number, share: Share): Component {
  if (share === "dropped") return { weight, value: null, state: share };
  if (share === "nothing_done") return { weight, value: 0, state: share };
  return { weight, value: ppm(share), state: "measured" };
}

function sharesOf(evidence: Evidence, metrics: Metrics): Readonly<Record<ComponentName, Share>> {
  const { redundant_calls: repeated, premature_disposition: premature } = metrics,
    inverse = (share: Share): Share => typeof share === "string" ? share : minus(ONE, share);
  return {
    coverage: shareOf(metrics.evidence_coverage),
    precision: shareOf(metrics.evidence_precision),
    relevance: relevanceOf(evidence),
    order: inverse(shareOf(premature)),
    economy: inverse(shareOf(repeated)),
    closure: isSubmitted(evidence) ? ONE : ZERO,
    baseline: baselineShare(evidence, metrics.baseline_before_claim),
  };
}

function shareOf({ num, den }: Metric): Share {
  return num === null || den === null || den === 0 ? "nothing_done" : ratio(num, den);
}

/** Citations of final dispositions that are required or admissible for their entry, or profiles that back its claim, of
 * all citations. */
function relevanceOf(evidence: Evidence): Share {
  const { sealed, finals } = evidence, backing = backingProfiles(evidence);
  const relevant = new Map(
    sealed.entries.map(({ je_id, required, admissible }) => [je_id, new Set([...required.flat(), ...admissible])]),
  );
  const cited = [...finals.values()].flatMap(({ je_id, evidence: ids }) =>
    ids.map((id) => relevant.get(je_id)?.has(id) === true || backing.get(je_id)?.has(id) === true)
  );
  return cited.length === 0 ? "nothing_done" : ratio(cited.filter(Boolean).length, cited.length);
}

/** Whether the agent ended the episode itself, by a submit that was accepted. */
export function isSubmitted({ steps }: Pick<Evidence, "steps">): boolean {
  return steps.some(({ tool, observation }) => tool === "submit" && observation.ok);
}

/** All claims backed. Where nothing was claimed, that is an omission only if there was something unusual to claim. */
function baselineShare({ sealed }: Evidence, metric: Metric): Share {
  if (metric.value !== null) return metric.value === 0 ? ZERO : ONE;
  if (metric.reason !== "no_claims") return "dropped";
  return sealed.entries.some((entry) => entry.class === "unusual_pattern") ? "nothing_done" : "dropped";
}
