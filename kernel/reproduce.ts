/** Verify, reproduce, compare. @module */
import type { Finding } from "./finding.ts";
import { canonicalize } from "./json_encode.ts";
import { isJsonObject, type JsonValue, toPointer } from "./json_value.ts";
import { check } from "./manifest.ts";
import { readProtocol } from "./protocol.ts";
import { reproduciblePart, type Result } from "./result.ts";
import { runExperimentFolder, type RunOptions, type RunReport } from "./run.ts";

/** A run that was judged. */
export interface VerifyReport extends RunReport {
  /** True when there is a result and its decision is met (and, run twice, both agree). */
  readonly holds: boolean;
}

/** Two results compared. */
export interface Comparison {
  /** Whether everything that must repeat does. */
  readonly same: boolean;
  /** By JSON Pointer into a result; at most 1,000 of them. */
  readonly differences: readonly Finding[];
  /** What differs in provenance, which does not decide. */
  readonly provenance: readonly Finding[];
}

/** What came of a reproduction: the comparison is null when nothing was run or the run broke a rule. */
export interface ReproduceReport extends RunReport {
  readonly reproduced: boolean;
  readonly comparison: Comparison | null;
}

const MAX_DIFFERENCES = 1_000;

/**
 * Checks, runs and decides: the main job.
 *
 * @param options `twice` runs a second time and compares, which shows what is not deterministic.
 * @returns Findings `criterion` for what is not met, `difference` for what did not repeat, or the run's own.
 * @throws {PermafrostError} As {@linkcode runExperimentFolder}.
 */
export async function verify(folder: string, options: RunOptions & { twice?: boolean } = {}): Promise<VerifyReport> {
  const report = await runExperimentFolder(folder, options);
  if (report.result === null) return { ...report, holds: false };
  const findings: Finding[] = report.result.decision.criteria.filter(({ met }) => !met)
    .map(({ id, expected, observed }) => ({ code: "criterion", at: id, expected, observed }));
  if (options.twice) {
    const { onProgress: _, ...rest } = options;
    const again = await runExperimentFolder(folder, rest);
    findings.push(...again.findings);
    if (again.result !== null) findings.push(...compareResults(report.result, again.result).differences);
  }
  return { ...report, findings, holds: findings.length === 0 };
}

/**
 * Runs the experiment of a result again and compares everything that is not volatile. Does not run when the
 * experiment is not, byte for byte, the one that the result names.
 *
 * @throws {PermafrostError} As {@linkcode runExperimentFolder}.
 */
export async function reproduce(folder: string, options: RunOptions & { result: Result }): Promise<ReproduceReport> {
  const { result, ...runOptions } = options;
  const before = await check(folder);
  const named = { id: result.id, manifestSha256: result.manifestSha256 };
  const present = { id: before.id, manifestSha256: before.manifestSha256 };
  const isForeign = canonicalize(named) !== canonicalize(present);
  if (isForeign) {
    const foreign: Finding = { code: "identity", at: "manifest.json", expected: named, observed: present };
    const { declaration } = await readProtocol(folder);
    const rest = {
      declaration,
      fileCount: before.files.length,
      result: null,
      attempted: [],
      failure: null,
      errorTail: "",
    };
    return { ...present, ...rest, findings: [...before.findings, foreign], reproduced: false, comparison: null };
  }
  const report = await runExperimentFolder(folder, runOptions);
  if (report.result === null) return { ...report, reproduced: false, comparison: null };
  const comparison = compareResults(result, report.result);
  return { ...report, findings: comparison.differences, reproduced: comparison.same, comparison };
}

/** Compares two results: what must repeat decides, what differs in provenance is listed apart. */
export function compareResults(first: Result, second: Result): Comparison {
  const differences = findDifferences(reproduciblePart(first), reproduciblePart(second));
  const [a, b] = [first, second].map(({ provenance }) => ({ provenance } as unknown as JsonValue));
  return { same: differences.length === 0, differences, provenance: findDifferences(a!, b!) };
}

/** Lists where two JSON values differ, in the order of the first; null stands where one side has nothing. */
export function findDifferences(first: JsonValue, second: JsonValue): Finding[] {
  const found: Finding[] = [];
  const visit = (a: JsonValue | undefined, b: JsonValue | undefined, path: (string | number)[]): void => {
    if (found.length >= MAX_DIFFERENCES || a === b) return;
    const keys = Array.isArray(a) && Array.isArray(b)
      ? [...(a.length > b.length ? a : b).keys()]
      : isJsonObject(a) && isJsonObject(b)
      ? [...new Set([...Object.keys(a), ...Object.keys(b)])]
      : null;
    if (keys === null) {
      const isEmptyPair = a !== undefined && b !== undefined && canonicalize(a) === canonicalize(b);
      if (!isEmptyPair) {
        found.push({ code: "difference", at: toPointer(path), expected: a ?? null, observed: b ?? null });
      }
      return;
    }
    for (const key of keys) visit(own(a, key), own(b, key), [...path, key]);
  };
  visit(first, second, []);
  return found;
}

function own(value: JsonValue | undefined, key: string | number): JsonValue | undefined {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as { [key: string]: JsonValue })[key];
}
