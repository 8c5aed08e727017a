/**
 * The plain assertion.
 *
 * Local slice of `@std/assert`; see `kernel/std/README.md`.
 *
 * @module
 */

import { AssertionError } from "./assertion_error.ts";

/**
 * Passes when the value is truthy.
 *
 * @param expr The value.
 * @param msg The whole message of the error.
 * @throws {AssertionError} When the value is falsy.
 */
export function assert(expr: unknown, msg = ""): asserts expr {
  if (!expr) throw new AssertionError(msg);
}
