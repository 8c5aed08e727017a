/** The core of `permafrost conservation`: JSON Lines of inputs in, one finding list for each out. @module */
import {
  type ConservationFinding,
  serializeFindings,
  verifyParsedConservation,
} from "../experiments/conservation-v1/verify.ts";
import { isJsonObject, type JsonValue } from "../kernel/json_value.ts";
import type { ByteSource } from "./byte_lines.ts";
import { type LineCounts, type RecordLineOptions, recordLines } from "./record_lines.ts";

/** What a whole stream of inputs gave. */
export interface ConservationCounts extends LineCounts {
  /** For each kind of finding, the lines that have it. */
  readonly kinds: { readonly [kind in ConservationFinding["kind"]]: number };
}

const ADVICE = "give one input a line, as jq -c '.vectors[].input' FILE writes them";

/**
 * Judges each line, which is one input of the verifier, and writes its finding list as `serializeFindings` does,
 * and nothing else, so that implementers can be compared byte for byte. A bad line becomes an error in its place;
 * see `recordLines`.
 *
 * @param source The bytes, lines ending in LF or CRLF; cancelled when the caller stops early.
 * @param options How to read.
 * @returns Pieces of the output, each whole lines that end in LF, in the order of the input; at last the counts
 * (the return value, which `for await` drops).
 */
export async function* conservationLines(
  source: ByteSource,
  options: RecordLineOptions = {},
): AsyncGenerator<string, ConservationCounts> {
  const kinds = { conforming: 0, missing_delta: 0, below_spec: 0, hallucination: 0 };
  const toText = (value: JsonValue): string => {
    const findings = verifyParsedConservation(value);
    for (const { kind } of findings) kinds[kind]++;
    return serializeFindings(findings);
  };
  const counts = yield* recordLines(source, { ...options, tool: { toText, explain, advice: ADVICE } });
  return { ...counts, kinds };
}

function explain(value: JsonValue): string | null {
  if (Array.isArray(value)) return `it is a list; ${ADVICE}`;
  if (!isJsonObject(value)) return null;
  if (Object.hasOwn(value, "vectors")) return `it is a whole vectors document; ${ADVICE}`;
  return Object.hasOwn(value, "input") ? `it is a whole vector; ${ADVICE}` : null;
}
