/** The fifteen checks of one fixture. @module */
import { asObject, judgeShape, readAnswer } from "./answer.ts";
import type { StudyBounds } from "./bounds.ts";
import type { Runner } from "./budget.ts";
import { FIXTURE_CHECKS, type FixtureCheck } from "./check_names.ts";
import { failure, firstFailure, type Verdict } from "./failure_kinds.ts";
import { TARGET_NAMES } from "./fixture_build.ts";
import { CARD_FIELDS, type CardField } from "./fixture_plan.ts";
import { spellText } from "./fixture_records.ts";
import type { Fixture } from "./fixtures.ts";
import { judgeRead } from "./judge_page.ts";
import { judgeRecall } from "./judge_recall.ts";
import { type ExpectedSearch, expectTarget, judgeSearch } from "./judge_search.ts";
import type { Backend } from "./machine.ts";

/** What a check works with. */
export interface FixtureCase {
  /** The fixture. */ readonly fixture: Fixture;
  /** What runs its commands. */ readonly runner: Runner;
  /** The study's bounds. */ readonly bounds: StudyBounds;
}
type Check = (given: FixtureCase) => Promise<Verdict>;

/** The limits that the three known targets are searched with: both ends of the range, and none for the default. */
const LIMITS: Readonly<Record<typeof TARGET_NAMES[number], readonly string[]>> = {
  ...{ fact: ["--limit", "50"], unicode: [], long: ["--limit", "1"] },
};
const LIMITED = 2;

/** Runs a search of the candidate's and judges its answer. */
export async function checkSearch(
  runner: Runner,
  { query, options = [], expected }: { query: string; options?: readonly string[]; expected: ExpectedSearch },
): Promise<Verdict> {
  const args = ["search-snapshot", expected.snapshot.sha256, "--query", query, ...options, "--json"];
  const outcome = await runner.run("candidate", args);
  const { value, problem } = readAnswer(outcome);
  if (problem !== null) return problem;
  const verdict = judgeSearch(value, expected);
  if (verdict !== null) return verdict;
  const isLeaked = new TextDecoder().decode(outcome.stderr).includes(query);
  return isLeaked ? failure("content-leak", "the query on standard error") : null;
}

/** Runs a recall, with a query in another case than the card's, and judges its answer. */
export async function checkRecall(
  runner: Runner,
  { backend, fixture, field }: { backend: Backend; fixture: Fixture; field: CardField },
): Promise<Verdict> {
  const args = ["recall", "--sha", fixture.snapshot.sha256, "--query", fixture.plan.cardQueries[field], "--json"];
  const { value, problem } = readAnswer(await runner.run(backend, args));
  return problem ?? judgeRecall(value, { fixture, field });
}

async function checkShow({ fixture, runner }: FixtureCase): Promise<Verdict> {
  const { value, problem } = readAnswer(await runner.run("baseline", ["show", fixture.snapshot.sha256, "--json"]));
  if (problem !== null) return problem;
  const shape = judgeShape(value, { bytes: "count", record_count: "count" }, { isOpen: true });
  if (shape !== null) return shape;
  const { bytes, record_count: records } = asObject(value), right = fixture.snapshot.bytes;
  const isRight = bytes === right && records === fixture.recordCount;
  return isRight ? null : failure("wrong-count", `${bytes} bytes, ${records} records`);
}

/** Searches for what must not be found. */
function absent(queriesOf: (fixture: Fixture) => readonly string[]): Check {
  return ({ fixture, runner }) => {
    const expected = { snapshot: fixture.snapshot, found: [], returned: 0 };
    return firstFailure(queriesOf(fixture).map((query) => () => checkSearch(runner, { query, expected })));
  };
}

const targetChecks = TARGET_NAMES.flatMap((name): [FixtureCheck, Check][] => [
  [`positive_search_${name}`, ({ fixture, runner }) => {
    const target = fixture.targets[name], expected = expectTarget(fixture.snapshot, target);
    return checkSearch(runner, { query: target.query, options: LIMITS[name], expected });
  }],
  [`exact_read_${name}`, ({ fixture, runner, bounds }) => {
    const { snapshot, targets } = fixture;
    const pages = { maxBytes: bounds.pageBytes, maxPages: bounds.maxPages, usesDefaults: name === "fact" };
    return judgeRead(runner, targets[name].record, { snapshot, ...pages });
  }],
]);
const recallChecks = CARD_FIELDS.map((field): [FixtureCheck, Check] => [
  `recall_${field}`,
  ({ fixture, runner }) => checkRecall(runner, { backend: "candidate", fixture, field }),
]);
const otherChecks: [FixtureCheck, Check][] = [
  ["baseline_v3_read_compatibility", checkShow],
  ["negative_search_absent", absent(absentQueries)],
  ["negative_search_other_version", absent(({ plan }) => [plan.otherFact])],
  ["negative_search_case_sensitive", absent(({ plan }) => [plan.fact.toLowerCase()])],
  ["negative_search_keys_not_values", absent(({ plan }) => [plan.keyMarker])],
  ["limited_search", ({ fixture, runner }) => {
    const found = fixture.tagged.map((record) => ({ record, matchCount: 1 }));
    const expected = { snapshot: fixture.snapshot, found, returned: LIMITED };
    return checkSearch(runner, { query: fixture.plan.tag, options: ["--limit", String(LIMITED)], expected });
  }],
];
const CHECKS = new Map<FixtureCheck, Check>([...targetChecks, ...recallChecks, ...otherChecks]);

/** Queries for what no record says: a fact of no version, and, where characters are escaped, the escapes as such. */
export function absentQueries({ plan }: Pick<Fixture, "plan">): string[] {
  return plan.spelling === "raw" ? [plan.absentFact] : [plan.absentFact, spellText(plan.fact, plan.spelling)];
}

/** The checks of a fixture, in the order of their names. */
export function fixtureChecks(given: FixtureCase): { check: string; run: () => Promise<Verdict> }[] {
  return FIXTURE_CHECKS.map((check) => ({ check, run: () => CHECKS.get(check)!(given) }));
}
