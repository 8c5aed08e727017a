/** When two files name the same episode. @module */
import { coreHash, type EpisodeRecord } from "./episode_record.ts";

/** Which of two is kept; `conflict`: both are results and they differ. */
export type Union = "first" | "second" | "conflict";

/** Joins two records of one id. A result goes before a record without one; of equal results, and of two records without
 * one, the first is kept, with its volatile fields. */
export function unionOf(first: EpisodeRecord, second: EpisodeRecord): Union {
  if (first.unscored !== null) return second.unscored === null ? "second" : "first";
  if (second.unscored !== null) return "first";
  return coreHash(first) === coreHash(second) ? "first" : "conflict";
}
