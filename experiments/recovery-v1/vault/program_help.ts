/** The help of the program, made from its tables. @module */
import type { OptionSpec } from "./arguments.ts";
import type { CommandSpec } from "./program_commands.ts";

/** What the help is of. */
export type Described = Pick<CommandSpec, "name" | "summary" | "operands" | "options">;

/** The options that every command has. */
export const COMMON_OPTIONS: readonly OptionSpec[] = [
  { name: "json", value: null, help: "print one JSON value on one line" },
  { name: "help", value: null, help: "print this help" },
];

/** The help of the program. */
export function programHelp(name: string, commands: readonly Described[]): string {
  const width = Math.max(...commands.map((command) => command.name.length));
  const lines = commands.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}`);
  return [
    `Usage: ${name} COMMAND [OPERANDS] [OPTIONS]`,
    "",
    "Reads archived transcripts of agents out of a vault: $XDG_DATA_HOME/gobstopper/vault,",
    "else $HOME/.local/share/gobstopper/vault.",
    "",
    "Commands:",
    ...lines,
    "",
    `Exit codes: 0 done, 1 verify found something harmful, 2 an error (told on standard error).`,
    `See ${name} COMMAND --help.`,
    "",
  ].join("\n");
}

/** The help of a command. */
export function commandHelp(name: string, { name: command, summary, operands, options }: Described): string {
  const all = options.map((option) => ({ option, label: `--${option.name}${option.value ? ` ${option.value}` : ""}` }));
  const width = Math.max(...all.map(({ label }) => label.length));
  const needed = all.filter(({ option }) => option.isNeeded).map(({ label }) => label);
  return [
    `Usage: ${[name, command, ...operands, ...needed, "[OPTIONS]"].join(" ")}`,
    "",
    `${summary}.`,
    "",
    "Options:",
    ...all.map(({ option, label }) => `  ${label.padEnd(width)}  ${option.help}`),
    "",
  ].join("\n");
}
