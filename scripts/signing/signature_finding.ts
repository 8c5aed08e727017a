/** What a check of signatures finds, as data. @module */
import type { JsonValue } from "../../kernel/json_value.ts";

/** Every code that a finding about signatures can carry, with what it says. */
export const SIGNATURE_FINDING_CODES = {
  "signature-refused": "a signature, attestation or token does not verify under the trust that was given",
  "signature-missing": "trust of a kind was given, and nothing that verifies under it covers the manifest or archive",
  "statement-differs": "a signed statement says something else than the file that it is about",
  "not-reproduced": "a trusted receipt says that a result could not be reproduced",
  "timestamp-early": "a token is older than the file that it covers claims to be",
  "timestamp-late": "no trusted token of the manifest is older than a result",
} as const;

/** One of {@linkcode SIGNATURE_FINDING_CODES}. */
export type SignatureFindingCode = keyof typeof SIGNATURE_FINDING_CODES;

/** One finding: shaped like those of the kernel, with codes of its own. */
export interface SignatureFinding {
  /** What kind of finding. */
  readonly code: SignatureFindingCode;
  /** The file of the signature, from the experiment's folder (or the archive's) on; with `#pointer` into a statement. */
  readonly at: string;
  /** What the trust, the claim or the file asks for; null where nothing does. */
  readonly expected: JsonValue;
  /** What is there. */
  readonly observed: JsonValue;
}

/** Why something was refused, for programs. */
export type RefusalReason =
  | "malformed"
  | "namespace"
  | "signer"
  | "validity"
  | "message"
  | "key"
  | "statement"
  | "target"
  | "imprint"
  | "authority";

/** What came of verifying one signature, attestation or token: who vouches for it, or why it is refused. */
export type Verdict =
  | Readonly<{ ok: true; by: string }>
  | Readonly<{ ok: false; reason: RefusalReason; says: string }>;

/** A verdict that refuses. */
export function refusal(reason: RefusalReason, says: string): Verdict & { ok: false } {
  return { ok: false, reason, says };
}

/** Orders findings by place, then by code, both by UTF-16 code units; returns a new array. */
export function sortSignatureFindings(findings: readonly SignatureFinding[]): SignatureFinding[] {
  const compare = (a: string, b: string): number => a < b ? -1 : a > b ? 1 : 0;
  return [...findings].sort((a, b) => compare(a.at, b.at) || compare(a.code, b.code));
}
