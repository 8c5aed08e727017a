/** Chance from labels: every decision has its own stream, so one decision never moves another. @module */
import { sha256Hex } from "../../../kernel/digest.ts";

/** A stream of chance. */
export interface Rng {
  /** The next 32 bits. */ next(): number;
  /** An integer from 0 to `count` - 1, each as likely: values beyond the last whole multiple are drawn again. */
  below(count: number): number;
  /** An integer from `low` to `high`, both included. */ between(low: number, high: number): number;
  /** One of the items. */ pick<T>(items: readonly T[]): T;
}

/** Where a stream comes from. */
export interface RngSource {
  /** The campaign's secret, or nothing. */ readonly salt: string;
  /** The task. */ readonly task_id: string;
  /** The instance. */ readonly seed: number;
}

/** The stream of one label: xoshiro128** on the first 16 bytes of SHA-256 over canonical JSON (je.md, section 1). */
export function labelledRng(source: RngSource, label: string): Rng {
  const hex = sha256Hex(JSON.stringify(["je-v1/rng/1", source.salt, source.task_id, source.seed, label]));
  const word = (at: number): number => Number.parseInt(hex.slice(8 * at, 8 * at + 8), 16);
  return xoshiro([word(0), word(1), word(2), word(3)]);
}

/** xoshiro128** from a state of four 32-bit words; an all-zero state becomes [1, 0, 0, 0]. */
export function xoshiro(state: readonly [number, number, number, number]): Rng {
  let [a, b, c, d] = state.every((word) => word === 0) ? [1, 0, 0, 0] : state;
  const rotate = (word: number, by: number): number => (word << by) | (word >>> (32 - by));
  const next = (): number => {
    const value = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0, shifted = b << 9;
    c ^= a, d ^= b, b ^= c, a ^= d, c ^= shifted, d = rotate(d, 11);
    return value;
  };
  const below = (count: number): number => {
    const limit = 4_294_967_296 - 4_294_967_296 % count;
    for (let value = next();; value = next()) if (value < limit) return value % count;
  };
  const between = (low: number, high: number): number => low + below(high - low + 1);
  return { next, below, between, pick: (items) => items[below(items.length)]! };
}
