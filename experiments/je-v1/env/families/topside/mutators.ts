/** Defects of manual and top-side entries. @module */
import type { Build, Bundle, Mutator } from "../../bundle.ts";
import { bpsOf } from "../../integers.ts";
import { debitsOf, docOf, dropDoc, need, setDefect } from "../../parts.ts";
import { needPeriod, postCloseBy } from "../manual.ts";
import { adjustmentOf, remakeAdjustment } from "./clean.ts";
import { addPrintout } from "./decoys.ts";

/** Keyed in after the late window without leave. */
export const postClose: Mutator = postCloseBy(remakeAdjustment);

/** No memo is registered; a printout of the ledger stands in its place. */
export const noMemo: Mutator = {
  eligible: () => true,
  apply(build, [bundle]) {
    const { entry } = bundle!, amount = debitsOf(entry);
    dropDoc(bundle!, "memo");
    addPrintout(build, bundle!);
    setDefect(bundle!, {
      ...{ class: "unsupported", policy_id: "POL-SUP", amount_minor: amount },
      facts: [entry.je_id, docOf(bundle!, "approval").doc_id, amount],
    });
  },
};

/** The booked amount departs from the memo's base times its rate. */
export const estimateUnsupported: Mutator = {
  eligible: (_, bundle) => adjustmentOf(bundle).kind === "estimate",
  apply(build, [bundle]) {
    const { baseMinor, rateBps } = adjustmentOf(bundle!), right = bpsOf(baseMinor, rateBps);
    const gap = gapOf(build, bundle!, right);
    remakeAdjustment(build, bundle!, { amountMinor: right + gap });
    setDefect(bundle!, {
      ...{ class: "estimate_unsupported", policy_id: "POL-EST", amount_minor: gap },
      facts: [docOf(bundle!, "memo").doc_id, right + gap, baseMinor, rateBps],
    });
  },
};

/** The knob's share of an amount, at least two minor units, with a drawn sign. */
function gapOf(build: Build, bundle: Bundle, amount: number): number {
  const size = Math.max(2, bpsOf(amount, build.knobs.amount_gap_bps ?? 0));
  return build.rng(`defect/gap/${bundle.index}`).below(2) === 0 ? size : -size;
}

/** Memo, approval and the record of the month; without a memo, what is there of it. */
export function needBasis(build: Build, bundle: Bundle): void {
  for (const role of ["memo", "leave", "approval"]) need(bundle, bundle.docs.get(role)?.doc_id);
  needPeriod(build, bundle);
}
