/** Tools that open what supports an entry: documents, master records, rates, bank lines, confirmations. @module */
import type { JsonObject } from "../../../../kernel/json_value.ts";
import { BANK_LIMIT, bankLines, confirmationOf } from "../answers.ts";
import type { Confirmation, FxRate } from "../model.ts";
import type { BankData, DocumentData, MasterData, MasterTable } from "../tool_data.ts";
import type { BankQuery } from "../view.ts";
import { rateKey, type WorldIndex } from "../world_index.ts";
import { fail, type ToolReply } from "./reply.ts";

/** Opens a document, also one that is registered and has not arrived. */
export function openDocument(index: WorldIndex, args: JsonObject): ToolReply<DocumentData> {
  const doc_id = args.doc_id as string, doc = index.docs.get(doc_id), kind = index.pending.get(doc_id);
  if (doc !== undefined) return { data: { evidence_id: doc_id, status: "on_file", ...doc } };
  if (kind !== undefined) return { data: { evidence_id: doc_id, status: "pending", doc_id, kind } };
  return fail("not_found", "there is no such document", { pointer: "/doc_id" });
}

/** Opens a master record; one of an entity has no evidence id. */
export function lookupMaster(index: WorldIndex, args: JsonObject): ToolReply<MasterData> {
  const table = args.table as MasterTable, record = index[table].get(args.key as string);
  if (record === undefined) return fail("not_found", "there is no such record", { pointer: "/key" });
  return { data: { table, ...record } as MasterData };
}

/** Opens a rate. */
export function fxRate(index: WorldIndex, args: JsonObject): ToolReply<FxRate> {
  const rate = index.rates.get(rateKey(args as { base: string; quote: string; date: string; kind: string }));
  return rate === undefined ? fail("not_found", "there is no such rate") : { data: rate };
}

/** Finds bank lines; opens the one that answers alone. */
export function matchBank(index: WorldIndex, args: JsonObject): ToolReply<BankData> {
  const lines = bankLines(index, args as JsonObject & BankQuery), total = lines.length;
  const evidence_id = total === 1 ? lines[0]!.evidence_id : null;
  return { data: { evidence_id, total, lines: lines.slice(0, BANK_LIMIT) } };
}

/** Opens what a party answers about a document. */
export function requestConfirmation(index: WorldIndex, args: JsonObject): ToolReply<Confirmation> {
  const party_id = args.party_id as string, doc_id = args.doc_id as string;
  const data = confirmationOf(index, party_id, { doc_id });
  if (data !== null) return { data };
  return index.parties.has(party_id)
    ? fail("not_found", "there is no such document", { pointer: "/doc_id" })
    : fail("not_found", "there is no such party", { pointer: "/party_id" });
}
