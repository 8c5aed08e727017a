/**
 * The rubric `global_rubric_v1`: five criteria with anchors from 0 to 4, made formal, and the thresholds of its three
 * variants. Spec page `je.md`, section 6.
 *
 * Only defects and holds whose final disposition has the right type and cites nothing unopened are judged; every other
 * one counts 0. What earns 4 of 4 on every criterion in every variant is a rationale that
 *
 * 1. names the governing policy by id (`POL-TIE`), and no other policy;
 * 2. names every key fact of the entry as a token: ids and days as they are, amounts and rates as bare digits of minor
 *    units (`123456`) or as printed (`1,234.56`);
 * 3. names no other id, day or number that an earlier observation has not shown. Policy and annex ids, the entity, the
 *    period and the task's id count as shown by the brief, and numbers that are key facts, or the right amount, as
 *    worked out; ids and days that are key facts must have been shown;
 * 4. holds at most twelve numbers and days (each mention counts; ids, and digits inside them, do not);
 * 5. says, in one sentence, a direction (`overstated`, `understated`, `too early`, …) and an account, period or control
 *    word (`payables`, `month`, `approval`, …);
 * 6. is at most 900 characters, claims no certainty (`certainly`, `beyond doubt`), alleges no intent (`fraud`,
 *    `deliberately`) and does not speak to whoever grades it.
 *
 * For example: `POL-TIE: the invoice D-01234567 says 120000, the entry books 138000; payables are overstated.`
 *
 * @module
 */

/** The rubric's name, as run configs give it. */
export const RUBRIC_ID = "global_rubric_v1";

/** The criteria, in the order of the rubric. */
export const CRITERIA = ["grounding", "key_facts", "rule", "consequence", "discipline"] as const;

/** One of {@linkcode CRITERIA}. */
export type Criterion = typeof CRITERIA[number];

/** A whole number from 0 to 4 for every criterion. */
export type CriterionScores = Readonly<Record<Criterion, number>>;

/** The best that a criterion can get. */
export const MAX_SCORE = 4;

/** What each criterion weighs, in parts of 100. */
export const CRITERION_WEIGHTS: CriterionScores = {
  ...{ grounding: 30, key_facts: 30, rule: 15, consequence: 15, discipline: 10 },
};

/** What each score means, from 0 to 4, as LLM judges are told. */
export const ANCHORS: Readonly<Record<Criterion, readonly [string, string, string, string, string]>> = {
  grounding: [
    "names no fact, or fewer than half of the named ones were observed",
    "at least half of the named facts were observed",
    "at least three quarters were observed",
    "at least nine tenths were observed",
    "all named facts were observed",
  ],
  key_facts: [
    "fewer than a quarter of the key facts are named",
    "at least a quarter",
    "at least half",
    "at least three quarters",
    "all key facts are named",
  ],
  rule: [
    "no rule",
    "a hint of the rule, or the id of another policy only",
    "the rule in words, or its id in a list of policies",
    "the rule in words and in detail",
    "the governing policy's id",
  ],
  consequence: [
    "no consequence",
    "that something is wrong, without more",
    "either the direction, or the account, period or control",
    "one of the two, and that something is wrong",
    "both the direction and the account, period or control",
  ],
  discipline: [
    "speaks to the grader, or alleges intent",
    "more than twice the allowed numbers",
    "more than twelve numbers and days",
    "longer than 900 characters, or claims certainty",
    "concise and calibrated",
  ],
};

/** How severe the deterministic judge is. */
export type Variant = "strict" | "standard" | "lenient";

/** The variants, the most severe first: the panel of L4. */
export const VARIANTS: readonly Variant[] = ["strict", "standard", "lenient"];

/** What a variant asks for. */
export interface Thresholds {
  /** Least shares of named facts that were observed, in per cent, for 1, 2, 3 and 4. */
  readonly grounding: readonly [number, number, number, number];
  /** Least shares of key facts that are named, in per cent, for 1, 2, 3 and 4. */
  readonly key_facts: readonly [number, number, number, number];
  /** Least rule words for "described"; two more make it detailed. */ readonly ruleWords: number;
  /** Other policies that may be named beside the governing one. */ readonly otherPolicies: number;
  /** Whether direction and subject must share a sentence for a 4. */ readonly isOneSentence: boolean;
  /** Whether a word that something is wrong does for a direction. */ readonly isVagueEnough: boolean;
  /** Most numbers and days; more than twice as many get a 1. */ readonly maxNumbers: number;
  /** What more than that gets. */ readonly tooManyScore: number;
  /** Most characters for a 4. */ readonly maxChars: number;
}

/** The thresholds of each variant. */
export const THRESHOLDS: Readonly<Record<Variant, Thresholds>> = {
  strict: {
    ...{ grounding: [60, 85, 95, 100], key_facts: [40, 65, 90, 100], ruleWords: 3, otherPolicies: 0 },
    ...{ isOneSentence: true, isVagueEnough: false, maxNumbers: 12, tooManyScore: 1, maxChars: 900 },
  },
  standard: {
    ...{ grounding: [50, 75, 90, 100], key_facts: [25, 50, 75, 100], ruleWords: 2, otherPolicies: 1 },
    ...{ isOneSentence: false, isVagueEnough: false, maxNumbers: 12, tooManyScore: 2, maxChars: 900 },
  },
  lenient: {
    ...{ grounding: [40, 60, 80, 95], key_facts: [20, 40, 65, 90], ruleWords: 1, otherPolicies: 2 },
    ...{ isOneSentence: false, isVagueEnough: true, maxNumbers: 16, tooManyScore: 2, maxChars: 1200 },
  },
};

/** The score that a share gets by thresholds in per cent: how many of them it reaches. */
export function scoreByShare(
  share: { readonly num: number; readonly den: number },
  thresholds: readonly number[],
): number {
  return thresholds.filter((percent) => 100 * share.num >= percent * share.den).length;
}
