/** All cases of a study as tasks that can be worked on side by side, with results in one fixed order. @module */
import { readAnswer, stopFailure } from "./answer.ts";
import type { StudyBounds } from "./bounds.ts";
import type { Budget } from "./budget.ts";
import type { Verdict } from "./failure_kinds.ts";
import { checkRecall, fixtureChecks } from "./fixture_checks.ts";
import { CARD_FIELDS, type CardField, type Provider } from "./fixture_plan.ts";
import type { Fixture, FixtureSet } from "./fixtures.ts";
import { judgePage, pageArguments } from "./judge_page.ts";
import { expectTarget, judgeSearch } from "./judge_search.ts";
import type { Backend } from "./machine.ts";
import { singleChecks } from "./single_checks.ts";

/** One case that was decided. */
export interface CaseResult {
  /** Its number, from 0, in the fixed order. */ readonly number: number;
  /** The fixture's name; null for a check that is made once. */ readonly fixture: string | null;
  /** The check. */ readonly check: string;
  /** Why it failed; null where it passed. */ readonly failure: Verdict;
  /** How long it took. */ readonly durationMs: number;
}
/** Whether a recall found its card. */
export interface RecallObservation {
  /** By which executable. */ readonly backend: Backend;
  /** Of which provider's transcript. */ readonly provider: Provider;
  /** Which field was asked for. */ readonly field: CardField;
  /** The fixture's name. */ readonly fixture: string;
  /** Why it found none; null where it did. */ readonly failure: Verdict;
}
/** Whether an executable has a command: it answered rightly, it refused, or neither. */
export type Capability = "supported" | "unsupported" | "unclear";
/** What the baseline can do of what is new. */
export type Capabilities = Readonly<Record<"search_snapshot" | "read_snapshot", Capability>>;
/** What came of all cases. */
export interface Outcomes {
  /** The cases, in the fixed order. */ readonly cases: readonly CaseResult[];
  /** The recalls of both executables, in the order of fixtures and fields, the baseline's first. */
  readonly recalls: readonly RecallObservation[];
  /** The baseline's capabilities. */ readonly capabilities: Capabilities;
}
/** What cases are made of. */
export interface CasePlan {
  /** All fixtures. */ readonly set: FixtureSet;
  /** Those whose fifteen checks are made. */ readonly selected: readonly Fixture[];
  /** What their commands are drawn from. */ readonly budget: Budget;
  /** The study's bounds. */ readonly bounds: StudyBounds;
  /** The run directory. */ readonly runDirectory: string;
  /** How many tasks are worked on at a time. */ readonly workers: number;
  /** The time in milliseconds. */ readonly now: () => number;
  /** Called with each case in the fixed order, once it and all before it are decided. */
  readonly onCase: (result: CaseResult) => void;
  /** Called with each case as soon as it is decided. */ readonly onDecided: (result: CaseResult) => void;
}

/** How many cases there will be. */
export function countCases(fixtures: number): number {
  return fixtures * 15 + 13;
}

/** Decides all cases. A fixture's checks follow each other; fixtures, and the checks that are made once, do not wait
 * for each other. */
export async function decideCases(plan: CasePlan): Promise<Outcomes> {
  const { set, selected, budget, bounds, runDirectory, now } = plan;
  const results: (CaseResult | undefined)[] = [];
  const recalls: RecallObservation[][] = [];
  let [numbers, reported] = [0, 0];
  let capabilities: Capabilities = { search_snapshot: "unclear", read_snapshot: "unclear" };
  const decide = async (fixture: string | null, number: number, { check, run }: Runnable): Promise<Verdict> => {
    const startedAtMs = now(), verdict = await run();
    const result = { number, fixture, check, failure: verdict, durationMs: now() - startedAtMs };
    results[number] = result;
    plan.onDecided(result);
    for (let next; (next = results[reported]) !== undefined; reported++) plan.onCase(next);
    return verdict;
  };
  const fixtureTasks = selected.map((fixture, index) => {
    const { name, provider } = fixture.plan, runner = budget.runnerFor(name), first = numbers;
    const checks = fixtureChecks({ fixture, runner, bounds });
    numbers += checks.length;
    return async (): Promise<void> => {
      const own: RecallObservation[] = [];
      const verdicts = new Map<string, Verdict>();
      for (const [at, check] of checks.entries()) verdicts.set(check.check, await decide(name, first + at, check));
      for (const field of CARD_FIELDS) {
        const failure = await checkRecall(runner, { backend: "baseline", fixture, field });
        own.push({ backend: "baseline", provider, field, fixture: name, failure });
      }
      for (const field of CARD_FIELDS) {
        const failure = verdicts.get(`recall_${field}`) ?? null;
        own.push({ backend: "candidate", provider, field, fixture: name, failure });
      }
      recalls[index] = own;
    };
  });
  const names = singleChecks({ set, runner: budget.runnerFor("-"), bounds, runDirectory }).map(({ check }) => check);
  const singleTasks = names.map((name, at) => {
    const runner = budget.runnerFor(name), number = numbers++;
    const check = singleChecks({ set, runner, bounds, runDirectory })[at]!;
    return async (): Promise<void> => void await decide(null, number, check);
  });
  const probe = async (): Promise<void> => void (capabilities = await probeBaseline(plan));
  await workThrough([probe, ...fixtureTasks, ...singleTasks], plan.workers);
  return { cases: results as CaseResult[], recalls: recalls.flat(), capabilities };
}

type Runnable = Readonly<{ check: string; run: () => Promise<Verdict> }>;

/** Starts tasks in their order, so many at a time; the first that throws ends it all once the others are done. */
async function workThrough(tasks: readonly (() => Promise<void>)[], workers: number): Promise<void> {
  let next = 0, hasFailed = false;
  const work = async (): Promise<void> => {
    while (next < tasks.length && !hasFailed) await tasks[next++]!();
  };
  const fail = (error: unknown): never => {
    hasFailed = true;
    throw error;
  };
  const settled = await Promise.allSettled(Array.from({ length: workers }, () => work().catch(fail)));
  for (const one of settled) if (one.status === "rejected") throw one.reason;
}

/** Asks the baseline for what is new, once each. A command that it refuses is one it does not have. */
async function probeBaseline({ set, budget, bounds }: CasePlan): Promise<Capabilities> {
  const { snapshot, targets: { fact } } = set.fixtures[0]!, runner = budget.runnerFor("baseline_capabilities");
  const page = { snapshot, record: fact.record, offset: 0, maxBytes: bounds.pageBytes };
  const ask = async (
    args: string[],
    judge: (value: Parameters<typeof judgePage>[0]) => Verdict,
  ): Promise<Capability> => {
    const outcome = await runner.run("baseline", args);
    if (stopFailure(outcome) === null && outcome.code !== 0) return "unsupported";
    const { value, problem } = readAnswer(outcome);
    return problem === null && judge(value) === null ? "supported" : "unclear";
  };
  const search = ["search-snapshot", snapshot.sha256, "--query", fact.query, "--json"];
  return {
    search_snapshot: await ask(search, (value) => judgeSearch(value, expectTarget(snapshot, fact))),
    read_snapshot: await ask(pageArguments(page), (value) => judgePage(value, page)),
  };
}
