/**
 * Permafrost: freeze an experiment before its outcome is known, run it in a sandbox that grants only what its
 * protocol declares, and let anyone check and reproduce the result byte for byte.
 *
 * Importing this module needs no permission and does nothing.
 * @module
 */
export * from "./kernel/mod.ts";
export {
  readConservationInput,
  serializeFindings as serializeConservationFindings,
  verifyConservation,
} from "./experiments/conservation-v1/verify.ts";
export type { ConservationFinding, ConservationInput } from "./experiments/conservation-v1/verify.ts";
export { MAX_RAW_BYTES, normalizeCandidate } from "./experiments/fence-v1/normalize.ts";
export type {
  Candidate,
  CandidateMode,
  CandidateReason,
  FramedCandidate,
  RefusedCandidate,
} from "./experiments/fence-v1/normalize.ts";
export { INVOICE_FIELDS, isInvoice, scoreResponse } from "./experiments/fence-v1/score.ts";
export type {
  FieldMatches,
  InvalidScore,
  Invoice,
  InvoiceField,
  Score,
  ScoreReason,
  ValidScore,
} from "./experiments/fence-v1/score.ts";
export {
  DISPOSITIONS as REPAIR_DISPOSITIONS,
  evaluateRepair,
  REPAIR_STATUSES,
} from "./experiments/repair-v1/evaluate.ts";
export type { RepairDisposition, RepairEvaluation, RepairStatus } from "./experiments/repair-v1/evaluate.ts";
