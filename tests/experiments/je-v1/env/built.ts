/** Single bundles as a task's family makes them, with a world around them, for tests of mutators and rules. @module */
import { assertEquals } from "@std/assert/equals";
import { makeBuild } from "../../../../experiments/je-v1/env/build.ts";
import type { Build, Bundle } from "../../../../experiments/je-v1/env/bundle.ts";
import type { DefectClass } from "../../../../experiments/je-v1/env/classes.ts";
import { judgeEntry } from "../../../../experiments/je-v1/env/derive.ts";
import { bodyOf } from "../../../../experiments/je-v1/env/doc_text.ts";
import { makeHistory } from "../../../../experiments/je-v1/env/history.ts";
import { FAMILIES } from "../../../../experiments/je-v1/env/families/by_task.ts";
import type { Knobs } from "../../../../experiments/je-v1/env/knobs.ts";
import type { World } from "../../../../experiments/je-v1/env/model.ts";
import { rulesOf } from "../../../../experiments/je-v1/env/rules/by_task.ts";
import { worldView } from "../../../../experiments/je-v1/env/world_view.ts";

/** The ground of a task. */
export function buildOf(task_id: string, seed = 1, generator: Partial<Knobs> = {}): Build {
  return makeBuild({ task_id, seed, generator });
}

/** The first clean bundles that fit. */
export function cleanBundles(build: Build, count: number, isFit: (bundle: Bundle) => boolean = () => true): Bundle[] {
  const found: Bundle[] = [];
  for (let index = 0; found.length < count && index < 200; index++) {
    const bundle = FAMILIES[build.task.id]!.clean(build, index);
    if (isFit(bundle)) found.push(bundle);
  }
  assertEquals(found.length, count);
  return found;
}

/** A world of bundles alone: no noise, no history. */
export function worldOf(build: Build, bundles: readonly Bundle[]): World {
  const docs = bundles.flatMap((bundle) => [...bundle.docs].filter(([role]) => !bundle.pending.has(role)));
  for (const { entry, docs: own, loose, pending } of bundles) {
    entry.attachments = [...own].filter(([role]) => !loose.has(role)).map(([role, { doc_id, kind }]) => ({
      ...{ doc_id, kind, status: pending.has(role) ? "pending" as const : "on_file" as const },
    }));
  }
  return {
    ...{
      env_version: "test",
      task_id: build.task.id,
      generator: { sources: [] },
      master: build.master,
      history: makeHistory(build),
    },
    ...{ entries: bundles.map(({ entry }) => entry), context: bundles.flatMap(({ context }) => context) },
    docs: docs.map(([, doc]) => ({ ...doc, body: bodyOf(doc, []) })),
    ...{ bank: bundles.flatMap(({ bank }) => bank), confirmations: bundles.flatMap((bundle) => bundle.confirmations) },
    ...{ policies: {}, annexes: {} },
  };
}

/** Plants a defect of a class into the first bundles that can take it. */
export function plant(build: Build, kind: DefectClass): Bundle[] {
  const mutator = FAMILIES[build.task.id]!.mutators[kind]!;
  const bundles = cleanBundles(build, mutator.size ?? 1, (bundle) => mutator.eligible(build, bundle));
  mutator.apply(build, bundles);
  return bundles;
}

/** What the rules of the task say of each bundle in a world of their own. */
export function judged(build: Build, bundles: readonly Bundle[]) {
  const view = worldView(worldOf(build, bundles)), rules = rulesOf(build.task);
  return bundles.map(({ entry }) => judgeEntry(view, rules, entry));
}
