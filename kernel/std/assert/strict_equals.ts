/**
 * Identity.
 *
 * Local slice of `@std/assert`; see `kernel/std/README.md`.
 *
 * @module
 */

import { describeDifference, reject } from "./_message.ts";

/**
 * Passes when both are the same value by `Object.is`: one object, NaN itself, and 0 not -0.
 *
 * @param actual What came out.
 * @param expected What should have.
 * @param msg Put into the message of the error.
 * @throws {AssertionError} When they are not the same.
 */
export function assertStrictEquals<T>(actual: unknown, expected: T, msg?: string): asserts actual is T {
  if (!Object.is(actual, expected)) {
    reject("Values are not strictly equal", msg, describeDifference(actual, expected));
  }
}
