import { assertEquals } from "@std/assert/equals";
import { assert } from "@std/assert/assert";
import { SIDE_TERMS_FAMILY } from "../../../../../../experiments/je-v1/env/families/side_terms/family.ts";
import { netOf } from "../../../../../../experiments/je-v1/env/rules/reading.ts";
import { buildOf, cleanBundles, plant } from "../../built.ts";
import { familyCases, judgedWithHistory } from "../../family_cases.ts";

for (const [words, test] of familyCases(SIDE_TERMS_FAMILY, "JE-14")) Deno.test(`SIDE_TERMS_FAMILY ${words}`, test);

Deno.test("SIDE_TERMS_FAMILY holds a sale whose acceptance is registered as pending", () => {
  for (let seed = 0; seed < 10; seed++) {
    const build = buildOf("JE-14", seed), bundles = cleanBundles(build, 6);
    for (const bundle of bundles) {
      SIDE_TERMS_FAMILY.pend!.apply(build, bundle);
      SIDE_TERMS_FAMILY.require!(build, bundle);
      const { doc_id } = bundle.docs.get("acceptance")!, { gold } = bundle;
      assertEquals([gold.gold, gold.role, gold.key_facts], ["hold", "pending", [doc_id]]);
      assert(gold.required.some((group) => group.includes(doc_id)));
    }
    assertEquals(judgedWithHistory(build, bundles).map(({ gold }) => gold), bundles.map(() => "hold"));
  }
});

Deno.test("SIDE_TERMS_FAMILY plants terms in the contract, in a reply, and in a denial", () => {
  const found = new Set<string>();
  for (let seed = 0; seed < 40; seed++) {
    const [bundle] = plant(buildOf("JE-14", seed), "revenue_premature"), [answer] = bundle!.confirmations;
    const { returns_until, payment_due } = bundle!.docs.get("contract")!.fields;
    if (returns_until !== "none") found.add("return");
    else if (String(payment_due).includes("resold")) found.add("resale");
    else found.add(answer!.reply === "denied" ? "denial" : "reply");
    const revenue = netOf(bundle!.entry.lines.filter(({ account }) => account.startsWith("4")));
    assertEquals(bundle!.gold.amount_minor, -revenue);
  }
  assertEquals([...found].sort(), ["denial", "reply", "resale", "return"]);
});

Deno.test("SIDE_TERMS_FAMILY records an answer of the customer for every sale", () => {
  for (const { confirmations, docs, entry } of cleanBundles(buildOf("JE-14", 5), 30)) {
    const [answer] = confirmations;
    assertEquals(answer!.doc_id, docs.get("contract")!.doc_id);
    assertEquals(answer!.party_id, entry.lines[0]!.party);
  }
});
