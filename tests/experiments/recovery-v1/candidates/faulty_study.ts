/** Studies an executable made of a fault, and compares what fails with what must. @module */
import { existsSync } from "node:fs";
import { sha256Hex } from "../../../../kernel/digest.ts";
import { SINGLE_CHECKS } from "../../../../experiments/recovery-v1/study/check_names.ts";
import type { BuiltFixture } from "../../../../experiments/recovery-v1/study/fixture_build.ts";
import { makeFixtures } from "../../../../experiments/recovery-v1/study/fixtures.ts";
import { IMMUTABLE, type PinnedExecutable } from "../../../../experiments/recovery-v1/study/registration.ts";
import { runStudy, type StudyReport } from "../../../../experiments/recovery-v1/study/study.ts";
import { STUDY_BOUNDS } from "../../../../experiments/recovery-v1/study/bounds.ts";
import { openForkMachine } from "./fork_machine.ts";
import { compileFault, type Fault } from "./fault.ts";
import { OLDER_RELEASE } from "./older_release.ts";

/** Whether the executables, which name it in their first line, have their Python here. */
export const HAS_PYTHON: boolean = existsSync("/usr/bin/python3");

/** What the name of a test ends with where there is none. */
export const WITHOUT_PYTHON: string = HAS_PYTHON ? "" : " (left out: no /usr/bin/python3)";

const CANDIDATE = Deno.readTextFileSync(new URL("candidate.py", import.meta.url));
/** The honest sources by their names. */
export const SOURCES = { candidate: CANDIDATE, baseline: compileFault(CANDIDATE, OLDER_RELEASE) };
const ALL: readonly BuiltFixture[] = makeFixtures().fixtures;
const SINGLE: ReadonlySet<string> = new Set(SINGLE_CHECKS);
const DENO = Deno.execPath();

/** Writes the honest pair into a folder (made where it is not there), for a study that pins them itself; gives their paths by name. */
export function writePair(folder: string): { candidate: string; baseline: string } {
  Deno.mkdirSync(folder, { recursive: true });
  const paths = { candidate: `${folder}/candidate`, baseline: `${folder}/baseline` };
  for (const name of ["candidate", "baseline"] as const) {
    Deno.writeTextFileSync(paths[name], SOURCES[name], { createNew: true, mode: 0o755 });
  }
  return paths;
}

/** What a study found wrong: lines of fixture, check and kind, sorted; then what changed. */
export interface Wrongs {
  /** Checks that failed. */ readonly failed: readonly string[];
  /** What is not as it was. */ readonly changed: readonly string[];
}

/** How a pair is studied. */
export interface PairOptions {
  /** What is wrong with one of them. */ readonly fault?: Fault;
  /** The numbers of the fixtures; all 36, when they are left out. */ readonly fixtures?: readonly number[];
  /** Whether commands are forked from one process, and no processes of their own. */ readonly isForked?: boolean;
  /** Another honest source. */ readonly baseline?: string;
}

/** Pins a pair of executables beneath `folder`, the faulty one of a fault and the honest other one, and studies them
 * there. */
export async function studyPair(folder: string, options: PairOptions = {}): Promise<StudyReport> {
  const { fault, fixtures, isForked = false } = options;
  const pin = (name: "candidate" | "baseline"): PinnedExecutable => {
    const isFaulty = fault !== undefined && (fault.of ?? "candidate") === name;
    const honest = (name === "baseline" ? options.baseline : undefined) ?? SOURCES[name],
      source = isFaulty ? compileFault(honest, fault) : honest;
    const path = `${folder}/pins/${name}`;
    Deno.writeTextFileSync(path, source, { createNew: true, mode: 0o500 });
    return { path, sha256: sha256Hex(source) };
  };
  Deno.mkdirSync(`${folder}/pins`);
  const pins = { candidate: pin("candidate"), baseline: pin("baseline") };
  const programs = { candidate: pins.candidate.path, baseline: pins.baseline.path };
  const { commandTimeoutMs = STUDY_BOUNDS.commandTimeoutMs, maxCommands = STUDY_BOUNDS.maxCommands } = fault ?? {};
  const bounds = { ...STUDY_BOUNDS, commandTimeoutMs, maxCommands };
  const now = (): number => performance.timeOrigin + performance.now();
  const common = { runDirectory: `${folder}/run`, deno: DENO, bounds, now };
  await using forks = isForked ? openForkMachine({ ...common, programs }) : undefined;
  return await runStudy({
    ...{ ...pins, ...common, ...(fixtures !== undefined && { fixtures }) },
    ...(forks !== undefined && { machine: forks, workers: 1 }),
  });
}

/** What a report found wrong. */
export function wrongsOf({ rows, publicExport: { immutability } }: StudyReport): Wrongs {
  const failed = rows.filter(({ passed }) => !passed).map((row) =>
    `${row.fixture ?? "-"} ${row.check}: ${row.failure}`
  );
  return { failed: failed.sort(), changed: IMMUTABLE.filter((name) => !immutability[name]) };
}

/** What must be found wrong with a fault over the fixtures of these numbers. */
export function expectedWrongs({ fails, changes }: Fault, fixtures: readonly number[]): Wrongs {
  const failed = fails.flatMap(({ checks, kind, on }) =>
    checks.flatMap((check) => {
      if (SINGLE.has(check)) return [`- ${check}: ${kind}`];
      const some = fixtures.map((number) => ALL[number]!).filter((fixture) => on?.(fixture) ?? true);
      return some.map(({ plan }) => `${plan.name} ${check}: ${kind}`);
    })
  );
  return { failed: failed.sort(), changed: changes === undefined ? [] : [changes] };
}
