/** The policies on value that goes round, and on the coding of what was settled through suspense. @module */
import { accountFor } from "../coding_guide.ts";
import { addDays, daysBetween } from "../dates.ts";
import { numberOf, textOf } from "../doc_text.ts";
import type { Entry } from "../model.ts";
import { POLICY } from "../policies.ts";
import type { Rule, View } from "../view.ts";
import { docOfKind } from "./reading.ts";
import { totalOf } from "./topside.ts";

/** Accounts of transfers: the suspense accounts, and the bank. */
const TRANSFER = ["1900", "1910", "1000"];

/** One hop, as a memo has it. */
interface Hop {
  /** Where value left. */ readonly from: string;
  /** Where it went. */ readonly to: string;
}

/** POL-FLO: three transfers of one amount that end where they began, none for goods or a service. Amounts that the bank
 * moved fewer than three times are left alone. */
export const circularFlow: Rule = (view, entry) => {
  if (!isTransfer(entry)) return null;
  const amount = totalOf(entry);
  if (movesOf(view, entry, amount) < 3) return null;
  const own = hopOf(view, entry);
  if (own === null) return null;
  const others = view.entries().filter((other) =>
    other.je_id !== entry.je_id && isTransfer(other) && other.currency === entry.currency &&
    totalOf(other) === amount &&
    Math.abs(daysBetween(entry.posting_date, other.posting_date)) <= POLICY.tripWindowDays
  );
  if (others.length < 2) return null;
  const hops = others.flatMap((other) => hopOf(view, other) ?? []);
  const isRing = hops.some((next) =>
    next.from === own.to && next.to !== own.from && hops.some((last) => last.from === next.to && last.to === own.from)
  );
  return isRing ? { class: "circular_flow", amount_minor: amount } : null;
};

function isTransfer(entry: Entry): boolean {
  return entry.lines.every(({ account }) => TRANSFER.includes(account));
}

/** How often the bank moved an amount around an entry, either way. */
function movesOf(view: View, { currency, posting_date }: Entry, amount: number): number {
  const from = addDays(posting_date, -POLICY.tripWindowDays), to = addDays(posting_date, POLICY.tripWindowDays);
  return [amount, -amount].reduce(
    (sum, signed) => sum + view.bank({ currency, amount_min: signed, amount_max: signed, from, to }).length,
    0,
  );
}

/** Where value went by an entry's memo; null where it names goods or a service, or no accounts. */
function hopOf(view: View, entry: Entry): Hop | null {
  const memo = docOfKind(view, entry, "memo");
  if (memo === undefined || (textOf(memo, "description") ?? "none") !== "none") return null;
  const from = textOf(memo, "from_account"), to = textOf(memo, "to_account");
  return from === null || to === null ? null : { from, to };
}

/** POL-COA, for costs that were settled through suspense, by the nature that the memo names. */
export const settlementCoding: Rule = (view, entry) => {
  const cost = entry.lines.find(({ debit_minor }) => debit_minor > 0);
  if (cost === undefined || TRANSFER.includes(cost.account)) return null;
  const memo = docOfKind(view, entry, "memo"), nature = memo && textOf(memo, "description");
  const unit = memo && numberOf(memo, "unit_price_minor");
  if (typeof nature !== "string" || typeof unit !== "number") return null;
  const right = accountFor(nature, unit, entry.currency);
  return right === undefined || right === cost.account
    ? null
    : { class: "misclassified", amount_minor: cost.debit_minor };
};
