/** The families of the tasks on purchases: JE-01 to JE-08 and JE-10. @module */
import type { Build, Bundle, Family } from "../../bundle.ts";
import { setPending } from "../../parts.ts";
import {
  amountMismatch,
  fxRateError,
  misclassified,
  noReceipt,
  orderMismatch,
  taxError,
  unbalanced,
} from "./amounts.ts";
import { drawPurchase, purchaseBundle } from "./clean.ts";
import {
  approvalMissing,
  counterpartyInvalid,
  cutoff,
  duplicate,
  overLimit,
  sodConflict,
  splitBelowLimit,
} from "./conduct.ts";
import * as decoys from "./decoys.ts";

const clean = (build: Build, index: number): Bundle => purchaseBundle(build, index, drawPurchase(build, index));
const { olderInvoice, roundAmount } = decoys;

/** JE-06: two in five purchases recur. */
function recurring(build: Build, index: number): Bundle {
  const bundle = clean(build, index);
  if (build.rng(`entry/${index}/recurs`).below(5) < 2) decoys.recurringBill.apply(build, bundle);
  return bundle;
}

/** By task. */
export const PURCHASE_FAMILIES: Readonly<Record<string, Family>> = {
  "JE-01": {
    clean,
    mutators: { amount_mismatch: amountMismatch, tax_error: taxError, unbalanced },
    decoys: [roundAmount, olderInvoice],
    nearDuplicate: decoys.recurringBill,
  },
  "JE-02": {
    clean,
    mutators: { misclassified },
    decoys: [decoys.belowCapitalisation, olderInvoice],
    nearDuplicate: decoys.recurringBill,
  },
  "JE-03": { clean, mutators: { cutoff }, decoys: [decoys.lateInvoice, roundAmount] },
  "JE-04": {
    clean,
    mutators: { approval_missing: approvalMissing, over_limit: overLimit },
    decoys: [decoys.atLimit, decoys.oddHeader],
  },
  "JE-05": {
    clean,
    mutators: { amount_mismatch: orderMismatch, unsupported: noReceipt, cutoff },
    pend: {
      eligible: (_, bundle) => bundle.docs.has("receipt"),
      apply: (_, bundle) => setPending(bundle, "receipt", "POL-SUP"),
    },
    decoys: [roundAmount, olderInvoice, decoys.lateInvoice],
    nearDuplicate: decoys.recurringBill,
  },
  "JE-06": {
    clean: recurring,
    mutators: { duplicate: { ...duplicate, eligible: (_, bundle) => !bundle.docs.has("earlier_invoice") } },
    decoys: [roundAmount, olderInvoice],
    nearDuplicate: decoys.recurringBill,
  },
  "JE-07": {
    clean,
    mutators: { fx_rate_error: fxRateError, amount_mismatch: amountMismatch },
    decoys: [decoys.withinTolerance, roundAmount, olderInvoice],
    nearDuplicate: decoys.recurringBill,
  },
  "JE-08": {
    clean,
    mutators: { sod_conflict: sodConflict, counterparty_invalid: counterpartyInvalid },
    decoys: [decoys.oddHeader, decoys.relatedVendor, roundAmount],
  },
  "JE-10": {
    clean,
    mutators: { split_below_limit: splitBelowLimit, over_limit: overLimit },
    decoys: [decoys.atLimit, decoys.bigApprover],
    require: decoys.needOrderAndApproval,
  },
};
