/** From the words of a command line to a call, strictly. No library serves: those at hand take a word that begins with a
 * dash for an option although a value is due, or load `node:` modules, which doubles the time of a command. @module */
import { PermafrostError } from "../../../kernel/error.ts";

/** An option of a command. */
export interface OptionSpec {
  /** The name, without the dashes. */ readonly name: string;
  /** What its value is called in the help; null for a flag. */ readonly value: string | null;
  /** Whether the value is a count: decimal digits without sign, blank, fraction, exponent or leading zero. */
  readonly isCount?: boolean;
  /** Whether the command needs it. */ readonly isNeeded?: boolean;
  /** One line of help. */ readonly help: string;
}

/** What the words of a command may be. */
export interface WordsSpec {
  /** The names of the operands, all of them needed. */ readonly operands: readonly string[];
  /** The options, in the order of the help. */ readonly options: readonly OptionSpec[];
}

/** The words of a command, told apart. */
export interface ParsedWords {
  /** The operands. */ readonly operands: readonly string[];
  /** The values of options that are texts. */ readonly texts: Readonly<Record<string, string>>;
  /** The values of options that are counts. */ readonly counts: Readonly<Record<string, number>>;
  /** The flags that were given. */ readonly flags: ReadonlySet<string>;
}

/** Reads the words after a command's name. A value follows its option as the next word, whatever that begins with, or
 * after `=`. Every word that begins with two dashes is an option, and so is every other that begins with one.
 * @throws {PermafrostError} usage: an option that is unknown, repeated, lacks its value or has one too many; a count
 * that is none; an operand or option that is missing; an operand too many. Values are not repeated in the message. */
export function parseWords(words: readonly string[], spec: WordsSpec): ParsedWords {
  const operands: string[] = [], flags = new Set<string>(), seen = new Set<string>();
  const texts: Record<string, string> = {}, counts: Record<string, number> = {};
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (!word.startsWith("-")) {
      operands.push(word);
      continue;
    }
    const [, name = "", inline] = /^--([a-z][a-z-]*)(?:=(.*))?$/s.exec(word) ?? [];
    const option = spec.options.find((each) => each.name === name) ??
      refuse("there is an option that it does not know");
    if (seen.has(name)) refuse(`--${name} is given twice`);
    seen.add(name);
    if (option.value === null) {
      if (inline !== undefined) refuse(`--${name} takes no value`);
      flags.add(name);
      continue;
    }
    const value = inline ?? words[++at] ?? refuse(`--${name} lacks its value ${option.value}`);
    if (option.isCount) counts[name] = parseCount(value, name);
    else texts[name] = value;
  }
  if (flags.has("help")) return { operands, texts, counts, flags };
  for (const { name, value, isNeeded } of spec.options) {
    if (isNeeded && !seen.has(name)) refuse(`--${name} ${value} is missing`);
  }
  const missing = spec.operands[operands.length];
  if (missing !== undefined) refuse(`${missing} is missing`);
  if (operands.length > spec.operands.length) refuse("there is an operand too many");
  const empty = spec.operands[operands.indexOf("")];
  if (empty !== undefined) refuse(`${empty} is empty`);
  return { operands, texts, counts, flags };
}

function parseCount(value: string, name: string): number {
  const count = Number(value);
  if (/^(?:0|[1-9][0-9]*)$/.test(value) && Number.isSafeInteger(count)) return count;
  return refuse(`the value of --${name} is no count; give decimal digits only`);
}

function refuse(state: string): never {
  throw new PermafrostError("usage", `Cannot read the command line: ${state}`);
}
