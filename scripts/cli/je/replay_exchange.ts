/** `permafrost je replay-exchange`. @module */
import { resolve } from "node:path";
import { exchangeInFolder, exchangePath } from "../../je/chat/exchange_files.ts";
import { replayExchange } from "../../je/chat/replay_exchange.ts";
import { readEpisode } from "../../je/episode_files.ts";
import type { Call } from "../command.ts";
import { colors, labelled, printJson } from "../terminal.ts";
import { judgeOf } from "./chat_options.ts";
import { saltOf } from "./config_options.ts";
import { scoreLabels } from "./score_text.ts";

/** Replays the exchanges of an episode. Exit 1 when another score comes of them. */
export async function runReplayExchange(call: Call): Promise<0 | 1> {
  const { operands: [at = ""], flags, io } = call, path = resolve(io.cwd, at), recorded = readEpisode(path, { at });
  const place = Deno.statSync(path).isDirectory ? exchangeInFolder : exchangePath;
  const paths = { model: place(path, "model"), judge: place(path, "judge") };
  const salt = saltOf(call)?.text ?? "", judge = judgeOf(call)?.entry;
  const { episode, isSame, isSameScore } = await replayExchange(recorded, paths, { salt, judge });
  const { episode_id, score, unscored, trajectory_hash } = episode.record, { red, green } = colors(io);
  if (flags.has("json")) {
    printJson(io, { episode_id, matches: isSameScore, identical: isSame, trajectory_hash, unscored, score });
  } else io.out(scoreLabels(score, { unscored, io }));
  const text = isSameScore
    ? `it is the recorded one${isSame ? ", and so is every byte" : ""}`
    : "it is not the recorded one";
  io.err(labelled(io, "Score", { text, mark: isSameScore ? green("✓") : red("✗") }));
  return isSameScore ? 0 : 1;
}
