/** Shares as whole millionths: exact until the one rounding, halves up. @module */

/** An exact share of two whole numbers; `den` is positive. */
export interface Ratio {
  /** The part. */ readonly num: bigint;
  /** The whole. */ readonly den: bigint;
}

/** One in parts per million. */
export const ONE_PPM = 1_000_000;

/** The share of two whole numbers, in lowest terms; `den` must not be zero. */
export function ratio(num: number | bigint, den: number | bigint): Ratio {
  const [a, b] = [BigInt(num), BigInt(den)], sign = b < 0n ? -1n : 1n;
  let [big, small] = [a < 0n ? -a : a, b * sign];
  while (small !== 0n) [big, small] = [small, big % small];
  return { num: (a * sign) / big, den: (b * sign) / big };
}

/** Adds. */
export function plus(one: Ratio, other: Ratio): Ratio {
  return ratio(one.num * other.den + other.num * one.den, one.den * other.den);
}

/** Takes away. */
export function minus(one: Ratio, other: Ratio): Ratio {
  return plus(one, { num: -other.num, den: other.den });
}

/** Multiplies by a whole number. */
export function times(one: Ratio, factor: number): Ratio {
  return ratio(one.num * BigInt(factor), one.den);
}

/** Whether one share is below another. */
export function isBelow(one: Ratio, other: Ratio): boolean {
  return one.num * other.den < other.num * one.den;
}

/** A share in parts per million, rounded to the nearest whole number with halves up. */
export function ppm({ num, den }: Ratio): number {
  const scaled = 2n * num * 1_000_000n + den, whole = 2n * den, rest = ((scaled % whole) + whole) % whole;
  return Number((scaled - rest) / whole);
}

/** {@linkcode ppm} of a count among a count; null for nothing among nothing. */
export function ppmOf(num: number, den: number): number | null {
  return den === 0 ? null : ppm(ratio(num, den));
}
