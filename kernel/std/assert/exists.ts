/**
 * Presence.
 *
 * Local slice of `@std/assert`; see `kernel/std/README.md`.
 *
 * @module
 */

import { reject } from "./_message.ts";

/**
 * Passes when the value is neither null nor undefined.
 *
 * @param actual The value.
 * @param msg Put into the message of the error.
 * @throws {AssertionError} When it is null or undefined.
 */
export function assertExists<T>(actual: T, msg?: string): asserts actual is NonNullable<T> {
  if (actual === undefined || actual === null) {
    reject(`Expected actual: "${actual}" to not be null or undefined`, msg);
  }
}
