/** Canonical JSON (RFC 8785) for the page, in the place of kernel/json_encode.ts, which guards against objects of code
 * with means that a browser does not have. Here every value comes from JSON text or from the page's own plain data.
 * @module */
import { type ErrorCode, PermafrostError } from "../../../../../kernel/error.ts";

/** Writes a value of JSON canonically. Refuses what is not JSON, and half of a surrogate pair.
 * @throws {PermafrostError} canonical-type, canonical-number, canonical-lone-surrogate. */
export function canonicalize(value: unknown): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "string") return quoted(value);
  if (typeof value === "number" && Number.isFinite(value)) return String(value === 0 ? 0 : value);
  if (Array.isArray(value)) return `[${value.map(canonicalize).join(",")}]`;
  if (typeof value === "number") throw refuse("canonical-number", `${value} is not JSON`);
  if (typeof value !== "object") throw refuse("canonical-type", `${typeof value} is not JSON`);
  const members = value as Readonly<Record<string, unknown>>;
  return `{${Object.keys(members).sort().map((key) => `${quoted(key)}:${canonicalize(members[key])}`).join(",")}}`;
}

function quoted(text: string): string {
  if (text.isWellFormed()) return JSON.stringify(text);
  throw refuse("canonical-lone-surrogate", "half of a surrogate pair is not JSON");
}

function refuse(code: ErrorCode, state: string): PermafrostError {
  return new PermafrostError(code, `Cannot write a value canonically: ${state}`);
}
