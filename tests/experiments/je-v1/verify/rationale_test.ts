import { assertEquals } from "@std/assert/equals";
import { JUDGE_CASES, RATIONALE_CASES } from "./rationale_cases.ts";
import { pickOf } from "./score_case.ts";

for (const one of RATIONALE_CASES) {
  Deno.test(`rationaleDialogue() judges as by hand when ${one.name}`, () => assertEquals(pickOf(one), one.wanted));
}
for (const one of JUDGE_CASES) {
  Deno.test(`rationaleDialogue() takes verdicts when ${one.name}`, () => assertEquals(pickOf(one), one.wanted));
}
