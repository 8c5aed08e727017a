/** What a fixture says: its facts, queries and card, before any record is written. @module */
import { openStream, type Stream } from "./fixture_stream.ts";
import { BIRDS, DEVICES, unicodePhrase } from "./fixture_words.ts";

/** Whose record shapes a fixture has. */
export type Provider = "codex" | "claude_code";
/** The providers, in the order of the fixtures. */
export const PROVIDERS: readonly Provider[] = ["codex", "claude_code"];
/** Families of each provider, and versions of each family. */
export const FAMILY_COUNT = 6, VERSION_COUNT = 3;
/** Tool call/result pairs of a fixture. */
export const PAIR_COUNT = 24;
/** How characters beyond ASCII are written: as they are, or as `\u` with lower- or upper-case digits. */
export type Spelling = "raw" | "lower" | "upper";
/** The fields of a state card that are asked for. */
export const CARD_FIELDS = ["goal", "error", "current"] as const;
/** One of {@linkcode CARD_FIELDS}. */
export type CardField = typeof CARD_FIELDS[number];
/** A state card's first line (specs/recovery.md). */
export const CARD_MARKER = "[gobstopper state card]";

/** Which fixture. */
export interface FixtureId {
  /** Its provider. */ readonly provider: Provider;
  /** Its family, 0 to 5. */ readonly family: number;
  /** Its version, 0 to 2. */ readonly version: number;
}

/** The plan of one fixture. */
export interface FixturePlan extends FixtureId {
  /** Its name. */ readonly name: string;
  /** Its session. */ readonly sessionId: string;
  /** How it is spelled. */ readonly spelling: Spelling;
  /** The repeated part of the fact's phrase. */ readonly code: string;
  /** The fact's phrase: it begins with what it ends with, so that overlapping finds would be counted apart. */
  readonly fact: string;
  /** The same fact as the next version of the family has it. */ readonly otherFact: string;
  /** A fact of no version. */ readonly absentFact: string;
  /** A phrase of accents, CJK, an emoji and a combining mark. */ readonly unicode: string;
  /** The end of the long record. */ readonly tail: string;
  /** What every tool result bears. */ readonly tag: string;
  /** What stands as an object's key only. */ readonly keyMarker: string;
  /** The values of the card's fields that are asked for. */ readonly card: Readonly<Record<CardField, string>>;
  /** Queries for them, in another case. */ readonly cardQueries: Readonly<Record<CardField, string>>;
  /** In which pair each special thing stands. */
  readonly pairs: Readonly<Record<"fact" | "unicode" | "long" | "composed" | "key" | "decoy", number>>;
  /** The size of the long record in bytes, at most. */ readonly longBytes: number;
  /** The stream of this version's other words. */ readonly stream: Stream;
}

/** Lists all 36 fixtures in their order: provider, family, version. */
export function listFixtureIds(): FixtureId[] {
  const count = PROVIDERS.length * FAMILY_COUNT * VERSION_COUNT;
  return Array.from({ length: count }, (_, index) => ({
    provider: PROVIDERS[Math.floor(index / (FAMILY_COUNT * VERSION_COUNT))]!,
    family: Math.floor(index / VERSION_COUNT) % FAMILY_COUNT,
    version: index % VERSION_COUNT,
  }));
}

/** Plans one fixture. Versions of a family share their sentences' shape and differ in numbers, so that only exact
 * matching tells them apart. */
export function planFixture({ provider, family, version }: FixtureId): FixturePlan {
  const name = `${provider}-f${family}-v${version}`;
  const [shared, stream] = [openStream(`${provider}/f${family}`), openStream(name)];
  const [device, bird, first] = [shared.pick(DEVICES), shared.pick(BIRDS), 10 + shared.below(80)];
  const number = (of: number): number => 10 + ((first - 10 + 29 * of) % 90); // 0 to 3 give four different numbers
  const codeOf = (of: number): string => `${device}${number(of)}${bird}`;
  const factOf = (of: number): string => `${codeOf(of)}→${codeOf(of)}`;
  const phrase = unicodePhrase(shared, 1_000 + 31 * first + version);
  const [tailStem, fields] = [shared.hex(6), shared.hex(8)];
  const card = {
    goal: `Bring GoalMark-${fields}-${version} and the night log into one table`,
    error: `ErrMark-${fields}-${version}: the pump's clock ran 40 s late`,
    current: `CurMark-${fields}-${version} is being compared with the harbour's paper`,
  };
  const query = (mark: string): string => `${mark}-${fields}-${version}`.toUpperCase();
  return {
    ...{ provider, family, version, name, stream, sessionId: stream.uuid() },
    spelling: family % 2 === 1 ? "raw" : family === 2 ? "upper" : "lower",
    ...{ code: codeOf(version), fact: factOf(version), otherFact: factOf((version + 1) % VERSION_COUNT) },
    ...{ absentFact: factOf(VERSION_COUNT), unicode: phrase, tag: `shared-tag-${stream.hex(10)}` },
    tail: `so ends the long page ${tailStem}-${version} 終わり 🏁`,
    keyMarker: `only_a_key_${stream.hex(8)}`,
    card,
    cardQueries: { goal: query("GoalMark"), error: query("ErrMark"), current: query("CurMark") },
    pairs: { composed: 1, key: 3 + version, fact: 8 + family, unicode: 15 + version, long: 19, decoy: 21 + version },
    longBytes: 21_000 + 251 * ((family * VERSION_COUNT + version) * 2 + PROVIDERS.indexOf(provider)),
  };
}

/** Writes a state card's text: the marker, the fields, some more of them, and what it covers. */
export function cardText({ card, version }: FixturePlan, coveredRecords: number): string {
  return [
    CARD_MARKER,
    `goal: ${card.goal}`,
    `error: ${card.error}`,
    "error: one page of the log was wet and could not be read",
    `current: ${card.current}`,
    `summary: the first ${version + 2} nights are entered, the rest waits`,
    "concept: a reading counts once two people have seen it",
    "file: logs/night_watch.csv",
    "decision: keep the paper's spelling of every name",
    "todo: ask who held the watch on the third night",
    "context: tide tables are in local time, the log is in UTC",
    `(covers ${coveredRecords} earlier records)`,
  ].join("\n");
}
