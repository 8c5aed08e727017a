/** Sessions of the protocol in memory, line by line. @module */
import { assertEquals } from "@std/assert/equals";
import { CANDIDATE } from "../../../../experiments/recovery-v1/vault/main.ts";
import { serveMcp } from "../../../../experiments/recovery-v1/vault/mcp.ts";
import type { Edition } from "../../../../experiments/recovery-v1/vault/program.ts";
import { memoryIo } from "./seeded_vault.ts";

// deno-lint-ignore no-explicit-any -- what a server answers is what its tests look at
export type Answer = any;
/** A message, or a line that is none. */
export type Message = Readonly<Record<string, unknown>>;

/** Serves lines, and reads what is answered; whatever is written beside answers fails. */
export async function serve(
  lines: readonly (string | Message)[],
  options: { vault?: string; isContentAllowed?: boolean; edition?: Edition } = {},
): Promise<Answer[]> {
  const { vault = "/nowhere", isContentAllowed = false, edition = CANDIDATE } = options;
  const text = lines.map((line) => typeof line === "string" ? line : `${JSON.stringify(line)}\n`).join("");
  const { io, out, err } = memoryIo(vault, [new TextEncoder().encode(text)]);
  await serveMcp({ edition, io, isContentAllowed });
  assertEquals(err(), "");
  return out().split("\n").slice(0, -1).map((line): Answer => JSON.parse(line));
}

/** The key of the version in `_meta`. */
export const VERSION = "io.modelcontextprotocol/protocolVersion";
/** The keys of what answers a handshake. */
export const HELLO = ["protocolVersion", "capabilities", "serverInfo"];
const META = {
  [VERSION]: "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};
/** A request of a session. */
export const request = (id: string | number, method: string, params?: Message): Message => ({
  ...{ jsonrpc: "2.0", id, method },
  ...(params && { params }),
});
/** A request that names its version itself. */
export const alone = (id: string | number, method: string, params: Message = {}): Message =>
  request(id, method, { ...params, _meta: { ...META, ...params["_meta"] as Message | undefined } });
/** A handshake. */
export const hello = (protocolVersion = "2025-11-25"): Message =>
  request("hello", "initialize", { protocolVersion, capabilities: {}, clientInfo: { name: "t", version: "1" } });
/** The params of a call. */
export const call = (name: string, given?: unknown): Message => ({
  name,
  ...(given !== undefined && { arguments: given }),
});
