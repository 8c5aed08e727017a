import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { aggregator } from "../../../../experiments/je-v1/sweep/aggregate.ts";
import { unscoredUnit } from "../../../../experiments/je-v1/sweep/unit.ts";
import { svgText } from "../../../../scripts/charts/svg_node.ts";
import { sweepSection } from "../../../../scripts/report/je/sweep_section.ts";
import { elementsOf } from "../../charts/svg_search.ts";
import { NO_SALT, played, unitOf } from "../../../experiments/je-v1/sweep/records.ts";

const CRASHED = unscoredUnit(unitOf(), { reason: "crash", detail: "<b>gone</b>", salt_hash: NO_SALT });
const sweepOf = (...records: readonly ReturnType<typeof played>["record"][]) => {
  const all = aggregator();
  for (const record of records) all.add(record);
  return sweepSection(all.finish(), { id: "s", name: "swept" });
};

Deno.test("sweepSection() says that spread is not measurable when there are fewer than five seeds", () => {
  const text = svgText(sweepOf(played().record));
  assert(text.includes("not measurable") && text.includes("5 planned, 1 scored, 4 without a score"), text);
});

Deno.test("sweepSection() counts and names what has no score", () => {
  const text = svgText(sweepOf(CRASHED.record));
  assert(text.includes("5 planned, 0 scored, 5 without a score") && text.includes("crash 1, missing 4"), text);
});

Deno.test("sweepSection() says of metrics that they are inferred also when there is no score (conformance 27)", () => {
  const text = svgText(sweepOf(CRASHED.record));
  for (const name of ["steps_to_first_flag", "baseline_before_claim", "premature_disposition"]) {
    assert(text.includes(`${name} (inferred)`), name);
  }
});

Deno.test("sweepSection() pools no conditions, and says so", () => {
  const { record } = played(), config = record.run_config;
  const other = { ...record, run_config: { ...config, step_budget: config.step_budget + 1 } };
  const section = sweepOf(record, other), text = svgText(section);
  assert(text.includes("Not one set of episodes") && text.includes("which are never pooled"), text);
  assertEquals(elementsOf(section, "figure").length, 2);
});
