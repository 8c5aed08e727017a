/** How a population divides: earlier periods and the entries under review together. @module */
import { divFloor } from "./integers.ts";
import type { Entry } from "./model.ts";
import { selectEntries } from "./search.ts";
import type { ProfileData } from "./tool_data.ts";
import type { Dimension, Where } from "./view.ts";
import { compareText, type EntryFacts, madeId, type WorldIndex } from "./world_index.ts";

/** The dimensions, in the order of the tool's schema. */
export const DIMENSIONS = [
  "account",
  "account_pair",
  "user",
  "user_account",
  "weekday",
  "amount_band",
  "first_digit",
  "source",
] as const;

/** How many values a profile names; the others are counted together. */
export const BUCKET_LIMIT = 100;

/** The values of an entry in each dimension. */
const VALUES: Readonly<Record<Dimension, (entry: Entry, facts: EntryFacts) => Iterable<string>>> = {
  account: (_, facts) => facts.accounts,
  account_pair: (entry) =>
    entry.lines.filter(({ debit_minor }) => debit_minor > 0).flatMap((debit) =>
      entry.lines.filter(({ credit_minor }) => credit_minor > 0).map((credit) => `${debit.account}>${credit.account}`)
    ),
  user: (entry) => [entry.prepared_by],
  user_account: (entry, facts) => [...facts.accounts].map((account) => `${entry.prepared_by}|${account}`),
  weekday: (entry) => [entry.weekday],
  amount_band: (_, facts) => [bandOf(facts.total_debit_minor)],
  first_digit: (_, facts) => [String(facts.total_debit_minor).slice(0, 1)],
  source: (entry) => [entry.source],
};

/** The greatest power of ten that is not above an amount: `10^5` for 100000 to 999999; `0` for nothing. */
function bandOf(amount: number): string {
  return amount <= 0 ? "0" : `10^${String(amount).length - 1}`;
}

/** Divides the entries that a condition admits. An entry counts once for each of its distinct values, so shares of
 * `account`, `account_pair` and `user_account` may add up to more than the whole. Shares are rounded down; quartiles are
 * entries' own sums (nearest rank). The id follows from world and question. */
export function profileOf(index: WorldIndex, dimension: Dimension, options: { readonly where: Where }): ProfileData {
  const { where } = options, meant = selectEntries(index, index.population, options), n = meant.length;
  const counts = new Map<string, number>();
  for (const entry of meant) {
    for (const value of new Set(VALUES[dimension](entry, index.facts.get(entry.je_id)!))) {
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  const ranked = [...counts].sort(([one, many], [other, few]) => few - many || compareText(one, other));
  const rest = ranked.slice(BUCKET_LIMIT);
  return {
    evidence_id: madeId(index, { kind: "P", question: { dimension, where: { ...where } } }),
    ...{ dimension, where, n },
    buckets: ranked.slice(0, BUCKET_LIMIT)
      .map(([value, count]) => ({ value, count, share_bps: divFloor(count * 10_000, n) })),
    other: { values: rest.length, count: rest.reduce((sum, [, count]) => sum + count, 0) },
    quartiles: quartilesOf(meant.map(({ je_id }) => index.facts.get(je_id)!.total_debit_minor)),
  };
}

function quartilesOf(amounts: number[]): ProfileData["quartiles"] {
  if (amounts.length === 0) return null;
  amounts.sort((one, other) => one - other);
  const rank = (quarter: number): number => amounts[Math.max(0, -divFloor(-quarter * amounts.length, 4) - 1)]!;
  return [rank(0), rank(1), rank(2), rank(3), rank(4)];
}
