/** The record of an episode: one row a call, chained to a header by hashes (je.md, section 4). @module */
import { type Sha256, sha256Hex } from "../../../kernel/digest.ts";
import { canonicalize } from "../../../kernel/json_encode.ts";
import type { JsonValue } from "../../../kernel/json_value.ts";
import type { Envelope } from "../env/envelope.ts";
import type { Step } from "./step.ts";

/** What an episode was played on, fixed before its first call. It names no model. */
export interface Header {
  /** The task. */ readonly task_id: string;
  /** The instance. */ readonly seed: number;
  /** The knobs and sources. */ readonly generator: { readonly [knob: string]: number | readonly string[] };
  /** The tools at hand. */ readonly tools_enabled: readonly string[];
  /** Steps that it may take. */ readonly step_budget: number;
  /** The version of worlds. */ readonly env_version: string;
  /** SHA-256 of the world. */ readonly world_hash: string;
  /** See {@linkcode saltHash}. */ readonly salt_hash: string;
  /** See {@linkcode commitLedger}. */ readonly ledger_commitment: string;
}

/** What of a call is not reproduced: unknown figures are null. */
export interface VolatileFields {
  /** Tokens that the model read. */ readonly tokens_in: number | null;
  /** Tokens that the model wrote. */ readonly tokens_out: number | null;
  /** Milliseconds, as measured by whoever ran it. */ readonly latency_ms: number | null;
  /** What the model thought, in its words. */ readonly reasoning_trace: string | null;
}

/** A row of trajectory.jsonl: these eight keys and no others. */
export interface Row extends VolatileFields {
  /** From 0. */ readonly step_idx: number;
  /** The tool. */ readonly tool: string | null;
  /** The arguments. */ readonly args: JsonValue;
  /** SHA-256 of the answer's canonical JSON. */ readonly observation_hash: string;
}

/** The keys of a row, in their order. */
export const ROW_KEYS = [
  "step_idx",
  "tool",
  "args",
  "observation_hash",
  "tokens_in",
  "tokens_out",
  "latency_ms",
  "reasoning_trace",
] as const;

/** The keys of a header, in their order. */
export const HEADER_KEYS = [
  "task_id",
  "seed",
  "generator",
  "tools_enabled",
  "step_budget",
  "env_version",
  "world_hash",
  "salt_hash",
  "ledger_commitment",
] as const;

/** SHA-256 of an answer's canonical JSON. */
export function observationHash(observation: Envelope): Sha256 {
  return sha256Hex(canonicalize(observation));
}

/** The row of a step; volatile fields that are not given are null. */
export function rowOf(step: Step, volatile: Partial<VolatileFields> = {}): Row {
  const { step_idx, tool, args, observation } = step;
  const { tokens_in = null, tokens_out = null, latency_ms = null, reasoning_trace = null } = volatile;
  return {
    ...{ step_idx, tool, args, observation_hash: observationHash(observation) },
    ...{ tokens_in, tokens_out, latency_ms, reasoning_trace },
  };
}

/** The first link of the chain: SHA-256 of the header's canonical JSON. */
export function firstLink(header: Header): Sha256 {
  return sha256Hex(canonicalize(header));
}

/** The link of a row: SHA-256 of the link before, as hexadecimal digits, followed by the canonical JSON of the row's core
 * (step_idx, tool, args, observation_hash). What is volatile does not count. */
export function nextLink(before: string, row: Pick<Row, "step_idx" | "tool" | "args" | "observation_hash">): Sha256 {
  const { step_idx, tool, args, observation_hash } = row;
  return sha256Hex(before + canonicalize({ step_idx, tool, args, observation_hash }));
}

/** The last link of the chain: what stands for the whole episode. */
export function trajectoryHash(header: Header, rows: readonly Row[]): Sha256 {
  return rows.reduce(nextLink, firstLink(header));
}
