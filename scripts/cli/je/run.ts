/** `permafrost je run`. @module */
import { resolve } from "node:path";
import { modelsOf } from "../../../experiments/je-v1/sweep/plan.ts";
import { runUnit } from "../../../experiments/je-v1/sweep/unit.ts";
import { writeEpisodeFolder } from "../../je/episode_files.ts";
import type { Call } from "../command.ts";
import { labelled, printJson } from "../terminal.ts";
import { configOf, modelEntries, saltOf, wholeOf } from "./config_options.ts";
import { scoreLabels } from "./score_text.ts";

/** Plays one episode into a folder. Exit 1 when it has no score. */
export function runRun(call: Call): Promise<0 | 1> {
  const { values, flags, io } = call, id = values["model"] ?? "heuristic";
  const config = configOf(call, { models: [id], seeds: 1, beside: ["seed", "model"] }),
    seed = wholeOf(call, "seed", { fallback: config.seed });
  const [model] = modelsOf({ ...config, sweep: { ...config.sweep, models: [id] } }, { entries: modelEntries(call) });
  const salt = saltOf(call)?.text ?? "";
  const episode = runUnit({ run_config: config, model: model!, seed }, { salt, nowMs: () => performance.now() });
  const { episode_id, termination, unscored, score, trajectory_hash } = episode.record;
  const folder = values["output"] ?? episode_id;
  writeEpisodeFolder(resolve(io.cwd, folder), episode);
  if (flags.has("json")) {
    printJson(io, { episode_id, folder, termination, steps: episode.rows.length, trajectory_hash, unscored, score });
  } else {
    io.out(labelled(io, "Episode", { text: `${config.task_id}, seed ${seed}, ${id}` }));
    io.out(labelled(io, "Played", { text: `${episode.rows.length} calls, ${termination ?? "not to an end"}` }));
    io.out(scoreLabels(score, { unscored, io }));
    io.out(labelled(io, "Written", { text: folder }));
  }
  return Promise.resolve(unscored === null ? 0 : 1);
}
