/** How a run binds itself to the held-out ledger without showing it. @module */
import { type Sha256, sha256Hex } from "../../../kernel/digest.ts";
import { canonicalize } from "../../../kernel/json_encode.ts";
import type { World } from "../env/model.ts";
import type { RngSource } from "../env/rng.ts";
import type { Sealed } from "../env/sealed.ts";
import { worldHash } from "../env/world_hash.ts";
import type { Header } from "./trajectory.ts";

/** A sealed ledger under its nonce. */
export interface Commitment {
  /** What keeps the ledger from being guessed; published with it at the end. */ readonly nonce: Sha256;
  /** SHA-256 of the canonical JSON of `[nonce, sealed]`. */ readonly ledger_commitment: Sha256;
}

/** The hash under which a campaign publishes its salt before it reveals it. */
export function saltHash(salt: string): Sha256 {
  return sha256Hex(canonicalize(["je-v1/salt/1", salt]));
}

/** Commits to a ledger. The nonce follows from salt, task and seed, so headers are reproducible; it keeps a secret only as
 * long as the salt is one. */
export function commitLedger(source: RngSource, sealed: Sealed): Commitment {
  const nonce = sha256Hex(canonicalize(["je-v1/nonce/1", source.salt, source.task_id, source.seed]));
  return { nonce, ledger_commitment: sha256Hex(canonicalize([nonce, sealed])) };
}

/** Tells whether a revealed ledger is the one that was committed to. */
export function verifyCommitment(
  ledger_commitment: string,
  revealed: { readonly nonce: string; readonly sealed: Sealed },
): boolean {
  return sha256Hex(canonicalize([revealed.nonce, revealed.sealed])) === ledger_commitment;
}

/** The header of an episode on an instance, made before its first call. */
export function makeHeader(
  instance: { readonly world: World; readonly sealed: Sealed },
  options: {
    /** The instance. */ readonly seed: number;
    /** The campaign's secret; empty unless given. */ readonly salt?: string;
    /** The tools at hand, as the opened episode has them. */ readonly tools_enabled: readonly string[];
    /** Steps that it may take. */ readonly step_budget: number;
  },
): Header {
  const { world, sealed } = instance, { seed, salt = "", tools_enabled, step_budget } = options;
  const { task_id, generator, env_version } = world;
  return {
    ...{ task_id, seed, generator, tools_enabled: [...tools_enabled], step_budget, env_version },
    ...{ world_hash: worldHash(world), salt_hash: saltHash(salt) },
    ledger_commitment: commitLedger({ salt, task_id, seed }, sealed).ledger_commitment,
  };
}
