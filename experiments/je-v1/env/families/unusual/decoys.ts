/** Manual entries that are rare, or look odd, and are in order. @module */
import type { Decoy } from "../../bundle.ts";
import { addDays, weekdayOf } from "../../dates.ts";
import { UNIT_MINOR } from "../../money.ts";
import { latePermittedBy, withinWindowBy } from "../manual.ts";
import { manualOf, remakeManual } from "./clean.ts";
import { rareChanges } from "./mutators.ts";

const always = (): boolean => true;

/** Keyed in late, with leave. */
export const latePermitted: Decoy = latePermittedBy(remakeManual);

/** Keyed in after the close, within the window. */
export const withinWindow: Decoy = withinWindowBy(remakeManual);

/** Rare, and the memo calls the account a one-off. */
export const oneOff: Decoy = {
  name: "one-off",
  eligible: always,
  apply(build, bundle) {
    const { account, ownerUser: _, ...changes } = rareChanges(build, bundle.index);
    remakeManual(build, bundle, { ...changes, oneOff: account });
  },
};

/** Rare, and the roster has the preparer stand in for the person whose account it is. */
export const standIn: Decoy = {
  name: "stand-in",
  eligible: always,
  apply(build, bundle) {
    const { account, ownerUser, ...changes } = rareChanges(build, bundle.index), { enteredOn } = manualOf(bundle);
    const rng = build.rng(`decoy/roster/${bundle.index}`);
    const rosterFrom = addDays(enteredOn, -rng.below(6)), rosterTo = addDays(enteredOn, rng.below(6));
    remakeManual(build, bundle, { ...changes, standsInFor: ownerUser, rosterAccounts: account, rosterFrom, rosterTo });
  },
};

/** Keyed in on a Saturday. */
export const weekend: Decoy = {
  name: "weekend",
  eligible: always,
  apply(build, bundle) {
    let { enteredOn } = manualOf(bundle);
    while (weekdayOf(enteredOn) !== "Sat") enteredOn = addDays(enteredOn, 1);
    remakeManual(build, bundle, { enteredOn });
  },
};

/** A round amount. */
export const roundAmount: Decoy = {
  name: "round-amount",
  eligible: always,
  apply(build, bundle) {
    const thousands = build.rng(`decoy/round/${bundle.index}`).between(1, 30);
    remakeManual(build, bundle, { amountMinor: thousands * 1000 * UNIT_MINOR[build.currency] });
  },
};

/** The header names the preparer as approver; the memo names who approved in truth. */
export const oddHeader: Decoy = {
  name: "odd-header",
  eligible: always,
  apply: (build, bundle) => remakeManual(build, bundle, { headerApprover: manualOf(bundle).preparer }),
};
