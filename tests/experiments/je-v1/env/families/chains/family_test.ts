import { assertEquals } from "@std/assert/equals";
import { assert } from "@std/assert/assert";
import { CHAINS_FAMILY } from "../../../../../../experiments/je-v1/env/families/chains/family.ts";
import type { Build, Bundle } from "../../../../../../experiments/je-v1/env/bundle.ts";
import { docOf } from "../../../../../../experiments/je-v1/env/parts.ts";
import { instantiate } from "../../../../../../experiments/je-v1/env/instantiate.ts";
import { rulesOf } from "../../../../../../experiments/je-v1/env/rules/by_task.ts";
import { worldView } from "../../../../../../experiments/je-v1/env/world_view.ts";
import { buildOf, cleanBundles, judged, plant, worldOf } from "../../built.ts";
import { familyCases, judgedWithHistory } from "../../family_cases.ts";

for (const [words, test] of familyCases(CHAINS_FAMILY, "JE-12")) Deno.test(`CHAINS_FAMILY ${words}`, test);

const CLASSES = ["amount_mismatch", "revenue_premature", "cutoff"] as const, DEPTHS = [1, 2, 3, 4];

/** What the rules would object to if the contract were the whole file. */
function firstGlance(build: Build, bundle: Bundle): string[] {
  const alone = structuredClone({ ...bundle, docs: new Map([["chain_0", docOf(bundle, "chain_0")]]) });
  const view = worldView(worldOf(build, [alone]));
  return rulesOf(build.task).rules.flatMap((rule) => rule(view, alone.entry)?.class ?? []);
}

for (const depth of DEPTHS) {
  for (const kind of CLASSES) {
    Deno.test(`CHAINS_FAMILY plants ${kind} in a chain of ${depth}, and asks for each document by itself`, () => {
      for (let seed = 0; seed < 12; seed++) {
        const build = buildOf("JE-12", seed, { chain_depth: depth }), [bundle] = plant(build, kind), { gold } = bundle!;
        const [found] = judged(build, [bundle!]);
        assertEquals([found!.class, found!.amount_minor, found!.objections], [kind, gold.amount_minor, 1]);
        assertEquals(gold.required, [...bundle!.docs.values()].map(({ doc_id }) => [doc_id]));
        assertEquals(gold.required.length, depth);
      }
    });
  }

  Deno.test(`CHAINS_FAMILY holds a sale where the last of ${depth} documents is pending`, () => {
    const build = buildOf("JE-12", 3, { chain_depth: depth }), bundles = cleanBundles(build, 8);
    for (const bundle of bundles) {
      CHAINS_FAMILY.pend!.apply(build, bundle);
      const last = docOf(bundle, `chain_${depth - 1}`).doc_id, { gold } = bundle;
      assertEquals([gold.gold, gold.role, gold.key_facts], ["hold", "pending", [last]]);
      assertEquals(gold.required.length, depth);
    }
    assertEquals(judgedWithHistory(build, bundles).map(({ gold }) => gold), bundles.map(() => "hold"));
  });

  Deno.test(`CHAINS_FAMILY gives four worlds of chains of ${depth} whose facts say what is sealed`, () => {
    for (let seed = 0; seed < 4; seed++) {
      const generator = { chain_depth: depth, doc_noise_bps: 3000, fx_share_bps: 8000, amount_gap_bps: 50 };
      const { world } = instantiate({ task_id: "JE-12", seed, generator }); // it throws where the two differ
      assertEquals(new Set(world.entries.map(({ attachments }) => attachments.length)), new Set([depth]));
    }
  });
}

for (const depth of DEPTHS.slice(1)) {
  for (const kind of CLASSES) {
    Deno.test(`CHAINS_FAMILY has the contract alone suggest the wrong answer of ${kind} in a chain of ${depth}`, () => {
      for (let seed = 0; seed < 20; seed++) {
        const build = buildOf("JE-12", seed, { chain_depth: depth }), [bundle] = plant(build, kind);
        const glance = firstGlance(build, bundle!);
        assert(!glance.includes(kind), `${seed}: ${glance}`);
        if (kind === "amount_mismatch") assertEquals(glance, []);
      }
    });
  }

  Deno.test(`CHAINS_FAMILY has the contract of a healed sale suggest revenue_premature in a chain of ${depth}`, () => {
    const build = buildOf("JE-12", 6, { chain_depth: depth }), bundles = cleanBundles(build, 20);
    const decoy = CHAINS_FAMILY.decoys.find(({ name }) => name === "healed")!;
    for (const bundle of bundles) decoy.apply(build, bundle);
    assertEquals(judged(build, bundles).map(({ gold }) => gold), bundles.map(() => "approve"));
    for (const bundle of bundles) assert(firstGlance(build, bundle).includes("revenue_premature"));
  });
}

Deno.test("CHAINS_FAMILY cannot heal a contract that stands alone", () => {
  const build = buildOf("JE-12", 6, { chain_depth: 1 }), [bundle] = cleanBundles(build, 1);
  const eligible = CHAINS_FAMILY.decoys.filter((decoy) => decoy.eligible(build, bundle!)).map(({ name }) => name);
  assertEquals(eligible, ["round-amount"]);
});

Deno.test("CHAINS_FAMILY links each document to the one before it", () => {
  const build = buildOf("JE-12", 6, { chain_depth: 4 });
  for (const bundle of cleanBundles(build, 10)) {
    const ids = DEPTHS.map((at) => docOf(bundle, `chain_${at - 1}`).doc_id);
    const links = DEPTHS.map((at) => docOf(bundle, `chain_${at - 1}`).supersedes);
    assertEquals(links, [null, ...ids.slice(0, -1)]);
  }
});
