/**
 * Text within a text.
 *
 * Local slice of `@std/assert`; see `kernel/std/README.md`.
 *
 * @module
 */

import { reject } from "./_message.ts";

/**
 * Passes when the text contains the other.
 *
 * @param actual The text.
 * @param expected The part to find.
 * @param msg Put into the message of the error.
 * @throws {AssertionError} When the part is not found.
 */
export function assertStringIncludes(actual: string, expected: string, msg?: string): void {
  if (!actual.includes(expected)) reject(`Expected actual: "${actual}" to contain: "${expected}"`, msg);
}
