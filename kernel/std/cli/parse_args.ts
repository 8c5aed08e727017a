/**
 * Command line arguments as an object, in the manner of minimist.
 *
 * Local slice of `@std/cli`; see `kernel/std/README.md`.
 *
 * @module
 */

import { isBooleanFlag, type Names, readNames } from "./_names.ts";
import { hasNested, setNested } from "./_nested.ts";
import type { AliasNames, BooleanNames, DefaultValues, DoubleDash, FlagNames, Values } from "./_types.ts";

/** What {@linkcode parseArgs} returns: the flags by name, and in `_` the arguments that are no flags. */
export type Args<
  // deno-lint-ignore no-explicit-any -- as upstream: untyped flags are of any type
  TArgs extends Record<string, unknown> = Record<string, any>,
  TDoubleDash extends boolean | undefined = undefined,
> = TArgs & { _: Array<string | number> } & DoubleDash<TDoubleDash>;

/** Options of {@linkcode parseArgs}. */
export interface ParseOptions<
  TBooleans extends BooleanNames = BooleanNames,
  TStrings extends FlagNames = FlagNames,
  TCollectable extends FlagNames = FlagNames,
  TNegatable extends FlagNames = FlagNames,
  TDefault extends DefaultValues = DefaultValues,
  TAliases extends AliasNames = AliasNames,
  TDoubleDash extends boolean | undefined = boolean | undefined,
> {
  /** Whether what follows `--` goes to the key `--`, and not to `_`. */
  "--"?: TDoubleDash;
  /** Other names of a flag; each name of the group gets the value. */
  alias?: TAliases;
  /** Flags that take no value and are false when not given; `true` for every long flag without `=`. */
  boolean?: TBooleans | ReadonlyArray<Extract<TBooleans, string>>;
  /** Values of flags that are not given. */
  default?: TDefault;
  /** Whether all that follows the first argument that is no flag goes to `_` as it stands. */
  stopEarly?: boolean;
  /** Flags whose value stays text, empty when there is none. */
  string?: TStrings | ReadonlyArray<Extract<TStrings, string>>;
  /** Flags whose values, one for each time given, are an array. Of the others the last one counts. */
  collect?: TCollectable | ReadonlyArray<Extract<TCollectable, string>>;
  /** Flags that `--no-NAME` sets to false. */
  negatable?: TNegatable | ReadonlyArray<Extract<TNegatable, string>>;
  /** Asked about each argument that no option names; `false` leaves it out. */
  unknown?: (arg: string, key?: string, value?: unknown) => unknown;
}

/** What is read so far, and by which rules. */
interface Reading {
  readonly names: Names;
  readonly keepUnknown: (arg: string, key?: string, value?: unknown) => boolean;
  readonly result: Args;
}

/** Where a flag was found: the whole argument, and the argument after it. */
interface Place {
  readonly arg: string;
  readonly next: string | undefined;
}

/** The flag of this name there. */
interface Found extends Place {
  readonly name: string;
  /** Whether it takes the place of an array collected before. */
  readonly replaces?: boolean;
}

const isNumeric = (text: string): boolean => text.trim() !== "" && Number.isFinite(Number(text));
const isTruth = (text: string): boolean => text === "true" || text === "false";

/** Sets a flag under all its names, or leaves it out when nobody knows it. */
function setFlag(reading: Reading, { arg, name, replaces = false }: Found, value: string | boolean): void {
  const { names, result } = reading;
  const isKnown = names.booleans.has(name) || names.strings.has(name) || names.aliases.has(name) ||
    names.longFlagsAreBoolean && /^--[^=]+$/.test(arg);
  if (!isKnown && !reading.keepUnknown(arg, name, value)) return;
  const stored = typeof value === "string" && !names.strings.has(name) && isNumeric(value) ? Number(value) : value;
  const collect = names.collected.has(name) && !replaces;
  for (const each of [name, ...(names.aliases.get(name) ?? [])]) {
    setNested(result, { name: each, value: stored, collect });
  }
}

/** Sets a flag that has no value of its own. Returns whether it took the next argument. */
function setBareFlag(reading: Reading, found: Found, { mayTakeNext }: { mayTakeNext: boolean }): boolean {
  const { names } = reading;
  const { name, next } = found;
  if (next && mayTakeNext && !isBooleanFlag(names, name)) {
    setFlag(reading, found, next);
    return true;
  }
  if (next && isTruth(next)) {
    setFlag(reading, found, next === "true");
    return true;
  }
  setFlag(reading, found, names.strings.has(name) ? "" : true);
  return false;
}

/** Reads `--name`, `--name=value` or `--no-name`. Returns whether it took the next argument. */
function readLong(reading: Reading, place: Place): boolean {
  const { names } = reading;
  const [, negation = "", name = "", value] = /^--(no-)?(.+?)(?:=(.+))?$/s.exec(place.arg) ?? [];
  const found = { ...place, name };
  if (value !== undefined) {
    setFlag(reading, found, names.booleans.has(name) ? value !== "false" : value);
    return false;
  }
  if (negation !== "" && names.negatable.has(name)) {
    setFlag(reading, { ...found, replaces: true }, false);
    return false;
  }
  const mayTakeNext = !names.longFlagsAreBoolean && !place.next?.startsWith("-");
  return setBareFlag(reading, { ...found, name: negation + name }, { mayTakeNext });
}

