/** The record of everything that was asked of a server and answered: JSON Lines in canonical form. @module */
import { type Sha256, sha256Hex } from "../../../kernel/digest.ts";
import { PermafrostError } from "../../../kernel/error.ts";
import { parseStrict } from "../../../kernel/json_decode.ts";
import { canonicalize } from "../../../kernel/json_encode.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../kernel/json_value.ts";
import { type Attempt, ATTEMPT_FAILURES, attemptJson } from "./attempt.ts";

/** The format of an exchange. */
export const EXCHANGE_FORMAT = "je-v1/exchange@1";

/** Whose exchange it is: the first line. */
export interface ExchangeHead {
  /** The episode. */ readonly episode_id: string;
  /** Whether the model that played was asked, or a judge. */ readonly role: "model" | "judge";
  /** Host and port. */ readonly host: string;
  /** What a judge's nonces were made from, drawn after the episode was played; null for a model. */
  readonly nonce_secret: string | null;
}

/** How an exchange ended: all was said, or the server could not be reached or understood. */
export type ExchangeEnd = "complete" | "failed";

/** One request with what became of it. */
export interface ExchangeEntry {
  /** Which question, from 0; a question that is asked again keeps its number. */ readonly turn: number;
  /** How often it was asked, from 1. */ readonly made: number;
  /** The bytes that were sent, as text. */ readonly request: string;
  /** What came of it. */ readonly attempt: Attempt;
}

/** An exchange, read. */
export interface Exchange {
  /** Whose. */ readonly head: ExchangeHead;
  /** Every request, in order. */ readonly entries: readonly ExchangeEntry[];
  /** How it ended; null: it was cut off. */ readonly end: ExchangeEnd | null;
  /** SHA-256 of its text. */ readonly sha256: Sha256;
}

/** Writes an exchange, line by line. */
export interface ExchangeWriter {
  /** Adds a request. */ readonly add: (entry: ExchangeEntry) => void;
  /** Ends it; returns the SHA-256 of all of it. */ readonly end: (how: ExchangeEnd) => Sha256;
}

/** Begins an exchange. Of each request only what differs from the one before is written: `same` says how many UTF-16
 * units they begin with in common, `rest` is what follows.
 * @param write Takes each line, its line feed included, at once. */
export function exchangeWriter(head: ExchangeHead, write: (line: string) => void): ExchangeWriter {
  let text = "", before = "";
  const put = (value: JsonValue): void => {
    const line = `${canonicalize(value)}\n`;
    text += line;
    write(line);
  };
  put({ format: EXCHANGE_FORMAT, ...head });
  return {
    add({ turn, made, request, attempt }) {
      const same = commonLength(before, request);
      put({ turn, made, request: { same, rest: request.slice(same) }, ...attemptJson(attempt) });
      before = request;
    },
    end(how) {
      put({ end: how });
      return sha256Hex(text);
    },
  };
}

/** How many units two texts begin with in common; never the half of a surrogate pair. */
function commonLength(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let at = 0;
  while (at < most && one.charCodeAt(at) === other.charCodeAt(at)) at++;
  const last = at > 0 ? one.charCodeAt(at - 1) : 0;
  return last >= 0xd800 && last <= 0xdbff ? at - 1 : at;
}

/** Reads an exchange.
 * @param options `at`: its name in errors.
 * @throws {PermafrostError} record-invalid: it is none; json-*: a line is no strict JSON. */
export function readExchange(text: string, { at }: { at: string }): Exchange {
  const lines = text.split("\n"), cut = lines.pop();
  const values = lines.map((line) => parseStrict(line)), entries: ExchangeEntry[] = [];
  const refuse = (line: number): PermafrostError => {
    const message = `Cannot read ${at}: line ${line + 1} is not as lines of an exchange are`;
    return new PermafrostError("record-invalid", message, { at });
  };
  const head = headOf(values[0]);
  if (head === null) throw refuse(0);
  const last = values.at(-1), isEnded = isJsonObject(last) && Object.keys(last).join() === "end";
  let before = "";
  for (const [line, value] of values.entries()) {
    if (line === 0 || (isEnded && line === values.length - 1)) continue;
    const entry = entryOf(value, before);
    if (entry === null) throw refuse(line);
    entries.push(entry);
    before = entry.request;
  }
  const end = isEnded ? last.end : null;
  if ((end !== null && end !== "complete" && end !== "failed") || cut !== "") throw refuse(values.length - 1);
  return { head, entries, end, sha256: sha256Hex(text) };
}

function headOf(value: JsonValue | undefined): ExchangeHead | null {
  if (!isJsonObject(value) || value.format !== EXCHANGE_FORMAT) return null;
  const { format: _, episode_id, role, host, nonce_secret } = value;
  if (typeof episode_id !== "string" || typeof host !== "string" || (role !== "model" && role !== "judge")) return null;
  if (nonce_secret !== null && typeof nonce_secret !== "string") return null;
  return { episode_id, role, host, nonce_secret };
}

function entryOf(value: JsonValue, before: string): ExchangeEntry | null {
  if (!isJsonObject(value)) return null;
  const { turn, made, request, ...attempt } = value, { same, rest }: JsonObject = isJsonObject(request) ? request : {};
  if (![turn, made, same].every(Number.isSafeInteger) || typeof rest !== "string") return null;
  if ((same as number) > before.length || !isAttempt(attempt)) return null;
  return {
    ...{ turn: turn as number, made: made as number, attempt: attempt as unknown as Attempt },
    request: before.slice(0, same as number) + rest,
  };
}

function isAttempt({ status, headers, body, failure, latency_ms, ...others }: JsonObject): boolean {
  const isWhole = failure === null && typeof status === "number" && typeof body === "string";
  const isFailed = (ATTEMPT_FAILURES as readonly unknown[]).includes(failure) && body === null &&
    (status === null || typeof status === "number");
  return (isWhole || isFailed) && isJsonObject(headers) && typeof latency_ms === "number" &&
    Object.values(headers).every((each) => typeof each === "string") && Object.keys(others).length === 0;
}
