/** Defects in what a purchase is booked at. @module */
import type { Build, Bundle, Mutator } from "../../bundle.ts";
import { accountFor } from "../../coding_guide.ts";
import { bpsOf, mulDiv } from "../../integers.ts";
import { dropDoc, rateOn, setDefect } from "../../parts.ts";
import { POLICY } from "../../policies.ts";
import { docOf } from "../../parts.ts";
import { amountsOf } from "./clean.ts";
import { gapOf, purchaseOf, remake, settleRounding, shiftLines } from "./change.ts";

const always = (): boolean => true;

/** The booked total departs from the invoice. */
export const amountMismatch: Mutator = {
  eligible: always,
  apply(build, [bundle]) {
    const { total } = amountsOf(purchaseOf(bundle!)), gap = gapOf(build, bundle!, total);
    shiftLines(build, bundle!, { 0: gap, [-1]: -gap });
    settleRounding(bundle!);
    setDefect(bundle!, {
      ...{ class: "amount_mismatch", policy_id: "POL-TIE", amount_minor: gap },
      facts: [docOf(bundle!, "invoice").doc_id, total + gap, total],
    });
  },
};

/** The tax line departs from the tax due; the total agrees. */
export const taxError: Mutator = {
  eligible: (_, bundle) => amountsOf(purchaseOf(bundle)).tax > 10,
  apply(build, [bundle]) {
    const { tax } = amountsOf(purchaseOf(bundle!)), gap = gapOf(build, bundle!, tax);
    shiftLines(build, bundle!, { 0: -gap, 1: gap });
    settleRounding(bundle!);
    setDefect(bundle!, {
      ...{ class: "tax_error", policy_id: "POL-TAX", amount_minor: gap },
      facts: [docOf(bundle!, "invoice").doc_id, tax + gap, tax],
    });
  },
};

/** Debits and credits differ; the credit agrees with the invoice. */
export const unbalanced: Mutator = {
  eligible: always,
  apply(build, [bundle]) {
    const { total } = amountsOf(purchaseOf(bundle!)), gap = gapOf(build, bundle!, total);
    shiftLines(build, bundle!, { 0: gap });
    setDefect(bundle!, {
      ...{ class: "unbalanced", policy_id: "POL-BAL", amount_minor: gap },
      facts: [bundle!.entry.je_id, total + gap, total],
    });
  },
};

/** The cost stands on another account than the coding guide gives. */
export const misclassified: Mutator = {
  eligible: always,
  apply(build, [bundle]) {
    const { nature, unitMinor, currency } = purchaseOf(bundle!), right = accountFor(nature, unitMinor, currency)!;
    const { net } = amountsOf(purchaseOf(bundle!)), plain = accountFor(nature, 0, currency)!;
    const others = ["5000", "6000", "6100", "6200", "6300", "6400", "6500", "6600", "6700", "6800"];
    const wrong = right === plain ? others.filter((code) => code !== right) : [plain]; // an asset that was expensed
    const line = bundle!.entry.lines[0]!;
    const old = build.master.accounts.find(({ code }) => code === line.account)!.evidence_id;
    line.account = build.rng(`defect/account/${bundle!.index}`).pick(wrong);
    const now = build.master.accounts.find(({ code }) => code === line.account)!.evidence_id;
    const { gold } = bundle!;
    gold.required = gold.required.map((group) => group.map((id) => id === old ? now : id));
    setDefect(bundle!, {
      ...{ class: "misclassified", policy_id: "POL-COA", amount_minor: net },
      facts: [docOf(bundle!, "invoice").doc_id, net],
    });
  },
};

/** The converted amounts stand at another rate than the policy's. */
export const fxRateError: Mutator = {
  eligible: (build, { entry }) => entry.currency !== build.currency,
  apply(build, [bundle]) {
    const { entry } = bundle!, rate = rateOn(build, { base: entry.currency, date: entry.doc_date, kind: "spot" })!;
    const { total } = amountsOf(purchaseOf(bundle!)), right = mulDiv(total, rate.num, rate.den);
    const least = Math.max(3, bpsOf(right, build.knobs.amount_gap_bps ?? 0)),
      sign = gapOf(build, bundle!, 1) < 0 ? -1 : 1;
    const wrong = right + sign * least;
    for (const line of entry.lines) line.functional_minor = mulDiv(line.debit_minor - line.credit_minor, wrong, total);
    settleRounding(bundle!);
    const booked = entry.lines.reduce((sum, line) => sum + Math.max(line.functional_minor, 0), 0);
    setDefect(bundle!, {
      ...{ class: "fx_rate_error", policy_id: "POL-FXR", amount_minor: booked - right },
      ...{ tolerance: POLICY.fxToleranceMinor, facts: [rate.evidence_id, booked, right] },
    });
  },
};

/** Order and receipt support less than the invoice that was booked: a higher price, or a short delivery. */
export const orderMismatch: Mutator = {
  eligible: (_, bundle) => purchaseOf(bundle).quantity > 1,
  apply(build, [bundle]) {
    const { quantity, unitMinor } = purchaseOf(bundle!);
    const isShort = build.rng(`defect/kind/${bundle!.index}`).below(2) === 0,
      delta = shortOrDear(build, bundle!, isShort);
    const { total } = amountsOf(purchaseOf(bundle!));
    if (!isShort) docOf(bundle!, "order").fields.unit_price_minor = unitMinor;
    if (!isShort) docOf(bundle!, "order").total_minor = quantity * unitMinor;
    setDefect(bundle!, {
      ...{ class: "amount_mismatch", policy_id: "POL-3WM", amount_minor: delta },
      facts: [docOf(bundle!, isShort ? "receipt" : "order").doc_id, total, total - delta],
    });
  },
};

/** Changes receipt or invoice; returns what was booked too much. */
function shortOrDear(build: Build, bundle: Bundle, isShort: boolean): number {
  const { quantity, unitMinor } = purchaseOf(bundle);
  if (isShort) {
    docOf(bundle, "receipt").fields.quantity = quantity - 1;
    return unitMinor;
  }
  const more = Math.max(1, bpsOf(unitMinor, build.knobs.amount_gap_bps ?? 0));
  remake(build, bundle, { unitMinor: unitMinor + more });
  return quantity * more;
}

/** No receipt is registered. */
export const noReceipt: Mutator = {
  eligible: always,
  apply(_, [bundle]) {
    const { total } = amountsOf(purchaseOf(bundle!));
    dropDoc(bundle!, "receipt");
    setDefect(bundle!, {
      ...{ class: "unsupported", policy_id: "POL-SUP", amount_minor: total },
      facts: [docOf(bundle!, "invoice").doc_id, total],
    });
  },
};
