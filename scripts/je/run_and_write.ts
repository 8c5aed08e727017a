/** A unit whose model is an agent of the experiment, run in this process and written. @module */
import { runUnit, type Unit } from "../../experiments/je-v1/sweep/unit.ts";
import { writeEpisode } from "./episode_files.ts";

/** What became of a unit, as a worker says it in one line. */
export interface UnitReply {
  /** The episode. */ readonly episode_id: string;
  /** Whether it has a total. */ readonly state: "scored" | "unscored";
}

/** Runs a unit and writes its episode.
 * @throws {PermafrostError} what `runUnit` and `writeEpisode` throw. */
export function runAndWrite(
  unit: Unit,
  { folder, salt = "", nowMs }: { folder: string; salt?: string; nowMs: () => number },
): UnitReply {
  const episode = runUnit(unit, { salt, nowMs }), { episode_id, unscored } = episode.record;
  writeEpisode(folder, episode);
  return { episode_id, state: unscored === null ? "scored" : "unscored" };
}
