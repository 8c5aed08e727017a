/** `permafrost je play`. @module */
import { resolve } from "node:path";
import { MODEL_ID } from "../../../experiments/je-v1/config/structure.ts";
import { PermafrostError } from "../../../kernel/error.ts";
import { writeEpisodeFolder } from "../../je/episode_files.ts";
import { playTranscript, readTranscript, TRANSCRIPT_ADAPTER } from "../../je/transcript.ts";
import type { Call } from "../command.ts";
import { labelled, printJson } from "../terminal.ts";
import { configOf, saltOf, wholeOf } from "./config_options.ts";
import { scoreLabels } from "./score_text.ts";

/** Plays a transcript into a folder. Exit 1 when it has no score, or calls follow the end of the episode. */
export function runPlay(call: Call): Promise<0 | 1> {
  const { values: { transcript, model: id = TRANSCRIPT_ADAPTER, output }, flags, io } = call;
  if (transcript === undefined) throw usage("--transcript FILE is missing; permafrost je transcript makes one");
  if (!MODEL_ID.test(id)) throw usage(`--model ${JSON.stringify(id)} is not of the form of a model's id`);
  const config = configOf(call, { models: [id], seeds: 1, beside: ["seed", "model"] });
  const seed = wholeOf(call, "seed", { fallback: config.seed }), salt = saltOf(call)?.text ?? "";
  const calls = readTranscript(resolve(io.cwd, transcript), { at: transcript });
  const { episode, unplayed } = playTranscript(calls, { run_config: config, seed, id, salt });
  const { episode_id, termination, unscored, score, trajectory_hash } = episode.record;
  const folder = output ?? episode_id, steps = episode.rows.length;
  writeEpisodeFolder(resolve(io.cwd, folder), episode);
  if (flags.has("json")) {
    printJson(io, { episode_id, folder, termination, steps, unplayed, trajectory_hash, unscored, score });
  } else {
    io.out(labelled(io, "Episode", { text: `${config.task_id}, seed ${seed}, ${id}` }));
    io.out(labelled(io, "Played", { text: `${steps} calls, ${termination ?? "not to an end"}` }));
    io.out(scoreLabels(score, { unscored, io }));
    io.out(labelled(io, "Written", { text: folder }));
  }
  if (unplayed > 0) {
    io.err(labelled(io, "Unplayed", { text: `${unplayed} calls follow the end of the episode and were not made` }));
  }
  return Promise.resolve(unscored === null && unplayed === 0 ? 0 : 1);
}

function usage(state: string): PermafrostError {
  return new PermafrostError("usage", `Cannot play the transcript: ${state}`);
}
