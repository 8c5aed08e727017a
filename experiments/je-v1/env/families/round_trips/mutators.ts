/** Round trips, and settlements on the wrong account. @module */
import type { Build, Bundle, Mutator } from "../../bundle.ts";
import { accountFor } from "../../coding_guide.ts";
import { addDays, workday } from "../../dates.ts";
import { docOf, need, setDefect } from "../../parts.ts";
import { houseAccounts, movementOf, remakeMovement } from "./clean.ts";

/** The ways of the three hops of a ring. */
const WAYS = ["out", "within", "in"] as const;

/** One amount goes round three accounts within days; no memo names anything that was bought. */
export const circularFlow: Mutator = {
  size: 3,
  eligible: () => true,
  apply(build, bundles) {
    const [{ index }] = bundles as [Bundle], { amountMinor, suspense, preparer } = movementOf(bundles[0]!);
    const rng = build.rng(`defect/ring/${index}`), houses = houseAccounts(build), start = rng.below(houses.length);
    const step = rng.pick([1, 2, 5]), stops = [0, 1, 2].map((hop) => houses[(start + hop * step) % houses.length]!);
    const other = suspense === "1900" ? "1910" : "1900";
    let day = workday(addDays(`${build.master.period}-01`, rng.below(17)));
    bundles.forEach((bundle, hop) => {
      remakeMovement(build, bundle, {
        ...{ kind: WAYS[hop]!, nature: "none", vendor: "", amountMinor, preparer, postedOn: day, enteredOn: day },
        ...{ suspense: hop === 2 ? other : suspense, from: stops[hop]!, to: stops[(hop + 1) % 3]! },
      });
      day = workday(addDays(day, rng.between(1, 4)));
    });
    for (const bundle of bundles) {
      for (const hop of bundles) {
        need(bundle, hop.entry.je_id);
        need(bundle, docOf(hop, "memo").doc_id);
        need(bundle, hop.bank[0]!.evidence_id, build.annexes.bank);
        bundle.gold.admissible.push(...hop.gold.admissible);
      }
      setDefect(bundle, {
        ...{ class: "circular_flow", policy_id: "POL-FLO", amount_minor: amountMinor, group: `ring/${index}` },
        facts: [...bundles.map((hop) => docOf(hop, "memo").doc_id), amountMinor],
      });
    }
    for (const { gold } of bundles) gold.admissible = [...new Set(gold.admissible)];
  },
};

/** A cost that was settled on another account than the coding guide gives for what the memo says. */
export const misclassified: Mutator = {
  eligible: (_, bundle) => movementOf(bundle).kind === "settlement",
  apply(build, [bundle]) {
    const { nature, unitMinor, amountMinor } = movementOf(bundle!),
      right = accountFor(nature, unitMinor, build.currency)!;
    const plain = accountFor(nature, 0, build.currency)!;
    const others = ["5000", "6000", "6100", "6200", "6300", "6400", "6500", "6600", "6700", "6800"];
    const wrong = right === plain ? others.filter((code) => code !== right) : [plain];
    const cost = build.rng(`defect/account/${bundle!.index}`).pick(wrong);
    remakeMovement(build, bundle!, { cost });
    setDefect(bundle!, {
      ...{ class: "misclassified", policy_id: "POL-COA", amount_minor: amountMinor },
      facts: [docOf(bundle!, "memo").doc_id, cost, amountMinor],
    });
  },
};

/** Entry, memo and bank line. */
export function needHop(build: Build, bundle: Bundle): void {
  need(bundle, bundle.entry.je_id);
  need(bundle, docOf(bundle, "memo").doc_id);
  need(bundle, bundle.bank[0]!.evidence_id, build.annexes.bank);
}
