import { assertEquals } from "@std/assert/equals";
import { digestsOf, SLOW } from "../experiment_digests.ts";

for (const id of SLOW) {
  Deno.test(`verify() of ${id} gives one digest whatever the zone, locale and umask`, async () => {
    assertEquals((await digestsOf(id)).size, 1);
  });
}
