/** All fixtures with the robustness snapshot, in memory, and the digest that stands for every byte of them. @module */
import { sha256Hex } from "../../../kernel/digest.ts";
import { canonicalize } from "../../../kernel/json_encode.ts";
import { buildFixture, type BuiltFixture, type RecordFacts, recordFacts } from "./fixture_build.ts";
import { type FixtureId, listFixtureIds, planFixture } from "./fixture_plan.ts";
import { FIXTURE_SEED, openStream } from "./fixture_stream.ts";
import { makeSnapshot, type Snapshot, VAULT_PATH, vaultFiles } from "./vault_writer.ts";

/** A fixture with its snapshot. */
export interface Fixture extends BuiltFixture {
  /** As the vault holds it. */ readonly snapshot: Snapshot;
}
/** The snapshot of lines that are no ordinary records. */
export interface Robustness {
  /** As the vault holds it. */ readonly snapshot: Snapshot;
  /** A JSON string with characters of one to four bytes; a torn line; a number; an empty line. */
  readonly records: Readonly<Record<"text" | "malformed" | "numeric" | "empty", RecordFacts>>;
  /** What stands in the text record, once. */ readonly query: string;
  /** What stands in the torn line, and would be a value if it were whole. */ readonly tornQuery: string;
}
/** Everything that a study reads. */
export interface FixtureSet {
  /** The 36 fixtures, in their order. */ readonly fixtures: readonly Fixture[];
  /** The 37th snapshot. */ readonly robustness: Robustness;
  /** Every file by its path: `fixtures/…` the transcripts, `data/gobstopper/vault/…` the vault. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** SHA-256 of the canonical list of path, bytes and SHA-256 of every file, in the order of paths. */
  readonly manifestSha256: string;
}

const FIRST_TS = 1_789_900_000; // Unix seconds, in September 2026; an hour lies between two snapshots
const HOUR = 3_600;

/** Makes every fixture anew; the bytes follow from the seed alone. */
export function makeFixtures(): FixtureSet {
  const fixtures = listFixtureIds().map(makeFixture);
  const robustness = makeRobustness(fixtures.length);
  const snapshots = [...fixtures.map(({ snapshot }) => snapshot), robustness.snapshot];
  const vault = [...vaultFiles(snapshots)].map(([path, bytes]) => [`data/${VAULT_PATH}/${path}`, bytes] as const);
  const sources = fixtures.map(({ plan, source }) => [`fixtures/${plan.name}.jsonl`, source] as const);
  const last = [`fixtures/robustness.jsonl`, robustnessSource(robustness.records)] as const;
  const files = new Map<string, Uint8Array>([...sources, last, ...vault]);
  return { fixtures, robustness, files, manifestSha256: filesDigest(files) };
}

/** The digest of files by path: SHA-256 of the canonical list of their paths, sizes and digests in the order of paths. */
export function filesDigest(files: ReadonlyMap<string, Uint8Array>): string {
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  return sha256Hex(
    canonicalize(sorted.map(([path, bytes]) => ({ path, bytes: bytes.length, sha256: sha256Hex(bytes) }))),
  );
}

function makeFixture(id: FixtureId, index: number): Fixture {
  const built = buildFixture(planFixture(id)), { plan, source, recordCount } = built;
  const path = `/synthetic/${FIXTURE_SEED}/${plan.name}.jsonl`, ts = FIRST_TS + HOUR * index;
  const facts = { provider: plan.provider, sessionId: plan.sessionId, path, recordCount, ts };
  return { ...built, snapshot: makeSnapshot(source, facts) };
}

function makeRobustness(index: number): Robustness {
  const stream = openStream("robustness"), mark = stream.hex(8);
  const query = `léger ${mark} 霧 🌁 ne\u0301ant`, tornQuery = `torn-${stream.hex(8)}`;
  const text = JSON.stringify(`Night log: ${query}; 波 2 m, vent d'ouest, 🛶 amarrée, œuvre à quai, 岸壁は静か, done.`);
  const lines = [text, `{"type":"user","message":"${tornQuery}`, "42.5", ""];
  const [first, malformed, numeric, empty] = lines.map((line, at) => recordFacts(at, line));
  const records = { text: first!, malformed: malformed!, numeric: numeric!, empty: empty! };
  const path = `/synthetic/${FIXTURE_SEED}/robustness.jsonl`, ts = FIRST_TS + HOUR * index;
  const facts = { provider: "codex", sessionId: stream.uuid(), path, recordCount: lines.length, ts } as const;
  return { records, query, tornQuery, snapshot: makeSnapshot(robustnessSource(records), facts) };
}

function robustnessSource(records: Robustness["records"]): Uint8Array {
  const { text, malformed, numeric, empty } = records;
  const decoder = new TextDecoder();
  return new TextEncoder().encode(
    [text, malformed, numeric, empty].map(({ bytes }) => `${decoder.decode(bytes)}\n`).join(""),
  );
}
