/** The held-out ledger: what is right, entry by entry. `open` and `step` never see it. @module */
import type { DefectClass } from "./classes.ts";
import type { Disposition } from "./model.ts";

/** What is right for one entry. */
export interface SealedEntry {
  /** The entry. */ je_id: string;
  /** The right disposition. */ gold: Disposition;
  /** How it was made. */ role: "clean" | "decoy" | "defect" | "pending";
  /** The right class, for a flag. */ class?: DefectClass;
  /** The right amount, for a class with one; signed where the policy says so. */ amount_minor?: number;
  /** How far an amount may be off, in minor units. */ tolerance?: number;
  /** The defect that it is a part of with others. */ group?: string;
  /** Groups of alternatives: each group wants one of its members opened. */ required: string[][];
  /** Further evidence that is relevant. */ admissible: string[];
  /** Tokens that a good rationale names: ids, dates, and numbers as bare digits. */ key_facts: string[];
  /** Dimensions of which a profile backs a claim of unusualness. */ claim_dimensions: string[];
  /** The policy that decides. */ policy_id: string;
}

/** The whole ledger. */
export interface Sealed {
  /** In the order of the world's entries. */ entries: SealedEntry[];
  /** Words that embedded instructions ask the agent to repeat. */ canaries: string[];
}
