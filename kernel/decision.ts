/** The frozen decision, applied by the kernel. @module */
import { canonicalize } from "./json_encode.ts";
import { type JsonObject, type JsonValue, valueAt } from "./json_value.ts";
import type { Criterion } from "./protocol.ts";

/** One criterion with what was observed. */
export interface JudgedCriterion {
  /** The criterion's id. */ readonly id: string;
  /** JSON Pointer into the result. */ readonly at: string;
  /** The one comparison, such as `{"equals":11}`. */ readonly expected: JsonObject;
  /** What stands there, or null where nothing does. */ readonly observed: JsonValue;
  /** Whether the comparison holds. */ readonly met: boolean;
}

/** The decision. */
export interface Decision {
  /** Whether every criterion is met; true where there is none. */ readonly met: boolean;
  /** The criteria in the order of the protocol. */ readonly criteria: readonly JudgedCriterion[];
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

function holds({ equals, oneOf, atLeast, atMost }: Omit<Criterion, "id" | "at">, found: JsonValue): boolean {
  if (equals !== undefined) return canonicalize(equals) === canonicalize(found);
  if (oneOf !== undefined) return oneOf.some((other) => canonicalize(other) === canonicalize(found));
  return typeof found === "number" && (atLeast !== undefined ? found >= atLeast : found <= (atMost ?? NaN));
}
