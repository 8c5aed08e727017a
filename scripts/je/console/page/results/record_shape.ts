/** The shape of a record's score and ledger as far as this page reads them: a file may say anything. @module */
import { CLASSES } from "../../../../../experiments/je-v1/env/classes.ts";
import type { SealedEntry } from "../../../../../experiments/je-v1/env/sealed.ts";
import type { EpisodeRecord } from "../../../../../experiments/je-v1/sweep/episode_record.ts";
import { METRIC_NAMES, type MetricName } from "../../../../../experiments/je-v1/verify/metrics.ts";
import type { JsonValue } from "../../../../../kernel/json_value.ts";
import { COUNT, listOf, maybe, objectOf, oneOf, type Shape, SHARE, TEXT, where } from "./shape.ts";

/** Metrics that this project inferred; every output has to say so (je.md, conformance 27). */
export const INFERRED: ReadonlySet<string> = new Set<MetricName>([
  ...["steps_to_first_flag", "baseline_before_claim", "premature_disposition"] as const,
]);

/** Who defines a metric, by its name. */
export function statusOf(metric: string): "source" | "inferred" {
  return INFERRED.has(metric) ? "inferred" : "source";
}

const MOST = 100_000;
const METRICS = Object.fromEntries(METRIC_NAMES.map((name): [string, Shape] => [
  name,
  objectOf({
    ...{ value: maybe(COUNT), num: maybe(COUNT), den: maybe(COUNT), definition: TEXT },
    status: oneOf([statusOf(name)]),
  }),
]));
const SCORE: Shape = maybe(objectOf({
  outcome: objectOf({ O: SHARE, J: SHARE, F: SHARE, points: listOf(objectOf({ je_id: TEXT, reason: TEXT }), MOST) }),
  process: objectOf({ P: SHARE }),
  rationale: objectOf({ R: maybe(SHARE), entries: listOf(objectOf({ je_id: TEXT, state: TEXT }), MOST) }),
  ...{ gate: SHARE, total: maybe(SHARE), score_ungated: maybe(SHARE), metrics: objectOf(METRICS) },
  caps: listOf(objectOf({ reason: TEXT, max: SHARE }), 10),
  ...{ fabricated: COUNT, implicit_approvals: COUNT, implicit_unexamined: COUNT, premature: COUNT },
}));
const HEADER: Shape = maybe(objectOf({ env_version: TEXT, ledger_commitment: TEXT }));

/** Where a record is not as this page reads it, as a JSON Pointer; null: it is. */
export function recordFault(record: EpisodeRecord): string | null {
  return SCORE(record.score as unknown as JsonValue, "/score") ??
    HEADER(record.header as unknown as JsonValue, "/header");
}

const IDS = listOf(TEXT, MOST);
const SEALED: Shape = objectOf({
  entries: listOf(
    objectOf({
      ...{ je_id: TEXT, gold: oneOf(["approve", "flag", "hold"]), required: listOf(IDS, MOST), admissible: IDS },
      class: where((value) => value === undefined || (CLASSES as readonly unknown[]).includes(value)),
    }),
    MOST,
  ),
});

/** The entries of the ledger that a record reveals; null: it reveals none that can be read. */
export function revealedEntries({ reveal }: Pick<EpisodeRecord, "reveal">): readonly SealedEntry[] | null {
  if (reveal === null || SEALED(reveal.sealed as unknown as JsonValue, "") !== null) return null;
  return reveal.sealed.entries;
}
