/** The thirteen checks that are made once. @module */
import { sha256Hex } from "../../../kernel/digest.ts";
import { judgeRefusal, readAnswer } from "./answer.ts";
import type { StudyBounds } from "./bounds.ts";
import type { Runner } from "./budget.ts";
import { INVALID_INPUT_COUNT, SINGLE_CHECKS } from "./check_names.ts";
import { firstFailure, type Verdict } from "./failure_kinds.ts";
import { recordFacts } from "./fixture_build.ts";
import { checkSearch } from "./fixture_checks.ts";
import { FIXTURE_SEED } from "./fixture_stream.ts";
import type { Fixture, FixtureSet } from "./fixtures.ts";
import { judgePage, judgeRead, pageArguments } from "./judge_page.ts";
import { checkMcp } from "./mcp_check.ts";
import { type Snapshot, VAULT_PATH, vaultFiles, writeFiles } from "./vault_writer.ts";

/** What a check that is made once works with. */
export interface SingleCase {
  /** All fixtures. */ readonly set: FixtureSet;
  /** What runs its commands. */ readonly runner: Runner;
  /** The study's bounds. */ readonly bounds: StudyBounds;
  /** Where a damaged copy of a vault may be made. */ readonly runDirectory: string;
}
type Check = (given: SingleCase) => Promise<Verdict>;

/** The narrowest page of the check of boundaries: four bytes hold any character, seven never two of them. */
const NARROW_BYTES = 7;
/** The first fixture, and the first one of two chunks. */
const PLAIN = 0, CROSSING = 15;

/** One malformed line and one empty line are unsearchable; a number is JSON without text; the last line end starts no
 * record. Every one of the lines, the empty one too, can be read; one more cannot. */
async function checkMalformed({ set, runner, bounds }: SingleCase): Promise<Verdict> {
  const { snapshot, records, query, tornQuery } = set.robustness;
  const numeric = new TextDecoder().decode(records.numeric.bytes);
  const none = { snapshot, found: [], returned: 0, unsearchable: 2 };
  const one = { ...none, found: [{ record: records.text, matchCount: 1 }], returned: 1 };
  const pages = { snapshot, maxBytes: bounds.pageBytes, maxPages: bounds.maxPages };
  const beyond = { snapshot, record: recordFacts(4, ""), offset: 0, maxBytes: bounds.pageBytes };
  return await firstFailure([
    () => checkSearch(runner, { query, expected: one }),
    () => checkSearch(runner, { query: numeric, expected: none }),
    () => checkSearch(runner, { query: tornQuery, expected: none }),
    ...[records.malformed, records.numeric, records.empty].map((record) => () => judgeRead(runner, record, pages)),
    async () => judgeRefusal(await runner.run("candidate", pageArguments(beyond))),
  ]);
}

/** Pages of at most seven bytes together are the record; its end is an empty page; an offset within a character or
 * beyond the end is refused. */
async function checkBoundaries({ set, runner, bounds }: SingleCase): Promise<Verdict> {
  const { snapshot, records: { text } } = set.robustness;
  const size = text.bytes.length, within = text.bytes.findIndex((byte) => byte >= 0xf0) + 2;
  const page = (offset: number) => ({ snapshot, record: text, offset, maxBytes: NARROW_BYTES });
  const refuse = async (offset: number): Promise<Verdict> =>
    judgeRefusal(await runner.run("candidate", pageArguments(page(offset))));
  return await firstFailure([
    () => judgeRead(runner, text, { snapshot, maxBytes: NARROW_BYTES, maxPages: bounds.maxPages }),
    async () => {
      const { value, problem } = readAnswer(await runner.run("candidate", pageArguments(page(size))));
      return problem ?? judgePage(value, page(size));
    },
    () => refuse(within),
    () => refuse(size + 1),
  ]);
}

