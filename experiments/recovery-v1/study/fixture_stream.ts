/** Deterministic choices: a counter stream of SHA-256, equal on every machine. @module */
import { sha256Hex } from "../../../kernel/digest.ts";

/** The seed of every fixture (specs/recovery.md). */
export const FIXTURE_SEED = "public-recovery-v1";

/** A stream of choices. */
export interface Stream {
  /** A whole number from 0 up to, not including, `bound` (at most 2^32). */ below(bound: number): number;
  /** One of a list. */ pick<T>(list: readonly T[]): T;
  /** Lower-case hexadecimal digits, at most 64. */ hex(digits: number): string;
  /** A UUID of version 4. */ uuid(): string;
}

/** Opens the stream of a label. Block n is the SHA-256 of `seed/label#n`; each choice takes one whole block. */
export function openStream(label: string): Stream {
  let count = 0;
  const block = (): string => sha256Hex(`${FIXTURE_SEED}/${label}#${count++}`);
  const below = (bound: number): number => parseInt(block().slice(0, 12), 16) % bound;
  return {
    below,
    pick: <T>(list: readonly T[]): T => list[below(list.length)]!,
    hex: (digits) => block().slice(0, digits),
    uuid: () => {
      const [hex, variant] = [block(), "89ab"[below(4)]!];
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${
        hex.slice(20, 32)
      }`;
    },
  };
}
