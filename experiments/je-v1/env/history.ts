/** Entries of earlier periods, for profiles. @module */
import type { Build } from "./bundle.ts";
import { addMonths } from "./dates.ts";
import { plainMovements } from "./families/round_trips/clean.ts";
import { plainAdjustments } from "./families/topside/clean.ts";
import { plainManuals } from "./families/unusual/clean.ts";
import { PLAIN_PER_PERIOD } from "./families/unusual/desks.ts";
import type { Entry } from "./model.ts";

/** Makes plain entries: by label, month and place in it. */
type Plain = (label: string, at: { month: string; place: number }) => Entry;

/** What the entries of earlier periods look like, by task; those under review look the same. */
const PLAINS: Readonly<Record<string, (build: Build) => Plain>> = {
  "JE-13": plainAdjustments,
  "JE-15": plainMovements,
  "JE-16": plainManuals,
};

/** Makes the history of a task that profiles its population, {@linkcode PLAIN_PER_PERIOD} entries for each earlier
 * period that the knob asks for, the latest period first; none for the other tasks. More periods leave the entries of
 * fewer as they are. None has attachments. */
export function makeHistory(build: Build): Entry[] {
  const { task, knobs, master } = build, plainOf = PLAINS[task.id];
  if (plainOf === undefined || !task.tools.includes("population_profile")) return [];
  const plain = plainOf(build);
  return Array.from({ length: knobs.history_periods ?? 0 }, (_, back) => addMonths(master.period, -1 - back))
    .flatMap((month) =>
      Array.from({ length: PLAIN_PER_PERIOD }, (_, place) => plain(`history/${month}/${place}`, { month, place }))
    );
}
