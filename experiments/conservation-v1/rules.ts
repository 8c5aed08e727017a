/** What the published vectors leave open, decided: one named function for each decision. Pure. @module */
import { Buffer } from "node:buffer";
import type { JsonObject } from "../../kernel/json_value.ts";

/**
 * I(spec) and I(output), inferred: the length in bytes of the raw text as UTF-8, neither quoted nor escaped.
 *
 * @param text The text, without half surrogate pairs.
 * @returns Bytes.
 */
export function textInfo(text: string): number {
  return Buffer.byteLength(text); // counts, and encodes nothing
}

/**
 * I(delta), inferred where there are fields: the length in bytes of the whole object in the form of RFC 8785, braces
 * and keys included. That an object without fields carries 0 is not inferred: the published vectors fix it.
 *
 * @param canonicalBytes The length of `delta_fields` in that form, which is 2 for an object without fields alone.
 * @returns Bytes.
 */
export function deltaInfo(canonicalBytes: number): number {
  return canonicalBytes === 2 ? 0 : canonicalBytes;
}

/**
 * Whether the delta fills a slot, inferred: it has a key of exactly that name, with any value but null and "". So 0,
 * false, [] and {} fill a slot, and so does the key `__proto__`; what an object merely inherits does not.
 *
 * @param fields `delta_fields`, plain data.
 * @param slot The name of the slot.
 * @returns Whether it is filled.
 */
export function isSlotFilled(fields: JsonObject, slot: string): boolean {
  if (!Object.hasOwn(fields, slot)) return false;
  const value = fields[slot];
  return value !== null && value !== "";
}

/**
 * The unfilled slots, inferred: in the order of `required_slots`, a repeated slot once, where it stands first.
 * The tolerance has no say in this.
 *
 * @param fields `delta_fields`, plain data.
 * @param slots `required_slots`.
 * @returns The names that {@linkcode isSlotFilled} refuses.
 */
export function missingSlots(fields: JsonObject, slots: readonly string[]): string[] {
  const missing = slots.filter((slot) => !isSlotFilled(fields, slot));
  return missing.length > 1 ? [...new Set(missing)] : missing;
}

/**
 * The amount that a finding reports, inferred: the whole difference where it is greater than the tolerance, and
 * nothing where it is equal or less. It is never reduced by the tolerance.
 *
 * @param difference Bytes; zero or less where the law holds exactly.
 * @param tolerance Bytes, zero or more.
 * @returns The amount in bytes, or null for no finding.
 */
export function reportedAmount(difference: number, tolerance: number): number | null {
  return difference > tolerance ? difference : null;
}

/**
 * Whether a value is an amount, inferred: a whole number from 0 to 2^53-1, told by its value, so that `1.0` and `-0`
 * are amounts as `1` and `0` are. Any other input is an error and never a finding.
 *
 * @param value Any value.
 * @returns Whether it is one.
 */
export function isAmount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
