/** The part of Inspect's log format (version 2) that is written here. Field names are Inspect's; what can be null there
 * is left out where there is nothing to say, as Inspect itself does. fixtures/inspect has it as a JSON Schema. @module */
import type { JsonObject, JsonValue } from "../../../kernel/json_value.ts";

/** The version of the log format. */
export const LOG_VERSION = 2;

/** What has been read back, and by what: the program of another house that the export was tried with. */
export const TESTED_WITH = "npm @metrevals/inspect-log-viewer 0.3.180-beta2 (the viewer of Inspect 0.3.180)";

/** What a model thought, as a part of a message. */
export interface ReasoningContent {
  /** The kind. */ readonly type: "reasoning";
  /** Its words. */ readonly reasoning: string;
  /** Whether a provider hid them. */ readonly redacted: false;
}

/** Words, as a part of a message. */
export interface TextContent {
  /** The kind. */ readonly type: "text";
  /** The words. */ readonly text: string;
}

/** A call of a tool. */
export interface ToolCall {
  /** Its id in the sample. */ readonly id: string;
  /** The kind. */ readonly type: "function";
  /** The tool. */ readonly function: string;
  /** The arguments. */ readonly arguments: JsonObject;
  /** Why they are no arguments. */ readonly parse_error?: string;
}

/** Why a call failed. */
export interface ToolCallError {
  /** Inspect's word for it. */ readonly type: "parsing" | "unknown";
  /** The environment's code and words. */ readonly message: string;
}

/** A message of the conversation. */
export type Message =
  | { readonly id: string; readonly role: "user"; readonly source: "input" | "generate"; readonly content: string }
  | {
    readonly id: string;
    readonly role: "assistant";
    readonly source: "generate";
    readonly model: string;
    readonly content: string | readonly (ReasoningContent | TextContent)[];
    readonly tool_calls?: readonly ToolCall[];
  }
  | {
    readonly id: string;
    readonly role: "tool";
    readonly content: string;
    readonly tool_call_id: string;
    readonly function: string;
    readonly error?: ToolCallError;
  };

/** What every event has. */
export interface EventTime {
  /** When. */ readonly timestamp: string;
  /** Seconds from the start of the sample. */ readonly working_start: number;
}

/** An event of a sample. */
export type LogEvent =
  & EventTime
  & (
    | {
      readonly event: "sample_init";
      readonly sample: { readonly id: number; readonly input: string; readonly target: "" };
      readonly state: JsonObject;
    }
    | {
      readonly event: "tool";
      readonly type: "function";
      readonly id: string;
      readonly function: string;
      readonly arguments: JsonObject;
      readonly result: string;
      readonly error?: ToolCallError;
      readonly events: readonly [];
      readonly message_id: string;
    }
    | { readonly event: "info"; readonly source: string; readonly data: JsonValue }
    | { readonly event: "sample_limit"; readonly type: "custom"; readonly message: string; readonly limit: number }
    | { readonly event: "score"; readonly score: LogScore; readonly intermediate: false }
    | { readonly event: "error"; readonly error: LogError }
  );

/** Why there is no score. */
export interface LogError {
  /** In words. */ readonly message: string;
  /** Where: nothing is recorded. */ readonly traceback: "";
  /** The same in colours. */ readonly traceback_ansi: "";
}

/** A score. */
export interface LogScore {
  /** From 0 to 1. */ readonly value: number;
  /** How the episode ended. */ readonly answer: string;
  /** The parts in words. */ readonly explanation: string;
  /** The exact parts. */ readonly metadata: JsonObject;
  /** Edits: none. */ readonly history: readonly [];
}

/** Tokens. */
export interface Usage {
  /** Read. */ readonly input_tokens: number;
  /** Written. */ readonly output_tokens: number;
  /** Both. */ readonly total_tokens: number;
}

/** A sample: one episode. */
export interface LogSample {
  /** The seed. */ readonly id: number;
  /** Each seed is played once. */ readonly epoch: 1;
  /** The brief. */ readonly input: string;
  /** What is right stays sealed. */ readonly target: "";
  /** The conversation. */ readonly messages: readonly Message[];
  /** What a model last gave: calls only. */
  readonly output: { readonly model: string; readonly choices: readonly []; readonly completion: "" };
  /** The score; empty where there is none, as Inspect's viewer needs it. */
  readonly scores: { readonly [scorer: string]: LogScore };
  /** What else the record says. */ readonly metadata: JsonObject;
  /** State: none. */ readonly store: JsonObject;
  /** The calls one by one. */ readonly events: readonly LogEvent[];
  /** Tokens, where they were counted. */ readonly model_usage: { readonly [model: string]: Usage };
  /** Tokens by role: none. */ readonly role_usage: JsonObject;
  /** Seconds, where calls were timed. */ readonly total_time?: number;
  /** The sample's id among all. */ readonly uuid: string;
  /** Why there is no score. */ readonly error?: LogError;
  /** The step budget, where it ended the episode. */
  readonly limit?: { readonly type: "custom"; readonly limit: number };
  /** Parts kept elsewhere: none. */ readonly attachments: JsonObject;
}

/** A whole log, in Inspect's order of fields. */
export interface EvalLog {
  /** The version. */ readonly version: typeof LOG_VERSION;
  /** `error`: no sample has a score. */ readonly status: "success" | "error";
  /** What was played. */ readonly eval: JsonObject;
  /** How. */ readonly plan: JsonObject;
  /** What came of it. */ readonly results: JsonObject;
  /** Times and tokens. */ readonly stats: JsonObject;
  /** Why there is nothing. */ readonly error?: LogError;
  /** Whether samples were taken back: no. */ readonly invalidated: false;
  /** Tags: none. */ readonly tags: readonly [];
  /** What the export says of itself: that of `eval` again, as Inspect repeats it. */ readonly metadata: JsonObject;
  /** The episodes. */ readonly samples: readonly LogSample[];
}
