/** The values of JSON, and the addresses of their parts. @module */

/** A value that JSON text can hold. Objects carry only own enumerable string keys. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;

/** A JSON object: own string keys, no accessors, no prototype of its own. */
export type JsonObject = { [key: string]: JsonValue };

/** Tells whether a JSON value is an object (neither an array nor null). */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Writes path segments as a JSON Pointer (RFC 6901); no segments give the empty pointer. */
export function toPointer(segments: readonly (string | number)[]): string {
  return segments.map((part) => "/" + String(part).replaceAll("~", "~0").replaceAll("/", "~1")).join("");
}

/** Splits a JSON Pointer (RFC 6901) into its unescaped segments; null when it is not a pointer. */
export function fromPointer(pointer: string): string[] | null {
  if (pointer === "") return [];
  if (!pointer.startsWith("/") || /~(?![01])/.test(pointer)) return null;
  return pointer.slice(1).split("/").map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Reads the part of a value that a JSON Pointer names; undefined where nothing stands there. */
export function valueAt(value: JsonValue, pointer: string): JsonValue | undefined {
  const step = (here: JsonValue | undefined, part: string): JsonValue | undefined => {
    if (Array.isArray(here)) return /^(0|[1-9][0-9]*)$/.test(part) ? here[Number(part)] : undefined;
    return isJsonObject(here) && Object.hasOwn(here, part) ? here[part] : undefined;
  };
  return fromPointer(pointer)?.reduce(step, value as JsonValue | undefined);
}
