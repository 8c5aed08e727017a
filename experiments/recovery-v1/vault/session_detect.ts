/** Which agent wrote a transcript, and which session it is of. @module */
import { PermafrostError } from "../../../kernel/error.ts";
import { parseStrictBytes } from "../../../kernel/json_decode.ts";
import { isJsonObject, type JsonValue } from "../../../kernel/json_value.ts";
import type { Provider } from "./index.ts";

/** The source of a transcript. */
export interface Session {
  /** The agent. */ readonly provider: Provider;
  /** The agent's own name of the session. */ readonly sessionId: string;
}

const LF = 0x0a, EXAMINED = 1_000, ID_LENGTH = 1_024;

/** Finds the session of a transcript by its first record that tells: `session_meta` with a `payload.id` for codex, a
 * `type` with a `sessionId` for claude_code (specs, recovery.md). Looks at no more than 1,000 records.
 * @param head The transcript, or its beginning; a record that is cut tells nothing.
 * @returns Null when no record tells. */
export function detectSession(head: Uint8Array): Session | null {
  for (let start = 0, record = 0; start < head.length && record < EXAMINED; record++) {
    const found = head.indexOf(LF, start), end = found === -1 ? head.length : found;
    const session = sessionOf(parse(head.subarray(start, end)));
    if (session !== null) return session;
    start = end + 1;
  }
  return null;
}

function sessionOf(value: JsonValue): Session | null {
  if (!isJsonObject(value)) return null;
  const { type, payload, sessionId } = value;
  if (type === "session_meta" && isJsonObject(payload) && isId(payload.id)) {
    return { provider: "codex", sessionId: payload.id };
  }
  return typeof type === "string" && isId(sessionId) ? { provider: "claude_code", sessionId } : null;
}

function isId(value: JsonValue | undefined): value is string {
  return typeof value === "string" && value !== "" && value.length <= ID_LENGTH;
}

function parse(bytes: Uint8Array): JsonValue {
  try {
    return parseStrictBytes(bytes);
  } catch (error) {
    if (error instanceof PermafrostError) return null;
    throw error;
  }
}
