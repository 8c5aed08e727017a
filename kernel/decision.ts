/** The frozen decision, applied by the kernel. @module */
import { canonicalize } from "./json_encode.ts";
import { type JsonObject, type JsonValue, valueAt } from "./json_value.ts";
import type { Criterion } from "./protocol.ts";

/** A criterion whose one comparison, such as `{"equals":11}`, was held against what stands there (null: nothing does). */
export type JudgedCriterion = Readonly<
  { id: string; at: string; expected: JsonObject; observed: JsonValue; met: boolean }
>;

/** Whether every criterion is met (true where there is none), and each of them in the order of the protocol. */
export type Decision = Readonly<{ met: boolean; criteria: readonly JudgedCriterion[] }>;

/** Evaluates criteria against a document that holds `summary` and `rows`. Values are equal when their canonical
 * forms are; `atLeast` and `atMost` hold for numbers only; a pointer to nothing is never met. */
export function decide(criteria: readonly Criterion[], document: JsonObject): Decision {
  const judged = criteria.map(({ id, at, ...comparison }): JudgedCriterion => {
    const found = valueAt(document, at), met = found !== undefined && holds(comparison, found);
    return { id, at, expected: comparison as JsonObject, observed: found ?? null, met };
  });
  return { met: judged.every(({ met }) => met), criteria: judged };
}

function holds({ equals, oneOf, atLeast, atMost }: Omit<Criterion, "id" | "at">, found: JsonValue): boolean {
  if (equals !== undefined) return canonicalize(equals) === canonicalize(found);
  if (oneOf !== undefined) return oneOf.some((other) => canonicalize(other) === canonicalize(found));
  return typeof found === "number" && (atLeast !== undefined ? found >= atLeast : found <= (atMost ?? NaN));
}
