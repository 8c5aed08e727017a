/** `permafrost je run`. @module */
import { resolve } from "node:path";
import type { RecordedEpisode } from "../../../experiments/je-v1/sweep/episode_record.ts";
import { modelsOf } from "../../../experiments/je-v1/sweep/plan.ts";
import { episodeId, runUnit, type Unit } from "../../../experiments/je-v1/sweep/unit.ts";
import { saltHash } from "../../../experiments/je-v1/verify/commitment.ts";
import { CHAT_ADAPTER } from "../../je/chat/endpoint.ts";
import { writeEpisodeFolder } from "../../je/episode_files.ts";
import type { Call } from "../command.ts";
import { labelled, printJson } from "../terminal.ts";
import { chatMeansOf } from "./chat_options.ts";
import { configOf, modelEntries, saltOf, wholeOf } from "./config_options.ts";
import { scoreLabels } from "./score_text.ts";

/** Plays one episode into a folder. Exit 1 when it has no score. */
export async function runRun(call: Call): Promise<0 | 1> {
  const { values, flags, io } = call, id = values["model"] ?? "heuristic";
  const config = configOf(call, { models: [id], seeds: 1, beside: ["seed", "model"] }),
    seed = wholeOf(call, "seed", { fallback: config.seed });
  const [model] = modelsOf({ ...config, sweep: { ...config.sweep, models: [id] } }, { entries: modelEntries(call) });
  const unit = { run_config: config, model: model!, seed }, salt = saltOf(call);
  const folder = values["output"] ?? episodeId(unit, saltHash(salt?.text ?? ""));
  const { record, rows } = await play(unit, { call, salt, folder: resolve(io.cwd, folder) });
  const { episode_id, termination, unscored, score, trajectory_hash } = record;
  if (flags.has("json")) {
    printJson(io, { episode_id, folder, termination, steps: rows.length, trajectory_hash, unscored, score });
  } else {
    io.out(labelled(io, "Episode", { text: `${config.task_id}, seed ${seed}, ${id}` }));
    io.out(labelled(io, "Played", { text: `${rows.length} calls, ${termination ?? "not to an end"}` }));
    io.out(scoreLabels(score, { unscored, io }));
    io.out(labelled(io, "Written", { text: folder }));
  }
  return unscored === null ? 0 : 1;
}

/** Plays and writes: here, or where a server is asked in processes that reach it and nothing else. */
async function play(
  unit: Unit,
  { call, salt, folder }: { call: Call; salt: ReturnType<typeof saltOf>; folder: string },
): Promise<RecordedEpisode> {
  const means = chatMeansOf(call), nowMs = (): number => performance.now(), { signal } = call.io;
  if (unit.model.adapter === CHAT_ADAPTER || means.judge !== undefined) {
    const { runAlone } = await import("../../je/chat/run_alone.ts");
    return await runAlone(unit, { ...means, folder, salt, signal, nowMs });
  }
  const episode = runUnit(unit, { salt: salt?.text ?? "", nowMs });
  writeEpisodeFolder(folder, episode);
  return episode;
}
