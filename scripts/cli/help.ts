/** Help, made from the commands' data. @module */
import type { CommandSpec, OptionSpec } from "./command.ts";
import { wrap } from "./terminal.ts";

/** The options that every command has. */
export const COMMON_OPTIONS: readonly OptionSpec[] = [
  { name: "json", summary: "print one JSON value on standard output" },
  { name: "help", summary: "show this help" },
];

const WIDTH = 79;

function paragraph(text: string): string {
  return wrap(text, { width: WIDTH, indent: 0 }) + "\n";
}

function table(rows: readonly (readonly [string, string])[]): string {
  const indent = Math.max(...rows.map(([name]) => name.length)) + 4;
  return rows.map(([name, text]) => `  ${name.padEnd(indent - 2)}${wrap(text, { width: WIDTH, indent })}\n`).join("");
}

function optionRow({ name, value, summary }: OptionSpec): [string, string] {
  return [`--${name}${value === undefined ? "" : ` ${value}`}`, summary];
}

/** The list of all commands. */
export function mainHelp(commands: readonly CommandSpec[]): string {
  return "Usage: permafrost COMMAND [OPERAND...] [OPTION...]\n\n" +
    paragraph("Freezes experiments, runs them in a sandbox, and checks and reproduces their results.") +
    "\nCommands:\n" + table(commands.map(({ name, summary }) => [name, summary])) +
    "\n" + paragraph(
      "EXPERIMENT is an id, looked up in ./experiments, here, and beside this program, or a folder. " +
        "Exit codes: 0 holds, 1 findings, 2 cannot tell. Data go to standard output, words to standard error. " +
        "permafrost COMMAND --help tells more; permafrost --version tells the version.",
    );
}

/** The help of one command. */
export function commandHelp({ name, summary, operands, details, options, subcommands = [] }: CommandSpec): string {
  const usage = ["permafrost", name, ...operands, "[OPTION...]"].join(" ");
  const sentence = summary[0]!.toUpperCase() + summary.slice(1) + ".";
  const commands = subcommands.length === 0
    ? ""
    : `\nCommands:\n${table(subcommands.map((each) => [each.name, each.summary]))}`;
  return `Usage: ${usage}\n\n${paragraph(`${sentence} ${details}`)}${commands}\nOptions:\n` +
    table([...options, ...COMMON_OPTIONS].map(optionRow));
}
