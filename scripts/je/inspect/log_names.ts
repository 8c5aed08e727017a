/** Ids, times and file names as Inspect forms them, from what is exported alone. @module */
import { sha256Hex } from "../../../kernel/digest.ts";
import { PermafrostError } from "../../../kernel/error.ts";
import { canonicalize } from "../../../kernel/json_encode.ts";
import type { JsonValue } from "../../../kernel/json_value.ts";

const ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const ID_LENGTH = 22;
const TIME =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3])(?::[0-5]\d){2}(?:\.\d{1,3})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** An id of Inspect's form, 22 characters of its alphabet of 57, made of a value by SHA-256. */
export function shortId(value: JsonValue): string {
  let rest = BigInt(`0x${sha256Hex(canonicalize(value))}`), id = "";
  const base = BigInt(ALPHABET.length);
  for (let at = 0; at < ID_LENGTH; at++, rest /= base) id = ALPHABET[Number(rest % base)]! + id;
  return id;
}

/** A time in ISO 8601 as Inspect writes it: UTC, `+00:00`, milliseconds only where there are some.
 * @param timeMs Milliseconds since 1970. */
export function isoTime(timeMs: number): string {
  return new Date(timeMs).toISOString().replace(/(?:\.000)?Z$/, "+00:00");
}

/** Reads a time with its zone.
 * @returns Milliseconds since 1970.
 * @throws {PermafrostError} usage: it is none, or before 1970. */
export function readTime(text: string): number {
  const timeMs = TIME.test(text) ? Date.parse(text) : NaN, day = Number(text.slice(8, 10));
  const isDay = new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDate() === day;
  if (timeMs >= 0 && isDay) return timeMs;
  const state = `${JSON.stringify(text)} is no time since 1970 such as 2031-05-01T09:30:00Z`;
  throw new PermafrostError("usage", `Cannot export: --created ${state}`);
}

/** The name of a log's file: `{created}_{task}_{id}.json`, each part without what divides parts or paths. */
export function logFileName({ created, task, id }: { created: string; task: string; id: string }): string {
  return `${[created, task, id].map((part) => part.replace(/[_/:]/g, "-")).join("_")}.json`;
}
