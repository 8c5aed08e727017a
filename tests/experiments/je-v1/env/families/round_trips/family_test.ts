import { assertEquals } from "@std/assert/equals";
import { assert } from "@std/assert/assert";
import { ROUND_TRIPS_FAMILY } from "../../../../../../experiments/je-v1/env/families/round_trips/family.ts";
import { namedChain } from "../../../../../../experiments/je-v1/env/families/round_trips/decoys.ts";
import { buildOf, cleanBundles, plant } from "../../built.ts";
import { familyCases, judgedWithHistory } from "../../family_cases.ts";

for (const [words, test] of familyCases(ROUND_TRIPS_FAMILY, "JE-15")) Deno.test(`ROUND_TRIPS_FAMILY ${words}`, test);

Deno.test("ROUND_TRIPS_FAMILY plants a ring of three hops that closes, in one amount and one group", () => {
  for (let seed = 0; seed < 20; seed++) {
    const bundles = plant(buildOf("JE-15", seed), "circular_flow");
    const hops = bundles.map(({ docs }) => docs.get("memo")!.fields), { group } = bundles[0]!.gold;
    assertEquals(
      hops.map(({ from_account }) => from_account),
      [hops[2], hops[0], hops[1]].map((hop) => hop!.to_account),
    );
    assertEquals(new Set(hops.map(({ from_account }) => from_account)).size, 3);
    assertEquals(new Set(bundles.map(({ bank }) => Math.abs(bank[0]!.amount_minor))).size, 1);
    assert(group !== undefined && bundles.every(({ gold }) => gold.group === group && gold.required.length === 9));
    const net = new Map<string, number>();
    for (const { account, debit_minor, credit_minor } of bundles.flatMap(({ entry }) => entry.lines)) {
      net.set(account, (net.get(account) ?? 0) + debit_minor - credit_minor);
    }
    assertEquals([...net.values()].every((value) => value === 0), true, "value returned to where it was");
    const days = bundles.map(({ entry }) => entry.posting_date);
    assertEquals(days, days.toSorted());
  }
});

Deno.test("ROUND_TRIPS_FAMILY flags no ring once one of its memos names goods", () => {
  const build = buildOf("JE-15", 3), bundles = plant(build, "circular_flow");
  bundles[1]!.docs.get("memo")!.fields.description = "steel sheet";
  assertEquals(judgedWithHistory(build, bundles).map(({ gold }) => gold), ["approve", "approve", "approve"]);
});

Deno.test("ROUND_TRIPS_FAMILY has a decoy whose accounts close a ring", () => {
  const build = buildOf("JE-15", 8), fits = namedChain.eligible;
  const [bundle] = cleanBundles(build, 1, (each) => fits(build, each));
  namedChain.apply(build, bundle!);
  const [own, second, third] = ["memo", "second", "third"].map((role) => bundle!.docs.get(role)!.fields);
  assertEquals([own!.to_account, second!.to_account, third!.to_account], [
    second!.from_account,
    third!.from_account,
    own!.from_account,
  ]);
  assertEquals(bundle!.bank.length, 3);
});
