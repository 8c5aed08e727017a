/**
 * The error of a failed assertion.
 *
 * Local slice of `@std/assert`; see `kernel/std/README.md`.
 *
 * @module
 */

/** Thrown by every assertion of this package that does not hold. */
export class AssertionError extends Error {
  /**
   * An error of the name `AssertionError`.
   *
   * @param message What did not hold.
   * @param options The `cause`, where there is one.
   */
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "AssertionError";
  }
}
