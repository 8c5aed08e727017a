/** The address of a published experiment, as typed. @module */
import { type PublicationOrigin, readOrigin } from "../publication_address.ts";

/** Tells whether an operand is meant as an address: it starts as a URL of some kind does. */
export function isAddress(operand: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(operand);
}

/**
 * Reads the address of a published manifest.json, or of the folder that holds it, which ends with `/`. Gives the
 * folder's. Refuses what {@linkcode readOrigin} refuses.
 *
 * @throws {PermafrostError} `publication-origin`.
 */
export function readRemoteAddress(text: string): PublicationOrigin {
  return readOrigin(text.replace(/\/manifest\.json$/, "/"), "this address");
}
