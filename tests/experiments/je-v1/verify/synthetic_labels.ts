/** Ledgers that are labels and nothing more, and strategies on them, for the outcome formula alone. */
import type { DefectClass } from "../../../../experiments/je-v1/env/classes.ts";
import type { Disposition, Tier } from "../../../../experiments/je-v1/env/model.ts";
import { labelledRng, type Rng } from "../../../../experiments/je-v1/env/rng.ts";
import type { Sealed, SealedEntry } from "../../../../experiments/je-v1/env/sealed.ts";
import { type Decision, finalDecisions } from "../../../../experiments/je-v1/verify/opened.ts";
import { outcomeOf } from "../../../../experiments/je-v1/verify/verifier.ts";

/** The tiers: entries, defects and holds among them, and the most that may be holds, as the default knobs have it. */
export const TIERS: Readonly<
  Record<Tier, { readonly size: number; readonly targets: number; readonly holdBps: number }>
> = {
  L1: { size: 20, targets: 4, holdBps: 0 },
  L2: { size: 30, targets: 5, holdBps: 2000 },
  L3: { size: 56, targets: 8, holdBps: 2500 },
  L4: { size: 96, targets: 10, holdBps: 3000 },
};

const CLASSES: readonly DefectClass[] = ["amount_mismatch", "cutoff", "sod_conflict"];

/** What a strategy says of an entry. */
type Said = { disposition: Disposition; class?: DefectClass; amount?: number; evidence?: readonly string[] };

/** Says something of each entry; null is silence. */
export type Strategy = (entry: SealedEntry, rng: Rng, base: { targets: number; size: number }) => Said | null;

const right = (entry: SealedEntry): Said => ({
  disposition: entry.gold,
  ...(entry.class === undefined ? {} : { class: entry.class }),
  ...(entry.amount_minor === undefined ? {} : { amount: entry.amount_minor }),
});
const guess = (rng: Rng): Said => ({ disposition: "flag", class: rng.pick(CLASSES), amount: 1 });

/** Strategies with what they must come to, for every ledger. */
export const SURE: readonly (readonly [name: string, strategy: Strategy, O: number])[] = [
  ["everything is right", (entry) => right(entry), 1_000_000],
  [
    "right targets are named and the rest left alone",
    (entry) => entry.gold === "approve" ? null : right(entry),
    1_000_000,
  ],
  ["everything is approved", () => ({ disposition: "approve" }), 0],
  ["nothing is said", () => null, 0],
  ["everything is flagged with one class", () => ({ disposition: "flag", class: "cutoff", amount: 1 }), 0],
  ["everything is flagged, classes and amounts perfect", (entry) => ({ ...right(entry), disposition: "flag" }), 0],
  ["everything is held", () => ({ disposition: "hold" }), 0],
  ["everything is right and fabricated", (entry) => ({ ...right(entry), evidence: ["D-GHOST"] }), 0],
  [
    "only the targets are right and fabricated",
    (entry) => entry.gold === "approve" ? null : { ...right(entry), evidence: ["D-GHOST"] },
    0,
  ],
];

/** Strategies that guess; what they come to on average must be at most 0.05. */
export const GUESSING: readonly (readonly [name: string, strategy: Strategy])[] = [
  ["a coin decides", (_, rng) => rng.below(2) === 0 ? guess(rng) : null],
  ["the base rate decides", (_, rng, { targets, size }) => rng.below(size) < targets ? guess(rng) : null],
];

/** The outcomes of a strategy on the ledgers of a tier, seed by seed. */
export function outcomesOf(tier: Tier, strategy: Strategy, options: { readonly seeds: number }): number[] {
  return Array.from({ length: options.seeds }, (_, seed) => {
    const sealed = ledgerOf(tier, seed), rng = labelledRng({ salt: "", task_id: tier, seed }, "strategy");
    const decisions = sealed.entries.flatMap((entry, step_idx): Decision[] => {
      const said = strategy(entry, rng, TIERS[tier]);
      if (said === null) return [];
      const { disposition, class: defect_class = null, amount: amount_minor = null, evidence = [] } = said;
      return [{ step_idx, je_id: entry.je_id, disposition, defect_class, amount_minor, evidence, rationale: "" }];
    });
    return outcomeOf(sealed, finalDecisions(decisions), { opened: new Map() }).O;
  });
}

/** The ledger of a seed: which entries are targets is drawn; every third of them may be a hold. */
function ledgerOf(tier: Tier, seed: number): Sealed {
  const { size, targets, holdBps } = TIERS[tier], rng = labelledRng({ salt: "", task_id: tier, seed }, "labels");
  const ranked = Array.from({ length: size }, (_, at) => ({ at, rank: rng.next() })).sort((a, b) => a.rank - b.rank);
  const order = new Map(ranked.slice(0, targets).map(({ at }, place) => [at, place]));
  const entries = Array.from({ length: size }, (_, at): SealedEntry => {
    const place = order.get(at),
      made: SealedEntry = {
        ...{ je_id: `JE-${at}`, gold: "approve", role: "clean", required: [], admissible: [], key_facts: [] },
        ...{ claim_dimensions: [], policy_id: "POL-TIE" },
      };
    if (place === undefined) return made;
    if (place % 3 === 2 && rng.below(10_000) < 3 * holdBps) return { ...made, gold: "hold", role: "pending" };
    const kind = CLASSES[place % CLASSES.length]!, amount_minor = rng.between(100, 100_000);
    return { ...made, gold: "flag", role: "defect", class: kind, ...(kind === "sod_conflict" ? {} : { amount_minor }) };
  });
  return { entries, canaries: [] };
}
