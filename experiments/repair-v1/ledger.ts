/** Reads a ledger without running any code of it. Pure. @module */
import { types } from "node:util";
import { PermafrostError } from "../../kernel/error.ts";

/** The most attempts that are read; what is logged after them is never looked at. */
export const MAX_ATTEMPTS = 2;

/** One attempt as it stands in a ledger; a field that is absent, inherited or an accessor is undefined. */
export interface Attempt {
  /** What should be the code that the attempt kept. */
  readonly code: unknown;
  /** What should be the Boolean label of its format. */
  readonly valid: unknown;
}

/** The part of a ledger that decides. */
export interface Ledger {
  /** What should be the code that was verified. */
  readonly verifiedCode: unknown;
  /** The first attempts, at most {@linkcode MAX_ATTEMPTS}. */
  readonly attempts: readonly Attempt[];
  /** How many attempts were supplied in all. */
  readonly supplied: number;
}

/**
 * Takes from a ledger what decides. Only own data properties count: an accessor is not run and counts as absent, and
 * so does what is inherited. The work does not grow with the number of attempts.
 *
 * Refuses a ledger, a list of attempts or one of its first two attempts that is no such thing, or that is a proxy.
 * What follows the second attempt is not looked at, so nothing there can be refused.
 *
 * @param value Any value.
 * @returns The ledger.
 * @throws {PermafrostError} record-invalid; `at` is the JSON Pointer of what is refused.
 */
export function readLedger(value: unknown): Ledger {
  if (!isPlainObject(value)) refuse("", "it is not an object");
  const list = own(value, "attempts");
  if (types.isProxy(list)) refuse("/attempts", "it is a proxy; pass plain data");
  if (!Array.isArray(list)) refuse("/attempts", list === undefined ? "it is not there" : "it is not a list");
  const supplied = list.length;
  const attempts: Attempt[] = [];
  for (let index = 0; index < Math.min(MAX_ATTEMPTS, supplied); index++) {
    const attempt = own(list, String(index));
    if (!isPlainObject(attempt)) refuse(`/attempts/${index}`, "it is not an object");
    attempts.push({ code: own(attempt, "code"), valid: own(attempt, "valid") });
  }
  return { verifiedCode: own(value, "verifiedCode"), attempts, supplied };
}

/** What an own data property holds; undefined where there is none. */
function own(holder: object, key: string): unknown {
  const descriptor = Object.getOwnPropertyDescriptor(holder, key);
  return descriptor !== undefined && Object.hasOwn(descriptor, "value") ? descriptor.value : undefined;
}

/** Whether a value is an object to read from: no list, no function, and no proxy, whose traps are code. */
function isPlainObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !types.isProxy(value) && !Array.isArray(value);
}

function refuse(at: string, state: string): never {
  const name = at === "" ? "the ledger" : `the ledger at ${at}`;
  throw new PermafrostError("record-invalid", `Cannot read ${name}: ${state}`, { at });
}
