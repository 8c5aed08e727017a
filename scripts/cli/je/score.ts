/** `permafrost je score`. @module */
import { resolve } from "node:path";
import { instanceOf, rescore } from "../../../experiments/je-v1/sweep/episode_check.ts";
import { canonicalize } from "../../../kernel/json_encode.ts";
import { PermafrostError } from "../../../kernel/error.ts";
import { readEpisode } from "../../je/episode_files.ts";
import type { Call } from "../command.ts";
import { colors, labelled, printJson } from "../terminal.ts";
import { saltOf } from "./config_options.ts";
import { scoreLabels } from "./score_text.ts";

/** Scores an episode again. Exit 1 when the score is not the recorded one.
 * @throws {PermafrostError} usage: a model judged it; file-*, json-*, record-invalid. */
export function runScore(call: Call): Promise<0 | 1> {
  const { operands: [path = ""], flags, io } = call, episode = readEpisode(resolve(io.cwd, path), { at: path });
  if (episode.record.judges.some((name) => !name.startsWith("deterministic/"))) {
    const state = "a model judged it; permafrost je replay-exchange EPISODE --judge FILE does so with what it said";
    throw new PermafrostError("usage", `Cannot score the episode again: ${state}`, { at: "EPISODE" });
  }
  const score = rescore(episode, instanceOf(episode.record, saltOf(call)?.text)), { record } = episode;
  const isSame = canonicalize(score) === canonicalize(record.score), { red, green } = colors(io);
  if (flags.has("json")) printJson(io, { episode_id: record.episode_id, matches: isSame, score });
  else io.out(scoreLabels(score, { unscored: record.unscored, io }));
  const text = isSame ? "it is the recorded one" : "it is not the recorded one";
  io.err(labelled(io, "Score", { text, mark: isSame ? green("✓") : red("✗") }));
  return Promise.resolve(isSame ? 0 : 1);
}
