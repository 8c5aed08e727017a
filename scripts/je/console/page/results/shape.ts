/** Judging what untrusted JSON looks like, place by place. Nothing here touches the page. @module */
import { isJsonObject, type JsonValue } from "../../../../../kernel/json_value.ts";

/** Finds the first place that is not as it must be, as a JSON Pointer from `at` on; null: all is. */
export type Shape = (value: JsonValue | undefined, at: string) => string | null;

/** A value for which a condition holds. */
export function where(isRight: (value: JsonValue | undefined) => boolean): Shape {
  return (value, at) => isRight(value) ? null : at;
}

/** Text. */
export const TEXT: Shape = where((value) => typeof value === "string");
/** True or false. */
export const TRUTH: Shape = where((value) => typeof value === "boolean");
/** A whole number. */
export const WHOLE: Shape = where((value) => Number.isSafeInteger(value));
/** A whole number from 0. */
export const COUNT: Shape = where((value) => Number.isSafeInteger(value) && (value as number) >= 0);
/** Millionths, from 0 to one. */
export const SHARE: Shape = where((value) =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= 1_000_000
);
/** Millionths of a difference. */
export const DIFFERENCE: Shape = where((value) =>
  Number.isSafeInteger(value) && Math.abs(value as number) <= 1_000_000
);

/** Null, or a value of a shape. */
export function maybe(shape: Shape): Shape {
  return (value, at) => value === null ? null : shape(value, at);
}

/** One of some words. */
export function oneOf(words: readonly string[]): Shape {
  return where((value) => typeof value === "string" && words.includes(value));
}

/** An array of at most `most`. */
export function listOf(shape: Shape, most: number): Shape {
  return (value, at) => {
    if (!Array.isArray(value) || value.length > most) return at;
    return firstOf(value.map((each, index) => () => shape(each, `${at}/${index}`)));
  };
}

/** An object with at least these keys; what else it holds is not looked at. */
export function objectOf(shapes: Readonly<Record<string, Shape>>): Shape {
  return (value, at) => {
    if (!isJsonObject(value)) return at;
    return firstOf(
      Object.entries(shapes).map(([key, shape]) => () =>
        shape(Object.hasOwn(value, key) ? value[key] : undefined, `${at}/${key}`)
      ),
    );
  };
}

/** An object with any keys, at most `most`. */
export function mapOf(shape: Shape, most: number): Shape {
  return (value, at) => {
    if (!isJsonObject(value) || Object.keys(value).length > most) return at;
    return firstOf(Object.entries(value).map(([key, each]) => () => shape(each, `${at}/${key}`)));
  };
}

function firstOf(looks: readonly (() => string | null)[]): string | null {
  for (const look of looks) {
    const found = look();
    if (found !== null) return found;
  }
  return null;
}
