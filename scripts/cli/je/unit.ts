/** `permafrost je unit`. @module */
import { resolve } from "node:path";
import { episodeText } from "../../../experiments/je-v1/sweep/episode_text.ts";
import { readUnit, runUnit, type Unit } from "../../../experiments/je-v1/sweep/unit.ts";
import { PermafrostError } from "../../../kernel/error.ts";
import { parseStrictBytes } from "../../../kernel/json_decode.ts";
import { byteLines } from "../../byte_lines.ts";
import { pauses } from "../../je/pause.ts";
import { runAndWrite } from "../../je/sweep_folder.ts";
import type { Call, Io } from "../command.ts";
import { printJson } from "../terminal.ts";
import { saltOf } from "./config_options.ts";

const MAX_UNIT_BYTES = 1_048_576;

/** Does units of work. Without a folder one, whose episode is printed; with one, any number. Exit 1: one had no score, or
 * could not be read or run. */
export async function runUnits(call: Call): Promise<0 | 1> {
  const { values: { output }, io } = call, salt = saltOf(call)?.text ?? "", nowMs = (): number => performance.now();
  let code: 0 | 1 = 0;
  if (output === undefined) {
    const [unit, another] = await Array.fromAsync(unitLines(io));
    if (unit === undefined || another !== undefined) {
      const state = `standard input holds ${unit === undefined ? "none" : "more than one"}; --output takes any number`;
      throw new PermafrostError("usage", `Cannot do the unit: ${state}`);
    }
    const episode = runUnit(readLine(unit), { salt, nowMs });
    io.out(episodeText(episode));
    return episode.record.unscored === null ? 0 : 1;
  }
  const folder = resolve(io.cwd, output), pause = pauses();
  for await (const line of unitLines(io)) {
    await pause();
    try {
      const reply = runAndWrite(readLine(line), { folder, salt, nowMs });
      if (reply.state !== "scored") code = 1;
      printJson(io, reply);
    } catch (thrown) {
      if (!(thrown instanceof PermafrostError)) throw thrown;
      const { code: reason, at, message } = thrown;
      printJson(io, { error: { code: reason, at, message } });
      code = 1;
    }
  }
  return code;
}

/** The lines of standard input as they come; empty ones are passed over, a line that is too long is null. */
async function* unitLines(io: Io): AsyncGenerator<Uint8Array | null, void> {
  for await (const lines of byteLines(io.input(), MAX_UNIT_BYTES)) {
    for (const line of lines) if (line === null || line.length > 0) yield line?.slice() ?? null;
  }
}

function readLine(line: Uint8Array | null): Unit {
  if (line !== null) return readUnit(parseStrictBytes(line));
  throw new PermafrostError("json-too-large", `Cannot read a unit: it is longer than ${MAX_UNIT_BYTES} bytes`);
}
