/** JE-12: what is wrong, and what only looks so, in sales with chains of support. @module */
import type { Build, Bundle, Decoy, Family, Mutator } from "../../bundle.ts";
import { addDays, monthEnd, workday, workdayBefore } from "../../dates.ts";
import { divFloor } from "../../integers.ts";
import { UNIT_MINOR } from "../../money.ts";
import { docOf, need, setDefect, setPending } from "../../parts.ts";
import { gapOf } from "../purchase/change.ts";
import {
  type Acceptance,
  chainBundle,
  type ChainSale,
  chainSaleOf,
  decisiveRole,
  drawChainSale,
  otherContract,
} from "./clean.ts";

function remakeChain(build: Build, bundle: Bundle, changes: Partial<ChainSale>): void {
  Object.assign(bundle, chainBundle(build, bundle.index, { ...chainSaleOf(bundle), ...changes }));
}

/** Every document of the chain, each for itself. */
function requireChain(_: Build, bundle: Bundle): void {
  for (const [, { doc_id }] of bundle.docs) need(bundle, doc_id);
}

/** Puts days and terms into the decisive document; the contract goes on saying what it said, where it is another one. */
function changeTerms(build: Build, bundle: Bundle, last: Acceptance): void {
  const isAlone = chainSaleOf(bundle).depth === 1;
  remakeChain(build, bundle, isAlone ? { first: { ...last }, last } : { last });
}

/** Booked at the contract's price, which the chain changes; with a contract alone, at another price than its own. */
const amountMismatch: Mutator = {
  eligible: () => true,
  apply(build, [bundle]) {
    const { netMinor, contractNumber, depth } = chainSaleOf(bundle!), gap = gapOf(build, bundle!, netMinor);
    const first = depth === 1 ? netMinor : netMinor + gap;
    remakeChain(build, bundle!, { bookedMinor: netMinor + gap, firstPriceMinor: first, creditFor: contractNumber });
    requireChain(build, bundle!);
    const decisive = docOf(bundle!, decisiveRole(chainSaleOf(bundle!))).doc_id;
    setDefect(bundle!, {
      ...{ class: "amount_mismatch", policy_id: "POL-CHN", amount_minor: gap },
      facts: [decisive, netMinor + gap, netMinor],
    });
  },
};

/** The decisive document moves acceptance behind the period, or lets the customer return the goods. */
const premature: Mutator = {
  eligible: () => true,
  apply(build, [bundle]) {
    const rng = build.rng(`defect/terms/${bundle!.index}`), { first, netMinor } = chainSaleOf(bundle!);
    const later = workday(addDays(monthEnd(build.master.period), rng.between(2, 24))), isReturn = rng.below(2) === 0;
    changeTerms(build, bundle!, isReturn ? { ...first, right_of_return: true } : { ...first, accepted_on: later });
    requireChain(build, bundle!);
    const decisive = docOf(bundle!, decisiveRole(chainSaleOf(bundle!))).doc_id;
    setDefect(bundle!, {
      ...{ class: "revenue_premature", policy_id: "POL-REV", amount_minor: netMinor },
      facts: [decisive, ...(isReturn ? [] : [later]), netMinor],
    });
  },
};

/** The decisive document dates delivery and acceptance into an earlier month. */
const lateBooking: Mutator = {
  eligible: () => true,
  apply(build, [bundle]) {
    const { first, netMinor } = chainSaleOf(bundle!), start = `${build.master.period}-01`;
    const day = workdayBefore(addDays(start, -build.rng(`defect/early/${bundle!.index}`).between(2, 20)));
    changeTerms(build, bundle!, { ...first, delivered_on: day, accepted_on: day });
    requireChain(build, bundle!);
    const decisive = docOf(bundle!, decisiveRole(chainSaleOf(bundle!))).doc_id;
    setDefect(bundle!, {
      ...{ class: "cutoff", policy_id: "POL-CUT", amount_minor: netMinor },
      facts: [decisive, day, netMinor],
    });
  },
};

const decoys: readonly Decoy[] = [
  {
    name: "healed",
    eligible: (_, bundle) => chainSaleOf(bundle).depth > 1,
    apply(build, bundle) {
      const { first } = chainSaleOf(bundle), rng = build.rng(`decoy/terms/${bundle.index}`);
      const later = workday(addDays(monthEnd(build.master.period), rng.between(2, 24)));
      const worrying = rng.below(2) === 0 ? { ...first, right_of_return: true } : { ...first, accepted_on: later };
      remakeChain(build, bundle, { first: worrying, last: first });
    },
  },
  {
    name: "credit-for-another",
    eligible: (_, bundle) =>
      chainSaleOf(bundle).depth > 2 && chainSaleOf(bundle).creditFor === chainSaleOf(bundle).contractNumber,
    apply(build, bundle) {
      const { netMinor } = chainSaleOf(bundle);
      remakeChain(build, bundle, { creditFor: otherContract(build, bundle.index), firstPriceMinor: netMinor });
    },
  },
  {
    name: "round-amount",
    eligible: () => true,
    apply(build, bundle) {
      const { netMinor, currency } = chainSaleOf(bundle), thousand = 1000 * UNIT_MINOR[currency];
      const round = Math.max(1, divFloor(netMinor, thousand)) * thousand;
      remakeChain(build, bundle, { netMinor: round, bookedMinor: round, firstPriceMinor: round });
    },
  },
];

/** JE-12. */
export const CHAINS_FAMILY: Family = {
  clean: (build, index) => chainBundle(build, index, drawChainSale(build, index)),
  mutators: { amount_mismatch: amountMismatch, revenue_premature: premature, cutoff: lateBooking },
  pend: {
    eligible: () => true,
    apply(build, bundle) {
      requireChain(build, bundle);
      setPending(bundle, `chain_${chainSaleOf(bundle).depth - 1}`, "POL-CHN");
    },
  },
  decoys,
  require: requireChain,
};
