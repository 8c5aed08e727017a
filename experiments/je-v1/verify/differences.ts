/** Where two JSON values differ. @module */
import { isJsonObject, type JsonValue, toPointer } from "../../../kernel/json_value.ts";

/** One place where two values differ. */
export interface Difference {
  /** The place, as a JSON Pointer. */ readonly at: string;
  /** What stands there in the first; absent: nothing. */ readonly expected?: JsonValue;
  /** What stands there in the second; absent: nothing. */ readonly got?: JsonValue;
}

/** How many differences are named. */
export const DIFFERENCE_LIMIT = 20;

/** The places where two values differ, in the order of the first's members and then the second's, at most
 * {@linkcode DIFFERENCE_LIMIT}. Lists are compared place by place. */
export function differences(expected: JsonValue, got: JsonValue): Difference[] {
  const found: Difference[] = [];
  compare({ expected, got, path: [] }, found);
  return found.slice(0, DIFFERENCE_LIMIT);
}

type Pair = { expected?: JsonValue | undefined; got?: JsonValue | undefined; path: readonly (string | number)[] };

function compare({ expected, got, path }: Pair, found: Difference[]): void {
  if (found.length >= DIFFERENCE_LIMIT || expected === got) return;
  if (Array.isArray(expected) && Array.isArray(got)) {
    for (let at = 0; at < Math.max(expected.length, got.length); at++) {
      compare({ expected: expected[at], got: got[at], path: [...path, at] }, found);
    }
  } else if (isJsonObject(expected) && isJsonObject(got)) {
    for (const name of new Set([...Object.keys(expected), ...Object.keys(got)])) {
      const of = (value: { [key: string]: JsonValue }): JsonValue | undefined =>
        Object.hasOwn(value, name) ? value[name] : undefined;
      compare({ expected: of(expected), got: of(got), path: [...path, name] }, found);
    }
  } else {
    found.push({
      at: toPointer(path),
      ...(expected === undefined ? {} : { expected }),
      ...(got === undefined ? {} : { got }),
    });
  }
}
