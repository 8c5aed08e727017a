import { assertEquals } from "@std/assert/equals";
import { PROCESS_CASES } from "./process_cases.ts";
import { pickOf } from "./score_case.ts";

for (const one of PROCESS_CASES) {
  Deno.test(`processOf() counts as by hand when ${one.name}`, () => assertEquals(pickOf(one), one.wanted));
}
