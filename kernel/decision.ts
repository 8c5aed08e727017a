/** The frozen decision, applied by the kernel. @module */
import { canonicalize } from "./json_encode.ts";
import { type JsonObject, type JsonValue, valueAt } from "./json_value.ts";
import type { Criterion } from "./protocol.ts";

/** One criterion with what was observed; `observed` is null where nothing stands at the pointer. */
export interface JudgedCriterion {
  readonly id: string;
  readonly at: string;
  /** The one comparison, such as `{"equals":11}`. */
  readonly expected: JsonObject;
  readonly observed: JsonValue;
  readonly met: boolean;
}

/** The decision: met when every criterion is. Without criteria there is nothing to meet, and it is met. */
export interface Decision {
  readonly met: boolean;
  readonly criteria: readonly JudgedCriterion[];
}

/**
 * Evaluates criteria against a document that holds `summary` and `rows`. Values are equal when their canonical
 * forms are; `atLeast` and `atMost` hold for numbers only; a pointer to nothing is never met.
 */
export function decide(criteria: readonly Criterion[], document: JsonObject): Decision {
  const judged = criteria.map(({ id, at, ...comparison }): JudgedCriterion => {
    const found = valueAt(document, at);
    const met = found !== undefined && holds(comparison, found);
    return { id, at, expected: comparison as JsonObject, observed: found ?? null, met };
  });
  return { met: judged.every(({ met }) => met), criteria: judged };
}

function holds(comparison: Omit<Criterion, "id" | "at">, found: JsonValue): boolean {
  const { equals, atLeast, atMost, oneOf } = comparison;
  const isSame = (other: JsonValue): boolean => canonicalize(other) === canonicalize(found);
  if (equals !== undefined) return isSame(equals);
  if (oneOf !== undefined) return oneOf.some(isSame);
  if (typeof found !== "number") return false;
  return atLeast !== undefined ? found >= atLeast : atMost !== undefined && found <= atMost;
}
