/** A server of the Model Context Protocol that plays one episode: lines in, lines out. @module */
import {
  readMessage,
  RPC_CODES,
  type RpcError,
  type RpcId,
} from "../../../experiments/recovery-v1/vault/mcp_message.ts";
import type { JsonObject, JsonValue } from "../../../kernel/json_value.ts";
import { BATCHED_VERSION } from "./eras.ts";
import type { LiveEpisode } from "./live_episode.ts";
import { answer, type McpAnswer, type McpSession } from "./methods.ts";
import { type ClientLine, readClientLine } from "./read_line.ts";

/** The most bytes of a line that is read. */
export const MAX_LINE_BYTES = 1_048_576;
/** The most messages of a batch. */
export const MAX_BATCH = 100;

/** Lines as `byteLines` gives them: a list for each chunk, each line valid until the next list is asked for. */
export type Lines = AsyncIterable<readonly (Uint8Array | null)[]>;

/** What a server is made of. */
export interface ServeOptions {
  /** What is played. */ readonly episode: LiveEpisode;
  /** The client's lines, at most {@linkcode MAX_LINE_BYTES} each. */ readonly input: Lines;
  /** Writes a line, its line feed included; resolves when more may be written. */
  readonly write: (line: string) => Promise<void>;
  /** Takes the record of the client, once: when the episode ends, before that is answered, or when the input does.
   * What it throws ends the server. */
  readonly ended: (provider: JsonObject) => void;
}

/** Serves until the input ends, or nobody reads the answers any more. Requests are answered in the order in which they
 * come, each before the next is looked at, so nothing is ever under way that a notification could cancel: notifications
 * and responses are passed over. The same id again is another request. A batch is answered as a batch in a session
 * of 2024-11-05, and refused in any other case.
 *
 * An episode begins with its first call. Where the input ends before, nothing was played and nothing is recorded: clients
 * start a server only to ask what it offers, and start it again to use it, as the official one does. */
export async function serveEpisode({ episode, input, write, ended }: ServeOptions): Promise<void> {
  const session: McpSession = { episode, version: null, client: null };
  let isRecorded = false;
  const record = (): void => {
    if (isRecorded) return;
    isRecorded = true;
    ended({ adapter: "mcp", ...session.client });
  };
  try {
    for await (const lines of input) {
      for (const bytes of lines) {
        const line = readClientLine(bytes), answered = answerLine(line, session);
        if (episode.isOver()) record();
        if (answered !== null) await write(`${JSON.stringify(answered)}\n`);
      }
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
  if (episode.hasBegun()) record();
}

/** The line that answers a line; null for none. */
function answerLine(line: ClientLine, session: McpSession): JsonValue | null {
  if (line.kind !== "batch") return answerMessage(line, session);
  const { items } = line;
  const problem = session.version !== BATCHED_VERSION
    ? "a line holds one message, not a batch"
    : items.length === 0
    ? "the batch is empty"
    : items.length > MAX_BATCH
    ? `the batch has over ${MAX_BATCH} messages`
    : null;
  if (problem !== null) return failure(null, { code: RPC_CODES.request, message: `Invalid request: ${problem}` });
  const answers = items.map((item) => answerMessage(readMessage(item), session)).filter((each) => each !== null);
  return answers.length === 0 ? null : answers;
}

function answerMessage(message: Exclude<ClientLine, { kind: "batch" }>, session: McpSession): JsonObject | null {
  if (message.kind === "bad") return failure(message.id, message.error);
  if (message.kind === "unclear") {
    return envelope(message.request.id, answer(message.request, session, { raw: message.raw }));
  }
  return message.kind === "request" ? envelope(message.id, answer(message, session)) : null;
}

function envelope(id: RpcId, answered: McpAnswer): JsonObject {
  return "error" in answered ? failure(id, answered.error) : { jsonrpc: "2.0", id, result: answered.result };
}

function failure(id: RpcId | null, error: RpcError): JsonObject {
  return { jsonrpc: "2.0", id, error: { ...error } };
}
