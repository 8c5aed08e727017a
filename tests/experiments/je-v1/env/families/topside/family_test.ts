import { assertEquals } from "@std/assert/equals";
import { assert } from "@std/assert/assert";
import { reviewedPeriod } from "../../../../../../experiments/je-v1/env/families/manual.ts";
import { TOPSIDE_FAMILY } from "../../../../../../experiments/je-v1/env/families/topside/family.ts";
import { addDays } from "../../../../../../experiments/je-v1/env/dates.ts";
import { bpsOf } from "../../../../../../experiments/je-v1/env/integers.ts";
import { buildOf, cleanBundles, plant } from "../../built.ts";
import { familyCases } from "../../family_cases.ts";

for (const [words, test] of familyCases(TOPSIDE_FAMILY, "JE-13")) Deno.test(`TOPSIDE_FAMILY ${words}`, test);

for (const gap of [50, 1000]) {
  Deno.test(`TOPSIDE_FAMILY plants an estimate that is off by ${gap} basis points`, () => {
    const [bundle] = plant(buildOf("JE-13", 2, { amount_gap_bps: gap }), "estimate_unsupported");
    const { baseMinor, rateBps } = bundle!.facts as { baseMinor: number; rateBps: number };
    const right = bpsOf(baseMinor, rateBps);
    assertEquals(Math.abs(bundle!.gold.amount_minor!), Math.max(2, bpsOf(right, gap)));
  });
}

Deno.test("TOPSIDE_FAMILY plants late entries beyond the window, by each of three failures of leave", () => {
  const found = new Set<string>();
  for (let seed = 0; seed < 30; seed++) {
    const build = buildOf("JE-13", seed), [bundle] = plant(build, "post_close"), memo = bundle!.docs.get("memo")!;
    const { close_at, late_window_days } = reviewedPeriod(build), { entered_at } = bundle!.entry;
    assert(entered_at > addDays(close_at, late_window_days));
    if (memo.fields.permits_late_entry === false) found.add("silent");
    else found.add(String(memo.fields.dated) >= entered_at ? "after" : String(memo.fields.issued_as));
  }
  assert(
    found.has("silent") && found.has("after") && (found.has("manager") || found.has("supervisor")),
    [...found].join(),
  );
});

Deno.test("TOPSIDE_FAMILY leaves as many attachments where the memo is missing", () => {
  const build = buildOf("JE-13", 6), [clean] = cleanBundles(build, 1), [bundle] = plant(build, "unsupported");
  assertEquals(bundle!.docs.size, clean!.docs.size);
  assertEquals([...bundle!.docs.values()].some(({ kind }) => kind === "memo"), false);
});
