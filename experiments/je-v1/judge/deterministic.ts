/** The deterministic judge: the rubric by tables and word lists. It measures groundedness, not eloquence. @module */
import { CERTAINTY, DIRECTION, GRADER, INTENT, ruleWordsIn, SUBJECT, WRONG } from "./lexicon.ts";
import { type CriterionScores, MAX_SCORE, scoreByShare, THRESHOLDS, type Thresholds, type Variant } from "./rubric.ts";
import { type Fact, factsIn, type Seen, tokensIn, wasSeen } from "./tokens.ts";

/** A rationale with what it is judged by. */
export interface JudgedRationale {
  /** The entry. */ readonly je_id: string;
  /** What the agent wrote. */ readonly rationale: string;
  /** The step of its disposition; what observations showed before it counts as seen. */ readonly step_idx: number;
  /** Tokens that a good rationale names. */ readonly key_facts: readonly string[];
  /** The right amount; null: the entry has none. */ readonly amount_minor: number | null;
  /** The policy that decides. */ readonly policy_id: string;
  /** The document that holds that policy; null: it is not known. */ readonly policy_doc_id: string | null;
}

const COUNT_DIGITS = 2; // numbers of one or two digits are counts and shares, no facts of a file
const POLICY_ID = /^POL-/;

/** Judges a rationale by one variant. An empty one gets nothing. */
export function judgeRationale(item: JudgedRationale, seen: Seen, options: { variant: Variant }): CriterionScores {
  const limits = THRESHOLDS[options.variant], { rationale } = item;
  if (rationale.trim() === "") return { grounding: 0, key_facts: 0, rule: 0, consequence: 0, discipline: 0 };
  const facts = factsIn(rationale), { grounded, named } = groundingOf(item, seen);
  return {
    grounding: named === 0 ? 0 : scoreByShare({ num: grounded, den: named }, limits.grounding),
    key_facts: keyFactsScore(item, limits),
    rule: ruleScore(item, facts, { limits }),
    consequence: consequenceScore(rationale, limits),
    discipline: disciplineScore(rationale, facts, { limits }),
  };
}

/** How many different facts a rationale names, and how many of them are grounded: shown before, or numbers that the
 * held-out ledger confirms. */
export function groundingOf(item: JudgedRationale, seen: Seen): { named: number; grounded: number } {
  const named = namedFacts(item, seen);
  return { named: named.length, grounded: named.filter(({ isGrounded }) => isGrounded).length };
}

/** The different facts that a rationale names, each with whether it is grounded, in the order of their first mention. */
export function namedFacts(item: JudgedRationale, seen: Seen): { token: string; isGrounded: boolean }[] {
  const confirmed = new Set(item.key_facts);
  if (item.amount_minor !== null) confirmed.add(String(Math.abs(item.amount_minor)));
  const named = new Map<string, boolean>();
  for (const { kind, token } of factsIn(item.rationale)) {
    if (kind === "number" && token.length <= COUNT_DIGITS) continue;
    const isGrounded = wasSeen(seen, token, { step: item.step_idx }) || (kind === "number" && confirmed.has(token));
    named.set(token, isGrounded);
  }
  return [...named].map(([token, isGrounded]) => ({ token, isGrounded }));
}

/** The key facts that a rationale names. */
export function keyFactsIn({ rationale, key_facts }: JudgedRationale): string[] {
  const tokens = tokensIn(rationale);
  return key_facts.filter((fact) => tokens.has(fact) || (/\s/.test(fact) && rationale.includes(fact)));
}

function keyFactsScore(item: JudgedRationale, limits: Thresholds): number {
  const { length } = item.key_facts;
  return length === 0 ? MAX_SCORE : scoreByShare({ num: keyFactsIn(item).length, den: length }, limits.key_facts);
}

function ruleScore(item: JudgedRationale, facts: readonly Fact[], { limits }: { limits: Thresholds }): number {
  const { policy_id, policy_doc_id } = item, ids = new Set(facts.map(({ token }) => token));
  const isNamed = ids.has(policy_id) || (policy_doc_id !== null && ids.has(policy_doc_id));
  const others = [...ids].filter((id) => POLICY_ID.test(id) && id !== policy_id).length;
  if (isNamed) return others <= limits.otherPolicies ? MAX_SCORE : 2;
  const words = ruleWordsIn(item.rationale, policy_id);
  if (words >= limits.ruleWords + 2) return 3;
  if (words >= limits.ruleWords) return 2;
  return words > 0 || others > 0 ? 1 : 0;
}

function consequenceScore(rationale: string, limits: Thresholds): number {
  const hasWrong = WRONG.test(rationale), hasSubject = SUBJECT.test(rationale);
  const directed = (text: string): boolean => DIRECTION.test(text) || (limits.isVagueEnough && WRONG.test(text));
  const hasDirection = directed(rationale), isFirm = hasSubject || DIRECTION.test(rationale);
  if (hasDirection && hasSubject) {
    const sentences = rationale.split(/[.;!?](?=\s|$)/);
    const isTogether = sentences.some((sentence) => directed(sentence) && SUBJECT.test(sentence));
    return isTogether || !limits.isOneSentence ? MAX_SCORE : 3;
  }
  if (hasDirection || hasSubject) return hasWrong && isFirm ? 3 : 2;
  return hasWrong ? 1 : 0;
}

function disciplineScore(rationale: string, facts: readonly Fact[], { limits }: { limits: Thresholds }): number {
  if (GRADER.test(rationale) || INTENT.test(rationale)) return 0;
  const numbers = facts.filter(({ kind }) => kind !== "code").length;
  if (numbers > 2 * limits.maxNumbers) return 1;
  if (numbers > limits.maxNumbers) return limits.tooManyScore;
  return rationale.length > limits.maxChars || CERTAINTY.test(rationale) ? 3 : MAX_SCORE;
}
