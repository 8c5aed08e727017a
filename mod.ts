/**
 * Permafrost: freeze an experiment before its outcome is known, run it in a sandbox that grants only what its
 * protocol declares, and let anyone check and reproduce the result byte for byte.
 *
 * Importing this module needs no permission and does nothing.
 * @module
 */
export * from "./kernel/mod.ts";
export { normalizeCandidate } from "./experiments/fence-v1/normalize.ts";
export { scoreResponse } from "./experiments/fence-v1/score.ts";
export { checkPublication } from "./scripts/publication.ts";
