import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { killWriters } from "../../../../experiments/recovery-v1/vault/kill_writer.ts";

const KILLS = 150;

Deno.test(`takeSnapshot() and restoreSnapshot() leave nothing half-written when killed at ${KILLS} moments`, async () => {
  const { amidWrites, restores, ...wrong } = await killWriters(KILLS);
  console.log(`${KILLS} kills: ${amidWrites} amid a write, ${restores} whole files restored`);
  assertEquals(wrong, { wrongObjects: 0, damagedManifests: 0, dangling: 0, wrongRestores: 0 });
  assert(amidWrites >= KILLS / 10, `only ${amidWrites} kills hit a write`);
  assert(restores >= KILLS);
});
