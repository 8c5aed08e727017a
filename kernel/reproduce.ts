/** Verify, reproduce, compare. @module */
import type { Finding } from "./finding.ts";
import { isJsonObject, type JsonObject, type JsonValue, toPointer } from "./json_value.ts";
import { check } from "./manifest.ts";
import { reproduciblePart, type Result } from "./result.ts";
import { runExperimentFolder, type RunOptions, type RunReport } from "./run.ts";

/** A run that was judged. */
export interface VerifyReport extends RunReport {
  /** Whether there is a result and its decision is met (and, run twice, both agree). */ readonly holds: boolean;
}

/** Two results compared. */
export interface Comparison {
  /** Whether everything that must repeat does. */ readonly same: boolean;
  /** By JSON Pointer into a result; at most 1,000 of them. */ readonly differences: readonly Finding[];
  /** What differs in provenance, which does not decide. */ readonly provenance: readonly Finding[];
}

/** What came of a reproduction. */
export interface ReproduceReport extends Pick<RunReport, "id" | "manifestSha256" | "findings" | "result"> {
  /** Whether everything that must repeat did. */ readonly reproduced: boolean;
  /** Null when nothing was run, or the run broke a rule. */ readonly comparison: Comparison | null;
}

/**
 * Checks, runs and decides: the main job. With `twice` it runs the folder's experiment a second time and compares,
 * which shows what is not deterministic.
 *
 * @returns Findings `criterion` for what is not met, `difference` for what did not repeat, or the run's own.
 * @throws {PermafrostError} As {@linkcode runExperimentFolder}.
 */
export async function verify(folder: string, options: RunOptions & { twice?: boolean } = {}): Promise<VerifyReport> {
  const { twice = false, ...first } = options, { onProgress: _, ...second } = first;
  const report = await runExperimentFolder(folder, first);
  if (report.result === null) return { ...report, holds: false };
  const findings: Finding[] = report.result.decision.criteria.filter(({ met }) => !met)
    .map(({ id, expected, observed }) => ({ code: "criterion", at: id, expected, observed }));
  if (twice) {
    const again = await runExperimentFolder(folder, second);
    findings.push(...again.findings);
    if (again.result !== null) findings.push(...compareResults(report.result, again.result).differences);
  }
  return { ...report, findings, holds: findings.length === 0 };
}

/**
 * Runs the experiment of a result again and compares everything that is not volatile. Does not run when the folder
 * does not hold, byte for byte, the experiment that the result names: findings `identity`, or what drifted.
 *
 * @throws {PermafrostError} As {@linkcode runExperimentFolder}.
 */
export async function reproduce(folder: string, options: RunOptions & { result: Result }): Promise<ReproduceReport> {
  const { result: first, ...runOptions } = options;
  const { id, manifestSha256, findings } = await check(folder);
  const expected = { id: first.id, manifestSha256: first.manifestSha256 };
  if (id !== expected.id || manifestSha256 !== expected.manifestSha256) {
    const foreign: Finding = { code: "identity", at: "manifest.json", expected, observed: { id, manifestSha256 } };
    return { id, manifestSha256, findings: [foreign, ...findings], result: null, reproduced: false, comparison: null };
  }
  const report = await runExperimentFolder(folder, runOptions);
  if (report.result === null) return { ...report, reproduced: false, comparison: null };
  const comparison = compareResults(first, report.result);
  return { ...report, findings: comparison.differences, reproduced: comparison.same, comparison };
}

/** Compares two results: what must repeat decides, what differs in provenance is listed apart. */
export function compareResults(first: Result, second: Result): Comparison {
  const differences = findDifferences(reproduciblePart(first), reproduciblePart(second));
  const [before, after] = [first, second].map(({ provenance }) => ({ provenance } as unknown as JsonObject));
  return { same: differences.length === 0, differences, provenance: findDifferences(before!, after!) };
}

/** Lists where two JSON values differ, in the order of the first; null stands where one side has nothing. */
export function findDifferences(first: JsonValue, second: JsonValue): Finding[] {
  const found: Finding[] = [];
  const visit = (a: JsonValue | undefined, b: JsonValue | undefined, path: readonly string[]): void => {
    if (found.length >= 1_000 || a === b) return;
    if (Array.isArray(a) ? Array.isArray(b) : isJsonObject(a) && isJsonObject(b)) {
      const [left, right] = [a, b].map((side) => new Map(Object.entries(side as JsonObject)));
      for (const key of new Set([...left!.keys(), ...right!.keys()])) {
        visit(left!.get(key), right!.get(key), [...path, key]);
      }
    } else found.push({ code: "difference", at: toPointer(path), expected: a ?? null, observed: b ?? null });
  };
  visit(first, second, []);
  return found;
}
