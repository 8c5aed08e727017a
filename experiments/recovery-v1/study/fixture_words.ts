/** The words and sentences that fixtures are made of. @module */
import type { Stream } from "./fixture_stream.ts";

/** Words for the first half of a fact's code; each begins with a capital. */
export const DEVICES: readonly string[] = [
  "Gauge",
  "Buoy",
  "Sluice",
  "Beacon",
  "Anemometer",
  "Winch",
  "Siren",
  "Crane",
];
/** Words for the second half of a fact's code. */
export const BIRDS: readonly string[] = ["Heron", "Plover", "Avocet", "Curlew", "Dunlin", "Gannet", "Petrel", "Skua"];

const PLACES = ["the north quay", "the old lock", "pier seven", "the tide pool", "the boathouse", "the signal mast"];
const ACTS = ["was greased", "was read twice", "stood still", "drifted a little", "was painted", "lost its cover"];
const REASONS = ["after the storm", "before low water", "while the ferry waited", "as the rota asks", "in thick fog"];
const ACCENTED = ["l'écluse est fermée", "Überlauf geprüft", "la señal volvió", "łódź na brzegu", "θάλασσα ήρεμη"];
const CJK = ["水位は平常", "点検済み", "潮が引く", "风向偏北", "등대 점검"];
const SIGNS = ["🛟", "⚓", "🌊", "🧭", "🌫️"];

/** One sentence of a log in plain ASCII. */
export function asciiSentence(stream: Stream): string {
  const hour = String(stream.below(24)).padStart(2, "0"), minute = String(stream.below(60)).padStart(2, "0");
  const device = stream.pick(DEVICES).toLowerCase();
  return `At ${hour}:${minute} the ${device} by ${stream.pick(PLACES)} ${stream.pick(ACTS)} ${stream.pick(REASONS)}.`;
}

/** One sentence in several scripts: characters of one to four bytes in UTF-8. */
export function mixedSentence(stream: Stream): string {
  return `${stream.pick(ACCENTED)}, ${stream.pick(CJK)} ${stream.pick(SIGNS)} ${stream.pick(PLACES)} ${
    stream.below(1000)
  };`;
}

/** Some sentences, mostly in ASCII, one of them in several scripts. */
export function logText(stream: Stream): string {
  const before = Array.from({ length: 1 + stream.below(3) }, () => asciiSentence(stream));
  const after = Array.from({ length: 1 + stream.below(2) }, () => asciiSentence(stream));
  return [...before, mixedSentence(stream), ...after].join(" ");
}

/** At least `chars` characters of ASCII log without quotes or line ends. */
export function asciiPadding(stream: Stream, chars: number): string {
  let text = asciiSentence(stream);
  while (text.length < chars) text += ` ${asciiSentence(stream)}`;
  return text;
}

/** What is before and after the middle of a phrase: accents; CJK, an emoji and a combining mark on its `e`. */
export function unicodePhrase(stream: Stream, code: number): string {
  const [front, back] = [stream.pick(ACCENTED), stream.pick(CJK)];
  return `${front} ${back} ${stream.pick(SIGNS)} cafe\u0301 n°${code}`;
}
