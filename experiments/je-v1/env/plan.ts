/** Which entries become what: a fixed sequence of defects, thresholds for everything else. @module */
import type { Build, Bundle, Family, Mutator } from "./bundle.ts";
import { divFloor, mulDiv } from "./integers.ts";
import { DECOY_POOL_BPS } from "./knobs.ts";
import type { DefectClass } from "./classes.ts";
import { PermafrostError } from "../../../kernel/error.ts";

/** One step of the sequence: which entries take which class; `hold` where their support is pending instead. */
export interface Planting {
  /** What is planted. */ readonly kind: DefectClass | "hold";
  /** The entries, the best-ranked first. */ readonly indexes: readonly number[];
}

const BLOCK = 5, DEFECTS_OF_BLOCK = 3;

/** Whether an index belongs to the defect pool: three of every five, drawn block by block. */
export function isDefectPool(build: Build, index: number): boolean {
  const block = divFloor(index, BLOCK), rng = build.rng(`pool/${block}`), places = [0, 1, 2, 3, 4];
  for (let at = 4; at > 0; at--) {
    const other = rng.below(at + 1);
    [places[at], places[other]] = [places[other]!, places[at]!];
  }
  return places.indexOf(index - block * BLOCK) < DEFECTS_OF_BLOCK;
}

/** How many entries shall be wrong or held: the rate's share, at least two. */
export function defectTarget(build: Build): number {
  return Math.max(2, mulDiv(build.knobs.ledger_size ?? 0, build.knobs.defect_rate_bps ?? 0, 10_000));
}

/** The sequence of defects, as far as the rate goes. Classes take turns, and each takes its best-ranked eligible
 * entries. Every third step may be a hold instead, so holds stay below a third whatever the rate.
 * @throws {PermafrostError} record-invalid: fewer than two entries can be planted. */
export function planDefects(build: Build, family: Family, bundles: readonly Bundle[]): Planting[] {
  const { task } = build, target = defectTarget(build), plan: Planting[] = [];
  const ranked = bundles.filter(({ index }) => isDefectPool(build, index))
    .map((bundle) => ({ bundle, rank: build.rng(`defect/rank/${bundle.index}`).next() }))
    .sort((one, other) => one.rank - other.rank || one.bundle.index - other.bundle.index).map(({ bundle }) => bundle);
  const used = new Set<number>();
  const takeFor = (size: number, isFit: (bundle: Bundle) => boolean): number[] | null => {
    const found = ranked.filter((bundle) => !used.has(bundle.index) && isFit(bundle)).slice(0, size);
    if (found.length < size) return null;
    for (const { index } of found) used.add(index);
    return found.map(({ index }) => index);
  };
  let turn = 0, extraTurn = 2;
  for (let step = 0; used.size < target; step++) {
    const isCandidate = task.has_holds && step % 3 === 2, from = isCandidate ? extraTurn++ : turn++;
    const planted = plantFrom(build, family, { from, takeFor });
    if (planted === null) break;
    plan.push(
      isCandidate && isHeld(build, family, { step, planted, bundles }) ? { ...planted, kind: "hold" } : planted,
    );
  }
  if (used.size < 2) {
    throw new PermafrostError(
      "record-invalid",
      "Cannot make a world: these knobs leave fewer than two entries for defects",
      {
        at: "/generator",
      },
    );
  }
  return plan;
}

/** Whether a step becomes a hold: by its own draw, and only for the one entry that its class would have taken, so that
 * nothing else moves. */
function isHeld(
  build: Build,
  { pend }: Family,
  what: { step: number; planted: Planting; bundles: readonly Bundle[] },
): boolean {
  const draw = build.rng(`defect/hold/${what.step}`).below(10_000), [index, ...others] = what.planted.indexes;
  return pend !== undefined && draw < 3 * (build.knobs.missing_support_bps ?? 0) && others.length === 0 &&
    pend.eligible(build, what.bundles[index!]!);
}

function plantFrom(
  build: Build,
  family: Family,
  what: { from: number; takeFor: (size: number, isFit: (bundle: Bundle) => boolean) => number[] | null },
): Planting | null {
  const { classes } = build.task;
  for (let tried = 0; tried < classes.length; tried++) {
    const kind = classes[(what.from + tried) % classes.length]!, mutator: Mutator = family.mutators[kind]!;
    const indexes = what.takeFor(mutator.size ?? 1, (bundle) => mutator.eligible(build, bundle));
    if (indexes !== null) return { kind, indexes };
  }
  return null;
}

/** What an entry of the decoy pool becomes: one draw, decoys from its low end, near duplicates from its high end. */
export function surfaceOf(build: Build, index: number): "decoy" | "near_duplicate" | null {
  if (isDefectPool(build, index)) return null;
  const draw = build.rng(`decoy/rank/${index}`).below(DECOY_POOL_BPS);
  if (draw < (build.knobs.decoy_rate_bps ?? 0)) return "decoy";
  return draw >= DECOY_POOL_BPS - (build.knobs.near_duplicate_bps ?? 0) ? "near_duplicate" : null;
}
