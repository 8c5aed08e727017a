/**
 * Text against a pattern.
 *
 * Local slice of `@std/assert`; see `kernel/std/README.md`.
 *
 * @module
 */

import { reject } from "./_message.ts";

/**
 * Passes when the pattern is found in the text.
 *
 * @param actual The text.
 * @param expected The pattern.
 * @param msg Put into the message of the error.
 * @throws {AssertionError} When it is not found.
 */
export function assertMatch(actual: string, expected: RegExp, msg?: string): void {
  if (!expected.test(actual)) reject(`Expected actual: "${actual}" to match: "${expected}"`, msg);
}
