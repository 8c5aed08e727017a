/** From a command line to an exit code. @module */
import { PermafrostError } from "../../kernel/error.ts";
import type { Io } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { commandHelp, mainHelp } from "./help.ts";
import { parseCall } from "./parse.ts";
import { paint, printable } from "./terminal.ts";

/** Runs one command line and returns its exit code: 0 holds, 1 findings, 2 cannot tell. Throws nothing. */
export async function main(words: readonly string[], io: Io): Promise<0 | 1 | 2> {
  try {
    const [name, ...rest] = words;
    if (name === undefined || name === "help" || name === "--help") {
      io.out(mainHelp(COMMANDS));
      return 0;
    }
    const spec = COMMANDS.find((command) => command.name === name);
    if (spec === undefined) {
      throw new PermafrostError(
        "usage",
        `Cannot run ${JSON.stringify(name)}: there is no such command; see permafrost --help`,
      );
    }
    const call = parseCall(spec, { words: rest, io });
    if (call.flags.has("help")) {
      io.out(commandHelp(spec));
      return 0;
    }
    const run = await spec.load();
    return await run(call);
  } catch (thrown) {
    return report(thrown, { io, isJson: words.includes("--json") });
  }
}

function report(thrown: unknown, { io, isJson }: { io: Io; isJson: boolean }): 2 {
  const error = thrown instanceof PermafrostError ? thrown : new PermafrostError(
    "internal",
    `Cannot go on: ${thrown instanceof Error ? thrown.stack ?? thrown.message : thrown}`,
  );
  const { code, at, message } = error;
  if (isJson) io.out(JSON.stringify({ error: { code, at, message } }) + "\n");
  io.err(`${paint(io, "red", "error")}: ${printable(message)}${causes(error)} [${code}]\n`);
  return 2;
}

/** The reasons beneath an error of the network or the system, in brackets. */
function causes(error: PermafrostError): string {
  const reasons: string[] = [];
  for (let cause = error.cause; cause instanceof Error && reasons.length < 4; cause = cause.cause) {
    if (!(cause instanceof PermafrostError) && !error.message.includes(cause.message)) reasons.push(cause.message);
  }
  return reasons.length === 0 ? "" : ` (${printable(reasons.join(": "))})`;
}
