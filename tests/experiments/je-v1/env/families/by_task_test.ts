import { assertEquals } from "@std/assert/equals";
import { assert } from "@std/assert/assert";
import { FAMILIES } from "../../../../../experiments/je-v1/env/families/by_task.ts";
import { taskOf } from "../../../../../experiments/je-v1/env/tasks.ts";
import { buildOf, cleanBundles, judged, plant } from "../built.ts";

for (const [id, family] of Object.entries(FAMILIES)) {
  Deno.test(`FAMILIES makes clean entries of ${id} that balance and that no rule objects to`, () => {
    for (const fx_share_bps of [0, 8000]) {
      const build = buildOf(id, 3, { fx_share_bps }), bundles = cleanBundles(build, 60);
      for (const { entry } of bundles) {
        const sum = (name: "debit_minor" | "credit_minor" | "functional_minor"): number =>
          entry.lines.reduce((total, line) => total + line[name], 0);
        assertEquals([sum("debit_minor") - sum("credit_minor"), sum("functional_minor")], [0, 0], entry.je_id);
        assertEquals(entry.period, build.master.period);
      }
      assertEquals(judged(build, bundles).filter(({ gold }) => gold !== "approve"), []);
    }
  });

  Deno.test(`FAMILIES makes a clean entry of ${id} alike at every index order`, () => {
    const build = buildOf(id, 4), [first] = cleanBundles(build, 1);
    cleanBundles(build, 30);
    assertEquals(cleanBundles(build, 1)[0], first);
  });

  for (const kind of taskOf(id)!.classes) {
    Deno.test(`FAMILIES plants ${kind} in ${id} as the rules find it`, () => {
      for (let seed = 0; seed < 12; seed++) {
        const build = buildOf(id, seed, { fx_share_bps: seed % 2 === 0 && kind !== "fx_rate_error" ? 0 : 6000 }),
          bundles = plant(build, kind);
        for (const [at, found] of judged(build, bundles).entries()) {
          const { gold, key_facts, required } = bundles[at]!.gold;
          assertEquals([found.gold, found.class, found.amount_minor], [
            gold,
            bundles[at]!.gold.class,
            bundles[at]!.gold.amount_minor,
          ]);
          assert(found.class === kind && found.objections === 1 && key_facts.length > 0 && key_facts.length <= 5);
          assert(required.length > 0 || family.require !== undefined);
        }
      }
    });
  }

  for (const decoy of [...family.decoys, ...(family.nearDuplicate ? [family.nearDuplicate] : [])]) {
    Deno.test(`FAMILIES keeps ${id} in order under the decoy ${decoy.name}`, () => {
      for (let seed = 0; seed < 6; seed++) {
        const build = buildOf(id, seed, { fx_share_bps: 4000 });
        const bundles = cleanBundles(build, 8, (bundle) => decoy.eligible(build, bundle));
        const before = JSON.stringify(bundles);
        for (const bundle of bundles) decoy.apply(build, bundle);
        assert(JSON.stringify(bundles) !== before, "it changes nothing");
        assertEquals(judged(build, bundles).filter(({ gold }) => gold !== "approve"), []);
      }
    });
  }
}

for (const id of ["JE-05", "JE-09", "JE-12", "JE-14"]) {
  Deno.test(`FAMILIES holds an entry of ${id} whose support is pending`, () => {
    const build = buildOf(id),
      { pend } = FAMILIES[id]!,
      bundles = cleanBundles(build, 1, (bundle) => pend!.eligible(build, bundle));
    pend!.apply(build, bundles[0]!);
    assertEquals([judged(build, bundles)[0]!.gold, bundles[0]!.gold.gold], ["hold", "hold"]);
  });
}

Deno.test("FAMILIES plants deviations as large as the knob says", () => {
  for (const gap of [50, 1000]) {
    const build = buildOf("JE-01", 2, { amount_gap_bps: gap }), [bundle] = plant(build, "amount_mismatch");
    const total = Number(bundle!.facts.total), amount = Math.abs(bundle!.gold.amount_minor!);
    assertEquals(amount, Math.max(2, Math.round(total * gap / 10_000)));
  }
});
