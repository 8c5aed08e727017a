/** What was loaded, kept small: of each episode the numbers, and where its file is. @module */
import type { Aggregate } from "../../../../../experiments/je-v1/sweep/aggregate.ts";
import { conditionOf } from "../../../../../experiments/je-v1/sweep/condition.ts";
import {
  coreHash,
  type EpisodeRecord,
  type RecordedEpisode,
} from "../../../../../experiments/je-v1/sweep/episode_record.ts";
import type { Fault } from "./episode_read.ts";

/** An episode that was loaded. */
export interface LoadedEpisode {
  /** Its record without its ledger and without what stands for single entries. */ readonly record: EpisodeRecord;
  /** SHA-256 of what two runs of it must agree on. */ readonly core: string;
  /** The label of its condition. */ readonly label: string;
  /** The file or folder. */ readonly name: string;
  /** Reads all of it. */ readonly open: () => Promise<RecordedEpisode | Fault>;
}

/** An aggregate that was loaded. */
export interface LoadedAggregate {
  /** The file. */ readonly name: string;
  /** What it says. */ readonly aggregate: Aggregate;
}

/** What a choice of files came to. */
export interface Loaded {
  /** The episodes, each id once, in the order of task, condition, model and seed. */ readonly episodes:
    readonly LoadedEpisode[];
  /** The aggregates. */ readonly aggregates: readonly LoadedAggregate[];
  /** What is wrong with files, in their order. */ readonly faults: readonly Fault[];
  /** Whether all rows were read, or only records. */ readonly isWhole: boolean;
}

/** Keeps what matters of a record. */
export function keep(record: EpisodeRecord, { name, open }: Pick<LoadedEpisode, "name" | "open">): LoadedEpisode {
  const { run_config, judges, header, score } = record;
  const { label } = conditionOf(run_config, {
    judges,
    ...(header === null ? {} : { env_version: header.env_version }),
  });
  const slim = score === null ? null : {
    ...score,
    outcome: { ...score.outcome, points: [] },
    rationale: { ...score.rationale, entries: [] },
  };
  return {
    record: { ...record, reveal: null, provider: null, score: slim },
    core: coreHash(record),
    label,
    name,
    open,
  };
}

/** Joins episodes: each id once, a result before none. Two results of one id that differ are a fault, and neither stays. */
export function join(
  episodes: readonly LoadedEpisode[],
): { readonly episodes: LoadedEpisode[]; readonly faults: Fault[] } {
  const faults: Fault[] = [], kept: LoadedEpisode[] = [];
  for (const same of Map.groupBy(episodes, ({ record }) => record.episode_id).values()) {
    const scored = same.filter(({ record }) => record.unscored === null), [first = same[0]!] = scored;
    const other = scored.find(({ core }) => core !== first.core);
    if (other === undefined) kept.push(first);
    else {faults.push({
        file: other.name,
        line: null,
        reason: `another result of the same episode is in ${first.name}; neither is shown`,
      });}
  }
  return { episodes: kept.sort(inOrder), faults };
}

function inOrder(one: LoadedEpisode, other: LoadedEpisode): number {
  const keys = ({ record: { run_config, model, seed }, label }: LoadedEpisode): (string | number)[] => [
    ...[run_config.task_id, label, model.id, seed],
  ];
  const theirs = keys(other);
  for (const [at, key] of keys(one).entries()) if (key !== theirs[at]) return key < theirs[at]! ? -1 : 1;
  return 0;
}
