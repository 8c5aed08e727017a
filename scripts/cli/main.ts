/** From a command line to an exit code. @module */
import { PermafrostError } from "../../kernel/error.ts";
import type { CommandSpec, Io } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { commandHelp, mainHelp } from "./help.ts";
import { parseCall } from "./parse.ts";
import { colors, printableLines, printJson, wrap } from "./terminal.ts";

/** The columns of `error: `, beneath which a message goes on. */
const INDENT = 7;

/** Runs one command line and returns its exit code: 0 holds, 1 findings, 2 cannot tell. Throws nothing. */
export async function main(words: readonly string[], io: Io): Promise<0 | 1 | 2> {
  try {
    return await dispatch(words, io);
  } catch (thrown) {
    try {
      if (!(thrown instanceof Deno.errors.BrokenPipe)) report(thrown, { io, isJson: words.includes("--json") });
    } catch { /* standard output cannot be written: that is what was to be reported, or nobody reads it */ }
    return 2;
  }
}

async function dispatch(words: readonly string[], io: Io): Promise<0 | 1 | 2> {
  const [name, ...rest] = words;
  if (name === "--version") return await printVersion(io, rest);
  const asksForHelp = name === undefined || name === "help" || name === "--help" || name === "-h";
  if (asksForHelp && rest.length === 0) {
    io.out(mainHelp(COMMANDS));
    return 0;
  }
  const { spec, words: given } = findSubcommand(findCommand(asksForHelp ? rest[0]! : name!), {
    words: asksForHelp ? rest.slice(1) : rest,
  });
  const call = parseCall(spec, { words: asksForHelp ? ["--help", ...given] : given, io });
  if (call.flags.has("help")) {
    io.out(commandHelp(spec));
    return 0;
  }
  const run = await spec.load();
  return await (spec.endsItself ? run(call) : Promise.race([run(call), interruption(io.signal)]));
}

function findCommand(name: string): CommandSpec {
  const spec = COMMANDS.find((command) => command.name === name);
  if (spec !== undefined) return spec;
  const state = "there is no such command; permafrost --help lists them";
  throw new PermafrostError("usage", `Cannot run ${JSON.stringify(name)}: ${state}`);
}

/** The command that the next word names where a command has several, under the name of both; itself where none is named:
 * it refuses what else stands there, or shows its help. */
function findSubcommand(
  spec: CommandSpec,
  { words }: { words: readonly string[] },
): { spec: CommandSpec; words: readonly string[] } {
  const [name, ...rest] = words, { subcommands } = spec;
  if (subcommands === undefined || name === undefined || name.startsWith("-")) return { spec, words };
  const found = subcommands.find((command) => command.name === name);
  if (found !== undefined) return { spec: { ...found, name: `${spec.name} ${name}` }, words: rest };
  const state = `there is no such command; permafrost ${spec.name} --help lists them`;
  throw new PermafrostError("usage", `Cannot run ${JSON.stringify(`${spec.name} ${name}`)}: ${state}`);
}

async function printVersion(io: Io, rest: readonly string[]): Promise<0> {
  if (rest.some((word) => word !== "--json")) {
    throw new PermafrostError("usage", "Cannot print the version: --version stands alone, or with --json");
  }
  const { version } = (await import("../../deno.json", { with: { type: "json" } })).default;
  if (rest.length > 0) printJson(io, { version, deno: Deno.version.deno });
  else io.out(`permafrost ${version} (deno ${Deno.version.deno})\n`);
  return 0;
}

/** Rejects once a signal has asked to stop. */
function interruption(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = (): void => reject(interrupted());
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}

function interrupted(cause?: unknown): PermafrostError {
  return new PermafrostError("interrupted", "Cannot finish: it was interrupted, and no result was written", { cause });
}

function report(thrown: unknown, { io, isJson }: { io: Io; isJson: boolean }): void {
  const error = io.signal.aborted ? interrupted(thrown) : thrown instanceof PermafrostError ? thrown : fault(thrown);
  const { code, at, message } = error;
  const text = `${printableLines(message + causes(error))} [${code}]`;
  const wrapped = text.split("\n").map((line) => wrap(line, { width: io.columns - 1, indent: INDENT })).join("\n");
  io.err(`${colors(io).red("error")}: ${io.isTerminal ? wrapped : text}\n`);
  if (isJson) printJson(io, { error: { code, at, message } });
}

function fault(thrown: unknown): PermafrostError {
  const what = thrown instanceof Error ? thrown.stack ?? thrown.message : String(thrown);
  return new PermafrostError("internal", `Cannot go on: ${what}`);
}

/** The reasons beneath an error of the network or the system, in brackets. */
function causes(error: PermafrostError): string {
  if (error.code === "interrupted") return "";
  const reasons: string[] = [];
  for (let cause = error.cause; cause instanceof Error && reasons.length < 4; cause = cause.cause) {
    if (!(cause instanceof PermafrostError) && !error.message.includes(cause.message)) reasons.push(cause.message);
  }
  return reasons.length === 0 ? "" : ` (${reasons.join(": ")})`;
}