/** The arguments that must be refused, in the order of their checks. */
export function invalidInputs({ snapshot, targets: { fact } }: Fixture): string[][] {
  const { sha256 } = snapshot;
  const search = (digest: string, ...rest: string[]) => ["search-snapshot", digest, ...rest, "--json"];
  const read = (maxBytes: number) => pageArguments({ snapshot, record: fact.record, offset: 0, maxBytes });
  return [
    search(sha256.slice(0, 12), "--query", fact.query),
    search(sha256.toUpperCase(), "--query", fact.query),
    search(`../manifests/${sha256}`, "--query", fact.query),
    search(sha256, "--query", ""),
    search(sha256, "--query", `x${"é".repeat(512)}`), // 513 characters, 1,025 bytes
    search(sha256, "--query", fact.query, "--limit", "0"),
    search(sha256, "--query", fact.query, "--limit", "51"),
    read(3),
    read(16_385),
  ];
}

/** In a copy of the vault, one letter of a fact is another, and elsewhere the second chunk lacks a byte: searching and
 * reading are refused, also where the record that is asked for lies in a chunk that is whole. So is a digest that
 * names nothing. */
async function checkIntegrity({ set, runner, bounds, runDirectory }: SingleCase): Promise<Verdict> {
  const [plain, crossing] = [set.fixtures[PLAIN]!, set.fixtures[CROSSING]!];
  const dataHome = `${runDirectory}/damaged`;
  const files = vaultFiles([plain.snapshot, crossing.snapshot]);
  for (const [path, bytes] of damage({ plain, crossing })) files.set(path, bytes);
  writeFiles(`${dataHome}/${VAULT_PATH}`, files);
  const search = (snapshot: Snapshot | string, query: string) => {
    const sha256 = typeof snapshot === "string" ? snapshot : snapshot.sha256;
    return ["search-snapshot", sha256, "--query", query, "--json"];
  };
  const page = (of: Fixture, index: number) => {
    const record = index === 0 ? recordFacts(0, "") : of.targets.fact.record;
    return pageArguments({ snapshot: of.snapshot, record, offset: 0, maxBytes: bounds.pageBytes });
  };
  const refuse = (args: readonly string[], where?: string) => async (): Promise<Verdict> =>
    judgeRefusal(await runner.run("candidate", args, where));
  return await firstFailure([
    refuse(search(plain.snapshot, plain.plan.tail), dataHome),
    refuse(page(plain, plain.targets.fact.record.index), dataHome),
    refuse(search(crossing.snapshot, crossing.plan.fact), dataHome),
    refuse(page(crossing, 0), dataHome),
    refuse(search(sha256Hex(`${FIXTURE_SEED}/nothing`), plain.plan.tail)),
  ]);
}

/** The damaged chunks by their paths, under the names of the whole ones. */
function damage({ plain, crossing }: { plain: Fixture; crossing: Fixture }): Map<string, Uint8Array> {
  const [first] = plain.snapshot.chunkPaths, second = crossing.snapshot.chunkPaths[1];
  const changed = plain.snapshot.files.get(first!)!.slice();
  const text = new TextEncoder().encode(plain.plan.code);
  const at = changed.findIndex((_, from) => text.every((byte, index) => changed[from + index] === byte));
  changed[at] = changed[at]! ^ 0x01; // one letter for its neighbour: still valid JSON
  return new Map([[first!, changed], [second!, crossing.snapshot.files.get(second!)!.slice(0, -1)]]);
}

const CHECKS = new Map<string, Check>([
  ["malformed_physical_records", checkMalformed],
  ["unicode_boundary_pagination", checkBoundaries],
  ...Array.from({ length: INVALID_INPUT_COUNT }, (_, index): [string, Check] => [
    `invalid_input_${index}`,
    async ({ set, runner }) => judgeRefusal(await runner.run("candidate", invalidInputs(set.fixtures[PLAIN]!)[index]!)),
  ]),
  ["integrity_fail_closed", checkIntegrity],
  ["mcp_default_denial_and_opt_in", ({ set, runner }) => checkMcp(runner, set.fixtures[PLAIN]!)],
]);

/** The checks that are made once, in the order of their names. */
export function singleChecks(given: SingleCase): { check: string; run: () => Promise<Verdict> }[] {
  return SINGLE_CHECKS.map((check) => ({ check, run: () => CHECKS.get(check)!(given) }));
}
