/** The policies on what two companies book of one another. @module */
import { numberOf } from "../doc_text.ts";
import type { Entry } from "../model.ts";
import type { Rule, View } from "../view.ts";
import { spotConversion } from "./purchases.ts";
import { docOfKind } from "./reading.ts";

/** What the statements of both sides say; null where one is missing. */
function statedBy(view: View, entry: Entry, other: Entry): { own: number; theirs: number } | null {
  const [own, theirs] = [entry, other].map((side) => {
    const statement = docOfKind(view, side, "statement");
    return statement === undefined ? null : numberOf(statement, "total_minor");
  });
  return typeof own === "number" && typeof theirs === "number" ? { own, theirs } : null;
}

/** The other side's entries. */
function otherSides(view: View, entry: Entry): Entry[] {
  return view.related(entry.je_id, "intercompany").flatMap((id) => view.entry(id) ?? [])
    .filter(({ currency }) => currency === entry.currency);
}

/** POL-ICO. The statements decide; they are opened where the entries differ. */
export const bothSides: Rule = (view, entry) => {
  const debits = ({ lines }: Entry): number => lines.reduce((sum, line) => sum + line.debit_minor, 0);
  for (const other of otherSides(view, entry)) {
    if (debits(other) === debits(entry)) continue;
    const stated = statedBy(view, entry, other);
    if (stated === null || stated.own === stated.theirs) continue;
    return { class: "intercompany_mismatch", amount_minor: stated.own - stated.theirs };
  }
  return null;
};

/** POL-FXR, of an amount on which both statements agree. */
export const agreedConversion: Rule = (view, entry) => {
  const ruling = spotConversion(view, entry);
  if (ruling === null) return null;
  const isAgreed = otherSides(view, entry).some((other) => {
    const stated = statedBy(view, entry, other);
    return stated !== null && stated.own === stated.theirs;
  });
  return isAgreed ? ruling : null;
};
