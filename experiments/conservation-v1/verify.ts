/** The information conservation verifier: what an output may carry, given what feeds it. Pure. @module */
import type { JsonValue } from "../../kernel/json_value.ts";
import type { ConservationFinding } from "./findings.ts";
import { type ReadInput, readParsed, readUntrusted } from "./input.ts";
import { deltaInfo, missingSlots, reportedAmount, textInfo } from "./rules.ts";

export { type ConservationFinding, serializeFindings } from "./findings.ts";
export { type ConservationInput, readConservationInput } from "./input.ts";

/**
 * Judges one input by the law of the schema `conservation/1`: I(spec) <= I(output) <= I(spec) + I(delta) +
 * I(substrate.used), within the tolerance, and every required slot filled. Refuses what is no input, and never turns
 * that into a finding. Runs no code of the input, and keeps nothing of it.
 *
 * Amounts are exact: I(spec), I(output) and I(delta) are lengths of texts in memory, and I(substrate.used) is only
 * subtracted, so that a positive difference is far below 2^53 and a negative one keeps its sign.
 *
 * Source: the page on conservation and the five published vectors; what they leave open is decided in rules.ts.
 *
 * @param input Any value.
 * @returns Findings in their fixed order: missing_delta, then below_spec, then hallucination; conforming where there
 * are none. The list is never empty.
 * @throws {PermafrostError} record-invalid where the value is no input; `at` is the JSON Pointer of the field.
 */
export function verifyConservation(input: unknown): readonly ConservationFinding[] {
  return judge(readUntrusted(input));
}

/**
 * Judges as {@linkcode verifyConservation} does, several times as fast, what a JSON parser has just made: it does not
 * look for proxies and accessors, which such a value cannot hold. Meant for streams; give it nothing else.
 *
 * @param input What JSON.parse, or a stricter parser, has returned.
 * @returns Findings, as {@linkcode verifyConservation} returns them.
 * @throws {PermafrostError} record-invalid, as {@linkcode verifyConservation} does.
 */
export function verifyParsedConservation(input: JsonValue): readonly ConservationFinding[] {
  return judge(readParsed(input));
}

/** The law. That the names of a substrate have no say in it is inferred. */
function judge({ input, deltaBytes }: ReadInput): readonly ConservationFinding[] {
  const { residual_tolerance: tolerance } = input;
  const findings: ConservationFinding[] = [];
  const missing = missingSlots(input.delta_fields, input.required_slots);
  if (missing.length > 0) findings.push({ kind: "missing_delta", missing });
  const surplus = textInfo(input.output_bytes_utf8) - textInfo(input.spec_bytes_utf8);
  const shortfall = reportedAmount(-surplus, tolerance);
  if (shortfall !== null) findings.push({ kind: "below_spec", shortfall });
  const unaccounted = reportedAmount(surplus - deltaInfo(deltaBytes) - input.substrate_used_info, tolerance);
  if (unaccounted !== null) findings.push({ kind: "hallucination", unaccounted });
  return findings.length > 0 ? findings : [{ kind: "conforming" }];
}
