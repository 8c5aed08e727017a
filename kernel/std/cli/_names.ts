/** The options that name flags, as given. */
export interface NameOptions {
  readonly alias: Readonly<Record<string, string | readonly string[]>> | undefined;
  readonly boolean: boolean | string | readonly string[] | undefined;
  readonly string: string | readonly string[] | undefined;
  readonly collect: string | readonly string[] | undefined;
  readonly negatable: string | readonly string[] | undefined;
}

/** The same as sets, each with the aliases of its names. */
export interface Names {
  readonly aliases: ReadonlyMap<string, readonly string[]>;
  readonly booleans: ReadonlySet<string>;
  readonly strings: ReadonlySet<string>;
  readonly collected: ReadonlySet<string>;
  readonly negatable: ReadonlySet<string>;
  /** Whether a long flag without `=` never takes the next argument. */
  readonly longFlagsAreBoolean: boolean;
}

function listOf(names: string | readonly string[] | undefined): readonly string[] {
  return (typeof names === "string" ? [names] : names ?? []).filter((name) => name !== "");
}

/** For each name of a group, the others; where groups overlap the later one counts. */
function readAliases(alias: NameOptions["alias"]): Map<string, readonly string[]> {
  const aliases = new Map<string, readonly string[]>();
  for (const [name, others] of Object.entries(alias ?? {})) {
    if (others === undefined) {
      throw new TypeError(`Cannot read the aliases of "${name}": the value is undefined`);
    }
    const group = [name, ...(typeof others === "string" ? [others] : others)];
    for (const member of group) aliases.set(member, group.filter((other) => other !== member));
  }
  return aliases;
}

export function readNames(options: NameOptions): Names {
  const aliases = readAliases(options.alias);
  const withAliases = (names: string | readonly string[] | undefined) =>
    new Set(listOf(names).flatMap((name) => [name, ...(aliases.get(name) ?? [])]));
  return {
    aliases,
    booleans: withAliases(typeof options.boolean === "boolean" ? undefined : options.boolean),
    strings: withAliases(options.string),
    collected: withAliases(options.collect),
    negatable: withAliases(options.negatable),
    longFlagsAreBoolean: options.boolean === true,
  };
}

/** Whether the flag, by any of its names, is a boolean and so leaves the next argument alone. */
export function isBooleanFlag(names: Names, name: string): boolean {
  return [name, ...(names.aliases.get(name) ?? [])].some((each) => names.booleans.has(each));
}
