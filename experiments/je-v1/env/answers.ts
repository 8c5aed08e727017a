/** Single questions to a world's index that tools and {@linkcode worldView} share. @module */
import type { BankLine, Confirmation } from "./model.ts";
import type { BankQuery } from "./view.ts";
import { madeId, pairKey, type WorldIndex } from "./world_index.ts";

/** How many bank lines an answer shows. */
export const BANK_LIMIT = 20;

/** The bank lines that a query means, by date and id; all ends are included and amounts are signed. */
export function bankLines(index: WorldIndex, query: BankQuery): BankLine[] {
  return index.bank.filter(({ currency, amount_minor, value_date }) =>
    currency === query.currency && amount_minor >= query.amount_min && amount_minor <= query.amount_max &&
    value_date >= query.from && value_date <= query.to
  );
}

/** What a party answers about a document: as recorded, and otherwise nothing, under an id that follows from world, party
 * and document. Null: there is no such party, or no such document on file or registered. */
export function confirmationOf(index: WorldIndex, party_id: string, options: { doc_id: string }): Confirmation | null {
  const { doc_id } = options, recorded = index.confirmations.get(pairKey(party_id, doc_id));
  if (recorded !== undefined) return recorded;
  if (!index.parties.has(party_id) || !(index.docs.has(doc_id) || index.pending.has(doc_id))) return null;
  const evidence_id = madeId(index, { kind: "Q", question: [party_id, doc_id] });
  return { evidence_id, party_id, doc_id, reply: "no_reply", text: "" };
}
