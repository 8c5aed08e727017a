/** From several judges' scores to one: panels, medians, agreement. @module */
import type { Tier } from "../env/model.ts";
import { type JudgedRationale, judgeRationale } from "./deterministic.ts";
import { CRITERIA, type Criterion, CRITERION_WEIGHTS, type CriterionScores, type Variant, VARIANTS } from "./rubric.ts";
import type { Seen } from "./tokens.ts";

/** How many judges an episode has: three at L4, else one. */
export function judgesPerEpisode(tier: Tier): 1 | 3 {
  return tier === "L4" ? 3 : 1;
}

/** The variants of the deterministic judge that form a tier's panel. */
export function panelOf(tier: Tier): readonly Variant[] {
  return judgesPerEpisode(tier) === 3 ? VARIANTS : ["standard"];
}

/** How many valid verdicts a panel needs: two of three, one of one. */
export function quorumOf(judges: number): number {
  return judges === 1 ? 1 : 2;
}

/** The median of each criterion; of an even number of scores, the lower of the middle two.
 * @param scores At least one. */
export function medianScores(scores: readonly CriterionScores[]): CriterionScores {
  const median = (criterion: Criterion): number =>
    scores.map((each) => each[criterion]).sort((one, other) => one - other)[(scores.length - 1) >> 1]!;
  return eachCriterion(median);
}

/** Makes scores criterion by criterion. */
export function eachCriterion(scoreOf: (criterion: Criterion) => number): CriterionScores {
  return Object.fromEntries(CRITERIA.map((criterion) => [criterion, scoreOf(criterion)])) as CriterionScores;
}

/** The deterministic panel's scores of one rationale. */
export function judgeByPanel(item: JudgedRationale, seen: Seen, options: { tier: Tier }): CriterionScores {
  return medianScores(panelOf(options.tier).map((variant) => judgeRationale(item, seen, { variant })));
}

/** What scores come to, from 0 to 400: four times the weights where all are full. */
export function weighted(scores: CriterionScores): number {
  return CRITERIA.reduce((sum, criterion) => sum + CRITERION_WEIGHTS[criterion] * scores[criterion], 0);
}

/** How far two judges of the same rationales agree. */
export interface Agreement {
  /** Pairs of scores compared: rationales times criteria. */ readonly compared: number;
  /** Pairs that are equal. */ readonly equal: number;
  /** Pairs that differ by at most one. */ readonly within_one: number;
}

/** Compares two judges, rationale by rationale, in the same order. */
export function agreementOf(ones: readonly CriterionScores[], others: readonly CriterionScores[]): Agreement {
  const gaps = ones.flatMap((one, at) => CRITERIA.map((name) => Math.abs(one[name] - others[at]![name])));
  return {
    ...{ compared: gaps.length, equal: gaps.filter((gap) => gap === 0).length },
    within_one: gaps.filter((gap) => gap <= 1).length,
  };
}
