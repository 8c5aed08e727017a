/** The plain command that a run amounts to, for a POSIX shell. @module */
import { pathsUnder } from "../../kernel/containment.ts";
import { PermafrostError } from "../../kernel/error.ts";
import { resolveGrants } from "../../kernel/permissions.ts";
import type { Declaration } from "../../kernel/protocol.ts";
import { childArguments, childEnvironment } from "../../kernel/sandbox.ts";
import type { PinnedFile } from "./pinned_file.ts";

/** What a command is made for. */
export interface HandRun {
  /** The experiment's id. */
  readonly id: string;
  /** The experiment's folder, from where the shell stands. */
  readonly folder: string;
  /** The inputs that are given, by name. */
  readonly inputs: { readonly [name: string]: PinnedFile };
}

const WIDTH = 79;
/** Stands for a shell variable in a word until it is quoted; no path and no argument can hold a NUL. */
const VARIABLE = /\0([A-Z]+)\0/;
const SCRATCH = "\0SCRATCH\0";
const CLOCK = "\0CLOCK\0";

/** Quotes a word for a POSIX shell where it needs it. */
export function quote(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Quotes a word in which `\0NAME\0` stands for a variable of the shell. */
function quoteWord(word: string): string {
  const parts = word.split(VARIABLE);
  return parts.map((part, index) => index % 2 === 1 ? `"$${part}"` : part === "" ? "" : quote(part)).join("");
}

/**
 * Writes the command as lines: the folder to go to, the variables, the order, and `deno run` with the exact flags
 * and the environment of a run. Declared inputs that are not given are left out.
 *
 * @throws {PermafrostError} name-refused when a path holds characters that a terminal would obey or hide, and
 * when the path of an input holds a comma, which Deno's lists of paths cannot.
 */
export function handCommand(declaration: Declaration, { id, folder, inputs }: HandRun): string {
  const { permissions, determinism: { seed, clock }, entry } = declaration;
  const usesScratch = [...permissions.read, ...permissions.write].some((path) => path.startsWith("$SCRATCH"));
  const grants = resolveGrants(permissions, {
    experiment: ".",
    scratch: SCRATCH,
    inputs: Object.fromEntries(Object.entries(inputs).map(([name, { path }]) => [name, path])),
  });
  for (const [name, { path }] of Object.entries(inputs)) {
    if (!path.includes(",")) continue;
    const message =
      `Cannot print a command for input ${name}: its path holds a comma, which no flag of Deno can; copy it`;
    throw new PermafrostError("name-refused", message, { at: name });
  }
  const preload = "--preload=";
  const words = childArguments(declaration, { grants, entryPath: `./${entry}` });
  const clockUrl = words.find((word) => word.startsWith(preload))?.slice(preload.length);
  const order = { format: "permafrost/order@1", id, inputs, scratch: usesScratch ? SCRATCH : null, seed };
  const text = JSON.stringify(order).replace('"scratch":"\\u0000SCRATCH\\u0000"', `"scratch":"${SCRATCH}"`);
  const half = text.indexOf('"inputs"'); // in two words, so that the lines stay short where they can
  const lines = [
    `cd ${quote(/^(\/|\.\.?(\/|$))/.test(folder) ? folder : `./${folder}`)} &&`,
    ...(usesScratch ? ["SCRATCH=$(mktemp -d) &&"] : []),
    ...(clock === null ? [] : [`CLOCK=${quote(clockUrl ?? "")} &&`]),
    `printf %s ${quoteWord(text.slice(0, half))} \\`,
    `  ${quoteWord(text.slice(half))} |`,
    ...broken([
      "env -i",
      ...environmentWords(permissions.env),
      "deno",
      ...words.map((word) => quoteWord(word.startsWith(preload) ? preload + CLOCK : word)),
    ]),
  ];
  if (!/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(lines.join(""))) return lines.join("\n") + "\n";
  const message = `Cannot print a command for ${id}: a path of it holds control or invisible characters; rename it`;
  throw new PermafrostError("name-refused", message);
}

/** The environment of a run, but for the shell's own PATH and HOME, which Deno is found and caches with. */
function environmentWords(declared: readonly string[]): string[] {
  const { DENO_DIR: _, TMPDIR: __, ...fixed } = childEnvironment(pathsUnder("", ""));
  const own = { ...fixed, PATH: "\0PATH\0", HOME: "\0HOME\0" };
  return [
    ...Object.entries(own).map(([name, value]) => quoteWord(`${name}=${value}`)),
    ...declared.map((name) => `\${${name}+"${name}=$${name}"}`),
  ];
}

/** Breaks a command into lines where the words allow it. */
function broken(words: readonly string[]): string[] {
  const lines: string[] = [];
  let line = " ";
  for (const word of words) {
    if (line.trim() !== "" && line.length + word.length + 3 > WIDTH) {
      lines.push(`${line} \\`);
      line = "   ";
    }
    line += ` ${word}`;
  }
  return [...lines, line];
}
