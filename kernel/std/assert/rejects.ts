/**
 * A call whose promise rejects.
 *
 * Local slice of `@std/assert`; see `kernel/std/README.md`.
 *
 * @module
 */

import { checkThrown, type ErrorClass, readWanted } from "./_is_error.ts";
import { reject } from "./_message.ts";

/**
 * Passes when the call returns a promise that rejects with anything.
 *
 * @param fn The call.
 * @param msg Put into the message of the error.
 * @returns What it rejected with.
 * @throws {AssertionError} When the promise resolves, or the call throws or returns no promise.
 */
export function assertRejects(fn: () => PromiseLike<unknown>, msg?: string): Promise<unknown>;
/**
 * Passes when the call returns a promise that rejects with an error of this class, whose message holds this part.
 *
 * @param fn The call.
 * @param ErrorClass The class, or one that it extends.
 * @param msgIncludes The part of the message, compared with terminal colours left out.
 * @param msg Put into the message of the error.
 * @returns The error.
 * @throws {AssertionError} When the promise resolves, or rejects with another thing, or the call throws or returns
 * no promise.
 */
export function assertRejects<E extends Error = Error>(
  fn: () => PromiseLike<unknown>,
  // deno-lint-ignore no-explicit-any -- any constructor must fit, whatever it takes
  ErrorClass: new (...args: any[]) => E,
  msgIncludes?: string,
  msg?: string,
): Promise<E>;
export async function assertRejects<E extends Error = Error>(
  fn: () => PromiseLike<unknown>,
  classOrMsg?: ErrorClass<E> | string,
  msgIncludes?: string,
  msg?: string,
): Promise<unknown> {
  const wanted = readWanted(classOrMsg, msgIncludes, msg);
  const promise = callForPromise(fn, wanted.msg);
  try {
    await promise;
  } catch (thrown) {
    checkThrown(thrown, wanted, "rejected");
    return thrown;
  }
  reject("Expected function to reject", wanted.msg);
}

/** Calls it; both a throw and a value that is no promise are failures of their own. */
function callForPromise(fn: () => PromiseLike<unknown>, msg: string | undefined): PromiseLike<unknown> {
  let value: PromiseLike<unknown> | undefined;
  try {
    value = fn();
  } catch {
    // Told below, as for a value that is no promise.
  }
  if (typeof value === "object" && value !== null && typeof value.then === "function") return value;
  reject("Function throws when expected to reject", msg);
}
