/** Result files that are markup and script wherever text may stand. @module */
import { aggregator } from "../../../../experiments/je-v1/sweep/aggregate.ts";
import type { EpisodeRecord, RecordedEpisode } from "../../../../experiments/je-v1/sweep/episode_record.ts";
import type { Envelope } from "../../../../experiments/je-v1/env/envelope.ts";
import { commitLedger } from "../../../../experiments/je-v1/verify/commitment.ts";
import { observationHash, type Row, trajectoryHash } from "../../../../experiments/je-v1/verify/trajectory.ts";
import type { JsonValue } from "../../../../kernel/json_value.ts";
import { played, recordOf, unitOf } from "../../../experiments/je-v1/sweep/records.ts";

/** Markup that would leave a trace: `window.hit` is set where it runs. */
export const MARKUP = `"'><img src=x onerror="window.hit=1"><script>window.hit=1</script><svg onload=window.hit=1>` +
  `<a href="javascript:window.hit=1">&lt;{{7*7}}\${window.hit=1}\u202e</textarea></title></style>`;

/** Puts the markup behind every text in a value but those that a reader takes for names of its own. */
function poison(value: JsonValue, kept: ReadonlySet<string>, key = ""): JsonValue {
  if (typeof value === "string") return kept.has(key) ? value : value + MARKUP;
  if (Array.isArray(value)) return value.map((each) => poison(each, kept, key));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, poison(each, kept, name)]));
}

/** An episode whose hashes agree, and whose every free text is markup: arguments, answers, reasoning, names of tools, the
 * ledger, the words of the score. */
export function hostileEpisode(): RecordedEpisode {
  const { record, rows, observations } = played(unitOf({ model: "flag-all" }));
  const answers = new Map<string, Envelope>(), score = record.score!, header = record.header!;
  const changed = rows.map((row): Row => {
    const observation = poison(
      observations.get(row.observation_hash) as unknown as JsonValue,
      new Set(["tool"]),
    ) as unknown as Envelope;
    const observation_hash = observationHash(observation), tool = row.step_idx === 0 ? MARKUP : row.tool;
    answers.set(observation_hash, observation);
    return {
      ...row,
      tool,
      args: poison(row.args, new Set(["je_id", "disposition"])),
      observation_hash,
      reasoning_trace: MARKUP,
    };
  });
  const entries = record.reveal!.sealed.entries.map((entry) => ({
    ...entry,
    ...{ key_facts: [MARKUP], claim_dimensions: [MARKUP], policy_id: MARKUP, admissible: [MARKUP], group: MARKUP },
  }));
  const sealed = { entries, canaries: [MARKUP] };
  const { nonce, ledger_commitment } = commitLedger({ salt: "", task_id: header.task_id, seed: header.seed }, sealed);
  const ownHeader = { ...header, ledger_commitment, env_version: MARKUP, world_hash: MARKUP };
  const words = new Set(["schema", "status", "je_id", "gold", "disposition", "state"]);
  const own = {
    ...record,
    ...{ header: ownHeader, reveal: { nonce, sealed }, judges: [MARKUP], provider: { [MARKUP]: MARKUP } },
    score: {
      ...poison(score as unknown as JsonValue, words) as unknown as typeof score,
      caps: [{ reason: MARKUP, max: 5 }],
    },
    trajectory_hash: trajectoryHash(ownHeader, changed),
  } as unknown as EpisodeRecord;
  return { record: own, rows: changed, observations: answers };
}

/** An episode without a score, whose reason is markup. */
export function hostileUnscored(): RecordedEpisode {
  const unit = unitOf({ model: "solver", seed: 2 }), model = { ...unit.model, params: { [MARKUP]: MARKUP } };
  const record = recordOf({ ...unit, model }, "crash");
  return {
    record: {
      ...{ ...record, header: null, rows: 0, trajectory_hash: null, reveal: null, judges: [MARKUP] },
      unscored: { reason: "crash", detail: MARKUP },
    },
    ...{ rows: [], observations: new Map() },
  };
}

/** The text of an aggregate whose every free text is markup. */
export function hostileAggregate(): string {
  const all = aggregator();
  for (const task_id of ["JE-01", "JE-02"]) {
    for (const model of ["heuristic", "solver"]) {
      for (const seed of [1, 2, 3, 4, 5]) all.add(recordOf(unitOf({ task_id, model, seed }), 100_000 * seed));
    }
  }
  const value = all.finish() as unknown as Record<string, JsonValue>;
  const findings = [{ code: "mixed-models", at: MARKUP, observed: [MARKUP] }, {
    code: "mixed-conditions",
    at: MARKUP,
    observed: [],
  }];
  return JSON.stringify({ ...poison(value, new Set(["format", "variance", "status"])) as object, findings });
}
