/** Statistics of scores in parts per million (je.md, section 9). Sums are exact and chance comes from streams of its own
 * by label, so that every number is the same on every machine. @module */
import { type Rng, xoshiro } from "../env/rng.ts";
import { sha256Hex } from "../../../kernel/digest.ts";
import { compareShares, roundRatio, roundRoot, type Share, shareOf } from "./exact.ts";

/** The fewest values of which a spread is reported. */
export const MIN_MEASURABLE = 5;
/** How often a bootstrap draws. */
export const RESAMPLES = 10_000;
/** The most pairs of which every pattern of signs is counted. */
export const MAX_EXACT_PAIRS = 16;
/** How many patterns of signs are drawn for more pairs. */
export const FLIPS = 20_000;

/** An interval, both ends included, in parts per million. */
export interface Interval {
  /** Its lower end. */ readonly low: number;
  /** Its upper end. */ readonly high: number;
}

/** What is said of a set of scores; in parts per million. Of fewer than {@linkcode MIN_MEASURABLE} no spread is. */
export interface Summary {
  /** How many. */ readonly n: number;
  /** Their mean; null of none. */ readonly mean: number | null;
  /** The least; null of none. */ readonly min: number | null;
  /** The sample standard deviation (n - 1); null: not measurable. */ readonly sd: number | null;
  /** A 95 % percentile bootstrap interval of the mean; null: not measurable. */ readonly ci95: Interval | null;
  /** Whether the spread can be measured. */ readonly variance: "measured" | "not measurable";
}

/** Summarizes scores. `label` names the stream of chance, and so must differ where draws must be independent.
 * @param values Whole numbers; their order does not matter. */
export function summarize(values: readonly number[], label: string): Summary {
  const n = values.length, isMeasurable = n >= MIN_MEASURABLE;
  return {
    n,
    mean: meanOf(values),
    min: n === 0 ? null : values.reduce((least, value) => Math.min(least, value)),
    sd: isMeasurable ? sdOf(values) : null,
    ci95: isMeasurable ? bootstrap(values, label) : null,
    variance: isMeasurable ? "measured" : "not measurable",
  };
}

/** The mean, rounded to a whole number, halves away from zero; null of nothing. */
export function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : roundRatio(BigInt(sumOf(values)), BigInt(values.length));
}

/** The sample standard deviation (n - 1) of two or more whole numbers, rounded to a whole number. */
export function sdOf(values: readonly number[]): number {
  const n = BigInt(values.length), sum = BigInt(sumOf(values));
  let squares = 0n;
  for (const value of values) squares += BigInt(value) * BigInt(value);
  return roundRoot(n * squares - sum * sum, n * (n - 1n));
}

/** The 95 % percentile interval of the mean over {@linkcode RESAMPLES} resamples with replacement: the 250th smallest
 * and the 250th largest of them, each divided by `parts` more where a value is itself a sum of so many. */
export function bootstrap(scores: readonly number[], label: string, { parts = 1 }: { parts?: number } = {}): Interval {
  const rng = streamOf(label), values = scores.toSorted(byValue), n = values.length, sums = new Float64Array(RESAMPLES);
  for (let at = 0; at < RESAMPLES; at++) {
    let sum = 0;
    for (let drawn = 0; drawn < n; drawn++) sum += values[rng.below(n)]!;
    sums[at] = sum;
  }
  sums.sort();
  const cut = RESAMPLES / 40, end = (sum: number): number => roundRatio(BigInt(sum), BigInt(n * parts));
  return { low: end(sums[cut - 1]!), high: end(sums[RESAMPLES - cut]!) };
}

/** A two-sided sign-flip test of paired differences around zero: the share of patterns of signs whose sum is at least
 * as far from zero as the one observed. Up to {@linkcode MAX_EXACT_PAIRS} pairs every pattern is counted, so the least
 * share of n pairs is 2^(1-n); beyond, {@linkcode FLIPS} are drawn, and the observed one counts as one more. Null for
 * fewer than {@linkcode MIN_MEASURABLE}. */
export function signFlip(differences: readonly number[], label: string): Share | null {
  const n = differences.length, observed = Math.abs(sumOf(differences));
  if (n < MIN_MEASURABLE) return null;
  if (n > MAX_EXACT_PAIRS) return drawnFlips(differences.toSorted(byValue), { observed, rng: streamOf(label) });
  let count = 0, sum = -sumOf(differences);
  const signs = differences.map(() => -1);
  for (let pattern = 0;; pattern++) { // a Gray code: each pattern differs from the one before in one sign
    if (Math.abs(sum) >= observed) count++;
    if (pattern === 2 ** n - 1) return shareOf(count, 2 ** n);
    const at = trailingOnes(pattern);
    signs[at] = -signs[at]!;
    sum += 2 * signs[at]! * differences[at]!;
  }
}

function drawnFlips(differences: readonly number[], { observed, rng }: { observed: number; rng: Rng }): Share {
  let count = 1;
  for (let flip = 0; flip < FLIPS; flip++) {
    let sum = 0, bits = 0;
    for (const [at, difference] of differences.entries()) {
      if (at % 32 === 0) bits = rng.next();
      sum += (bits >>> (at % 32)) & 1 ? difference : -difference;
    }
    if (Math.abs(sum) >= observed) count++;
  }
  return shareOf(count, FLIPS + 1);
}

/** The sign that the next pattern of a reflected Gray code turns. */
function trailingOnes(pattern: number): number {
  let at = 0;
  while ((pattern >>> at) & 1) at++;
  return at;
}

/** Holm's adjustment of shares for how many there are, in the order given; null stays null and does not count. */
export function holm(shares: readonly (Share | null)[]): (Share | null)[] {
  const ranked = [...shares.entries()].filter((entry): entry is [number, Share] => entry[1] !== null)
    .sort(([a, one], [b, other]) => compareShares(one, other) || a - b);
  const adjusted: (Share | null)[] = shares.map(() => null);
  let largest = shareOf(0, 1);
  for (const [rank, [at, { num, den }]] of ranked.entries()) {
    const own = shareOf((ranked.length - rank) * num, den);
    if (compareShares(own, largest) > 0) largest = own;
    adjusted[at] = largest;
  }
  return adjusted;
}

/** The stream of a label, apart from those that make worlds. */
function streamOf(label: string): Rng {
  const hex = sha256Hex(JSON.stringify(["je-v1/statistics/1", label]));
  const word = (at: number): number => Number.parseInt(hex.slice(8 * at, 8 * at + 8), 16);
  return xoshiro([word(0), word(1), word(2), word(3)]);
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function byValue(one: number, other: number): number {
  return one - other;
}
