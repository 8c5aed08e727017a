/** Every way in which a text can be spelled inside a JSON string. @module */

/** Turns bytes into a text of as many UTF-16 units, each byte value always into the same unit. */
export type ByteDecoder = (bytes: Uint8Array<ArrayBuffer>) => string;

const SHORT: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["\\", "\\"],
  ["/", "/"],
  ["\b", "b"],
  ["\f", "f"],
  ["\n", "n"],
  ["\r", "r"],
  ["\t", "t"],
]);

/** Makes the source of a regular expression that finds a well-formed text in the bytes of JSON strings, seen one unit a
 * byte: each character raw as UTF-8 where a string may hold it so, by its short escape where it has one, or as `\u`
 * with hexadecimal digits of either case, a character beyond U+FFFF as two of them (RFC 8259, section 7). It misses
 * none of the text's occurrences in values. It may find more: in keys, and where a backslash is itself escaped.
 * @param decode How the bytes that will be searched become units. */
export function spellingSource(text: string, decode: ByteDecoder): string {
  return Array.from(text, (character) => `(?:${spellings(character, decode).join("|")})`).join("");
}

function spellings(character: string, decode: ByteDecoder): string[] {
  const ways: string[] = [], short = SHORT.get(character);
  if (character >= " " && character !== '"' && character !== "\\") {
    ways.push(literal(decode(new TextEncoder().encode(character))));
  }
  if (short !== undefined) ways.push(literal(`\\${short}`));
  ways.push(Array.from({ length: character.length }, (_, at) => escapeSource(character.charCodeAt(at))).join(""));
  return ways;
}

function escapeSource(unit: number): string {
  const digits = unit.toString(16).padStart(4, "0");
  return `\\\\u${digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)}`;
}

function literal(units: string): string {
  return units.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
