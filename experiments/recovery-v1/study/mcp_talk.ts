/** One session with a server of the Model Context Protocol over standard streams, in the revision of 2025-06-18. @module */
import { isJsonObject, type JsonObject, type JsonValue } from "../../../kernel/json_value.ts";
import { readJson, stopFailure } from "./answer.ts";
import type { Conversation } from "./machine.ts";
import { type Failure, failure, type Verdict } from "./failure_kinds.ts";

/** The revision that is asked for: what releases of September 2026 speak. */
export const MCP_VERSION = "2025-06-18";
/** What a request brought: a result, an error of JSON-RPC, or neither. */
export type McpReply = Readonly<
  | { result: JsonObject; error: null; problem: null }
  | { result: null; error: JsonObject; problem: null }
  | { result: null; error: null; problem: Failure }
>;
/** A session. */
export interface McpTalk {
  /** The handshake. */ begin(): Promise<Verdict>;
  /** Sends a request and waits for its answer. Other messages are passed over; a request of the server's is refused. */
  ask(method: string, params: JsonObject): Promise<McpReply>;
  /** Ends the input and waits until the server has ended; its exit code is not judged, but that it ends. */
  end(): Promise<Verdict>;
}

const MAX_OTHER_MESSAGES = 1_000;

/** Opens a session over a conversation; nothing is sent yet. */
export function openTalk(conversation: Conversation): McpTalk {
  let lastId = 0;
  const say = (message: JsonObject): Promise<void> => conversation.say(JSON.stringify({ jsonrpc: "2.0", ...message }));
  const lost = (detail: string): McpReply => {
    return { result: null, error: null, problem: failure("mcp-protocol", detail) };
  };
  const hear = async (id: number, method: string): Promise<McpReply> => {
    for (let others = 0; others <= MAX_OTHER_MESSAGES; others++) {
      const line = await conversation.hear();
      if (line === null) return lost(`no answer to ${method}`);
      const { value } = readJson(new TextEncoder().encode(line));
      if (value === null || !isJsonObject(value) || value.jsonrpc !== "2.0") return lost("a line is no JSON-RPC 2.0");
      if (typeof value.method === "string") {
        if (Object.hasOwn(value, "id")) await say({ id: value.id!, error: { code: -32601, message: "not offered" } });
        continue;
      }
      if (value.id !== id) return lost(`an answer to ${method} has another id`);
      const { result = null, error = null } = value;
      if (isJsonObject(result) && !Object.hasOwn(value, "error")) return { result, error: null, problem: null };
      if (isJsonObject(error) && !Object.hasOwn(value, "result")) return { result: null, error, problem: null };
      return lost(`the answer to ${method} is neither result nor error`);
    }
    return lost(`more than ${MAX_OTHER_MESSAGES} other messages`);
  };
  const ask = async (method: string, params: JsonObject): Promise<McpReply> => {
    const id = ++lastId;
    await say({ id, method, params });
    return await hear(id, method);
  };
  return {
    ask,
    begin: async () => {
      const clientInfo = { name: "recovery-study", version: "1.0.0" };
      const reply = await ask("initialize", { protocolVersion: MCP_VERSION, capabilities: {}, clientInfo });
      if (reply.problem !== null) return reply.problem;
      if (reply.result === null) return failure("mcp-handshake", "it was answered with an error");
      const { protocolVersion, capabilities, serverInfo } = reply.result;
      const isWhole = typeof protocolVersion === "string" && isObject(capabilities) && isObject(serverInfo);
      if (!isWhole) return failure("mcp-handshake", "version, capabilities or serverInfo are missing");
      if (!isObject((capabilities as JsonObject).tools)) return failure("mcp-handshake", "no tools are offered");
      await say({ method: "notifications/initialized" });
      return null;
    },
    end: async () => stopFailure(await conversation.close()),
  };
}

function isObject(value: JsonValue | undefined): boolean {
  return value !== undefined && isJsonObject(value);
}
