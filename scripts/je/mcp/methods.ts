/** What an episode's server answers to a request, in both eras of the Model Context Protocol. @module */
import { TOOL_SCHEMAS } from "../../../experiments/je-v1/env/tool_schemas.ts";
import { READING_TOOLS } from "../../../experiments/je-v1/env/tools/reading.ts";
import type { ToolName } from "../../../experiments/je-v1/env/tasks.ts";
import { RPC_CODES, type RpcError, type RpcRequest } from "../../../experiments/recovery-v1/vault/mcp_message.ts";
import { canonicalize } from "../../../kernel/json_encode.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../kernel/json_value.ts";
import { briefText } from "../brief_text.ts";
import { checkMeta, HANDSHAKE_VERSIONS, META, MODERN_VERSION, textOf, VERSION } from "./eras.ts";
import type { LiveEpisode } from "./live_episode.ts";

/** An episode, and how far its client is. */
export interface McpSession {
  /** What is played. */ readonly episode: LiveEpisode;
  /** The revision that `initialize` agreed on; null before. Requests that name their own do without. */
  version: string | null;
  /** Whom the record names: the client as it calls itself, and the revision that it speaks; null: nobody has asked. */
  client: JsonObject | null;
}

/** An answer: a result or an error. */
export type McpAnswer = { readonly result: JsonObject } | { readonly error: RpcError };

/** The server's name and version. */
export const SERVER: JsonObject = { name: "permafrost-je", version: "1.0.0" };
const CACHE: JsonObject = { ttlMs: 3_600_000, cacheScope: "private" }; // nothing that is listed ever changes
const CAPABILITIES: JsonObject = { tools: {}, prompts: {} };
const BRIEF = { name: "brief", description: "What the agent is told: its task, policies, rules and tools." };

type Answerer = (request: RpcRequest, session: McpSession, raw?: string) => McpAnswer;

/** What both eras answer. */
const SHARED: Readonly<Record<string, Answerer>> = {
  "tools/list": (request, { episode }) => listed(request, { tools: episode.tools.map(describeTool) }),
  "tools/call": callTool,
  "prompts/list": (request) => listed(request, { prompts: [BRIEF] }),
  "prompts/get": getPrompt,
};

/** Answers a request. One that names its revision in `_meta` is served by itself, as 2026-07-28 says; any other belongs to
 * the session that `initialize` opens. Only `tools/call` takes a step, and only where it names a tool or is `raw`: the
 * text of a call that could not be read. */
export function answer(request: RpcRequest, session: McpSession, { raw }: { raw?: string } = {}): McpAnswer {
  const { method, params: { _meta: meta } } = request;
  const shared = Object.hasOwn(SHARED, method) ? SHARED[method] : undefined;
  if (!isJsonObject(meta) || !Object.hasOwn(meta, VERSION)) {
    if (method === "initialize") return initialize(request, session);
    if (method === "ping") return { result: {} };
    if (shared === undefined && method !== "server/discover") return refuse(RPC_CODES.method, "Method not found");
    if (session.version === null) {
      return refuse(RPC_CODES.params, "Invalid params: _meta names no protocol version, and nothing was initialized");
    }
    return shared?.(request, session, raw) ?? refuse(RPC_CODES.method, "Method not found");
  }
  const problem = checkMeta(meta);
  if (problem !== null) return { error: problem };
  session.client = clientOf(meta[`${META}clientInfo`], MODERN_VERSION);
  const answered = method === "server/discover" ? discover(session) : shared?.(request, session, raw);
  if (answered === undefined) return refuse(RPC_CODES.method, "Method not found");
  if ("error" in answered) return answered;
  const cached = method === "server/discover" || method.endsWith("/list") ? CACHE : {};
  return {
    result: { resultType: "complete", ...answered.result, ...cached, _meta: { [`${META}serverInfo`]: SERVER } },
  };
}

function discover({ episode }: McpSession): McpAnswer {
  const instructions = briefText(episode.brief);
  return { result: { supportedVersions: [MODERN_VERSION], capabilities: CAPABILITIES, instructions } };
}

function initialize({ params }: RpcRequest, session: McpSession): McpAnswer {
  const { protocolVersion: asked, capabilities = {}, clientInfo = {} } = params;
  if (session.version !== null) return refuse(RPC_CODES.request, "Invalid request: the session is initialized already");
  if (typeof asked !== "string") return refuse(RPC_CODES.params, "Invalid params: the protocol version is no string");
  if (!isJsonObject(capabilities) || !isJsonObject(clientInfo)) {
    return refuse(RPC_CODES.params, "Invalid params: capabilities or clientInfo is no object");
  }
  const protocolVersion = HANDSHAKE_VERSIONS.find((version) => version === asked) ?? HANDSHAKE_VERSIONS[0];
  session.version = protocolVersion;
  session.client = clientOf(clientInfo, protocolVersion);
  const instructions = briefText(session.episode.brief);
  return { result: { protocolVersion, capabilities: CAPABILITIES, serverInfo: SERVER, instructions } };
}

/** A client as it calls itself, as far as a record keeps that. */
function clientOf(info: JsonValue | undefined, protocol_version: string): JsonObject {
  const { name = null, version = null } = isJsonObject(info) ? info : {};
  return { protocol_version, client: { name: textOf(name), version: textOf(version) } };
}

function listed({ params }: RpcRequest, result: JsonObject): McpAnswer {
  if (params.cursor === undefined) return { result };
  return refuse(RPC_CODES.params, "Invalid params: there is one page and no cursor");
}

function describeTool(name: ToolName): JsonObject {
  const { description, parameters } = TOOL_SCHEMAS[name];
  const annotations = { readOnlyHint: Object.hasOwn(READING_TOOLS, name), openWorldHint: false };
  return { name, description, inputSchema: parameters as unknown as JsonObject, annotations };
}

/** The environment answers whatever is called with whatever arguments, so that a model sees its mistakes; a request that
 * names no tool is none of its calls. The text is the canonical one that the record has the hash of. */
function callTool({ params }: RpcRequest, { episode }: McpSession, raw?: string): McpAnswer {
  const { name, arguments: args = {} } = params;
  if (raw === undefined && typeof name !== "string") {
    return refuse(RPC_CODES.params, "Invalid params: the tool's name is no string");
  }
  const envelope = raw === undefined ? episode.call(name as string, args) : episode.call(null, { raw });
  const content = [{ type: "text", text: canonicalize(envelope) }];
  return { result: { content, structuredContent: envelope as unknown as JsonObject, isError: !envelope.ok } };
}

/** The brief as a user's message, for clients that show nobody the server's instructions. */
function getPrompt({ params: { name } }: RpcRequest, { episode }: McpSession): McpAnswer {
  if (name !== BRIEF.name) return refuse(RPC_CODES.params, "Invalid params: there is no prompt of this name");
  const content = { type: "text", text: briefText(episode.brief) };
  return { result: { description: BRIEF.description, messages: [{ role: "user", content }] } };
}

function refuse(code: number, message: string): McpAnswer {
  return { error: { code, message } };
}
