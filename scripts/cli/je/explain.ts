/** `permafrost je explain`. @module */
import { resolve } from "node:path";
import { readEpisode } from "../../je/episode_files.ts";
import { episodeLines } from "../../je/episode_lines.ts";
import type { Call } from "../command.ts";
import { printable, printJson } from "../terminal.ts";

/** Prints the score sheet of an episode, from its files alone. */
export function runExplain({ operands: [path = ""], flags, io }: Call): Promise<0> {
  const episode = readEpisode(resolve(io.cwd, path), { at: path }), lines = episodeLines(episode);
  if (flags.has("json")) printJson(io, { episode_id: episode.record.episode_id, lines });
  else io.out(lines.map((line) => `${printable(line)}\n`).join(""));
  return Promise.resolve(0);
}
