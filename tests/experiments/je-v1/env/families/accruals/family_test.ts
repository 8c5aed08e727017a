import { assertEquals } from "@std/assert/equals";
import { assert } from "@std/assert/assert";
import { ACCRUALS_FAMILY, isAccrual } from "../../../../../../experiments/je-v1/env/families/accruals/family.ts";
import type { Bundle } from "../../../../../../experiments/je-v1/env/bundle.ts";
import { addMonths, monthEnd } from "../../../../../../experiments/je-v1/env/dates.ts";
import { mulDiv } from "../../../../../../experiments/je-v1/env/integers.ts";
import { docOf, rateOn } from "../../../../../../experiments/je-v1/env/parts.ts";
import { buildOf, cleanBundles, plant } from "../../built.ts";
import { familyCases, judgedWithHistory } from "../../family_cases.ts";

for (const [words, test] of familyCases(ACCRUALS_FAMILY, "JE-09")) {
  if (words.endsWith("reversed-late")) continue; // it changes an entry around, where these cases do not look; see below
  Deno.test(`ACCRUALS_FAMILY ${words}`, test);
}

Deno.test("ACCRUALS_FAMILY stays in order when an accrual is taken back days after its invoice", () => {
  const decoy = ACCRUALS_FAMILY.decoys.find(({ name }) => name === "reversed-late")!;
  for (let seed = 0; seed < 8; seed++) {
    const build = buildOf("JE-09", seed), bundles = cleanBundles(build, 8, (bundle) => decoy.eligible(build, bundle));
    for (const bundle of bundles) {
      decoy.apply(build, bundle);
      ACCRUALS_FAMILY.require!(build, bundle);
      const [invoiced, reversal] = bundle.context;
      assert(reversal!.posting_date > invoiced!.posting_date && reversal!.reverses === bundle.entry.je_id);
      assertEquals(bundle.gold.required.length, 3);
    }
    assertEquals(judgedWithHistory(build, bundles).filter(({ gold }) => gold !== "approve"), []);
  }
});

Deno.test("ACCRUALS_FAMILY mixes accruals that were taken back, accruals that wait, and purchases", () => {
  const kinds = cleanBundles(buildOf("JE-09", 6), 60).map((bundle) => {
    const later = bundle.context.map(({ source, reverses }) => reverses === bundle.entry.je_id ? "reversal" : source);
    return `${isAccrual(bundle) ? "accrual" : "purchase"} ${later.sort().join("+")}`.trim();
  });
  assertEquals([...new Set(kinds)].sort(), ["accrual", "accrual ap+reversal", "purchase"]);
});

Deno.test("ACCRUALS_FAMILY books invoice and reversal in the next month under the accrual's reference", () => {
  const build = buildOf("JE-09", 6), next = addMonths(build.master.period, 1);
  for (const { entry, context } of cleanBundles(build, 20, ({ context }) => context.length > 0)) {
    assertEquals(context.map(({ period, reference }) => [period, reference]), [
      [next, entry.reference],
      [next, entry.reference],
    ]);
  }
});

Deno.test("ACCRUALS_FAMILY takes back what was accrued, line by line", () => {
  const build = buildOf("JE-09", 8, { fx_share_bps: 8000 });
  for (const { entry, context } of cleanBundles(build, 20, ({ context }) => context.length > 0)) {
    const reversal = context.find(({ reverses }) => reverses === entry.je_id)!;
    const left = entry.lines.map(({ account, debit_minor, credit_minor, functional_minor }, at) => {
      const back = reversal.lines[at]!;
      assertEquals(back.account, account);
      return debit_minor - credit_minor + back.debit_minor - back.credit_minor + functional_minor +
        back.functional_minor;
    });
    assertEquals(left, entry.lines.map(() => 0));
  }
});

Deno.test("ACCRUALS_FAMILY converts an accrual at the closing rate of its month", () => {
  const build = buildOf("JE-09", 8, { fx_share_bps: 8000 }), date = monthEnd(build.master.period);
  const isForeign = (bundle: Bundle): boolean => isAccrual(bundle) && bundle.entry.currency !== build.currency;
  for (const { entry } of cleanBundles(build, 12, isForeign)) {
    const rate = rateOn(build, { base: entry.currency, date, kind: "closing" })!, [cost] = entry.lines;
    assertEquals(cost!.functional_minor, mulDiv(cost!.debit_minor, rate.num, rate.den));
  }
});

Deno.test("ACCRUALS_FAMILY leaves an unreversed accrual its invoice, and asks for statement and invoice", () => {
  for (let seed = 0; seed < 12; seed++) {
    const [bundle] = plant(buildOf("JE-09", seed), "accrual_unreversed"), { gold, context, entry } = bundle!;
    const [statement, invoice] = ["receipt", "later_invoice"].map((role) => docOf(bundle!, role).doc_id);
    assertEquals(context.map(({ source, reverses }) => [source, reverses]), [["ap", null]]);
    assertEquals(gold.required, [[statement], [invoice]]);
    assertEquals(gold.amount_minor, entry.lines[0]!.debit_minor);
  }
});

Deno.test("ACCRUALS_FAMILY asks for both invoices of a duplicate", () => {
  for (let seed = 0; seed < 12; seed++) {
    const [bundle] = plant(buildOf("JE-09", seed), "duplicate");
    const ids = ["invoice", "earlier_invoice"].map((role) => docOf(bundle!, role).doc_id);
    assertEquals(bundle!.gold.required, ids.map((id) => [id]));
    assert(!isAccrual(bundle!));
  }
});

Deno.test("ACCRUALS_FAMILY lets the ledger extract stand in for a reversal", () => {
  const build = buildOf("JE-09", 6), [bundle] = cleanBundles(build, 1, ({ context }) => context.length > 0);
  ACCRUALS_FAMILY.require!(build, bundle!);
  const reversal = bundle!.context.find(({ reverses }) => reverses !== null)!;
  assertEquals(bundle!.gold.required.at(-1), [reversal.je_id, build.annexes.ledger!]);
});

Deno.test("ACCRUALS_FAMILY holds an accrual whose statement is registered as pending", () => {
  for (let seed = 0; seed < 10; seed++) {
    const build = buildOf("JE-09", seed),
      bundles = cleanBundles(build, 6, (bundle) => ACCRUALS_FAMILY.pend!.eligible(build, bundle));
    for (const bundle of bundles) {
      ACCRUALS_FAMILY.pend!.apply(build, bundle);
      const { doc_id } = docOf(bundle, "receipt"), { gold } = bundle;
      assertEquals([gold.gold, gold.role, gold.key_facts, gold.required], ["hold", "pending", [doc_id], [[doc_id]]]);
    }
    assertEquals(judgedWithHistory(build, bundles).map(({ gold }) => gold), bundles.map(() => "hold"));
  }
});
