/** `permafrost je` with something in the place of a command that is none. @module */
import { PermafrostError } from "../../../kernel/error.ts";
import type { Call } from "../command.ts";

/** Refuses the call.
 * @throws {PermafrostError} usage. */
export function refuseNoCommand({ operands: [name = ""] }: Call): Promise<never> {
  const state = "the command goes before options; permafrost je --help lists them";
  return Promise.reject(new PermafrostError("usage", `Cannot run ${JSON.stringify(name)}: ${state}`));
}
