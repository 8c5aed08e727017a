/**
 * Deep inequality.
 *
 * Local slice of `@std/assert`; see `kernel/std/README.md`.
 *
 * @module
 */

import { equal } from "./_equal.ts";
import { printShort, reject } from "./_message.ts";

/**
 * Passes when the values are not deeply equal, by the rules of `assertEquals`.
 *
 * @param actual What came out.
 * @param expected What should not have.
 * @param msg Put into the message of the error.
 * @throws {AssertionError} When they are equal.
 * @throws {TypeError} When both are a WeakMap or both a WeakSet.
 */
export function assertNotEquals<T>(actual: T, expected: T, msg?: string): void {
  if (equal(actual, expected)) {
    reject(`Expected actual: ${printShort(actual)} not to be: ${printShort(expected)}`, msg);
  }
}
