/** The union of sweeps' folders. @module */
import { episodeProblem } from "../../experiments/je-v1/sweep/episode_check.ts";
import type { RecordedEpisode } from "../../experiments/je-v1/sweep/episode_record.ts";
import { unionOf } from "../../experiments/je-v1/sweep/merge.ts";
import { PermafrostError } from "../../kernel/error.ts";
import { copyExchanges } from "./chat/exchange_files.ts";
import { episodeIds, episodePath, readEpisode, readHead, writeEpisode } from "./episode_files.ts";
import { pauses } from "./pause.ts";

/** What a merge finds. */
export interface MergeFinding {
  /** Two results of one episode that differ, or a file that is no episode. */ readonly code: "conflict" | "damaged";
  /** The file. */ readonly at: string;
  /** Why. */ readonly reason: string;
}

/** What a merge did. */
export interface MergeReport {
  /** Files read. */ readonly read: number;
  /** Episodes in the union. */ readonly episodes: number;
  /** Files that named an episode that was there already. */ readonly duplicates: number;
  /** What keeps it from being the union: nothing of it is written over. */ readonly findings: readonly MergeFinding[];
}

/** Copies every episode of the folders into `target`, one file at a time, and with it what was said to models and judges. An episode that is there already stays, but for
 * one without a result, which gives way to one with. What conflicts or is damaged is a finding and is not copied.
 * @param target A folder that is there; what it holds counts as the first folder.
 * @throws {PermafrostError} file-*: a folder cannot be read, or the target not written to. */
export async function mergeFolders(
  target: string,
  folders: readonly { path: string; at: string }[],
): Promise<MergeReport> {
  const findings: MergeFinding[] = [], pause = pauses();
  let read = 0, duplicates = 0, episodes = 0;
  for (const { path, at } of folders) {
    for (const id of episodeIds(path)) {
      await pause();
      read++;
      const name = `${at}/${id}.jsonl`, episode = readWhole(path, { id, name, findings });
      if (episode === null) continue;
      const before = readBefore(target, id);
      const take = (): void => {
        copyExchanges(episodePath(path, id), episodePath(target, id)); // first: with the episode, all of it is there
        writeEpisode(target, episode);
      };
      if (before === null) take();
      else {
        duplicates++;
        const union = unionOf(before, episode.record);
        if (union === "second") take();
        const reason = "is another result of an episode that was merged before";
        if (union === "conflict") findings.push({ code: "conflict", at: name, reason });
      }
    }
  }
  for (const _ of episodeIds(target)) episodes++;
  return { read, episodes, duplicates, findings };
}

/** Reads an episode and checks all that can be checked without its world. */
function readWhole(
  folder: string,
  { id, name, findings }: { id: string; name: string; findings: MergeFinding[] },
): RecordedEpisode | null {
  try {
    const episode = readEpisode(episodePath(folder, id), { at: name }), problem = episodeProblem(episode);
    if (problem === null && episode.record.episode_id === id) return episode;
    const reason = problem === null ? "is named after another episode" : `${problem.at} ${problem.reason}`;
    findings.push({ code: "damaged", at: name, reason });
  } catch (error) {
    if (!(error instanceof PermafrostError) || error.code === "file-unreadable") throw error;
    findings.push({ code: "damaged", at: name, reason: error.message });
  }
  return null;
}

function readBefore(target: string, id: string): RecordedEpisode["record"] | null {
  try {
    return readHead(episodePath(target, id));
  } catch (error) {
    if (error instanceof PermafrostError && error.code === "file-missing") return null;
    throw error;
  }
}
