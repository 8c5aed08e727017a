/** `permafrost je transcript`. @module */
import { resolve } from "node:path";
import { readEpisode } from "../../je/episode_files.ts";
import { transcriptText } from "../../je/transcript.ts";
import type { Call } from "../command.ts";
import { inertJson, printJson } from "../terminal.ts";

/** Prints the calls of an episode. */
export function runTranscript({ operands: [path = ""], flags, io }: Call): Promise<0> {
  const { rows } = readEpisode(resolve(io.cwd, path), { at: path });
  if (flags.has("json")) printJson(io, rows.map(({ tool, args }) => ({ tool, args })));
  else io.out(inertJson(transcriptText(rows)));
  return Promise.resolve(0);
}
