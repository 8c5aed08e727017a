/** From the words of a command line to a call. @module */
import { parseArgs } from "@std/cli/parse-args";
import { PermafrostError } from "../../kernel/error.ts";
import type { Call, CommandSpec, Io } from "./command.ts";

/**
 * Parses the words after a command's name.
 *
 * @throws {PermafrostError} usage, with the fix: an unknown or repeated option, a value or operand that is
 * missing, one operand too many.
 */
export function parseCall(spec: CommandSpec, { words, io }: { words: readonly string[]; io: Io }): Call {
  const refuse = (state: string): never => {
    throw new PermafrostError("usage", `Cannot ${spec.name}: ${state}; see permafrost ${spec.name} --help`);
  };
  const withValue = spec.options.filter(({ value }) => value !== undefined).map(({ name }) => name);
  const flagNames = [
    ...spec.options.filter(({ value }) => value === undefined).map(({ name }) => name),
    "json",
    "help",
  ];
  const parsed = parseArgs([...words], {
    string: ["_", ...withValue],
    collect: withValue,
    boolean: flagNames,
    unknown: (word, key) => key === undefined ? true : refuse(`there is no option ${word}`),
  }) as { _: string[] } & { [name: string]: unknown };
  const values: { [name: string]: string } = {};
  const lists: { [name: string]: readonly string[] } = {};
  for (const { name, value, isRepeated } of spec.options) {
    if (value === undefined) continue;
    const given = (parsed[name] ?? []) as string[];
    if (given.includes("")) refuse(`--${name} needs a value: ${value}`);
    if (isRepeated) lists[name] = given;
    else if (given.length > 1) refuse(`--${name} is given twice`);
    else if (given[0] !== undefined) values[name] = given[0];
  }
  const operands = parsed._.map(String);
  const flags = new Set(flagNames.filter((name) => parsed[name] === true));
  const needed = spec.operands.filter((name) => !name.startsWith("[")).length;
  if (!flags.has("help") && operands.length < needed) refuse(`${spec.operands[operands.length]} is missing`);
  if (operands.length > spec.operands.length) {
    refuse(`${JSON.stringify(operands[spec.operands.length])} is one operand too many`);
  }
  return { operands, values, lists, flags, io };
}
