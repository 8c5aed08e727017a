/** One line of a client into a message. @module */
import {
  readMessage,
  RPC_CODES,
  type RpcId,
  type RpcLine,
  type RpcRequest,
} from "../../../experiments/recovery-v1/vault/mcp_message.ts";
import { PermafrostError } from "../../../kernel/error.ts";
import { parseStrictBytes } from "../../../kernel/json_decode.ts";
import { isJsonObject, type JsonValue } from "../../../kernel/json_value.ts";

/** What a line holds; `unclear`: a call of a tool whose JSON has no one meaning, with its text. */
export type ClientLine = RpcLine | { readonly kind: "unclear"; readonly request: RpcRequest; readonly raw: string };

/** The most characters that are kept of an unclear call. */
const RAW_LENGTH = 10_000;
/** What JSON.parse lets pass and the strict reader does not. */
const LOOSE: readonly string[] = ["json-duplicate-key", "json-lone-surrogate", "json-number-range", "json-too-deep"];

/** Reads a line. JSON is read strictly: a repeated key, half of a surrogate pair, a number that no double holds, or over
 * 512 levels give it no one meaning. A call of a tool is then still a call, since a model can bring that about, and has
 * an id to be answered under; nothing of its arguments is guessed at. Anything else of that kind is a parse error.
 * @param line The bytes without their line end; null for a line that was too long. */
export function readClientLine(line: Uint8Array | null): ClientLine {
  if (line === null) return refuse(null, "the line is too long");
  try {
    const value = parseStrictBytes(line);
    return Array.isArray(value) ? { kind: "batch", items: value } : readMessage(value);
  } catch (error) {
    if (!(error instanceof PermafrostError)) throw error;
    const state = `the line is not strict JSON (${error.code})`;
    return (LOOSE.includes(error.code) ? readLoosely(new TextDecoder().decode(line), state) : null) ??
      refuse(null, state);
  }
}

/** Looks at the id, the method and `_meta` alone: where keys hold escapes JSON.parse can take one key for another. */
function readLoosely(raw: string, state: string): ClientLine | null {
  const value = parseLoosely(raw);
  if (!isJsonObject(value)) return null;
  const { jsonrpc = null, id = null, method = null, params = null } = value;
  const meta = isJsonObject(params) && params._meta !== undefined ? { _meta: params._meta } : {};
  const request = readMessage({ jsonrpc, id, method, params: meta });
  if (request.kind !== "request") return null;
  if (request.method !== "tools/call") return refuse(request.id, state);
  return { kind: "unclear", request, raw: raw.slice(0, RAW_LENGTH).toWellFormed() };
}

function parseLoosely(raw: string): JsonValue {
  try {
    return JSON.parse(raw);
  } catch {
    return null; // the strict reader stopped before it came to what is no JSON at all
  }
}

function refuse(id: RpcId | null, state: string): ClientLine {
  return { kind: "bad", id, error: { code: RPC_CODES.parse, message: `Parse error: ${state}` } };
}
