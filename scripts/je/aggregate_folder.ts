/** A sweep's folder, read record by record into an aggregate. @module */
import { type Aggregate, aggregator } from "../../experiments/je-v1/sweep/aggregate.ts";
import { conditionOf } from "../../experiments/je-v1/sweep/condition.ts";
import type { EpisodeRecord } from "../../experiments/je-v1/sweep/episode_record.ts";
import { episodeId } from "../../experiments/je-v1/sweep/unit.ts";
import { PermafrostError } from "../../kernel/error.ts";
import { episodeIds, episodePath, readHead } from "./episode_files.ts";
import { pauses } from "./pause.ts";

/** Aggregates the episodes of a folder. Of each file only the record is read, and of each record a number is kept.
 * @param options `condition`: only those under the condition of this label or beginning of a hash.
 * @throws {PermafrostError} file-missing, file-kind; record-invalid and json-*: a file is no episode, or names another;
 * merge tells all of them. */
export async function aggregateFolder(
  folder: string,
  options: { readonly condition?: string } = {},
): Promise<Aggregate> {
  const { condition } = options, aggregate = aggregator(), pause = pauses();
  for (const id of episodeIds(folder)) {
    await pause();
    const at = `${id}.jsonl`, record = readHead(episodePath(folder, id), { at });
    if (record.episode_id !== id || episodeId(record, record.salt_hash) !== id) {
      const state = "it is not the episode that it names; see je merge";
      throw new PermafrostError("record-invalid", `Cannot aggregate ${at}: ${state}`, { at: `${at}#/episode_id` });
    }
    if (condition === undefined || isUnder(record, condition)) aggregate.add(record);
  }
  return aggregate.finish();
}

function isUnder({ run_config, judges, header }: EpisodeRecord, wanted: string): boolean {
  const env = header === null ? {} : { env_version: header.env_version };
  const { hash, label } = conditionOf(run_config, { judges, ...env });
  return label === wanted || hash.startsWith(wanted);
}
