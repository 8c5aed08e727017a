import { stripVTControlCharacters } from "node:util";
import { reject } from "./_message.ts";

/** The classes that an error may be asked to be of. */
// deno-lint-ignore no-explicit-any -- any constructor must fit, whatever it takes
export type ErrorClass<E extends Error> = new (...args: any[]) => E;

/** What the overloads of assertThrows and assertRejects come down to. */
export interface Wanted<E extends Error> {
  readonly ofClass: ErrorClass<E> | undefined;
  readonly includes: string | undefined;
  readonly msg: string | undefined;
}

/** Tells `(ErrorClass, includes, msg)` from `(msg)`. */
export function readWanted<E extends Error>(
  classOrMsg: ErrorClass<E> | string | undefined,
  includes: string | undefined,
  msg: string | undefined,
): Wanted<E> {
  if (typeof classOrMsg === "string") return { ofClass: undefined, includes: undefined, msg: classOrMsg };
  return { ofClass: classOrMsg, includes, msg };
}

/** Checks class and message of what was thrown; without a class anything will do. */
export function checkThrown<E extends Error>(
  thrown: unknown,
  wanted: Wanted<E>,
  verb: "thrown" | "rejected",
): void {
  const { ofClass, includes, msg } = wanted;
  if (ofClass === undefined) return;
  if (!(thrown instanceof Error)) reject(`A non-Error object was ${verb}`, msg);
  if (!(thrown instanceof ofClass)) {
    reject(`Expected error to be instance of "${ofClass.name}", but was "${thrown.constructor.name}"`, msg);
  }
  if (includes && !stripVTControlCharacters(thrown.message).includes(stripVTControlCharacters(includes))) {
    const [wantedText, text] = [includes, thrown.message].map((part) => JSON.stringify(part));
    reject(`Expected error message to include ${wantedText}, but got ${text}`, msg);
  }
}
