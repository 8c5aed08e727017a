/** How a sweep is split over machines that share nothing. @module */
import { PermafrostError } from "../../../kernel/error.ts";

/** One part of so many, counted from 1. */
export interface Shard {
  /** Which part, from 1. */ readonly part: number;
  /** Of how many. */ readonly of: number;
}

/** The most parts of a sweep. */
export const MAX_SHARDS = 100_000;

/** Reads `i/n`: part i of n, from 1 to n.
 * @throws {PermafrostError} usage: it is not of that form. */
export function parseShard(text: string): Shard {
  const [, part = "", of = ""] = /^([1-9][0-9]{0,5})\/([1-9][0-9]{0,5})$/.exec(text) ?? [];
  const shard = { part: Number(part), of: Number(of) };
  if (part !== "" && shard.part <= shard.of && shard.of <= MAX_SHARDS) return shard;
  throw new PermafrostError("usage", `Cannot split the sweep: ${text} is no part i/n with i from 1 to n`);
}

/** The part of `of` that an episode belongs to, from 1: the first 32 bits of its id, modulo. */
export function shardOf(episode_id: string, of: number): number {
  return Number.parseInt(episode_id.slice(0, 8), 16) % of + 1;
}

/** Whether a part has an episode. */
export function isInShard(episode_id: string, { part, of }: Shard): boolean {
  return shardOf(episode_id, of) === part;
}
