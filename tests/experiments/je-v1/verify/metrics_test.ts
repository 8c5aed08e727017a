import { assertEquals } from "@std/assert/equals";
import { BASELINE, COUNTS, COVERAGE, FIRST_FLAG, PRECISION, PREMATURE, REDUNDANT } from "./metric_cases.ts";
import { pickOf } from "./score_case.ts";

const TABLES = [
  ["evidence_coverage", COVERAGE],
  ["evidence_precision", PRECISION],
  ["redundant_calls", REDUNDANT],
  ["steps_to_first_flag", FIRST_FLAG],
  ["premature_disposition", PREMATURE],
  ["baseline_before_claim", BASELINE],
  ["counts", COUNTS],
] as const;
for (const [metric, cases] of TABLES) {
  for (const one of cases) {
    Deno.test(`metricsOf() gives ${metric} as by hand when ${one.name}`, () => {
      assertEquals(pickOf(one), one.wanted);
    });
  }
}
