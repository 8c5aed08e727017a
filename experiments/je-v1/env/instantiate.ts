/** From a name to a world and its held-out ledger, and nothing but the name. @module */
import { annexDocs, policyDocs } from "./annex.ts";
import { makeBuild, type WorldSource } from "./build.ts";
import type { Build, Bundle, Family } from "./bundle.ts";
import { weekdayOf } from "./dates.ts";
import { derive } from "./derive.ts";
import { bodyOf } from "./doc_text.ts";
import { FAMILIES } from "./families/by_task.ts";
import { makeHistory } from "./history.ts";
import type { Attachment, Doc, Entry, World } from "./model.ts";
import { blurFields, embedInstruction, misleadNarrative } from "./noise.ts";
import { planDefects, surfaceOf } from "./plan.ts";
import { assertSealed } from "./proof.ts";
import type { Sealed } from "./sealed.ts";
import { worldView } from "./world_view.ts";

/** The version of worlds: another one may differ in any byte. */
export const ENV_VERSION = "je-v1/env/1";

/** A world and what is right in it. */
export interface Instance {
  /** What an agent can reach. */ readonly world: World;
  /** What is held out. */ readonly sealed: Sealed;
}

/** Makes the instance of a source: clean entries, decoys, defects, pending support, noise, embedded instructions. What
 * is right is reckoned again from the world alone, and must be the sealed ledger exactly.
 * @throws {PermafrostError} record-invalid: no such task, a seed or knob out of range, or knobs that leave no room;
 * internal: the two ledgers differ. */
export function instantiate(source: WorldSource): Instance {
  const build = makeBuild(source), family = FAMILIES[build.task.id]!;
  const bundles = Array.from({ length: build.knobs.ledger_size ?? 0 }, (_, index) => family.clean(build, index));
  addSurfaces(build, family, bundles);
  for (const { kind, indexes } of planDefects(build, family, bundles)) {
    const taken = indexes.map((index) => bundles[index]!);
    if (kind === "hold") family.pend!.apply(build, taken[0]!);
    else family.mutators[kind]!.apply(build, taken);
  }
  if (build.task.evidence_scope === "targets") {
    for (const bundle of bundles) {
      if (bundle.gold.role !== "clean" && bundle.gold.required.length === 0) family.require?.(build, bundle);
    }
  }
  const canaries: string[] = [], docs = bundles.flatMap((bundle) => finishDocs(build, bundle, canaries));
  for (const bundle of bundles) finishEntry(build, bundle);
  const world = assemble(build, bundles, docs), sealed = seal(bundles, world, canaries);
  assertSealed(derive(worldView(world), build.task), sealed);
  return { world, sealed };
}

/** Decoys and near duplicates, in the pool that defects leave alone. */
function addSurfaces(build: Build, family: Family, bundles: readonly Bundle[]): void {
  for (const bundle of bundles) {
    const surface = surfaceOf(build, bundle.index);
    if (surface === null) continue;
    const near = family.nearDuplicate === undefined ? [] : [family.nearDuplicate];
    const fitting = (surface === "decoy" ? family.decoys : near).filter((decoy) => decoy.eligible(build, bundle));
    if (fitting.length === 0) continue;
    build.rng(`decoy/kind/${bundle.index}`).pick(fitting).apply(build, bundle);
    bundle.gold.role = "decoy";
  }
}

/** Bodies, then noise and instructions. Pending documents have not arrived, and are not among them. */
function finishDocs(build: Build, bundle: Bundle, canaries: string[]): Doc[] {
  const docs = [...bundle.docs].filter(([role]) => !bundle.pending.has(role)).map(([, doc]) => doc);
  for (const doc of docs) {
    doc.body = bodyOf(doc, doc.body === "" ? [] : doc.body.split("\n"));
    blurFields(build, doc);
    const canary = embedInstruction(build, doc);
    if (canary !== null) canaries.push(canary);
  }
  return docs;
}

/** Attachments, weekday and narrative. */
function finishEntry(build: Build, bundle: Bundle): void {
  const { entry, docs, loose, pending } = bundle;
  entry.attachments = [...docs].filter(([role]) => !loose.has(role))
    .map(([role, { doc_id, kind }]): Attachment => ({
      doc_id,
      kind,
      status: pending.has(role) ? "pending" : "on_file",
    }))
    .sort((one, other) => compare(one.doc_id, other.doc_id));
  for (const each of [entry, ...bundle.context]) each.weekday = weekdayOf(each.entered_at);
  misleadNarrative(build, entry, bundle.index);
}

function assemble(build: Build, bundles: readonly Bundle[], docs: readonly Doc[]): World {
  const { task, knobs, master } = build,
    byPosting = (one: Entry, other: Entry): number =>
      compare(one.posting_date, other.posting_date) || compare(one.je_id, other.je_id);
  const bank = bundles.flatMap((bundle) => bundle.bank)
    .sort((one, other) => compare(one.value_date, other.value_date) || compare(one.evidence_id, other.evidence_id));
  const context = bundles.flatMap((bundle) => bundle.context).sort(byPosting);
  return {
    ...{ env_version: ENV_VERSION, task_id: task.id, generator: { ...knobs, sources: [...task.sources] } },
    master: { ...master, rates: task.sources.includes("rates") ? master.rates : [] },
    entries: bundles.map(({ entry }) => entry).sort(byPosting),
    ...{ context, history: makeHistory(build).sort(byPosting) },
    docs: [...docs, ...policyDocs(build), ...annexDocs(build, { bank, context })]
      .sort((one, other) => compare(one.doc_id, other.doc_id)),
    bank,
    confirmations: bundles.flatMap(({ confirmations }) => confirmations)
      .sort((one, other) => compare(one.evidence_id, other.evidence_id)),
    ...{ policies: { ...build.policies }, annexes: { ...build.annexes } },
  };
}

function seal(bundles: readonly Bundle[], world: World, canaries: string[]): Sealed {
  const byId = new Map(bundles.map(({ gold }) => [gold.je_id, gold]));
  return { entries: world.entries.map(({ je_id }) => byId.get(je_id)!), canaries: canaries.sort(compare) };
}

/** Order by UTF-16 code units, without a locale. */
function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
