/** Models against each other, on the instances that both have. @module */
import { type RowState, totalsOf } from "./aggregate_rows.ts";
import type { Share } from "./exact.ts";
import { bootstrap, holm, type Interval, meanOf, MIN_MEASURABLE, signFlip } from "./statistics.ts";

/** Two models; a difference is the first less the second, in whole numbers of millionths. */
export interface Pair {
  /** Their ids. */ readonly models: readonly [string, string];
  /** Instances that both have a total on. */ readonly n: number;
  /** The mean difference; null of none. */ readonly mean_difference: number | null;
  /** A 95 % bootstrap interval of it; null: not measurable. */ readonly ci95: Interval | null;
  /** Two-sided, by flipping signs; null: not measurable. */ readonly p: Share | null;
  /** The same after Holm's adjustment for all pairs of the table. */ readonly p_holm: Share | null;
  /** Whether the spread can be measured. */ readonly variance: "measured" | "not measurable";
}

/** Every pair of a table but those of two baselines, in the order of the rows; `table` names the streams of chance. */
export function pairsOf(rows: readonly RowState[], table: string): Pair[] {
  const pairs = rows.flatMap((one, at) =>
    rows.slice(at + 1).filter((other) => !(one.isBaseline && other.isBaseline))
      .map((other) => pairOf([one, other], `${table}/${one.id}/${other.id}`))
  );
  const adjusted = holm(pairs.map(({ p }) => p));
  return pairs.map((pair, at) => ({ ...pair, p_holm: adjusted[at]! }));
}

function pairOf([one, other]: readonly [RowState, RowState], label: string): Omit<Pair, "p_holm"> {
  const seconds = totalsOf(other), differences: number[] = [];
  for (const [instance, total] of totalsOf(one)) {
    const second = seconds.get(instance);
    if (second !== undefined) differences.push(total - second);
  }
  const n = differences.length, isMeasurable = n >= MIN_MEASURABLE;
  return {
    ...{ models: [one.id, other.id], n, mean_difference: meanOf(differences) },
    ci95: isMeasurable ? bootstrap(differences, `difference/${label}`) : null,
    p: signFlip(differences, `flip/${label}`),
    variance: isMeasurable ? "measured" : "not measurable",
  };
}
