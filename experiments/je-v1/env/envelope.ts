/** What goes into the environment and what comes out of it: calls, and one observation for each. @module */
import type { JsonObject, JsonValue } from "../../../kernel/json_value.ts";

/** What an agent does: a tool by name with arguments. Without a tool, `args` may be `{raw}`: text that was no call. */
export interface Call {
  /** The tool's name; null: the agent named none, or nothing that could be read. */ readonly tool: string | null;
  /** Its arguments. */ readonly args: JsonValue;
}

/** Why a call failed. `budget_exhausted` answers the one call that may follow the last step. */
export type CallErrorCode =
  | "unknown_tool"
  | "invalid_args"
  | "not_found"
  | "bad_cursor"
  | "malformed_call"
  | "no_tool_call"
  | "budget_exhausted";

/** A failure as the agent sees it. */
export interface CallError {
  /** Why. */ readonly code: CallErrorCode;
  /** Why, in words. */ readonly message: string;
  /** The argument that is at fault, as a JSON Pointer; null: none. */ readonly pointer: string | null;
}

/** The answer to a call that succeeded. */
export interface OkEnvelope {
  /** It succeeded. */ readonly ok: true;
  /** The tool. */ readonly tool: string;
  /** What it says, see tool_data.ts; `evidence_id` names what the call has opened. */ readonly data: JsonObject;
  /** Steps taken, this call's included. */ readonly steps_used: number;
  /** Steps that remain. */ readonly steps_left: number;
}

/** The answer to a call that failed. */
export interface ErrorEnvelope {
  /** It failed. */ readonly ok: false;
  /** The name that was called, at most 64 characters of it. */ readonly tool: string | null;
  /** Why. */ readonly error: CallError;
  /** Steps taken, this call's included. */ readonly steps_used: number;
  /** Steps that remain. */ readonly steps_left: number;
}

/** The answer to a call. */
export type Envelope = OkEnvelope | ErrorEnvelope;

/** What an agent observes: an envelope, whatever it did. */
export type Observation = Envelope;
