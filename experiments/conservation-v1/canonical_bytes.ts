/** How long a value is as canonical JSON. Pure. @module */
import { Buffer } from "node:buffer";
import { canonicalize } from "../../kernel/json_encode.ts";
import type { JsonObject } from "../../kernel/json_value.ts";

/**
 * Counts the bytes of an object in the form of RFC 8785. That form differs from what JSON.stringify writes for plain
 * data in the order of keys alone, so that the length can be taken from there; `canonicalize` decides where a half
 * surrogate pair may be about, where the engine cannot write, and where somebody gave all objects a toJSON.
 *
 * @param value Plain data, as JSON.parse gives it.
 * @returns Bytes.
 * @throws {PermafrostError} canonical-lone-surrogate, canonical-cycle and canonical-object, as `canonicalize` does.
 */
export function canonicalBytes(value: JsonObject): number {
  return Buffer.byteLength(quickText(value) ?? canonicalize(value));
}

/** The text with keys as they stand, or null for a doubt. */
function quickText(value: JsonObject): string | null {
  if ("toJSON" in Object.prototype || "toJSON" in Array.prototype) return null;
  try {
    const text = JSON.stringify(value);
    return text.includes("\\ud") ? null : text; // so is half a pair written, and "ud" after a backslash
  } catch { // nested too deeply for the engine, or without end
    return null;
  }
}
