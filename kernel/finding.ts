/** Findings: differences that were seen, returned as data. @module */
import type { JsonValue } from "./json_value.ts";

/** Every code a finding can carry, with what it says. */
export const FINDING_CODES = {
  "missing": "a frozen file is not there",
  "changed": "a file's bytes differ from the frozen ones",
  "extra": "a file is there that was not frozen",
  "kind": "a path is a link, has several names, or is not a plain file",
  "name": "a name would break other tools, and a freeze refuses it",
  "identity": "the manifest names another experiment than the protocol or folder",
  "structure": "an experiment's own data are not built as it declares",
  "module": "the entry reaches a module that is not frozen, not allowed, or not there",
  "published-missing": "the server does not have the file",
  "published-redirect": "the server redirects instead of answering",
  "published-status": "the server answers with another status than 200",
  "published-size": "the published file is longer or shorter than the frozen one",
  "published-encoding": "the server encodes the body, though only the plain bytes were asked for",
  "published-changed": "the published bytes differ from the frozen ones",
  "violation": "the run attempted an access that the protocol does not declare",
  "storage": "the run left browser storage behind in its private cache folder",
  "criterion": "a criterion of the frozen decision is not met",
  "difference": "two results differ outside of what is volatile",
} as const;

/** One of {@linkcode FINDING_CODES}. */
export type FindingCode = keyof typeof FINDING_CODES;

/** One difference: what kind, where, and both sides. */
export interface Finding {
  /** What kind of difference. */ readonly code: FindingCode;
  /** A relative path, a JSON Pointer, a criterion's id, or `kind:value` of an access. */ readonly at: string;
  /** The frozen, declared or first side; null where it has none. */ readonly expected: JsonValue;
  /** The present, observed or second side; null where it has none. */ readonly observed: JsonValue;
}

/** Orders findings by place, then by code, both by UTF-16 code units; returns a new array. */
export function sortFindings(findings: readonly Finding[]): Finding[] {
  const compare = (a: string, b: string): number => a < b ? -1 : a > b ? 1 : 0;
  return [...findings].sort((a, b) => compare(a.at, b.at) || compare(a.code, b.code));
}
