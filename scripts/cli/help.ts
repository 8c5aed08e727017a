/** Help, made from the commands' data. @module */
import type { CommandSpec, OptionSpec } from "./command.ts";

const COMMON: readonly OptionSpec[] = [
  { name: "json", summary: "print one JSON value on standard output" },
  { name: "help", summary: "show this help" },
];

/** Wraps words to a width in columns; continued lines are indented. */
export function wrap(text: string, { width, indent }: { width: number; indent: number }): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    if (line !== "" && line.length + 1 + word.length > width - indent) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].join("\n" + " ".repeat(indent));
}

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length)) + 4;
  return rows.map(([name, text]) => `  ${name.padEnd(width - 2)}${wrap(text, { width: 79, indent: width })}\n`).join(
    "",
  );
}

function optionRow({ name, value, summary }: OptionSpec): [string, string] {
  return [`--${name}${value === undefined ? "" : ` ${value}`}`, summary];
}

/** The list of all commands. */
export function mainHelp(commands: readonly CommandSpec[]): string {
  return "Usage: permafrost COMMAND [OPERAND...] [OPTION...]\n\n" +
    wrap("Freezes experiments, runs them in a sandbox, and checks and reproduces their results.", {
      width: 79,
      indent: 0,
    }) +
    "\n\nCommands:\n" + table(commands.map(({ name, summary }) => [name, summary])) +
    "\n" + wrap(
      "EXPERIMENT is an id, looked up in ./experiments and then beside this program, or a folder. " +
        "Exit codes: 0 holds, 1 findings, 2 cannot tell. Data go to standard output, words to standard error. " +
        "permafrost COMMAND --help tells more.",
      { width: 79, indent: 0 },
    ) + "\n";
}

/** The help of one command. */
export function commandHelp({ name, summary, operands, details, options }: CommandSpec): string {
  const usage = ["permafrost", name, ...operands, "[OPTION...]"].join(" ");
  const sentence = summary[0]!.toUpperCase() + summary.slice(1) + ".";
  return `Usage: ${usage}\n\n${wrap(`${sentence} ${details}`, { width: 79, indent: 0 })}\n\nOptions:\n` +
    table([...options, ...COMMON].map(optionRow));
}
