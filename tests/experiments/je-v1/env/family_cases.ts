/** What every family must do: the same cases for each, over worlds of a few bundles with the task's history. @module */
import { assertEquals } from "@std/assert/equals";
import { assert } from "@std/assert/assert";
import type { Build, Bundle, Family } from "../../../../experiments/je-v1/env/bundle.ts";
import { type Derived, judgeEntry } from "../../../../experiments/je-v1/env/derive.ts";
import { makeHistory } from "../../../../experiments/je-v1/env/history.ts";
import { instantiate } from "../../../../experiments/je-v1/env/instantiate.ts";
import { rulesOf } from "../../../../experiments/je-v1/env/rules/by_task.ts";
import { taskOf } from "../../../../experiments/je-v1/env/tasks.ts";
import type { View } from "../../../../experiments/je-v1/env/view.ts";
import { worldView } from "../../../../experiments/je-v1/env/world_view.ts";
import { buildOf, cleanBundles, plant, worldOf } from "./built.ts";

/** The view of bundles with the history of their task. */
export function viewOf(build: Build, bundles: readonly Bundle[]): View {
  return worldView(structuredClone({ ...worldOf(build, bundles), history: makeHistory(build) })); // a view freezes its world
}

/** What the rules of the task say of each bundle. */
export function judgedWithHistory(build: Build, bundles: readonly Bundle[]): Derived[] {
  const view = viewOf(build, bundles), rules = rulesOf(build.task);
  return bundles.map(({ entry }) => judgeEntry(view, rules, entry));
}

/** A case: what the family does, and the test of it. */
type Case = readonly [words: string, test: () => void];

/** The cases of a task's family. */
export function familyCases(family: Family, id: string): Case[] {
  const cases: Case[] = [];
  cases.push(["makes clean entries that balance and that no rule objects to", () => {
    for (const fx_share_bps of [0, 8000]) {
      const build = buildOf(id, 3, { fx_share_bps, history_periods: 1 }), bundles = cleanBundles(build, 60);
      for (const { entry } of bundles) {
        const sum = (part: "debit_minor" | "credit_minor" | "functional_minor"): number =>
          entry.lines.reduce((total, line) => total + line[part], 0);
        assertEquals([sum("debit_minor") - sum("credit_minor"), sum("functional_minor")], [0, 0], entry.je_id);
        assertEquals(entry.period, build.master.period);
        assertEquals(entry.posting_date.slice(0, 7), build.master.period);
      }
      assertEquals(judgedWithHistory(build, bundles).filter(({ gold }) => gold !== "approve"), []);
    }
  }]);

  cases.push(["makes a clean entry alike in every order of indexes", () => {
    const build = buildOf(id, 4), [first] = cleanBundles(build, 1);
    cleanBundles(build, 30);
    assertEquals(cleanBundles(build, 1)[0], first);
  }]);

  for (const kind of taskOf(id)!.classes) {
    cases.push([`plants ${kind} as the rules find it, with what proves it`, () => {
      for (let seed = 0; seed < 12; seed++) {
        const build = buildOf(id, seed, { amount_gap_bps: [50, 200, 5000][seed % 3]!, history_periods: 1 }),
          bundles = plant(build, kind);
        const found = judgedWithHistory(build, bundles);
        for (const [at, bundle] of bundles.entries()) {
          if (bundle.gold.required.length === 0) family.require!(build, bundle);
          const { gold, class: planted, amount_minor, key_facts, required } = bundle.gold;
          assertEquals([found[at]!.gold, found[at]!.class, found[at]!.amount_minor], [gold, planted, amount_minor]);
          assert(planted === kind && found[at]!.objections === 1);
          assert(key_facts.length > 0 && key_facts.length <= 5 && required.length > 0);
          assert(required.every((group) => group.length > 0));
        }
      }
    }]);
  }

  for (const decoy of new Set([...family.decoys, ...(family.nearDuplicate ? [family.nearDuplicate] : [])])) {
    cases.push([`stays in order under the decoy ${decoy.name}`, () => {
      for (let seed = 0; seed < 8; seed++) {
        const build = buildOf(id, seed, { history_periods: 1 }),
          fits = (bundle: Bundle): boolean => decoy.eligible(build, bundle);
        const bundles = cleanBundles(build, 8, fits);
        const textOf = (): string =>
          JSON.stringify(bundles.map((each) => [each.entry, [...each.docs], each.bank, each.context]));
        const before = textOf();
        for (const bundle of bundles) {
          decoy.apply(build, bundle);
          bundle.gold.role = "decoy";
          family.require!(build, bundle);
          assert(bundle.gold.required.length > 0);
        }
        assert(textOf() !== before, "it changes nothing");
        assertEquals(judgedWithHistory(build, bundles).filter(({ gold }) => gold !== "approve"), []);
      }
    }]);
  }

  cases.push(["gives ten worlds whose facts say what is sealed", () => {
    for (let seed = 200; seed < 210; seed++) {
      const { world, sealed } = instantiate({ task_id: id, seed }); // it throws where the two differ
      const reachable = reachableIds(world);
      for (const { je_id, required } of sealed.entries) {
        const isReachable = required.every((group) => group.some((member) => reachable.has(member)));
        assert(isReachable, `${je_id} wants what is not there`);
      }
    }
  }]);
  return cases;
}

/** Ids that core tools open: entries, documents (pending ones too), confirmations. */
function reachableIds(world: ReturnType<typeof instantiate>["world"]): Set<string> {
  const entries = [...world.entries, ...world.context];
  return new Set([
    ...entries.flatMap(({ je_id, attachments }) => [je_id, ...attachments.map(({ doc_id }) => doc_id)]),
    ...world.docs.map(({ doc_id }) => doc_id),
    ...world.confirmations.map(({ evidence_id }) => evidence_id),
  ]);
}
