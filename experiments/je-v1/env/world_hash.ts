/** The identity of a world: every byte of it counts. @module */
import { type Sha256, sha256Hex } from "../../../kernel/digest.ts";
import { canonicalize } from "../../../kernel/json_encode.ts";
import type { World } from "./model.ts";
import { indexOf } from "./world_index.ts";

const HASHES = new WeakMap<World, Sha256>();

/** SHA-256 of a world's canonical JSON (RFC 8785), reckoned once; the world is frozen. */
export function worldHash(world: World): Sha256 {
  const known = HASHES.get(world);
  if (known !== undefined) return known;
  const hash = sha256Hex(canonicalize(indexOf(world).world));
  HASHES.set(world, hash);
  return hash;
}
