/**
 * Deep equality.
 *
 * Local slice of `@std/assert`; see `kernel/std/README.md`.
 *
 * @module
 */

import { equal } from "./_equal.ts";
import { describeDifference, reject } from "./_message.ts";

/**
 * Passes when both values are deeply equal: same prototype, same keys (one that holds `undefined` is a key), same
 * entries of a Map or Set in any order, same text of a RegExp or URL, NaN equal to itself and 0 to -0.
 *
 * @param actual What came out.
 * @param expected What should have.
 * @param msg Put into the message of the error.
 * @throws {AssertionError} When they differ; the message prints both.
 * @throws {TypeError} When both are a WeakMap or both a WeakSet.
 */
export function assertEquals<T>(actual: T, expected: T, msg?: string): void {
  if (!equal(actual, expected)) reject("Values are not equal", msg, describeDifference(actual, expected));
}
