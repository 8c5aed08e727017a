/** What scoring reads of an episode: its recorded calls with the bodies of their observations. @module */
import type { JsonValue } from "../../../kernel/json_value.ts";
import type { Envelope } from "../env/envelope.ts";

/** A recorded call. */
export interface Step {
  /** From 0, without gaps. */ readonly step_idx: number;
  /** The tool; null: there was no readable call. */ readonly tool: string | null;
  /** Its arguments. */ readonly args: JsonValue;
  /** What the agent was answered. */ readonly observation: Envelope;
}
