/** One unit that needs a server, run alone into a folder of its own. @module */
import { copyFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { RecordedEpisode } from "../../../experiments/je-v1/sweep/episode_record.ts";
import { episodeId, type Unit } from "../../../experiments/je-v1/sweep/unit.ts";
import { saltHash } from "../../../experiments/je-v1/verify/commitment.ts";
import { PermafrostError } from "../../../kernel/error.ts";
import { systemCode, toFileError } from "../../../kernel/file_read.ts";
import { episodePath, readEpisode, writeEpisodeFolder } from "../episode_files.ts";
import { runApart, type UnitMeans } from "../unit_passes.ts";
import { exchangeInFolder, exchangePath } from "./exchange_files.ts";

/** Runs a unit in processes of its own and makes a folder of its episode and its exchanges.
 * @param folder The folder to make, by its absolute path; nothing may be there.
 * @throws {PermafrostError} file-exists, before anything is asked; what `runApart` throws; file-*. */
export async function runAlone(
  unit: Unit,
  { folder, ...means }: Omit<UnitMeans, "workers">,
): Promise<RecordedEpisode> {
  refuseTaken(folder);
  const place = makePlace(folder);
  try {
    await runApart(unit, { ...means, folder: place });
    const path = episodePath(place, episodeId(unit, saltHash(means.salt?.text ?? ""))), episode = readEpisode(path);
    writeEpisodeFolder(folder, episode);
    for (const role of ["model", "judge"] as const) {
      copyIfThere(exchangePath(path, role), exchangeInFolder(folder, role));
    }
    return episode;
  } finally {
    Deno.removeSync(place, { recursive: true });
  }
}

function refuseTaken(folder: string): void {
  try {
    Deno.lstatSync(folder);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    throw toFileError(error, { verb: "make", at: basename(folder), otherwise: "file-write" });
  }
  const at = basename(folder);
  throw new PermafrostError("file-exists", `Cannot make ${at}: it is there already; name another with --output`, {
    at,
  });
}

/** A private folder on the same disk. */
function makePlace(folder: string): string {
  try {
    return Deno.makeTempDirSync({ dir: dirname(folder), prefix: ".je-run-" });
  } catch (error) {
    throw toFileError(error, { verb: "make", at: basename(folder), otherwise: "file-write" });
  }
}

function copyIfThere(from: string, to: string): void {
  try {
    copyFileSync(from, to);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return;
    throw toFileError(error, { verb: "write", at: basename(to), otherwise: "file-write" });
  }
}
