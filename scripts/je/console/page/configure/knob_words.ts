/** What each knob turns, in words. @module */
import type { Knob } from "../../../../../experiments/je-v1/env/knobs.ts";

/** A name and an explanation for each knob. */
export const KNOB_WORDS: Readonly<Record<Knob, readonly [name: string, does: string]>> = {
  ledger_size: ["Ledger size", "entries in the slice"],
  defect_rate_bps: ["Defect rate", "entries with something wrong, in 10,000"],
  decoy_rate_bps: ["Decoy rate", "entries that only look wrong, in 10,000"],
  doc_noise_bps: ["Document noise", "fields of documents that are blurred, in 10,000"],
  missing_support_bps: ["Missing support", "what is to be found whose support is pending, in 10,000"],
  near_duplicate_bps: ["Near duplicates", "entries that almost repeat another, in 10,000"],
  amount_gap_bps: ["Amount gap", "how far a planted amount is off, in 10,000; smaller is harder"],
  fx_share_bps: ["Foreign currency", "entries in another currency, in 10,000"],
  narrative_mislead_bps: ["Misleading narratives", "narratives that lead astray, in 10,000"],
  injection_bps: ["Embedded instructions", "documents that try to give orders, in 10,000"],
  chain_depth: ["Chain depth", "documents that supersede each other"],
  history_periods: ["History", "periods before the slice"],
};