/** The value that begins inside a group of short flags, right after this letter, if any does. */
function findInlineValue(letter: string, rest: string): string | undefined {
  if (/[A-Za-z]/.test(letter)) {
    const assigned = /=(.+)/.exec(rest)?.[1];
    if (assigned !== undefined) return assigned;
    if (/\d\.?$/.test(rest)) return rest;
  }
  return rest.length > 1 && /^\W/.test(rest) ? rest : undefined;
}

/** Reads `-x`, `-xyz`, `-n5` or `-x=value`. Returns whether it took the next argument. */
function readShort(reading: Reading, place: Place): boolean {
  const { arg, next } = place;
  for (let at = 1; at < arg.length - 1; at++) {
    const found = { ...place, name: arg.charAt(at) };
    const rest = arg.slice(at + 1);
    const value = rest === "-" ? undefined : findInlineValue(found.name, rest);
    if (value !== undefined) {
      setFlag(reading, found, value);
      return false;
    }
    setFlag(reading, found, rest === "-" ? "-" : reading.names.strings.has(found.name) ? "" : true);
  }
  if (arg.endsWith("-")) return false;
  const mayTakeNext = next !== undefined && !/^--?[^-]/.test(next);
  return setBareFlag(reading, { ...place, name: arg.slice(-1) }, { mayTakeNext });
}

function readArguments(reading: Reading, args: readonly string[], stopEarly: boolean): void {
  const { names, result } = reading;
  for (let index = 0; index < args.length; index++) {
    const place = { arg: args[index] as string, next: args[index + 1] };
    if (place.arg.startsWith("-") && place.arg !== "-") {
      const tookNext = place.arg.startsWith("--") ? readLong(reading, place) : readShort(reading, place);
      if (tookNext) index++;
      continue;
    }
    if (reading.keepUnknown(place.arg)) {
      result._.push(!names.strings.has("_") && isNumeric(place.arg) ? Number(place.arg) : place.arg);
    }
    if (stopEarly) return void result._.push(...args.slice(index + 1));
  }
}

/** Gives the flags that are not there their default, then false or the empty array. */
function addMissing({ names, result }: Reading, defaults: Readonly<Record<string, unknown>>): void {
  const set = (name: string, value: unknown) => setNested(result, { name, value, collect: false });
  for (const [name, value] of Object.entries(defaults)) {
    if (hasNested(result, name)) continue;
    for (const each of [name, ...(names.aliases.get(name) ?? [])]) set(each, value);
  }
  for (const name of names.booleans) {
    if (!hasNested(result, name)) set(name, names.collected.has(name) ? [] : false);
  }
  for (const name of names.strings) {
    if (names.collected.has(name) && !hasNested(result, name)) set(name, []);
  }
}

/**
 * Reads command line arguments into an object.
 *
 * A flag is `--name`, `--name=value`, `-x` or several letters `-xyz`. Without `=` its value is the next argument
 * where that is no flag, and `true` where there is none. Text that reads as a finite number becomes one, unless the
 * flag is under `string`. A dotted name sets a value in an object. What is no flag, and all that follows `--`, goes
 * to `_`. The same arguments and options give the same result; nothing outside is read.
 *
 * @param args The arguments, such as `Deno.args`.
 * @param options Which flags are booleans, texts or arrays, and what stands for those not given.
 * @returns The flags and `_`. With `boolean`, `string` or `collect` given, typed by them.
 * @throws {TypeError} When an alias is undefined, or a dotted name leads through a value that is no object.
 */
export function parseArgs<
  TArgs extends Values<TBooleans, TStrings, TCollectable, TNegatable, TDefaults, TAliases>,
  TDoubleDash extends boolean | undefined = undefined,
  TBooleans extends BooleanNames = undefined,
  TStrings extends FlagNames = undefined,
  TCollectable extends FlagNames = undefined,
  TNegatable extends FlagNames = undefined,
  TDefaults extends DefaultValues = undefined,
  const TAliases extends AliasNames = undefined,
>(
  args: string[],
  options?: ParseOptions<TBooleans, TStrings, TCollectable, TNegatable, TDefaults, TAliases, TDoubleDash>,
): Args<TArgs, TDoubleDash> {
  const { alias, boolean, string, collect, negatable, unknown } = options ?? {};
  const result: Args = { _: [] };
  const reading: Reading = {
    names: readNames({ alias, boolean, string, collect, negatable }),
    keepUnknown: (...found) => unknown?.(...found) !== false,
    result,
  };
  const end = args.includes("--") ? args.indexOf("--") : args.length;
  readArguments(reading, args.slice(0, end), options?.stopEarly ?? false);
  addMissing(reading, options?.default ?? {});
  if (options?.["--"]) result["--"] = args.slice(end + 1);
  else result._.push(...args.slice(end + 1));
  return result as Args<TArgs, TDoubleDash>;
}
