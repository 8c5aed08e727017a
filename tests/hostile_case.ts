/** The hostile experiments of fixtures/hostile, the ways in which they are run, and what each must come to. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const HOSTILE = fileURLToPath(new URL("../fixtures/hostile/", import.meta.url));

/** One way of running a fixture. */
export interface Mode {
  readonly containment: "bwrap" | "none";
  readonly attemptLog: "broker" | "audit";
  /** Whether the experiment swallows the errors of what it tries. */
  readonly errors: "swallowed" | "let out";
}

/** What must come of a run: see fixtures/hostile/README.md. */
export interface Outcome {
  readonly exit: 0 | 1 | 2;
  readonly codes: readonly string[];
  readonly at?: readonly string[];
  readonly why?: string;
}

/** The content of an expected.json. */
export interface Expected extends Outcome {
  readonly onlyWith?: "bwrap";
  /** A program without which it cannot be run. */
  readonly needs?: string;
  /** The most memory that the launcher may take, MiB. */
  readonly maxMiB?: number;
  /** The result's summary. */
  readonly summary?: unknown;
  /** Run by tests/long alone. */
  readonly slow?: boolean;
  /** Run from a frozen copy. */
  readonly frozen?: boolean;
  /** Other outcomes in some modes; the first that fits counts. */
  readonly unless?: readonly (Outcome & Partial<Mode>)[];
}

/** A fixture. */
export interface HostileCase {
  readonly name: string;
  readonly expected: Expected;
  /** Whether what it tries stands in attempts.ts, so that its errors can be let out. */
  readonly hasAttempts: boolean;
}

/** One run that a driver is asked for. */
export interface Job extends Mode {
  readonly name: string;
}

/** What a driver saw. */
export interface Observation {
  readonly exit: 0 | 1 | 2;
  readonly codes: readonly string[];
  readonly at: readonly string[];
  readonly message: string;
  readonly hasResult: boolean;
  /** How the child ended, where findings and a broken run came together. */
  readonly failure: string | null;
  /** The result's rows and summary, as text. */
  readonly rows: string;
  readonly summary: string;
  readonly errorTail: string;
  readonly tookMs: number;
  /** The most memory that the launcher took, MiB. */
  readonly peakMiB: number;
  /** Whatever must not be: files and processes left behind, a changed folder, text of a file outside. */
  readonly left: readonly string[];
}

/** Lists every fixture, sorted by name. */
export function listHostile(): HostileCase[] {
  return readdirSync(HOSTILE, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    .map(({ name }) => ({
      name,
      expected: JSON.parse(readFileSync(`${HOSTILE}${name}/expected.json`, "utf8")) as Expected,
      hasAttempts: readdirSync(`${HOSTILE}${name}`).includes("attempts.ts"),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Tells whether a fixture can be run in a mode. */
export function fits({ expected, hasAttempts }: HostileCase, mode: Mode): boolean {
  if (expected.needs !== undefined && !existsSync(expected.needs)) return false;
  if (expected.onlyWith !== undefined && expected.onlyWith !== mode.containment) return false;
  return mode.errors === "swallowed" || hasAttempts;
}

function expectedIn({ expected }: HostileCase, mode: Mode): Outcome {
  const isFor = (other: Partial<Mode>): boolean =>
    (["containment", "attemptLog", "errors"] as const).every((key) => (other[key] ?? mode[key]) === mode[key]);
  return expected.unless?.find(isFor) ?? expected;
}

/** Says in a few words what must come of a fixture in a mode. */
export function describeOutcome(one: HostileCase, mode: Mode): string {
  const { exit, codes } = expectedIn(one, mode);
  return exit === 0 ? "lets through" : `answers ${codes.join(" and ")} to`;
}

/** Words for a mode. */
export function describeMode({ containment, attemptLog, errors }: Mode): string {
  return `errors ${errors}, ${containment}, ${attemptLog}`;
}

// deno-lint-ignore no-control-regex -- these are what a terminal obeys
const CONTROLS = /[\0-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/**
 * Says how an observation of a fixture misses what must come of it; empty when it does not. A place may hold `*` for any text, and
 * `...` for any others. Where errors are let out, the first one ends the run, so places may be missing.
 */
export function missesOf(seen: Observation, { one, mode }: { one: HostileCase; mode: Mode }): string[] {
  const outcome = expectedIn(one, mode);
  const { maxMiB, summary } = one.expected;
  const misses: string[] = [];
  if (summary !== undefined && seen.summary !== JSON.stringify(summary)) misses.push(`the summary is ${seen.summary}`);
  if (maxMiB !== undefined && seen.peakMiB > maxMiB) misses.push(`the launcher took ${seen.peakMiB} MiB`);
  if (CONTROLS.test(seen.message + seen.errorTail)) {
    misses.push("its text would move a terminal's cursor or reverse text");
  }
  if (seen.exit !== outcome.exit) misses.push(`exit ${seen.exit}, not ${outcome.exit}`);
  if (seen.codes.join() !== outcome.codes.join()) misses.push(`codes ${seen.codes}, not ${outcome.codes}`);
  if (seen.hasResult !== (outcome.exit === 0 || outcome.codes.join() === "criterion")) {
    misses.push(seen.hasResult ? "there is a result" : "there is no result");
  }
  const places = outcome.at ?? ["..."];
  const patterns = places.filter((place) => place !== "...").map((place) => ({ place, pattern: toPattern(place) }));
  if (mode.errors === "swallowed") {
    for (const { place, pattern } of patterns) {
      if (!seen.at.some((at) => pattern.test(at))) misses.push(`nothing at ${place}`);
    }
  }
  if (!places.includes("...")) {
    for (const at of seen.at) {
      if (!patterns.some(({ pattern }) => pattern.test(at))) misses.push(`an unexpected place ${at}`);
    }
  }
  return [...misses, ...seen.left];
}

function toPattern(place: string): RegExp {
  return new RegExp(`^${place.split("*").map((part) => part.replaceAll(/[\\^$.|?+()[\]{}]/g, "\\$&")).join("[^]*")}$`);
}
