/** The study: fixtures, registration, outcomes, immutability, and both outputs. @module */
import { fileURLToPath } from "node:url";
import { PermafrostError } from "../../../kernel/error.ts";
import { isJsonObject, type JsonObject } from "../../../kernel/json_value.ts";
import { publicBounds, STUDY_BOUNDS, type StudyBounds } from "./bounds.ts";
import { openBudget } from "./budget.ts";
import type { Failure, FailureKind } from "./failure_kinds.ts";
import { FIXTURE_SEED } from "./fixture_stream.ts";
import { type Fixture, type FixtureSet, makeFixtures } from "./fixtures.ts";
import { type Machine, processMachine } from "./machine.ts";
import { countCases, decideCases, type RecallObservation } from "./study_cases.ts";
import { makeExport, type PublicExport } from "./public_export.ts";
import {
  type Baseline,
  checkPins,
  compareBaselines,
  fixturesDigest,
  type PinnedExecutable,
  type Places,
  readStudyProtocol,
  runnerDigest,
  takeBaseline,
} from "./registration.ts";
import { openRunDirectory, type RunDirectory } from "./run_directory.ts";
import { writeFiles } from "./vault_writer.ts";

/** What a study is given. */
export interface StudyOptions {
  /** The executable that is studied: a pinned copy. */ readonly candidate: PinnedExecutable;
  /** The older one: a pinned copy. */ readonly baseline: PinnedExecutable;
  /** An empty folder, or where one can be made: absolute. */ readonly runDirectory: string;
  /** The Deno binary that the executables find as $DENO and on PATH: absolute. */ readonly deno: string;
  /** The time in milliseconds since 1970. */ readonly now: () => number;
  /** Numbers of the fixtures to check, for tests; all 36 by default. Every fixture is written in any case. */
  readonly fixtures?: readonly number[];
  /** Other bounds, for tests. */ readonly bounds?: Partial<StudyBounds>;
  /** How many commands run at a time; 2 by default. */ readonly workers?: number;
  /** The experiment's folder, for tests. */ readonly folder?: string;
  /** What runs the commands, for tests; by default they are processes. */ readonly machine?: Machine;
  /** Called with how many cases are decided, of how many. */ readonly onProgress?: (
    done: number,
    total: number,
  ) => void;
  /** Called with each row in the order of the rows. */ readonly onCase?: (row: StudyRow) => void;
}
/** One check of one fixture, or one that is made once, without times. */
export type StudyRow = Readonly<
  { fixture: string | null; check: string; passed: boolean; failure: FailureKind | null }
>;
/** What came of a study. */
export interface StudyReport {
  /** Every case, in the fixed order. */ readonly rows: readonly StudyRow[];
  /** The aggregates that are published. */ readonly publicExport: PublicExport;
  /** The local record, with times and details. */ readonly record: JsonObject;
}

const EXPERIMENT = new URL("../", import.meta.url);
const COMMANDS_PER_MARK = 8;

/** Studies a candidate beside a baseline. In its run directory it leaves checkpoint.json (from the first moment on),
 * registration.json (before any command), record.json and public_export.json (at the end), and beside them transcripts,
 * vault and the children's homes. Failures of checks are results; only what keeps a study from being one is thrown.
 * @throws {PermafrostError} file-exists (a used run directory), file-changed (fixtures or executables are not those of
 * the protocol or the pins), protocol-invalid, json-*; and what the system refuses. */
export async function runStudy(options: StudyOptions): Promise<StudyReport> {
  const directory = openRunDirectory(options.runDirectory);
  try {
    return await runIn(directory, options);
  } catch (error) {
    const reason = error instanceof PermafrostError ? error.code : (error as Error | null)?.name ?? "unknown";
    directory.mark({ state: "failed", reason });
    throw error;
  }
}

