/** A server of the Model Context Protocol on standard input and output. @module */
import type { JsonObject, JsonValue } from "../../../kernel/json_value.ts";
import type { OptionSpec } from "./arguments.ts";
import { readLines } from "./mcp_lines.ts";
import { readLine, readMessage, RPC_CODES, type RpcId, type RpcLine, type RpcMessage } from "./mcp_message.ts";
import { answer, type McpSession } from "./mcp_methods.ts";
import type { Edition, ProgramIo } from "./program.ts";
import { toJsonLine } from "./program_output.ts";

/** The options of `mcp`. */
export const MCP_OPTIONS: readonly OptionSpec[] = [
  { name: "allow-transcript-content", value: null, help: "offer the tools that give out what transcripts say" },
];
/** The most bytes of a line that is read. */
export const MAX_LINE_BYTES = 1_048_576;
/** The most lines that are read ahead of their answers, and messages of a batch. */
export const MAX_WAITING = 100;
const MAX_WAITING_BYTES = 8 * MAX_LINE_BYTES;
const BATCHED_VERSION = "2024-11-05"; // later revisions allow one message a line

/** A line that waits for its turn. */
type Job = { readonly line: RpcLine; isCancelled: boolean };

/** Serves until the input ends and everything is answered. Lines are answered in their order, one after the other, and
 * each answer is one line; nothing else is written. What is cancelled before its answer went out is not answered.
 *
 * A line is bounded by {@linkcode MAX_LINE_BYTES}. Notifications and responses are never answered; a batch is answered
 * as a batch in a session of 2024-11-05 and refused in any other case. */
export async function serveMcp({ edition, io, isContentAllowed }: {
  /** What is served. */ edition: Edition;
  /** Where. */ io: ProgramIo;
  /** Whether the tools that give out content are offered. */ isContentAllowed: boolean;
}): Promise<void> {
  const { name, tools } = edition;
  const session: McpSession = {
    name: `permafrost-recovery-${name}`,
    vault: io.vault,
    tools,
    isContentAllowed,
    version: null,
  };
  const waiting = new Set<Job>();
  let waitingBytes = 0; // of lines that were read since nothing waited
  let turn: Promise<void> = Promise.resolve();
  const take = async (job: Job): Promise<void> => {
    try {
      const answered = job.isCancelled ? null : await answerLine(job.line, session);
      if (answered !== null && !job.isCancelled) await io.write(toJsonLine(answered));
    } finally {
      waiting.delete(job);
    }
  };
  for await (const bytes of readLines(io.read, { maxBytes: MAX_LINE_BYTES })) {
    const line = readLine(bytes);
    if (line.kind === "notification" && line.method === "notifications/cancelled") {
      for (const job of waiting) if (isNamed(job.line, line.params.requestId)) job.isCancelled = true;
      continue;
    }
    const job: Job = { line, isCancelled: false };
    waiting.add(job);
    turn = turn.then(() => take(job));
    turn.catch(() => {}); // told below, or when this much waits
    waitingBytes += bytes?.length ?? 0;
    if (waiting.size < MAX_WAITING && waitingBytes < MAX_WAITING_BYTES) continue;
    await turn;
    waitingBytes = 0;
  }
  await turn;
}

/** Tells whether a line is the request of this name, which may be cancelled; `initialize` may not. */
function isNamed(line: RpcLine, id: JsonValue | undefined): boolean {
  return line.kind === "request" && line.id === id && line.method !== "initialize";
}

/** The line that answers a line; null for none. */
async function answerLine(line: RpcLine, session: McpSession): Promise<JsonValue | null> {
  if (line.kind !== "batch") return await answerMessage(line, session);
  const { items } = line;
  const problem = session.version !== BATCHED_VERSION
    ? "a line holds one message, not a batch"
    : items.length === 0
    ? "the batch is empty"
    : items.length > MAX_WAITING
    ? `the batch has over ${MAX_WAITING} messages`
    : null;
  if (problem !== null) return failure(null, { code: RPC_CODES.request, message: `Invalid request: ${problem}` });
  const answers: JsonValue[] = [];
  for (const item of items) {
    const answered = await answerMessage(readMessage(item), session);
    if (answered !== null) answers.push(answered);
  }
  return answers.length === 0 ? null : answers;
}

async function answerMessage(message: RpcMessage, session: McpSession): Promise<JsonObject | null> {
  if (message.kind === "bad") return failure(message.id, message.error);
  if (message.kind !== "request") return null;
  const answered = await answer(message, session), { id } = message;
  if ("error" in answered) return failure(id, answered.error);
  if ("result" in answered) return { jsonrpc: "2.0", id, result: answered.result };
  return { jsonrpc: "2.0", method: "notifications/subscriptions/acknowledged", params: answered.opening };
}

function failure(id: RpcId | null, error: { code: number; message: string; data?: JsonValue }): JsonObject {
  return { jsonrpc: "2.0", id, error: { ...error } };
}
