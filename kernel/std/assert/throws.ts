/**
 * A call that throws.
 *
 * Local slice of `@std/assert`; see `kernel/std/README.md`.
 *
 * @module
 */

import { checkThrown, type ErrorClass, readWanted } from "./_is_error.ts";
import { reject } from "./_message.ts";

/**
 * Passes when the call throws anything.
 *
 * @param fn The call.
 * @param msg Put into the message of the error.
 * @returns What was thrown.
 * @throws {AssertionError} When the call returns.
 */
export function assertThrows(fn: () => unknown, msg?: string): unknown;
/**
 * Passes when the call throws an error of this class, whose message holds this part.
 *
 * @param fn The call.
 * @param ErrorClass The class, or one that it extends.
 * @param msgIncludes The part of the message, compared with terminal colours left out.
 * @param msg Put into the message of the error.
 * @returns The error.
 * @throws {AssertionError} When the call returns, or throws another thing.
 */
export function assertThrows<E extends Error = Error>(
  fn: () => unknown,
  // deno-lint-ignore no-explicit-any -- any constructor must fit, whatever it takes
  ErrorClass: new (...args: any[]) => E,
  msgIncludes?: string,
  msg?: string,
): E;
export function assertThrows<E extends Error = Error>(
  fn: () => unknown,
  classOrMsg?: ErrorClass<E> | string,
  msgIncludes?: string,
  msg?: string,
): unknown {
  const wanted = readWanted(classOrMsg, msgIncludes, msg);
  try {
    fn();
  } catch (thrown) {
    checkThrown(thrown, wanted, "thrown");
    return thrown;
  }
  reject("Expected function to throw", wanted.msg);
}