async function runIn(directory: RunDirectory, options: StudyOptions): Promise<StudyReport> {
  const { now, workers = 2, candidate, baseline, onProgress, onCase, runDirectory } = options;
  const bounds = { ...STUDY_BOUNDS, ...options.bounds };
  const startedAtMs = now(), startedAt = new Date(startedAtMs).toISOString();
  const folder = options.folder ?? fileURLToPath(EXPERIMENT).replace(/\/$/, "");
  const places: Places = { executables: { baseline, candidate }, folder, runDirectory };
  const { document } = readStudyProtocol(folder);
  const set = makeFixtures();
  checkFixtures(set.manifestSha256, document);
  writeFiles(runDirectory, set.files);
  const before = takeBaseline(places);
  checkFixtures(fixturesDigest(before), document);
  checkPins(before, places.executables);
  const selected = (options.fixtures ?? set.fixtures.keys().toArray()).map((index) => set.fixtures[index]!);
  const programs = { baseline: baseline.path, candidate: candidate.path };
  const machine = options.machine ??
    await processMachine({ programs, runDirectory, deno: options.deno, bounds, now });
  const registration = register(before, { startedAt, bounds, set, selected, machine, workers });
  directory.write("registration.json", registration);
  const total = countCases(selected.length);
  directory.mark({ phase: "outcomes", cases_total: total });
  let [done, commands] = [0, 0];
  const onCommand = (): void => {
    if (++commands % COMMANDS_PER_MARK === 0) directory.mark({ commands });
  };
  const budget = openBudget(machine, { bounds, dataHome: `${runDirectory}/data`, startedAtMs, now, onCommand });
  const outcomes = await decideCases({
    ...{ set, selected, budget, bounds, runDirectory, workers, now },
    onCase: (result) => onCase?.(toRow(result)),
    onDecided: ({ fixture, check }) => {
      directory.mark({ commands, cases_done: ++done, last_case: `${fixture ?? "-"}/${check}` });
      onProgress?.(done, total);
    },
  });
  directory.mark({ phase: "immutability", commands });
  const { immutability, changed } = compareBaselines(before, takeBaseline(places));
  directory.mark({ phase: "writing" });
  const finishedAtMs = now();
  const provenance = {
    ...{ baseline_binary_sha256: before.pins.baseline, candidate_binary_sha256: before.pins.candidate },
    runner_sha256: runnerDigest(before),
  };
  const wallMs = finishedAtMs - startedAtMs, { entries } = budget;
  const publicExport = makeExport({
    ...{ ...outcomes, startedAt, wallMs, document, provenance, bounds, selected, entries, immutability },
  });
  const record = {
    ...{ schema: "recovery-study-record-v1", started_at: startedAt },
    ...{ finished_at: new Date(finishedAtMs).toISOString(), registration, bound_reached: budget.reached() },
    ...{ immutability, changed, baseline_recovery_capabilities: outcomes.capabilities },
    cases: outcomes.cases.map(({ number, durationMs, failure, ...one }) => {
      return { number, ...one, ...toRecord(failure), duration_ms: roundMs(durationMs) };
    }),
    recalls: outcomes.recalls.map(({ failure, ...one }: RecallObservation) => ({ ...one, ...toRecord(failure) })),
    commands: entries.map(({ durationMs, caseName, ...entry }) => {
      return { ...entry, case: caseName, duration_ms: roundMs(durationMs) };
    }),
  };
  directory.write("record.json", record);
  directory.write("public_export.json", publicExport);
  directory.mark({ state: "finished", phase: "done" });
  return { rows: outcomes.cases.map(toRow), publicExport, record: record as unknown as JsonObject };
}

/** Milliseconds with one digit after the point. */
function roundMs(ms: number): number {
  return Math.round(ms * 10) / 10;
}

/** Everything that is fixed before the first command of either executable. */
function register(
  before: Baseline,
  given: {
    startedAt: string;
    bounds: StudyBounds;
    set: FixtureSet;
    selected: readonly Fixture[];
    machine: Machine;
    workers: number;
  },
) {
  const { startedAt, bounds, set, selected, machine, workers } = given;
  return {
    ...{ schema: "recovery-study-registration-v1", registered_at: startedAt, protocol_sha256: before.protocolSha256 },
    pins: { baseline_binary_sha256: before.pins.baseline, candidate_binary_sha256: before.pins.candidate },
    fixtures: { seed: FIXTURE_SEED, manifest_sha256: set.manifestSha256, files: set.files.size },
    selected_fixtures: selected.map(({ plan }) => plan.name),
    runner: { sha256: runnerDigest(before), files: before.runner },
    ...{ bounds: publicBounds(bounds), workers, group_killer: machine.killer, deno: Deno.version.deno },
  };
}

/** Refuses fixtures other than the protocol's.
 * @throws {PermafrostError} file-changed. */
function checkFixtures(manifestSha256: string, document: JsonObject): void {
  const { fixtures = null } = document;
  if (fixtures !== null && isJsonObject(fixtures) && fixtures.manifestSha256 === manifestSha256) return;
  const state = "their digest is not the one of the protocol; use the code that was frozen with it";
  throw new PermafrostError("file-changed", `Cannot use the fixtures: ${state}`, { at: "fixtures" });
}

function toRow(
  { fixture, check, failure }: Readonly<{ fixture: string | null; check: string; failure: Failure | null }>,
): StudyRow {
  return { fixture, check, passed: failure === null, failure: failure?.kind ?? null };
}

function toRecord(failure: Failure | null) {
  return { passed: failure === null, failure: failure?.kind ?? null, detail: failure?.detail ?? null };
}
