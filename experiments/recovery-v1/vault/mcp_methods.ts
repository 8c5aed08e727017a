/** What the server answers to a request, in both eras of the Model Context Protocol. @module */
import { isJsonObject, type JsonObject, type JsonValue } from "../../../kernel/json_value.ts";
import { PermafrostError } from "../../../kernel/error.ts";
import { RPC_CODES, type RpcError, type RpcRequest } from "./mcp_message.ts";
import { checkArguments, describeTool, type McpTool } from "./mcp_tools.ts";
import { reasonOf, toJsonLine } from "./program_output.ts";

/** The revision whose requests each carry their own version, in `_meta`. */
export const MODERN_VERSION = "2026-07-28";
/** The revisions that begin with `initialize`, the newest first. */
export const HANDSHAKE_VERSIONS: readonly string[] = ["2025-11-25", "2025-06-18", "2024-11-05"];

/** What a server is, and how far its handshake is. */
export interface McpSession {
  /** What it is called. */ readonly name: string;
  /** The path of the vault, asked for by each call. */ readonly vault: () => string;
  /** All tools, in the order of the list. */ readonly tools: readonly McpTool[];
  /** Whether the tools that give out content are offered. */ readonly isContentAllowed: boolean;
  /** The revision that `initialize` agreed on; null before. Only requests without a version of their own need it. */
  version: string | null;
}

/** An answer: a result or an error, and for a subscription the notification that opens it and no answer. */
export type McpAnswer =
  | { readonly result: JsonObject }
  | { readonly error: RpcError }
  | { readonly opening: JsonObject };

const META = "io.modelcontextprotocol/", VERSION = `${META}protocolVersion`, CAPABILITIES = `${META}clientCapabilities`;
const CACHE: JsonObject = { ttlMs: 3_600_000, cacheScope: "private" }; // a server's tools never change
const SERVER_VERSION = "1.0.0";
const METHODS = ["initialize", "ping", "server/discover", "subscriptions/listen", "tools/call", "tools/list"];

/** Answers a request. One that names its version in `_meta` is served by itself, as revision 2026-07-28 says; any other
 * belongs to the session that `initialize` opens. */
export async function answer(request: RpcRequest, session: McpSession): Promise<McpAnswer> {
  const { _meta: meta } = request.params;
  if (!METHODS.includes(request.method)) return refuse(RPC_CODES.method, "Method not found");
  if (!isJsonObject(meta) || !Object.hasOwn(meta, VERSION)) return await answerInSession(request, session);
  const problem = checkMeta(meta);
  if (problem !== null) return { error: problem };
  const answered = await answerAlone(request, session);
  if (!("result" in answered)) return answered;
  const own = { [`${META}serverInfo`]: infoOf(session) };
  return { result: { resultType: "complete", ...answered.result, _meta: own } };
}

function checkMeta(meta: JsonObject): RpcError | null {
  const { [VERSION]: version = null, [CAPABILITIES]: capabilities, [`${META}clientInfo`]: client = {} } = meta;
  const params = (state: string): RpcError => ({ code: RPC_CODES.params, message: `Invalid params: ${state}` });
  if (typeof version !== "string") return params("the protocol version in _meta is no string");
  if (version !== MODERN_VERSION) {
    const data = { supported: [MODERN_VERSION], requested: version };
    return { code: RPC_CODES.version, message: "Unsupported protocol version", data };
  }
  if (!isJsonObject(capabilities)) return params("the client capabilities in _meta are missing or no object");
  return isJsonObject(client) ? null : params("the client info in _meta is no object");
}

