/** The revisions of the Model Context Protocol that are served, and what a request of the newest says of itself.
 * @module */
import { RPC_CODES, type RpcError } from "../../../experiments/recovery-v1/vault/mcp_message.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../kernel/json_value.ts";

/** The revision whose requests each carry their own version, in `_meta`. */
export const MODERN_VERSION = "2026-07-28";
/** The revisions that begin with `initialize`, the newest first. */
export const HANDSHAKE_VERSIONS = ["2025-11-25", "2025-06-18", "2024-11-05"] as const;
/** The one revision of these that has batches: later ones have one message a line. */
export const BATCHED_VERSION = "2024-11-05";
/** What the protocol's own keys in `_meta` begin with. */
export const META = "io.modelcontextprotocol/";
/** The key of the version in `_meta`. */
export const VERSION: `${typeof META}protocolVersion` = `${META}protocolVersion`;

/** What is wrong with the `_meta` of a request that names its version; null: nothing. */
export function checkMeta(meta: JsonObject): RpcError | null {
  const requested = meta[VERSION] ?? null, client = meta[`${META}clientInfo`] ?? {};
  if (typeof requested !== "string") return refuse("the protocol version in _meta is no string");
  if (requested !== MODERN_VERSION) {
    const data = { supported: [MODERN_VERSION], requested: textOf(requested) };
    return { code: RPC_CODES.version, message: "Unsupported protocol version", data };
  }
  if (!isJsonObject(meta[`${META}clientCapabilities`])) return refuse("_meta has no object of client capabilities");
  return isJsonObject(client) ? null : refuse("the client info in _meta is no object");
}

/** A client's text, cut to 100 characters; null: it is none. */
export function textOf(value: JsonValue): string | null {
  return typeof value === "string" ? value.slice(0, 100).toWellFormed() : null;
}

function refuse(state: string): RpcError {
  return { code: RPC_CODES.params, message: `Invalid params: ${state}` };
}
