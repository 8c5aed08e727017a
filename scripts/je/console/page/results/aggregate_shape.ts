/** Reading what `permafrost je aggregate --json` prints. @module */
import type { Aggregate } from "../../../../../experiments/je-v1/sweep/aggregate.ts";
import { METRIC_NAMES } from "../../../../../experiments/je-v1/verify/metrics.ts";
import { PermafrostError } from "../../../../../kernel/error.ts";
import type { JsonValue } from "../../../../../kernel/json_value.ts";
import { statusOf } from "./record_shape.ts";
import { COUNT, DIFFERENCE, listOf, mapOf, maybe, objectOf, oneOf, type Shape, SHARE, TEXT, TRUTH } from "./shape.ts";

const MOST = 100_000;
const TEXTS = listOf(TEXT, MOST), VARIANCE = oneOf(["measured", "not measurable"]);
const CHANCE = maybe(objectOf({ num: COUNT, den: COUNT, ppm: SHARE }));
const MEAN = objectOf({ n: COUNT, mean: maybe(COUNT) });
const intervalOf = (shape: Shape): Shape => maybe(objectOf({ low: shape, high: shape }));

const ROW = objectOf({
  ...{ model: TEXT, is_baseline: TRUTH, n_planned: COUNT, n_scored: COUNT, n_unscored: COUNT },
  unscored: mapOf(COUNT, 100),
  ...{ mean: maybe(SHARE), mean_if_unscored_zero: maybe(SHARE), min: maybe(SHARE), sd: maybe(SHARE) },
  ...{ ci95: intervalOf(SHARE), variance: VARIANCE },
  parts: objectOf({ outcome: MEAN, process: MEAN, rationale: MEAN, score_ungated: MEAN }),
  metrics: objectOf(
    Object.fromEntries(METRIC_NAMES.map((name) => [
      name,
      objectOf({ n: COUNT, mean: maybe(COUNT), status: maybe(oneOf([statusOf(name)])) }),
    ])),
  ),
});
const PAIR = objectOf({
  models: (value, at) => Array.isArray(value) && value.length === 2 ? TEXTS(value, at) : at,
  ...{ n: COUNT, mean_difference: maybe(DIFFERENCE), ci95: intervalOf(DIFFERENCE), p: CHANCE, p_holm: CHANCE },
  variance: VARIANCE,
});
const TABLE = objectOf({
  ...{ task_id: TEXT, tier: TEXT, condition: TEXT, label: TEXT, is_default: TRUTH, step_budget: COUNT },
  ...{ judges: TEXTS, salt_hashes: TEXTS, baselines_missing: TEXTS },
  ...{ rows: listOf(ROW, MOST), pairs: listOf(PAIR, MOST) },
});
const CROSS = objectOf({
  ...{ model: TEXT, tasks: TEXTS, n_seeds: COUNT, n_seeds_left_out: COUNT, mean: maybe(SHARE) },
  ...{ ci95: intervalOf(SHARE), variance: VARIANCE },
});
const AGGREGATE = objectOf({
  ...{ format: oneOf(["je-v1/aggregate@1"]), planned: COUNT, scored: COUNT, unscored: COUNT },
  ...{ tables: listOf(TABLE, 10_000), cross_task: listOf(CROSS, MOST), notes: TEXTS },
  findings: listOf(objectOf({ code: oneOf(["mixed-conditions", "mixed-models"]), at: TEXT, observed: TEXTS }), MOST),
});

/** Takes a value for an aggregate. Whether its numbers follow from any episodes cannot be told.
 * @throws {PermafrostError} record-invalid: it is none; `at` is a JSON Pointer. */
export function readAggregate(value: JsonValue): Aggregate {
  const at = AGGREGATE(value, "");
  if (at === null) return value as unknown as Aggregate;
  const state = at === "/format" || at === "" ? "it is no output of je aggregate --json" : `${at} is not as it must be`;
  throw new PermafrostError("record-invalid", `Cannot read an aggregate: ${state}`, { at });
}