function answerAlone(request: RpcRequest, session: McpSession): McpAnswer | Promise<McpAnswer> {
  const { id, method, params } = request;
  if (method === "tools/list") return listTools(request, { session, extra: CACHE });
  if (method === "tools/call") return callTool(request, session);
  if (method === "server/discover") {
    return { result: { supportedVersions: [MODERN_VERSION], capabilities: { tools: {} }, ...CACHE } };
  }
  if (method !== "subscriptions/listen") return refuse(RPC_CODES.method, "Method not found");
  if (!isJsonObject(params.notifications)) {
    return refuse(RPC_CODES.params, "Invalid params: no notifications are named");
  }
  // Nothing ever changes here, so of what was asked for nothing is promised; the subscription stays open and silent.
  return { opening: { _meta: { [`${META}subscriptionId`]: id }, notifications: {} } };
}

function answerInSession(request: RpcRequest, session: McpSession): McpAnswer | Promise<McpAnswer> {
  const { method } = request;
  if (method === "initialize") return initialize(request, session);
  if (method === "ping") return { result: {} };
  if (session.version === null) {
    return refuse(RPC_CODES.params, "Invalid params: _meta names no protocol version, and nothing was initialized");
  }
  if (method === "tools/list") return listTools(request, { session, extra: {} });
  if (method === "tools/call") return callTool(request, session);
  return refuse(RPC_CODES.method, "Method not found");
}

function initialize({ params }: RpcRequest, session: McpSession): McpAnswer {
  const { protocolVersion: asked, capabilities = {}, clientInfo = {} } = params;
  if (session.version !== null) return refuse(RPC_CODES.request, "Invalid request: the session is initialized already");
  if (typeof asked !== "string") return refuse(RPC_CODES.params, "Invalid params: the protocol version is no string");
  if (!isJsonObject(capabilities) || !isJsonObject(clientInfo)) {
    return refuse(RPC_CODES.params, "Invalid params: capabilities or clientInfo is no object");
  }
  const protocolVersion = HANDSHAKE_VERSIONS.includes(asked) ? asked : HANDSHAKE_VERSIONS[0] ?? "";
  session.version = protocolVersion;
  return { result: { protocolVersion, capabilities: { tools: {} }, serverInfo: infoOf(session) } };
}

function infoOf({ name }: McpSession): JsonObject {
  return { name, version: SERVER_VERSION };
}

function listTools({ params }: RpcRequest, { session, extra }: { session: McpSession; extra: JsonObject }): McpAnswer {
  if (params.cursor !== undefined) return refuse(RPC_CODES.params, "Invalid params: there is one page and no cursor");
  const { tools, isContentAllowed } = session;
  const offered = tools.filter(({ isContent }) => isContentAllowed || !isContent);
  return { result: { tools: offered.map(describeTool), ...extra } };
}

async function callTool({ params }: RpcRequest, session: McpSession): Promise<McpAnswer> {
  const { name, arguments: given = {} } = params;
  if (typeof name !== "string") return refuse(RPC_CODES.params, "Invalid params: the tool's name is no string");
  if (!isJsonObject(given)) return refuse(RPC_CODES.params, "Invalid params: the arguments are no object");
  const tool = session.tools.find((each) => each.name === name);
  if (tool === undefined) return refuse(RPC_CODES.params, "Invalid params: there is no tool of this name");
  if (tool.isContent && !session.isContentAllowed) {
    const state = `${name} is denied; start the server with --allow-transcript-content`;
    return refuse(RPC_CODES.params, `Invalid params: ${state}`);
  }
  try {
    const checked = checkArguments(tool, given);
    if (typeof checked === "string") throw new PermafrostError("usage", `Cannot call ${name}: ${checked}`);
    return { result: toContent(toJsonLine(await tool.run(session.vault(), checked)).trimEnd(), { isError: false }) };
  } catch (error) { // what a model can mend is a result, not an error of the protocol
    return { result: toContent(reasonOf(error), { isError: true }) };
  }
}

function toContent(text: string, { isError }: { isError: boolean }): JsonObject {
  return { content: [{ type: "text", text }], isError };
}

function refuse(code: number, message: string, data?: JsonValue): McpAnswer {
  return { error: { code, message, ...(data !== undefined && { data }) } };
}
