/** Which rules are in force in which task. @module */
import type { Entry } from "../model.ts";
import type { Task } from "../tasks.ts";
import type { Rule, View } from "../view.ts";
import { takenBack } from "./accruals.ts";
import { chainAcceptance, chainCutoff, chainPrice } from "./chains.ts";
import { agreedConversion, bothSides } from "./intercompany.ts";
import { authority, bookedTwice, counterparty, duties, splitPurchase } from "./conduct.ts";
import {
  balance,
  coding,
  costCutoff,
  inputTax,
  invoiceAgreement,
  receiptSupport,
  spotConversion,
  threeWayMatch,
} from "./purchases.ts";
import { circularFlow, settlementCoding } from "./round_trips.ts";
import { openTerms, relatedParty } from "./side_terms.ts";
import { estimate, lateEntry, memoSupport } from "./topside.ts";
import { headerDuties, unusualPair } from "./unusual.ts";

/** The rules of a task. */
export interface TaskRules {
  /** In the order of the task's policies; the first objection counts. */ readonly rules: readonly Rule[];
  /** Whether an entry without objection waits for registered support. */ isHeld(view: View, entry: Entry): boolean;
}

/** Support of any kind is registered as pending. */
const isAnyPending = (_: View, entry: Entry): boolean => entry.attachments.some(({ status }) => status === "pending");

const RULES: Readonly<Record<string, readonly Rule[]>> = {
  "JE-01": [invoiceAgreement, inputTax, balance],
  "JE-02": [coding],
  "JE-03": [costCutoff],
  "JE-04": [authority],
  "JE-05": [threeWayMatch, receiptSupport, costCutoff],
  "JE-06": [bookedTwice],
  "JE-07": [spotConversion, invoiceAgreement],
  "JE-08": [duties, counterparty],
  "JE-09": [takenBack, costCutoff, bookedTwice],
  "JE-10": [splitPurchase, authority],
  "JE-11": [bothSides, agreedConversion],
  "JE-12": [chainPrice, chainAcceptance, chainCutoff],
  "JE-13": [lateEntry, memoSupport, estimate],
  "JE-14": [openTerms, relatedParty],
  "JE-15": [circularFlow, settlementCoding],
  "JE-16": [unusualPair, headerDuties, lateEntry],
};

/** The rules in force in a task. */
export function rulesOf(task: Task): TaskRules {
  return { rules: RULES[task.id] ?? [], isHeld: isAnyPending };
}
