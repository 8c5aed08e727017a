/** Runs `bundle`, `compile` and `report` in memory. @module */
import { PermafrostError } from "../../../kernel/error.ts";
import { BUNDLE_COMMANDS } from "../../../scripts/cli/bundle_commands.ts";
import { parseCall } from "../../../scripts/cli/parse.ts";
import { type Ended, type IoParts, memoryIo } from "../../cli_io.ts";

/** Runs a command line as main() does; a coded error gives exit code 2 and its code at the end of standard error. */
export async function runCommand([name, ...words]: readonly string[], parts: IoParts = {}): Promise<Ended> {
  const { io, ended } = memoryIo(parts);
  const spec = BUNDLE_COMMANDS.find((command) => command.name === name);
  if (spec === undefined) throw new Error(`no command ${name}`);
  try {
    return ended(await (await spec.load())(parseCall(spec, { words, io })));
  } catch (error) {
    if (!(error instanceof PermafrostError)) throw error;
    io.err(`${error.message} [${error.code}]\n`);
    return ended(2);
  }
}
