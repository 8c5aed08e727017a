/** One signed statement: whether a trusted key signed it, and whether it says what its subject says. @module */
import type { ReadManifest } from "../../kernel/manifest.ts";
import { findSigningKey, parseBundle, parseStatement } from "./dsse.ts";
import type { Ed25519Key } from "./ed25519_key.ts";
import type { KnownResult } from "./known_results.ts";
import { PREDICATE_TYPES, statementProblems } from "./result_statement.ts";
import { refusal, type SignatureFinding, type Verdict } from "./signature_finding.ts";

/** What a bundle is judged by. */
export interface BundleContext {
  /** The bundle's name in findings. */
  readonly at: string;
  /** The keys that are trusted. */
  readonly keys: readonly Ed25519Key[];
  /** The results that it may be about. */
  readonly results: readonly KnownResult[];
  /** The manifest that is there. */
  readonly manifest: ReadManifest | null;
}

/** A verdict with words on what was signed, and findings where it is genuine and yet not what the files say. */
export type BundleVerdict = Verdict & { readonly says?: string; readonly findings?: readonly SignatureFinding[] };

const KINDS: Readonly<Record<string, string>> = {
  [PREDICATE_TYPES.decision]: "the decision of",
  [PREDICATE_TYPES.testResult]: "the frozen checks of",
  [PREDICATE_TYPES.reproduction]: "a reproduction of",
};

/**
 * Judges a bundle. The signature comes first: nothing of a payload is read that no trusted key signed.
 *
 * @throws {PermafrostError} `signature-invalid`, json-*, for a bundle or statement that cannot be read.
 */
export function checkBundle(bytes: Uint8Array, { at, keys, results, manifest }: BundleContext): BundleVerdict {
  const envelope = parseBundle(bytes), key = findSigningKey(envelope, keys);
  if (key === null) return refusal("key", "none of the given keys signed it, or it was changed");
  const statement = parseStatement(envelope.payload);
  const { subjectSha256, subjectName, predicateType, predicate } = statement;
  const kind = Object.hasOwn(KINDS, predicateType) ? KINDS[predicateType] : undefined;
  if (kind === undefined) return refusal("statement", `its kind of statement is not known: ${predicateType}`);
  const known = results.find(({ file }) => file.sha256 === subjectSha256);
  if (known === undefined) {
    return refusal("target", `it is about ${subjectName}, and no result with that digest is there`);
  }
  const problems = statementProblems(statement, { file: known.file, manifestSha256: manifest?.sha256 ?? null });
  const findings = problems.map(({ at: pointer, expected, observed }): SignatureFinding => ({
    code: "statement-differs",
    at: `${at}#${pointer}`,
    expected,
    observed,
  }));
  const isRefuted = predicateType === PREDICATE_TYPES.reproduction && predicate["reproduced"] === false;
  if (isRefuted) findings.push({ code: "not-reproduced", at, expected: true, observed: false });
  const says = `${kind} ${known.at}${isRefuted ? ", which failed" : ""}`;
  return { ok: true, by: `the key ${key.id.slice(0, 16)}…`, says, findings };
}
