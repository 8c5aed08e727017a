import { assertEquals } from "@std/assert/equals";
import { assertNotEquals } from "@std/assert/not-equals";
import { sha256Hex } from "../../../../kernel/digest.ts";
import { canonicalize } from "../../../../kernel/json_encode.ts";
import { worldHash } from "../../../../experiments/je-v1/env/world_hash.ts";
import { smallWorld } from "../small_world.ts";

Deno.test("worldHash() is the SHA-256 of the canonical world, whatever object holds it", () => {
  const world = smallWorld();
  assertEquals(worldHash(world), sha256Hex(canonicalize(smallWorld())));
  assertEquals(worldHash(world), worldHash(world));
});

Deno.test("worldHash() differs when one character does", () => {
  const world = smallWorld();
  world.history[0]!.lines[0]!.memo = "x";
  assertNotEquals(worldHash(world), worldHash(smallWorld()));
});
