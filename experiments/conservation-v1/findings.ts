/** What the verifier finds, and the exact text of it. Pure. @module */

/** One finding: what is found, and how much or which. Its fields stand in the order in which they are written. */
export type ConservationFinding =
  /** Nothing else is found; always alone. */
  | { readonly kind: "conforming" }
  /** Required slots that the delta does not fill, in the order of `required_slots`, each once. */
  | { readonly kind: "missing_delta"; readonly missing: readonly string[] }
  /** The output carries less than the specification, by so many bytes. */
  | { readonly kind: "below_spec"; readonly shortfall: number }
  /** The output carries more than all that feeds it, by so many bytes. */
  | { readonly kind: "hallucination"; readonly unaccounted: number };

/**
 * Writes a list of findings as the one text that implementers must share byte for byte: JSON without blanks, `kind`
 * first, then the payload, strings escaped as little as JSON allows (which is how serde_json and ECMAScript both
 * write them). Source: the page on conservation, on how findings are serialized.
 *
 * @param findings The findings, in their order.
 * @returns The text, without a line feed.
 */
export function serializeFindings(findings: readonly ConservationFinding[]): string {
  let text = "[";
  for (const finding of findings) text += (text === "[" ? "" : ",") + serializeOne(finding);
  return `${text}]`;
}

function serializeOne(finding: ConservationFinding): string {
  switch (finding.kind) {
    case "conforming":
      return '{"kind":"conforming"}';
    case "missing_delta":
      return `{"kind":"missing_delta","missing":[${finding.missing.map((slot) => JSON.stringify(slot)).join(",")}]}`;
    case "below_spec":
      return `{"kind":"below_spec","shortfall":${finding.shortfall}}`;
    case "hallucination":
      return `{"kind":"hallucination","unaccounted":${finding.unaccounted}}`;
  }
}
