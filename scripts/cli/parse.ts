/** From the words of a command line to a call. @module */
import { parseArgs } from "@std/cli/parse-args";
import { PermafrostError } from "../../kernel/error.ts";
import type { Call, CommandSpec, Io } from "./command.ts";
import { COMMON_OPTIONS } from "./help.ts";

/**
 * Parses the words after a command's name. What follows `--` is operands.
 *
 * @throws {PermafrostError} usage, with the fix: an unknown option, one given twice or with a value it does not
 * take, a value or operand that is missing, one operand too many.
 */
export function parseCall(spec: CommandSpec, { words, io }: { words: readonly string[]; io: Io }): Call {
  const refuse = (state: string): never => {
    throw new PermafrostError("usage", `Cannot ${spec.name}: ${state}; see permafrost ${spec.name} --help`);
  };
  const options = [...spec.options, ...COMMON_OPTIONS];
  const withValue = options.filter(({ value }) => value !== undefined).map(({ name }) => name);
  const flagNames = options.filter(({ value }) => value === undefined).map(({ name }) => name);
  const end = words.includes("--") ? words.indexOf("--") : words.length;
  words.slice(0, end).forEach((word, index) => {
    const [, name = "", value] = /^--([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
    if (word.startsWith("-") && word !== "-" && !options.some((option) => option.name === name)) {
      refuse(`there is no option ${JSON.stringify(word.split("=")[0])}`);
    }
    const isFlag = word.startsWith("--") && flagNames.includes(name);
    // The parser would take a "true" or "false" that follows a flag as its value.
    if (isFlag && (value !== undefined || /^(true|false)$/.test(words[index + 1] ?? ""))) {
      refuse(`--${name} takes no value`);
    }
    if (value === "") refuse(`--${name} needs a value`);
  });
  const parsed = parseArgs([...words], { string: ["_", ...withValue], collect: withValue, boolean: flagNames }) as {
    _: string[];
  } & { [name: string]: unknown };
  const values: { [name: string]: string } = {};
  const lists: { [name: string]: readonly string[] } = {};
  for (const { name, value, isRepeated } of options) {
    if (value === undefined) continue;
    const given = (parsed[name] ?? []) as string[];
    if (given.includes("")) refuse(`--${name} needs a value: ${value}`);
    if (isRepeated) lists[name] = given;
    else if (given.length > 1) refuse(`--${name} is given twice`);
    else if (given[0] !== undefined) values[name] = given[0];
  }
  const operands = parsed._;
  const flags = new Set(flagNames.filter((name) => parsed[name] === true));
  if (flags.has("help")) return { operands, values, lists, flags, io };
  const needed = spec.operands.filter((name) => !name.startsWith("[")).length;
  const missing = operands.includes("") ? operands.indexOf("") : operands.length;
  if (missing < needed) refuse(`${spec.operands[missing]} is missing`);
  const isOpen = spec.operands.at(-1)?.endsWith("...]") === true; // the last one may be given any number of times
  if (operands.length > spec.operands.length && !isOpen) {
    refuse(`${JSON.stringify(operands[spec.operands.length])} is one operand too many`);
  }
  return { operands, values, lists, flags, io };
}
