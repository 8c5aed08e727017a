/** Bounds of what may be asked of a snapshot. @module */
import { PermafrostError } from "../../../kernel/error.ts";

/** The most bytes of a query, as UTF-8 (specs, recovery.md). */
export const MAX_QUERY_BYTES = 1_024;

/** Refuses a query that is empty, longer than 1,024 bytes of UTF-8, or holds half of a surrogate pair.
 * @throws {PermafrostError} vault-request; the query is not repeated in the message. */
export function checkQuery(query: string): void {
  if (query === "") throw refusal("query", "it is empty; give 1 to 1,024 bytes");
  if (!query.isWellFormed()) throw refusal("query", "it holds half of a surrogate pair; give whole characters");
  if (new TextEncoder().encode(query).length > MAX_QUERY_BYTES) {
    throw refusal("query", "it has more than 1,024 bytes of UTF-8; shorten it");
  }
}

/** Refuses a number that is no integer between two bounds, the bounds allowed.
 * @throws {PermafrostError} vault-request; `name` is in the message, the number is not. */
export function checkInteger(value: number, bounds: { name: string; least: number; most: number }): void {
  const { name, least, most } = bounds;
  if (Number.isSafeInteger(value) && value >= least && value <= most) return;
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least} on` : `from ${least} to ${most}`;
  throw refusal(name, `it is no integer ${range}`);
}

function refusal(what: string, state: string): PermafrostError {
  return new PermafrostError("vault-request", `Cannot take the ${what}: ${state}`);
}
