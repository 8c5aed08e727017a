/** Who books what as a rule, and who could book what never is: the ground of rareness. @module */
import type { Build } from "../../bundle.ts";
import { usersIn } from "../../parts.ts";
import type { Rng } from "../../rng.ts";

/** Debit and credit account of a kind of entry. */
export type Pair = readonly [debit: string, credit: string];

/** A person with the kinds of entries that are theirs. */
export interface Desk {
  /** User key. */ readonly user: string;
  /** Two kinds. */ readonly pairs: readonly Pair[];
}

/** Every kind of entry; each belongs to one desk. */
const PAIRS: readonly Pair[] = [
  ["6000", "2100"],
  ["6100", "2100"],
  ["6200", "1300"],
  ["6300", "2100"],
  ["6400", "2100"],
  ["6500", "2100"],
  ["6600", "1300"],
  ["6700", "2100"],
  ["6800", "1300"],
  ["5000", "1400"],
  ["6900", "2300"],
  ["7000", "2100"],
  ["7900", "1700"],
  ["1500", "2000"],
  ["6100", "1590"],
  ["2400", "4100"],
  ["1300", "2000"],
  ["1100", "4900"],
  ["2700", "7900"],
  ["3900", "2100"],
];

/** How many kinds of entries there are: {@linkcode PLAIN_PER_PERIOD} is a multiple, so that each is common. */
export const PAIR_COUNT: number = PAIRS.length;

/** Plain entries of each earlier period. With them, a kind makes up 6 of 120 in history, so more than one per cent of
 * history and 400 entries under review; and what one index in a hundred may add stays below one per cent of history
 * and any number of entries under review. */
export const PLAIN_PER_PERIOD = 120;

/** Pairs of a user and an account that are strange to each other; each index may use one of so many. */
const RARE_COUNT = 100;

/** The desks of a world: clerks, supervisors and the controller, with two kinds of entries each. */
export function desksOf(build: Build): Desk[] {
  const order = shuffled(build.rng("desks"), PAIRS);
  return usersIn(build, "clerk", "supervisor", "controller")
    .map(({ id }, at) => ({ user: id, pairs: order.slice(2 * at, 2 * at + 2) }));
}

/** Accounts of a desk. */
export function accountsOf({ pairs }: Desk): string[] {
  return [...new Set(pairs.flat())];
}

/** The desk and the strange account of an index. At most one index in a hundred has the same. */
export function rarePairOf(build: Build, index: number): { desk: Desk; account: string; owner: Desk } {
  const desks = desksOf(build), all = [...new Set(PAIRS.flat())].sort();
  const strange = desks.flatMap((desk) => {
    const own = accountsOf(desk);
    return all.filter((account) => !own.includes(account)).map((account) => ({ desk, account }));
  });
  const { desk, account } = shuffled(build.rng("desks/rare"), strange)[index % RARE_COUNT]!;
  return { desk, account, owner: desks.find((other) => accountsOf(other).includes(account))! };
}

/** The items in a drawn order. */
function shuffled<T>(rng: Rng, items: readonly T[]): T[] {
  const order = [...items];
  for (let at = order.length - 1; at > 0; at--) {
    const other = rng.below(at + 1);
    [order[at], order[other]] = [order[other]!, order[at]!];
  }
  return order;
}
