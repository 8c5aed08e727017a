/** What is kept of an episode beside its rows and observations. @module */
import { sha256Hex } from "../../../kernel/digest.ts";
import { canonicalize } from "../../../kernel/json_encode.ts";
import type { JsonObject } from "../../../kernel/json_value.ts";
import type { RunConfig } from "../config/contract.ts";
import type { Envelope } from "../env/envelope.ts";
import type { Sealed } from "../env/sealed.ts";
import type { PlayedEpisode } from "../env/session.ts";
import type { Header, Row } from "../verify/trajectory.ts";
import type { Score } from "../verify/score_model.ts";
import type { ModelEntry } from "./unit.ts";

/** The format of an episode's record. */
export const EPISODE_FORMAT = "je-v1/episode@1";

/** Why an episode has no score; none of it is the agent's doing. */
export const UNSCORED_REASONS = ["transport", "crash", "drift", "judge_failed", "instance"] as const;
/** One of {@linkcode UNSCORED_REASONS}. */
export type UnscoredReason = typeof UNSCORED_REASONS[number];

/** The record of an episode: everything that is not a row or an observation. */
export interface EpisodeRecord {
  /** The format. */ readonly format: typeof EPISODE_FORMAT;
  /** The name of the unit that it comes of. */ readonly episode_id: string;
  /** The configuration. */ readonly run_config: RunConfig;
  /** Who played. */ readonly model: ModelEntry;
  /** Which instance. */ readonly seed: number;
  /** The hash under which the campaign published its salt. */ readonly salt_hash: string;
  /** What it was played on; null: no world came of it. */ readonly header: Header | null;
  /** How it ended; null: it did not, or nobody knows. */ readonly termination: PlayedEpisode["termination"] | null;
  /** How many rows its trajectory has. */ readonly rows: number;
  /** The last link of its chain; null without a header. */ readonly trajectory_hash: string | null;
  /** Who judges rationales. */ readonly judges: readonly string[];
  /** Why it has no total; null: it has one. */
  readonly unscored: { readonly reason: UnscoredReason; readonly detail: string } | null;
  /** Its score; null: it was not played to an end. */ readonly score: Score | null;
  /** What opens the header's commitment; null without a header. */
  readonly reveal: { readonly nonce: string; readonly sealed: Sealed } | null;
  /** What a provider said of itself; null: none was asked. */ readonly provider: JsonObject | null;
}

/** An episode whole. */
export interface RecordedEpisode {
  /** The record. */ readonly record: EpisodeRecord;
  /** Its rows. */ readonly rows: readonly Row[];
  /** The answers by their hash. */ readonly observations: ReadonlyMap<string, Envelope>;
}

/** SHA-256 of what two runs of one unit must agree on. Volatile fields, the provider's words and the plan of the sweep do
 * not count. */
export function coreHash(record: EpisodeRecord): string {
  const { episode_id, salt_hash, header, termination, trajectory_hash, judges, unscored, score } = record;
  const reason = unscored?.reason ?? null;
  return sha256Hex(
    canonicalize({ episode_id, salt_hash, header, termination, trajectory_hash, judges, reason, score }),
  );
}
