/** The policies on rare entries, and on duties where no approval forms are kept. @module */
import { factOf, textOf } from "../doc_text.ts";
import type { Entry } from "../model.ts";
import { POLICY } from "../policies.ts";
import type { Rule, View } from "../view.ts";
import { dayOf, docsOfKind } from "./reading.ts";

/** POL-UNU: some account of a manual entry is rare for its preparer, and neither memo nor roster explains it. */
export const unusualPair: Rule = (view, entry) => {
  if (entry.source !== "manual") return null;
  const isExplained = (account: string): boolean =>
    isOneOff(view, entry, account) || isStoodInFor(view, entry, account);
  return rareAccounts(view, entry).every(isExplained) ? null : { class: "unusual_pattern" };
};

/** Accounts of an entry that its preparer uses in less than the policy's share of the population. Pairs that the profile
 * does not name are rarer than those that it does. */
function rareAccounts(view: View, { lines, prepared_by }: Entry): string[] {
  const { buckets } = view.profile("user_account", {});
  const shareOf = (account: string): number =>
    buckets.find(({ value }) => value === `${prepared_by}|${account}`)?.share_bps ?? 0;
  return [...new Set(lines.map(({ account }) => account))].filter((code) => shareOf(code) < POLICY.rareShareBps);
}

/** Whether a memo calls an account of the entry a one-off. */
function isOneOff(view: View, entry: Entry, account: string): boolean {
  return docsOfKind(view, entry, "memo").some((memo) => textOf(memo, "one_off_account") === account);
}

/** Whether the roster has the preparer stand in on the day of keying in, with the account. */
function isStoodInFor(view: View, entry: Entry, account: string): boolean {
  const { entered_at, prepared_by } = entry;
  return docsOfKind(view, entry, "roster").some((roster) => {
    const from = dayOf(roster, "stands_in_from"), to = dayOf(roster, "stands_in_to");
    return factOf(roster, "person") === prepared_by && (textOf(roster, "stands_in_for") ?? "none") !== "none" &&
      from !== undefined && to !== undefined && from <= entered_at && entered_at <= to &&
      (textOf(roster, "accounts") ?? "").split(", ").includes(account);
  });
}

/** POL-SOD, where no approval form is kept: the header says who approved, unless a memo names another. */
export const headerDuties: Rule = (view, entry) => {
  const { approved_by, prepared_by, attachments } = entry;
  if (approved_by === null || attachments.some(({ kind }) => kind === "approval")) return null;
  const isBreach = (user: string): boolean => user === prepared_by || view.user(user)?.reports_to === prepared_by;
  if (!isBreach(approved_by)) return null;
  const named = docsOfKind(view, entry, "memo").flatMap((memo) => textOf(memo, "approved_by") ?? []);
  return named.every(isBreach) ? { class: "sod_conflict" } : null;
};
