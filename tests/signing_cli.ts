/** Runs one of the signing commands, or a reproduction with a receipt, in memory. @module */
import { PermafrostError } from "../kernel/error.ts";
import type { Call } from "../scripts/cli/command.ts";
import { parseCall } from "../scripts/cli/parse.ts";
import { SIGNING_COMMANDS } from "../scripts/cli/signing_commands.ts";
import { type Ended, type IoParts, memoryIo } from "./cli_io.ts";

/** Runs a command line as main() does; a coded error gives exit code 2 and its code at the end of standard error. */
export async function runSigning([name, ...words]: readonly string[], parts: IoParts = {}): Promise<Ended> {
  const { io, ended } = memoryIo(parts);
  const spec = SIGNING_COMMANDS.find((command) => command.name === name);
  if (spec === undefined) throw new Error(`no command ${name}`);
  try {
    return ended(await (await spec.load())(parseCall(spec, { words, io })));
  } catch (error) {
    if (!(error instanceof PermafrostError)) throw error;
    io.err(`${error.message} [${error.code}]\n`);
    return ended(2);
  }
}

/** The code at the end of standard error, or the exit code. */
export function codeOf({ code, err }: Ended): string | number {
  return /\[([a-z-]+)\]\n$/.exec(err)?.[1] ?? code;
}

/** A call as parsing would make it. */
export function callOf(parts: Partial<Call> = {}): Call {
  return { operands: [], values: {}, lists: {}, flags: new Set(), io: memoryIo().io, ...parts };
}
