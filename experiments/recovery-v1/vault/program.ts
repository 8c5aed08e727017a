/** The program: one command line in, an exit code out. @module */
import { PermafrostError } from "../../../kernel/error.ts";
import { parseWords } from "./arguments.ts";
import { MCP_OPTIONS, serveMcp } from "./mcp.ts";
import type { McpTool } from "./mcp_tools.ts";
import type { CommandSpec } from "./program_commands.ts";
import { commandHelp, COMMON_OPTIONS, type Described, programHelp } from "./program_help.ts";
import { reasonOf, toJsonLine, toPlainText } from "./program_output.ts";

/** What makes one executable differ from another. */
export interface Edition {
  /** What it is called in its help and by MCP. */ readonly name: string;
  /** What it can do, in the order of the help. */ readonly commands: readonly CommandSpec[];
  /** The tools that it offers by MCP, in the order of the list. */ readonly tools: readonly McpTool[];
}

/** What a program is connected to. */
export interface ProgramIo {
  /** Finds the vault. */ readonly vault: () => string;
  /** The time in Unix seconds. */ readonly nowSeconds: () => number;
  /** The absolute working folder. */ readonly cwd: () => string;
  /** Fills a buffer from standard input; null at the end. */
  readonly read: (buffer: Uint8Array) => Promise<number | null>;
  /** Writes to standard output, whole. */ readonly write: (text: string) => Promise<void>;
  /** Writes to standard error. */ readonly warn: (text: string) => void;
}

const MCP: Described = {
  name: "mcp",
  summary: "Serve the Model Context Protocol on standard input and output",
  operands: [],
  options: MCP_OPTIONS,
};

/** Runs a command line. What it prints goes out whole and last, so that an error leaves standard output empty.
 * @returns The exit code: 0 done, 1 for a vault that `verify` finds unsound, 2 an error, with its reason, a code and a
 * sentence, on standard error. */
export async function runProgram(words: readonly string[], { edition, io }: {
  /** What it can do. */ edition: Edition;
  /** What it is connected to. */ io: ProgramIo;
}): Promise<0 | 1 | 2> {
  try {
    const [name = "", ...rest] = words;
    const described = [...edition.commands, MCP];
    if (name === "--help") {
      await io.write(programHelp(edition.name, described));
      return 0;
    }
    if (name === MCP.name) return await runMcp(rest, { edition, io });
    const command = edition.commands.find((each) => each.name === name);
    if (command === undefined) throw unknownCommand(described);
    return await runCommand(rest, { edition, io, command });
  } catch (error) {
    io.warn(`${reasonOf(error)}\n`);
    return 2;
  }
}

async function runCommand(words: readonly string[], { edition, io, command }: {
  edition: Edition;
  io: ProgramIo;
  command: CommandSpec;
}): Promise<0 | 1> {
  const options = [...command.options, ...COMMON_OPTIONS];
  const parsed = parseWords(words, { operands: command.operands, options });
  if (parsed.flags.has("help")) {
    await io.write(commandHelp(edition.name, { ...command, options }));
    return 0;
  }
  const value = await command.run({ ...parsed, vault: io.vault(), nowSeconds: io.nowSeconds, cwd: io.cwd });
  await io.write(parsed.flags.has("json") ? toJsonLine(value) : toPlainText(value));
  return typeof value === "object" && value !== null && "is_sound" in value && value.is_sound === false ? 1 : 0;
}

async function runMcp(words: readonly string[], { edition, io }: { edition: Edition; io: ProgramIo }): Promise<0> {
  const help = COMMON_OPTIONS.filter(({ name }) => name === "help"), options = [...MCP.options, ...help];
  const { flags } = parseWords(words, { operands: [], options });
  if (flags.has("help")) await io.write(commandHelp(edition.name, { ...MCP, options }));
  else await serveMcp({ edition, io, isContentAllowed: flags.has("allow-transcript-content") });
  return 0;
}

function unknownCommand(described: readonly Described[]): PermafrostError {
  const names = described.map(({ name }) => name).join(", ");
  return new PermafrostError("usage", `Cannot read the command line: the first word is none of ${names}`);
}
