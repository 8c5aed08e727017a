/** The core of `permafrost repair`: JSON Lines of ledgers in, one status for each out. @module */
import {
  dispositionOf,
  evaluateRepair,
  REPAIR_STATUSES,
  type RepairStatus,
} from "../experiments/repair-v1/evaluate.ts";
import { isJsonObject, type JsonValue } from "../kernel/json_value.ts";
import type { ByteSource } from "./byte_lines.ts";
import { type LineCounts, type RecordLineOptions, recordLines } from "./record_lines.ts";

/** What a whole stream of ledgers gave. */
export interface RepairCounts extends LineCounts {
  /** For each status, the lines that have it. */
  readonly statuses: { readonly [status in RepairStatus]: number };
}

const ADVICE = "give one ledger a line, as jq -c '.cases[].input' FILE writes them";

/**
 * Evaluates each line, which is one ledger, and writes its status, the attempts used and the disposition as one JSON
 * object with the keys `status`, `attemptsUsed` and `disposition`. A bad line becomes an error in its place; see
 * `recordLines`.
 *
 * @param source The bytes, lines ending in LF or CRLF; cancelled when the caller stops early.
 * @param options How to read.
 * @returns Pieces of the output, each whole lines that end in LF, in the order of the input; at last the counts
 * (the return value, which `for await` drops).
 */
export async function* repairLines(
  source: ByteSource,
  options: RecordLineOptions = {},
): AsyncGenerator<string, RepairCounts> {
  const statuses = Object.fromEntries(REPAIR_STATUSES.map((status) => [status, 0])) as Record<RepairStatus, number>;
  const toText = (value: JsonValue): string => {
    const { status, attemptsUsed } = evaluateRepair(value);
    statuses[status]++;
    return JSON.stringify({ status, attemptsUsed, disposition: dispositionOf(status) });
  };
  const counts = yield* recordLines(source, { ...options, tool: { toText, explain, advice: ADVICE } });
  return { ...counts, statuses };
}

function explain(value: JsonValue): string | null {
  if (Array.isArray(value)) return `it is a list; ${ADVICE}`;
  if (!isJsonObject(value)) return null;
  if (Object.hasOwn(value, "cases")) return `it is a whole cases document; ${ADVICE}`;
  return Object.hasOwn(value, "input") ? `it is a whole case; ${ADVICE}` : null;
}
