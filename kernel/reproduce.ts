/** Verify, reproduce, compare. @module */
import type { Finding } from "./finding.ts";
import { isJsonObject, type JsonObject, type JsonValue, toPointer } from "./json_value.ts";
import { check } from "./manifest.ts";
import { reproduciblePart, type Result } from "./result.ts";
import { runExperimentFolder, type RunOptions, type RunReport } from "./run.ts";

/** A run, and whether it has a result whose decision is met (and, run twice, both agree). */
export type VerifyReport = RunReport & Readonly<{ holds: boolean }>;

/** Whether all that must repeat does, at most 1,000 differences of it, and of provenance, which does not decide. */
export type Comparison = Readonly<{ same: boolean; differences: readonly Finding[]; provenance: readonly Finding[] }>;

/** What came of a reproduction; no comparison (null) when nothing was run, or the run broke a rule. */
export type ReproduceReport =
  & Pick<RunReport, "id" | "manifestSha256" | "findings" | "result">
  & Readonly<{ reproduced: boolean; comparison: Comparison | null }>;

/** Checks, runs and decides: findings `criterion` for what is not met, or the run's own. With `twice` it runs a second
 * time, in a scratch of its own, which shows what is not deterministic: findings `difference`.
 * @throws {PermafrostError} As {@linkcode runExperimentFolder}. */
export async function verify(folder: string, options: RunOptions & { twice?: boolean } = {}): Promise<VerifyReport> {
  const { twice = false, ...first } = options, { onProgress: _, scratch: __, ...second } = first;
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

/** Runs the experiment of a result again and compares everything that is not volatile. Does not run when the folder
 * does not hold, byte for byte, the experiment that the result names: findings `identity`, or what drifted.
 * @throws {PermafrostError} As {@linkcode runExperimentFolder}. */
export async function reproduce(folder: string, options: RunOptions & { result: Result }): Promise<ReproduceReport> {
  const { result: first, ...runOptions } = options;
  const { id, manifestSha256, findings } = await check(folder, runOptions);
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
