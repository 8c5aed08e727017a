/** The messages of JSON-RPC 2.0, as far as the Model Context Protocol allows them. @module */
import { PermafrostError } from "../../../kernel/error.ts";
import { parseStrictBytes } from "../../../kernel/json_decode.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../kernel/json_value.ts";

/** The codes of errors: those of JSON-RPC 2.0, and the one of the protocol's own that this server needs. */
export const RPC_CODES = {
  parse: -32700,
  request: -32600,
  method: -32601,
  params: -32602,
  internal: -32603,
  version: -32022,
} as const;

/** The name of a request; the protocol allows no null and no fraction. */
export type RpcId = string | number;

/** The error of a response. */
export interface RpcError {
  /** One of {@linkcode RPC_CODES}. */ readonly code: number;
  /** What is wrong, for people. */ readonly message: string;
  /** More, for programs. */ readonly data?: JsonValue;
}

/** A request. */
export interface RpcRequest {
  /** Its kind. */ readonly kind: "request";
  /** Its name. */ readonly id: RpcId;
  /** What is asked for. */ readonly method: string;
  /** With what. */ readonly params: JsonObject;
}

/** What a line holds: a request, a notification (never answered), a response (ignored, since nothing is ever asked), or
 * what is answered with an error at once. */
export type RpcMessage =
  | RpcRequest
  | { readonly kind: "notification"; readonly method: string; readonly params: JsonObject }
  | { readonly kind: "response" }
  | { readonly kind: "bad"; readonly id: RpcId | null; readonly error: RpcError };

/** What a line holds; a list is a batch, whose messages nobody has looked at. */
export type RpcLine = RpcMessage | { readonly kind: "batch"; readonly items: readonly JsonValue[] };

/** Reads a line strictly: also a repeated key, half of a surrogate pair and bytes that are not UTF-8 are parse errors.
 * @param line The bytes; null for a line that was too long. */
export function readLine(line: Uint8Array | null): RpcLine {
  if (line === null) return bad(null, { code: RPC_CODES.parse, message: "Parse error: the line is too long" });
  try {
    const value = parseStrictBytes(line, { maxDepth: 64 });
    return Array.isArray(value) ? { kind: "batch", items: value } : readMessage(value);
  } catch (error) {
    if (!(error instanceof PermafrostError)) throw error;
    return bad(null, { code: RPC_CODES.parse, message: `Parse error: the line is not strict JSON (${error.code})` });
  }
}

/** Reads one message. */
export function readMessage(value: JsonValue): RpcMessage {
  if (!isJsonObject(value)) return refuse(null, "a message is an object");
  const { jsonrpc, id, method, params = {} } = value;
  const isNamed = typeof id === "string" || Number.isSafeInteger(id), name = isNamed ? id as RpcId : null;
  if (jsonrpc !== "2.0") return refuse(name, 'jsonrpc is not "2.0"');
  if (method === undefined && ("result" in value || "error" in value)) return { kind: "response" };
  if (typeof method !== "string") return refuse(name, "the method is no string");
  if (id !== undefined && name === null) return refuse(null, "the id is neither a string nor an integer");
  if (!isJsonObject(params)) {
    return name === null ? { kind: "notification", method, params: {} } : refuse(name, "the params are no object");
  }
  return name === null ? { kind: "notification", method, params } : { kind: "request", id: name, method, params };
}

function refuse(id: RpcId | null, state: string): RpcMessage {
  return bad(id, { code: RPC_CODES.request, message: `Invalid request: ${state}` });
}

function bad(id: RpcId | null, error: RpcError): RpcMessage {
  return { kind: "bad", id, error };
}
