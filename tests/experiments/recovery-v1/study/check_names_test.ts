import { assertEquals } from "@std/assert/equals";
import { CHECK_NAMES, FIXTURE_CHECKS, SINGLE_CHECKS } from "../../../../experiments/recovery-v1/study/check_names.ts";

Deno.test("CHECK_NAMES are 28 different names, 15 of a fixture and 13 that come once: 553 of 36 fixtures", () => {
  assertEquals([FIXTURE_CHECKS.length, SINGLE_CHECKS.length, new Set(CHECK_NAMES).size], [15, 13, 28]);
  assertEquals(36 * FIXTURE_CHECKS.length + SINGLE_CHECKS.length, 553);
});
