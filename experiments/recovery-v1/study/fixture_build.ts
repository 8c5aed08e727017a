/** From a plan to the bytes of a transcript, and where its targets stand. @module */
import { sha256Hex } from "../../../kernel/digest.ts";
import { cardText, type FixturePlan, PAIR_COUNT } from "./fixture_plan.ts";
import { makeRecords, spellRecord, spellText } from "./fixture_records.ts";
import { openStream } from "./fixture_stream.ts";
import { asciiPadding, asciiSentence, logText, mixedSentence } from "./fixture_words.ts";

/** Bytes of a whole chunk of a vault (specs/recovery.md). */
export const CHUNK_BYTES = 1_048_576;
const PADDING_BYTES = 16_384;
const encoder = new TextEncoder();

/** One physical line of a transcript. */
export interface RecordFacts {
  /** Its index, from 0. */ readonly index: number;
  /** Its bytes, without the line end. */ readonly bytes: Uint8Array;
  /** Their SHA-256. */ readonly sha256: string;
}
/** A query with the only record that it matches, and how often. */
export interface Target {
  /** What to search for. */ readonly query: string;
  /** The record. */ readonly record: RecordFacts;
  /** Matches in it that do not overlap. */ readonly matchCount: number;
}
/** The known targets, in the order of their checks. */
export const TARGET_NAMES = ["fact", "unicode", "long"] as const;
/** One of {@linkcode TARGET_NAMES}. */
export type TargetName = typeof TARGET_NAMES[number];

/** A transcript with what is known about it. */
export interface BuiltFixture {
  /** Its plan. */ readonly plan: FixturePlan;
  /** The whole transcript. */ readonly source: Uint8Array;
  /** How many records it has. */ readonly recordCount: number;
  /** The three known targets. */ readonly targets: Readonly<Record<TargetName, Target>>;
  /** The records that bear the shared tag, in order. */ readonly tagged: readonly RecordFacts[];
}

/** Facts about a line. */
export function recordFacts(index: number, line: string): RecordFacts {
  const bytes = encoder.encode(line);
  return { index, bytes, sha256: sha256Hex(bytes) };
}

/** Writes a planned transcript: the opening, 24 tool calls with their results, remarks that look like a state card and
 * are none, and the card. In family 5 padding stands before the fact, so that the first chunk ends within a character
 * of its phrase. */
export function buildFixture(plan: FixturePlan): BuiltFixture {
  const { stream, spelling, pairs } = plan;
  const records = makeRecords(plan.provider, { sessionId: plan.sessionId, stream: openStream(`${plan.name}/names`) });
  const lines: string[] = [];
  const spell = (record: object): string => spellRecord(record, spelling);
  const add = (...some: object[]): number => lines.push(...some.map(spell)) - 1;
  add(...records.opening(), records.user(`Please go through the watch log of ${plan.provider}. ${logText(stream)}`));
  const decoy = cardText(plan, 7);
  add(records.assistant(decoy), records.user(`My notes from yesterday:\n${decoy}`));
  const places = new Map<number, number>();
  for (let pair = 0; pair < PAIR_COUNT; pair++) {
    const id = `call_${stream.hex(12)}`, argument = `page ${pair + 1}`;
    const calls = { argument, extraKey: pair === pairs.key ? plan.keyMarker : undefined };
    const text = pairText(plan, { pair, decoy });
    if (pair === pairs.fact && plan.family === 5) {
      const trial = makeRecords(plan.provider, { sessionId: plan.sessionId, stream: openStream("trial") });
      trial.user(""); // the first record of a transcript names no parent, and is shorter
      const callBytes = byteLength(spell(trial.call(id, calls))) + 1;
      const resultLine = spell(trial.result(id, text));
      const within = byteLength(resultLine.slice(0, resultLine.indexOf(plan.fact) + plan.code.length)) + 1;
      const bytes = CHUNK_BYTES - byteLength(lines.join("\n")) - 1 - callBytes - within;
      addPadding(bytes, { plan, make: (filler) => spell(records.assistant(filler)), lines });
    }
    add(records.call(id, calls));
    places.set(pair, add(records.result(id, pair === pairs.long ? longText(plan, text) : text)));
  }
  add(records.assistant(`All pages are read. ${asciiSentence(stream)}`));
  add(records.user(cardText(plan, lines.length)));
  const at = (pair: number): RecordFacts => recordFacts(places.get(pair)!, lines[places.get(pair)!]!);
  return {
    ...{ plan, source: encoder.encode(lines.join("\n") + "\n"), recordCount: lines.length },
    targets: {
      fact: { query: plan.fact, record: at(pairs.fact), matchCount: 2 },
      unicode: { query: plan.unicode, record: at(pairs.unicode), matchCount: 1 },
      long: { query: plan.tail, record: at(pairs.long), matchCount: 1 },
    },
    tagged: Array.from({ length: PAIR_COUNT }, (_, pair) => at(pair)),
  };
}

/** The text of one tool result; of the long one, its beginning. */
function pairText(plan: FixturePlan, { pair, decoy }: { pair: number; decoy: string }): string {
  const { stream, pairs, code, fact, unicode, tag } = plan;
  if (pair === pairs.decoy) return `${decoy}\n${tag}`;
  const text = `Page ${pair + 1} [${tag}] ${logText(stream)}`;
  if (pair === pairs.fact) return `${text} It reads ${code}→${code}→${code}; below, in another hand, ${fact} again.`;
  if (pair === pairs.unicode) return `${text} In the margin stands "${unicode}", and nothing else.`;
  if (pair === pairs.composed) return `${text} A copyist wrote "${unicode.replace("e\u0301", "\u00e9")}" once.`;
  return text;
}

/** Lengthens a text until its record is nearly as long as planned, and ends it with the tail. */
function longText(plan: FixturePlan, beginning: string): string {
  const size = (text: string): number => byteLength(spellText(text, plan.spelling));
  const overheadBytes = 300; // more than what stands around the text in a record
  const parts = [beginning];
  for (let left = plan.longBytes - overheadBytes - size(beginning) - size(plan.tail) - 1; left > 0;) {
    const sentence = mixedSentence(plan.stream);
    left -= size(sentence) + 1;
    if (left > 0) parts.push(sentence);
  }
  return [...parts, plan.tail].join(" ");
}

/** Adds filler lines of exactly so many bytes, line ends included. */
function addPadding(
  bytes: number,
  { plan, make, lines }: { plan: FixturePlan; make: (filler: string) => string; lines: string[] },
): void {
  const filler = asciiPadding(plan.stream, 2 * PADDING_BYTES);
  const emptyBytes = byteLength(make("")) + 1; // the name that this takes from the stream changes no length
  for (let left = bytes, count = 0; left > 0; count++) {
    const lineBytes = left > 2 * PADDING_BYTES ? PADDING_BYTES : left;
    const from = (count * 37) % 200;
    lines.push(make(filler.slice(from, from + lineBytes - emptyBytes)));
    left -= lineBytes;
  }
}

const byteLength = (text: string): number => encoder.encode(text).length;
