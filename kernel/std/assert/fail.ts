/**
 * Failure on purpose.
 *
 * Local slice of `@std/assert`; see `kernel/std/README.md`.
 *
 * @module
 */

import { reject } from "./_message.ts";

/**
 * Never passes.
 *
 * @param msg Put into the message of the error.
 * @throws {AssertionError} Always.
 */
export function fail(msg?: string): never {
  reject("Failed assertion", msg);
}
