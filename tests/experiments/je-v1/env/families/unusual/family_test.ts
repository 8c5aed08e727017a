import { assertEquals } from "@std/assert/equals";
import { assert } from "@std/assert/assert";
import { UNUSUAL_FAMILY } from "../../../../../../experiments/je-v1/env/families/unusual/family.ts";
import { buildOf, cleanBundles, plant } from "../../built.ts";
import { familyCases, viewOf } from "../../family_cases.ts";

for (const [words, test] of familyCases(UNUSUAL_FAMILY, "JE-16")) Deno.test(`UNUSUAL_FAMILY ${words}`, test);

const shareOf = (buckets: readonly { value: string; share_bps: number }[], pair: string): number =>
  buckets.find(({ value }) => value === pair)?.share_bps ?? 0;

Deno.test("UNUSUAL_FAMILY claims a pair of user and account that is rare, and names the dimension", () => {
  for (let seed = 0; seed < 10; seed++) {
    const build = buildOf("JE-16", seed, { history_periods: 1 }), [bundle] = plant(build, "unusual_pattern");
    const { buckets } = viewOf(build, [bundle!]).profile("user_account", {}), { entry, gold } = bundle!;
    const shares = entry.lines.map(({ account }) => shareOf(buckets, `${entry.prepared_by}|${account}`));
    assert(shares[0]! < 100 && shares[1]! >= 100, String(shares));
    assertEquals(gold.claim_dimensions, ["user_account"]);
    assert(gold.key_facts.includes(entry.prepared_by) && gold.key_facts.includes(entry.lines[0]!.account));
  }
});

for (const history_periods of [1, 12]) {
  for (const ledger_size of [12, 100, 101, 201, 301, 400]) {
    Deno.test(`UNUSUAL_FAMILY keeps pairs rare and common with ${history_periods} periods of history and ${ledger_size} entries`, () => {
      const build = buildOf("JE-16", 9, { history_periods, ledger_size });
      const bundles = cleanAll(ledger_size), clean = new Set(bundles.flatMap(({ entry }) => pairsOf(entry)));
      for (const rare of bundles) UNUSUAL_FAMILY.mutators.unusual_pattern!.apply(build, [rare]); // all of them: the worst case
      const { buckets } = viewOf(build, bundles).profile("user_account", {});
      for (const { entry } of bundles) assert(shareOf(buckets, pairsOf(entry)[0]!) < 100, pairsOf(entry)[0]!);
      for (const pair of clean) assert(shareOf(buckets, pair) >= 100, pair);

      function cleanAll(count: number) {
        return Array.from({ length: count }, (_, index) => UNUSUAL_FAMILY.clean(build, index));
      }
    });
  }
}

function pairsOf(entry: { prepared_by: string; lines: { account: string }[] }): string[] {
  return entry.lines.map(({ account }) => `${entry.prepared_by}|${account}`);
}

Deno.test("UNUSUAL_FAMILY breaches duties by the preparer and by someone who reports to the preparer", () => {
  const found = new Set<string>();
  for (let seed = 0; seed < 40; seed++) {
    const build = buildOf("JE-16", seed), [bundle] = plant(build, "sod_conflict"), { entry } = bundle!;
    found.add(entry.approved_by === entry.prepared_by ? "self" : "below");
  }
  assertEquals([...found].sort(), ["below", "self"]);
});

Deno.test("UNUSUAL_FAMILY draws clean entries from the kinds of their desks alone", () => {
  const build = buildOf("JE-16", 7),
    kinds = new Set(cleanBundles(build, 200).map(({ entry }) => pairsOf(entry).join()));
  assert(kinds.size <= 20 && kinds.size > 10);
});
