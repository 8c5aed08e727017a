/** Exact arithmetic for what is reckoned from scores: whole numbers in, whole numbers out, the same on every machine.
 * @module */

/** `num / den` rounded to the nearest whole number, halves away from zero; `den` is positive. */
export function roundRatio(num: bigint, den: bigint): number {
  const size = num < 0n ? -num : num, rounded = Number((2n * size + den) / (2n * den));
  return num < 0n ? -rounded || 0 : rounded;
}

/** The square root of `num / den`, neither negative, rounded to the nearest whole number. */
export function roundRoot(num: bigint, den: bigint): number {
  return Number((floorRoot(4n * num / den) + 1n) / 2n);
}

/** The largest whole number whose square is not above `value` (Newton's iteration from above). */
export function floorRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let root = 1n << BigInt((value.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

/** A share of chances: `num` of `den`. */
export interface Share {
  /** Above. */ readonly num: number;
  /** Below. */ readonly den: number;
  /** The same in parts per million, rounded. */ readonly ppm: number;
}

/** Makes a share, at most 1. */
export function shareOf(num: number, den: number): Share {
  const above = Math.min(num, den);
  return { num: above, den, ppm: roundRatio(1_000_000n * BigInt(above), BigInt(den)) };
}

/** Orders shares by size, exactly. */
export function compareShares(one: Share, other: Share): number {
  const gap = BigInt(one.num) * BigInt(other.den) - BigInt(other.num) * BigInt(one.den);
  return gap < 0n ? -1 : gap > 0n ? 1 : 0;
}
